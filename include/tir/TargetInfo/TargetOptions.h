//===- TargetOptions.h - The machine that code is generated for
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGETINFO_TARGETOPTIONS_H
#define TIR_TARGETINFO_TARGETOPTIONS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tir {

/// The machine that code is generated for, as the options spell it.
struct TargetOptions {
  /// The target triple. If it is empty, this machine's.
  std::string triple = "";
  /// The CPU. If it is empty, the generic one of the triple. RISC-V then has
  /// the usual extensions of general-purpose cores (rv32imac, rv64gc), as in
  /// compilers.
  std::string cpu = "";
  /// Features in LLVM's spelling, such as `+dsp,-mve`.
  std::string features = "";
  /// `soft`, `softfp`, `hard`, or empty for what triple and CPU imply.
  std::string floatABI = "";
  /// 0 to 3. Only objects depend on it.
  unsigned optLevel = 2;
  /// The name that stands for the above, such as `cortex-m4`: one of
  /// NamedTargets.def, `host`, `portable`, or empty if none is given.
  std::string name = "";
  /// Whether only objects are made, and no C: schedules may then have steps for
  /// which only LLVM has vectors.
  bool hasOnlyObjects = false;

  /// Returns whether no option says which machine it is.
  bool isUnknown() const {
    return name.empty() && triple.empty() && cpu.empty() && features.empty() &&
           floatABI.empty();
  }
};

/// The names of `--target` that stand for this machine, and for no processor in
/// particular.
inline constexpr llvm::StringLiteral kHostTarget = "host";
inline constexpr llvm::StringLiteral kPortableTarget = "portable";

/// Returns what a name of `--target` stands for, or an error that lists the
/// names near it.
llvm::Expected<TargetOptions> getNamedTarget(llvm::StringRef name);

/// Returns the target whose schedules the kernels get. Portable C gets the
/// schedules of a processor that multiplies one element at a time and has
/// little memory, as most microcontrollers.
TargetOptions getPlannedTarget(const TargetOptions &options);

/// Checks that LLVM can generate code for this target. Each error names the
/// option and its value, and what would be valid. The functions below require
/// options that passed this check.
mlir::LogicalResult
validateTarget(const TargetOptions &options,
               llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Returns the triple in LLVM's normal form, adjusted to the CPU and the
/// floating-point ABI.
std::string getTargetTriple(const TargetOptions &options);

/// Returns LLVM's description of the target's types.
std::string getDataLayout(const TargetOptions &options);

/// Returns the size of a pointer in bytes.
unsigned getPointerSize(const TargetOptions &options);

/// Returns the floating-point ABI in force: `soft`, `softfp` or `hard` on Arm,
/// `soft` or `hard` on RISC-V, and an empty string if there is no choice.
std::string getFloatABI(const TargetOptions &options);

/// Returns whether an instruction converts between half and single precision.
bool hasHalfConversion(const TargetOptions &options);

/// Returns whether the CPU is an Arm of the profile M or R with DSP
/// instructions, such as a Cortex-M4 or a Cortex-R5.
bool hasDSP(const TargetOptions &options);

/// Returns whether the CPU is an M-profile Arm with vector instructions for
/// integers (MVE), such as a Cortex-M55.
bool hasMVE(const TargetOptions &options);

/// Returns whether the CPU multiplies one element at a time, such as an
/// M-profile Arm without DSP instructions or a RISC-V without vectors.
bool isScalar(const TargetOptions &options);

/// Returns whether most instructions of the CPU have eight registers only, and
/// load bytes with a sign from no immediate offset, as on a Cortex-M0+.
bool hasFewRegisters(const TargetOptions &options);

/// Returns the flags with which gcc or clang compiles C for this target. They
/// are empty if the options name no target. Features without a flag are left
/// out.
std::vector<std::string> compilerFlags(const TargetOptions &options);

} // namespace tir

#endif // TIR_TARGETINFO_TARGETOPTIONS_H
