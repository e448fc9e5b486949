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

/// The bytes of TVM's stack allocator's blocks, to which it aligns. Source: TVM
/// v0.14 `TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES`, which a program with larger
/// alignments defines.
constexpr int64_t allocationBlock(int64_t alignment) {
  return alignment < 16 ? 16 : alignment;
}

/// Returns the bytes that an allocation takes of the memory behind
/// `TVMBackendAllocWorkspace`. The stack allocator hands out whole blocks, and
/// firmware sizes that memory by what the model reports.
constexpr int64_t allocationSize(int64_t bytes, int64_t block) {
  return (bytes + block - 1) / block * block;
}

/// Returns the bytes of an array for allocations that take `bytes`, wherever
/// the array begins: the stack allocator aligns its first block, and public
/// firmware declares the array as bytes without an alignment.
constexpr int64_t arenaSize(int64_t bytes, int64_t block) {
  return bytes == 0 ? 0 : bytes + block - 1;
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
