//===- FlatImage.h - Code and constants that run at any address
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_LLVM_FLATIMAGE_H
#define TIR_TARGET_LLVM_FLATIMAGE_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tir {

/// The feature with which LLVM leaves the register alone that has the address
/// of the table of functions: r9, which firmware does not use meanwhile.
inline constexpr llvm::StringLiteral kFunctionTableFeature = "+reserve-r9";

/// A function of an image that its caller calls.
struct FlatEntry {
  std::string name;
  /// Whether the caller's fourth argument is the function's third one.
  bool takesFourth = false;
};

/// Code and constants without a single address, for any place in memory.
struct FlatImage {
  std::string bytes;
  uint64_t alignment = 1;
  /// Where the functions are that `linkFlatImage` was asked for.
  std::vector<uint64_t> entries;
};

/// The bytes of stack that an entry takes which sets the register of the table.
inline constexpr uint64_t kFlatEntryStack = 16;

/// How an image is called, and what it calls.
struct FlatInterface {
  std::vector<FlatEntry> entries;
  /// Whether an entry sets the register of the table of functions, whose
  /// address is the second word at the caller's third argument, and restores
  /// it.
  bool setsTable = false;
  /// The functions of the table, in its order.
  std::vector<std::string> functions;
  /// Whether the processor has the instructions of Thumb-2.
  bool hasThumb2 = false;
};

/// The most functions that code without and with Thumb-2 can call.
inline constexpr size_t kMostThumb1Functions = 32;
inline constexpr size_t kMostThumb2Functions = 1024;

/// Returns the functions that an object for a 32-bit Arm calls and does not
/// have, by name. Reports an error if it has variables.
mlir::FailureOr<std::vector<std::string>>
findMissingFunctions(llvm::StringRef object,
                     llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Links an object for a 32-bit Arm that was made with
/// `ObjectOptions::isPositionIndependent`, and with `hasFunctionTable` if it
/// calls functions of the table. Reports an error if it calls others, or has an
/// address in it: it is linked for two places, and the bytes must be the same.
mlir::FailureOr<FlatImage>
linkFlatImage(llvm::StringRef object, const FlatInterface &interface,
              llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace tir

#endif // TIR_TARGET_LLVM_FLATIMAGE_H
