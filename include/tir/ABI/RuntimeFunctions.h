//===- RuntimeFunctions.h - What a runtime provides for generated code
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_ABI_RUNTIMEFUNCTIONS_H
#define TIR_ABI_RUNTIMEFUNCTIONS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace tir {

/// The two headers of TVM that generated C includes.
inline constexpr llvm::StringLiteral kRuntimeHeader =
    "tvm/runtime/c_runtime_api.h";
inline constexpr llvm::StringLiteral kBackendHeader =
    "tvm/runtime/c_backend_api.h";

/// TVM's headers for the code that describes a module.
inline constexpr llvm::StringLiteral kFuncRegistryHeader =
    "tvm/runtime/crt/func_registry.h";
inline constexpr llvm::StringLiteral kModuleHeader = "tvm/runtime/crt/module.h";
inline constexpr llvm::StringLiteral kMetadataHeader =
    "tvm/runtime/metadata_types.h";

/// The function that returns the program's system library.
inline constexpr llvm::StringLiteral kSystemLibEntryPoint =
    "TVMSystemLibEntryPoint";

/// The version of the struct `TVMMetadata`: `TVM_METADATA_VERSION` of TVM
/// v0.14.
inline constexpr int kMetadataVersion = 1;

/// Returns the bytes that an allocation takes of the memory behind
/// `TVMBackendAllocWorkspace`. TVM's stack allocator hands out whole blocks of
/// 16 bytes, and firmware sizes that memory by what the model reports. Source:
/// TVM v0.14 `TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES`.
constexpr int64_t allocationSize(int64_t bytes) {
  return (bytes + 15) / 16 * 16;
}

/// Returns the bytes of an array for allocations that take `bytes`, wherever
/// the array begins: the stack allocator aligns its first block, and public
/// firmware declares the array as bytes without an alignment.
constexpr int64_t arenaSize(int64_t bytes) {
  return bytes == 0 ? 0 : bytes + 15;
}

/// Returns whether the runtime declares argument `index` of the function as
/// unsigned. The types in a module have no signs.
bool isUnsignedArgument(llvm::StringRef function, unsigned index);

/// Returns the header that declares the function, or "" if neither header does.
/// They do not declare the hooks of devices, although the names of these begin
/// with TVMDevice, too.
llvm::StringRef getRuntimeHeader(llvm::StringRef function);

} // namespace tir

#endif // TIR_ABI_RUNTIMEFUNCTIONS_H
