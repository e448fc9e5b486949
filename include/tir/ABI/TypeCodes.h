//===- TypeCodes.h - Types of packed arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_ABI_TYPECODES_H
#define TIR_ABI_TYPECODES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace tir {

/// TVM's `TVMArgTypeCode`: it selects the member of a `TVMValue` that is valid.
/// There is no code for unsigned integers (1 is free).
enum class ArgTypeCode : int32_t {
  Int = 0,
  Float = 2,
  OpaqueHandle = 3,
  Nullptr = 4,
  DataType = 5,
  Device = 6,
  DLTensorHandle = 7,
  ObjectHandle = 8,
  ModuleHandle = 9,
  PackedFuncHandle = 10,
  Str = 11,
  Bytes = 12,
  NDArrayHandle = 13,
  ObjectRValueRefArg = 14,
};

/// Returns the name of the enumerator in `tvm/runtime/c_runtime_api.h`, such as
/// `kTVMArgInt`.
llvm::StringRef getEnumerator(ArgTypeCode code);

/// Returns the member of `union TVMValue` that contains a value with this code.
llvm::StringRef getValueMember(ArgTypeCode code);

/// Size of a `TVMValue` in bytes, on every target. Each member is at offset 0.
inline constexpr unsigned kValueBytes = 8;

} // namespace tir

#endif // TIR_ABI_TYPECODES_H
