//===- TypeCodes.h - What a packed argument holds
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

/// TVM's `TVMArgTypeCode`: which member of a `TVMValue` counts. There is no
/// code for unsigned integers (1 is free).
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

/// The enumerator in `tvm/runtime/c_runtime_api.h`, such as `kTVMArgInt`.
llvm::StringRef getEnumerator(ArgTypeCode code);

/// The member of `union TVMValue` that holds a value of that code.
llvm::StringRef getValueMember(ArgTypeCode code);

/// Bytes of a `TVMValue`, on every target; each member is at offset 0.
inline constexpr unsigned kValueBytes = 8;

} // namespace tir

#endif // TIR_ABI_TYPECODES_H
