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
#include "llvm/ADT/StringSet.h"

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
/// Called before each access whose position depends on data, but lies between
/// two addresses of memory that an argument points to: `void (const void
/// *first, const void *last, int64_t bytes, int32_t isWrite, const void
/// *memory)`. The position counts from `memory`.
inline constexpr llvm::StringLiteral kRangeAccessHookName =
    "tirc_check_range_access";

/// Called at the start of each watched function: `int32_t (void)`. Unless it
/// returns 0, the function calls the hooks above, and `kEndHookName` at its
/// end.
inline constexpr llvm::StringLiteral kIsWatchedHookName =
    "tirc_check_is_watched";
/// `void (void)`.
inline constexpr llvm::StringLiteral kEndHookName = "tirc_check_end";

/// The functions whose accesses are watched, and what is found out about them.
struct WatchedFunctions {
  llvm::StringSet<> names;
  /// For functions whose addresses or branches depend on what is in memory, or
  /// have accesses that no hook shows: what they depend on, as the end of a
  /// sentence. All other functions access the same addresses in each call that
  /// gets the same arguments.
  llvm::StringMap<std::string> dependent;
  /// Functions that call others, or compute with addresses as with numbers.
  /// What each of the others accesses is the same in each call, relative to its
  /// arguments, unless it depends on data.
  llvm::StringSet<> irregular;
};

/// Lets the watched functions of an optimised module, and those that they use,
/// call hooks, and says which of them depend on data. A position that depends
/// on data, but whose smallest and largest value is known, counts as all
/// between both of them.
void addAccessHooks(llvm::Module &module, WatchedFunctions &watched);

} // namespace tir

#endif // TIR_TARGET_LLVM_ACCESSHOOKS_H
