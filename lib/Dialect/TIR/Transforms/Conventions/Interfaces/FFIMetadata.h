//===- FFIMetadata.h - What tvm-ffi can ask a function about itself
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_INTERFACES_FFIMETADATA_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_INTERFACES_FFIMETADATA_H

#include "tir/Dialect/TIR/IR/TIR.h"
#include <string>

namespace tir {

/// The bytes of a struct with a model's variables, and their alignment.
struct StateLayout {
  int64_t bytes = 0, alignment = 1;
};
StateLayout getStateLayout(StructOp state);

/// Returns the metadata of the function with the arguments of `main`, as
/// tvm-ffi's `Module.get_function_metadata` returns them: JSON whose
/// `type_schema` is the signature, and whose `arguments` describe each argument
/// of the model.
std::string getFFIMetadata(PrimFuncOp main);

/// Returns the metadata of the function that resets `state`.
std::string getResetMetadata(StructOp state);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_INTERFACES_FFIMETADATA_H
