//===- AccessHooks.h - Calls that show which memory code accesses
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_LLVM_ACCESSHOOKS_H
#define TIR_TARGET_LLVM_ACCESSHOOKS_H

#include "llvm/ADT/StringMap.h"

namespace llvm {
class Module;
}

namespace tir {

/// Called before each access of memory that an argument points to:
/// `void (const void *address, int64_t bytes, int32_t isWrite)`.
inline constexpr llvm::StringLiteral kAccessHookName = "tirc_check_access";
/// Called before each access of a variable of the function or of a global:
/// `void (const void *address, int64_t bytes, const void *object, int64_t
/// objectBytes)`.
inline constexpr llvm::StringLiteral kObjectAccessHookName =
    "tirc_check_object_access";

/// For functions whose addresses or branches depend on what is in memory, or
/// have accesses that no hook shows: what they depend on, as the end of a
/// sentence. All other functions access the same addresses in each call that
/// gets the same arguments.
using DataDependence = llvm::StringMap<std::string>;

/// Adds the calls of hooks to each function of an optimised module, and says
/// which functions depend on data. A position that depends on data, but whose
/// smallest and largest value is known, counts as both of them.
void addAccessHooks(llvm::Module &module, DataDependence &dependent);

} // namespace tir

#endif // TIR_TARGET_LLVM_ACCESSHOOKS_H
