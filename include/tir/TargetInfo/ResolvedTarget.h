//===- ResolvedTarget.h - Target options in LLVM's terms
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGETINFO_RESOLVEDTARGET_H
#define TIR_TARGETINFO_RESOLVEDTARGET_H

#include "tir/TargetInfo/TargetOptions.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

namespace tir {

/// Target options with every default filled in.
struct ResolvedTarget {
  llvm::Triple triple;
  const llvm::Target *target = nullptr;
  std::string cpu;
  std::string features;
  /// `soft`, `softfp` or `hard`; empty if the architecture has no choice.
  std::string floatABI;
  /// On RISC-V, the name of the calling convention, such as ilp32d.
  std::string abiName;

  bool isArm32() const { return triple.isARM() || triple.isThumb(); }
  /// Returns whether code runs without an operating system. An x86 triple
  /// without a system most likely stands for this machine, on which linkers
  /// produce position-independent code by default.
  bool isBareMetal() const {
    return triple.getOS() == llvm::Triple::UnknownOS && !triple.isX86();
  }
  std::unique_ptr<llvm::MCSubtargetInfo> createSubtarget() const;
  /// Returns whether the CPU has `feature` after all additions and removals.
  /// Returns false for a feature that the architecture does not have.
  bool hasFeature(llvm::StringRef feature) const;
  /// For bare metal, code has addresses in it unless it is to be without.
  std::unique_ptr<llvm::TargetMachine>
  createTargetMachine(unsigned optLevel,
                      bool isPositionIndependent = false) const;
};

/// Fills in the defaults. `target` is null in the result if LLVM does not know
/// the triple's architecture.
ResolvedTarget resolveTarget(const TargetOptions &options);

/// Returns whether the CPU can exchange a word at once, without a function of
/// the compiler's library.
bool hasAtomicExchange(const TargetOptions &options);

} // namespace tir

#endif // TIR_TARGETINFO_RESOLVEDTARGET_H
