//===- Metadata.h - metadata.json of an archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_MODELLIBRARYFORMAT_METADATA_H
#define TIR_LIB_TARGET_MODELLIBRARYFORMAT_METADATA_H

#include "tir/Target/C/ModelInfo.h"
#include "tir/Target/Code/Code.h"
#include "tir/Target/ModelLibraryFormat/ModelLibraryFormat.h"
#include "llvm/Support/JSON.h"

namespace tir::mlf {

/// Returns TVM's dictionary of the weights among the inputs, by their names in
/// C: magic number, a reserved word, the names, the arrays. Source: TVM v0.14
/// src/runtime/file_utils.cc (SaveParams), include/tvm/runtime/ndarray.h
/// (SaveDLTensor).
std::string makeParameters(llvm::ArrayRef<c::TensorInfo> inputs);

/// Returns the contents of `metadata.json`. `object` is the compiled object, or
/// null. If it is given, the sizes of its arrays are used.
llvm::json::Object makeMetadata(mlir::ModuleOp module, const c::ModelInfo &info,
                                const ModelLibraryOptions &options,
                                const Code *object);

} // namespace tir::mlf

#endif // TIR_LIB_TARGET_MODELLIBRARYFORMAT_METADATA_H
