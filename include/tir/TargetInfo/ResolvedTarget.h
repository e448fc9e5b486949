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
  /// `soft`, `softfp`, `hard`; empty where the architecture has no choice.
  std::string floatABI;
  /// RISC-V: the name of the calling convention, such as ilp32d.
  std::string abiName;

  bool isArm32() const { return triple.isARM() || triple.isThumb(); }
  /// x86 without a system is most likely this machine, abbreviated: what is
  /// linked there is position-independent by default.
  bool isBareMetal() const {
    return triple.getOS() == llvm::Triple::UnknownOS && !triple.isX86();
  }
  std::unique_ptr<llvm::MCSubtargetInfo> createSubtarget() const;
  /// Whether the CPU has `feature` after all additions and removals; false for
  /// one that the architecture does not know.
  bool hasFeature(llvm::StringRef feature) const;
  std::unique_ptr<llvm::TargetMachine>
  createTargetMachine(unsigned optLevel) const;
};

/// `target` is null where LLVM does not know the triple's architecture.
ResolvedTarget resolveTarget(const TargetOptions &options);

} // namespace tir

#endif // TIR_TARGETINFO_RESOLVEDTARGET_H
