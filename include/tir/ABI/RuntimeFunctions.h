//===- RuntimeFunctions.h - What a runtime gives to generated code
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

/// TVM's two headers that generated C includes.
inline constexpr llvm::StringLiteral kRuntimeHeader =
    "tvm/runtime/c_runtime_api.h";
inline constexpr llvm::StringLiteral kBackendHeader =
    "tvm/runtime/c_backend_api.h";

/// TVM's headers of what describes a module.
inline constexpr llvm::StringLiteral kFuncRegistryHeader =
    "tvm/runtime/crt/func_registry.h";
inline constexpr llvm::StringLiteral kModuleHeader = "tvm/runtime/crt/module.h";
inline constexpr llvm::StringLiteral kMetadataHeader =
    "tvm/runtime/metadata_types.h";

/// The function that returns the program's system library.
inline constexpr llvm::StringLiteral kSystemLibEntryPoint =
    "TVMSystemLibEntryPoint";

/// Of the struct `TVMMetadata`: TVM v0.14 `TVM_METADATA_VERSION`.
inline constexpr int kMetadataVersion = 1;

/// Bytes that an allocation takes of the memory behind
/// `TVMBackendAllocWorkspace`: TVM's stack allocator hands out whole blocks of
/// 16, and firmware sizes that memory by what a model says of itself. Source:
/// TVM v0.14 `TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES`.
constexpr int64_t allocationSize(int64_t bytes) {
  return (bytes + 15) / 16 * 16;
}

/// Whether the runtime declares argument `index` of the function as unsigned. A
/// module says nothing of signs.
bool isUnsignedArgument(llvm::StringRef function, unsigned index);

/// The header that declares the function; empty for one that neither declares.
/// A device's hook is not one of them, although its name begins with TVMDevice.
llvm::StringRef getRuntimeHeader(llvm::StringRef function);

} // namespace tir

#endif // TIR_ABI_RUNTIMEFUNCTIONS_H
