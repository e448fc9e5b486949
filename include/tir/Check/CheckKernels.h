//===- CheckKernels.h - Compiled kernels against their plain loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CHECK_CHECKKERNELS_H
#define TIR_CHECK_CHECKKERNELS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "tir/Check/Emulation.h"
#include "tir/Pipelines/PhaseOptions.h"

namespace tir {

/// Whether a kernel writes over inputs only what it does not read any more,
/// whatever analysis of its loops found the distances: the loops themselves
/// prove it, or there are none.
enum class DistanceProof { NotNeeded, Missing, Found };

/// What a check found out about one kernel.
struct CheckedKernel {
  enum class Basis {
    /// Nothing was found out.
    Trusted,
    /// It was so for the inputs of some runs.
    Tested,
    /// It is so for all inputs.
    Proof,
  };
  mlir::LocationAttr loc;
  /// The kernel's place in the model, such as `conv2d#3`.
  std::string place;
  /// Whether its results equal the plain loops' results, and whether it
  /// accesses nothing but its arguments.
  Basis values = Basis::Trusted, addresses = Basis::Trusted;
  /// Whether each of its results was compared. Others are in a form of the
  /// schedule, so that the result of a kernel that reads them was compared.
  bool isAlone = true;
  /// How many elements of its results were compared, in all runs together.
  uint64_t elements = 0;
  /// Whether it rescales by forms that were proven to equal the model's for
  /// each sum.
  bool hasRescales = false;
  DistanceProof distances = DistanceProof::NotNeeded;
  /// Why it is only trusted, and why its addresses have no proof, as the ends
  /// of sentences.
  std::string why, whyNoProof;
};

/// On what the target's code ran.
struct EmulatedOn {
  /// A machine of QEMU, and its core.
  std::string machine, core;
  /// What QEMU and the compiler print for `--version`.
  std::string emulator, compiler;
  /// The forms of the code, such as C.
  std::vector<std::string> codes;
};

struct CheckResult {
  /// Why nothing was checked, as the end of a sentence, or empty.
  std::string whyNot;
  /// In the order of their calls.
  llvm::SmallVector<CheckedKernel> kernels;
  /// How often the model ran, each time with other inputs.
  unsigned runs = 0;
  /// If it also ran on an emulated machine, which compared the same results.
  std::optional<EmulatedOn> emulatedOn;
};

/// Compares the kernels of `compiled`, a module after the phase `loops`, with
/// the kernels of `kernels`, the same module before the phase `schedule`.
///
/// Both are compiled for this machine and run on the same inputs: random
/// numbers, extremes and constants. `kernels` skips the phase `schedule`, so
/// that upstream's conversion of linalg makes its loops: it has no schedule,
/// layout, step, row or shared memory. The result of each kernel is compared
/// when it has been computed, and then replaced by the expected one, so that a
/// kernel gets the right inputs whatever the kernels before it do.
///
/// Integers must be equal. A float may differ by 2^-18 of the largest element
/// of its tensor, and by 2^-7 where the type has fewer bits.
///
/// With `emulation`, the target's code then runs on an emulated machine, with
/// the same inputs, and is compared in the same way.
///
/// How often they run depends on how much the loops do, so that it is the same
/// on each machine. What this machine cannot run is not checked.
///
/// Both modules stay as they are. Fails with an error at each kernel whose
/// result differs.
mlir::FailureOr<CheckResult> checkKernels(mlir::ModuleOp kernels,
                                          mlir::ModuleOp compiled,
                                          const Emulation *emulation = nullptr);

/// Fails with an error at each kernel that was not compared with its plain
/// loops, whose addresses are not proven, or that may write over its inputs
/// without a proof.
llvm::LogicalResult verifyProofs(mlir::ModuleOp module,
                                 const CheckResult &result);

} // namespace tir

#endif // TIR_CHECK_CHECKKERNELS_H
