//===- Steps.h - Inner steps of kernels that are written once, as C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An inner step is a C function in a file of its own, with the intrinsics of
// the processors that it is for, and plain loops that compute the same for any
// other compiler. The generated C contains the text. An object gets the
// bitcode, which clang made of the same text when tirc was built.
//
//===----------------------------------------------------------------------===//
#ifndef TIR_STEPS_STEPS_H
#define TIR_STEPS_STEPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace tir {

/// A parameter of a step that points to elements of a buffer.
struct StepBuffer {
  llvm::StringLiteral name;
  /// The width of an element, which is a signed integer.
  unsigned bits;
  bool isWritten;
  /// The bytes that the address of the first element is a multiple of.
  /// Emulators let vector loads of unaligned words pass that are faults of the
  /// processor.
  unsigned alignment;
};

/// A parameter of a step that is a constant, with the values that it can have.
struct StepSize {
  llvm::StringLiteral name;
  int64_t min, max;
};

/// What is known of a number at run time, both included.
struct StepInterval {
  int64_t low, high;
};

/// What the compiler must know of a step. The C function has the parameters
/// `buffers`, `numbers` and `sizes`, in this order.
struct StepDescription {
  llvm::StringLiteral name;
  llvm::ArrayRef<StepBuffer> buffers;
  /// Parameters that may be known at run time only.
  llvm::ArrayRef<llvm::StringLiteral> numbers;
  llvm::ArrayRef<StepSize> sizes;
  /// The features of LLVM's target that the bitcode needs.
  llvm::StringLiteral features;
  /// Returns what is wrong with sizes that are each in their range, or "".
  llvm::StringRef (*check)(llvm::ArrayRef<int64_t> sizes);
  /// Returns how many elements of each buffer the step accesses, or 0 if that
  /// depends on numbers.
  llvm::SmallVector<int64_t> (*getReach)(llvm::ArrayRef<int64_t> sizes);
  /// Returns the first element of the first buffer that is read, or nothing if
  /// none is; null if it is element 0.
  std::optional<int64_t> (*getFirst)(llvm::ArrayRef<StepInterval> numbers,
                                     llvm::ArrayRef<int64_t> sizes);
  /// Whether elements that are read and written are in the order of their
  /// positions: element i of each operand is read before element i is written.
  /// Other steps read all of their operands before they write.
  bool isInOrder;
  /// Returns about how many instructions the step takes.
  double (*getCost)(llvm::ArrayRef<int64_t> sizes);
  /// The C function, and functions that only it calls.
  llvm::StringRef text;
  /// The same as bitcode of LLVM; empty if there was no clang of the same
  /// version when tirc was built.
  llvm::StringRef bitcode;
  /// The bitcode of the plain loops in the same text, for the machine on which
  /// tirc runs, where a kernel is checked; may be empty, too.
  llvm::StringRef plainBitcode;

  /// Returns the name of the C function.
  std::string getFunction() const { return ("tir_" + name).str(); }
};

/// Returns the steps that there are.
llvm::ArrayRef<StepDescription> getSteps();

/// Returns a step by its name, or null.
const StepDescription *findStep(llvm::StringRef name);

/// Returns the step with this C function, or null.
const StepDescription *findStepOfFunction(llvm::StringRef function);

/// Returns the steps of Arm's vector extension for M-profile processors (MVE).
llvm::ArrayRef<StepDescription> getMVESteps();

/// Returns the steps of Arm's DSP instructions for M-profile processors.
llvm::ArrayRef<StepDescription> getDSPSteps();

} // namespace tir

#endif // TIR_STEPS_STEPS_H
