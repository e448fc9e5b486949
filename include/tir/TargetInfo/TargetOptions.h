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

#include <string>
#include <vector>

namespace tir {

/// The machine that code is generated for, as the options spell it.
struct TargetOptions {
  /// Empty: this machine's.
  std::string triple = "";
  /// Empty: the generic one of the triple; RISC-V takes the usual extensions
  /// of general-purpose cores then (rv32imac, rv64gc), as compilers do.
  std::string cpu = "";
  /// LLVM's spelling: `+dsp,-mve`.
  std::string features = "";
  /// `soft`, `softfp`, `hard`, or empty: what triple and CPU say.
  std::string floatABI = "";
  /// 0 to 3; objects only.
  unsigned optLevel = 2;
};

/// Whether LLVM can generate code for this target. Each error names the option
/// and its value, and what would be valid. The functions below want options
/// that passed.
mlir::LogicalResult
validateTarget(const TargetOptions &options,
               llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// The triple in LLVM's normal form, CPU and floating-point ABI worked in.
std::string getTargetTriple(const TargetOptions &options);

/// LLVM's description of the target's types.
std::string getDataLayout(const TargetOptions &options);

/// Bytes of a pointer.
unsigned getPointerSize(const TargetOptions &options);

/// The floating-point ABI in force: `soft`, `softfp` or `hard` on Arm, `soft`
/// or `hard` on RISC-V, nothing where there is no choice.
std::string getFloatABI(const TargetOptions &options);

/// Whether an instruction converts between half precision and single.
bool hasHalfConversion(const TargetOptions &options);

/// The flags with which gcc or clang compiles C for this target; none where the
/// options name no target. Features that compilers have no flag for are left
/// out.
std::vector<std::string> compilerFlags(const TargetOptions &options);

} // namespace tir

#endif // TIR_TARGETINFO_TARGETOPTIONS_H
