//===- CompilerFlags.cpp - A target as flags of gcc and clang
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/TargetInfo/ResolvedTarget.h"
#include "tir/TargetInfo/TargetOptions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TargetParser/ARMTargetParser.h"
#include "llvm/TargetParser/RISCVISAInfo.h"

using namespace tir;
using llvm::StringRef;

namespace ARM = llvm::ARM;

using Flags = std::vector<std::string>;

/// gcc has names for floating-point units, LLVM for their features.
static StringRef getArmFPU(StringRef features) {
  StringRef unit;
  for (StringRef feature : llvm::split(features, ','))
    unit = llvm::StringSwitch<StringRef>(feature)
               .Case("+vfp2", "vfp")
               .Case("+vfp3d16", "vfpv3-d16")
               .Case("+vfp3d16sp", "vfpv3xd")
               .Case("+vfp3", "vfpv3")
               .Case("+vfp4d16sp", "fpv4-sp-d16")
               .Case("+vfp4d16", "vfpv4-d16")
               .Case("+vfp4", "vfpv4")
               .Case("+fp-armv8d16sp", "fpv5-sp-d16")
               .Case("+fp-armv8d16", "fpv5-d16")
               .Case("+fp-armv8", "fp-armv8")
               .Case("+neon", "neon")
               .Default(unit);
  return unit;
}

static void addArmFlags(const ResolvedTarget &resolved,
                        const TargetOptions &options, Flags &flags) {
  if (!options.cpu.empty()) {
    flags.push_back("-mcpu=" + options.cpu);
  } else {
    ARM::ArchKind arch = ARM::parseArch(resolved.triple.getArchName());
    if (arch != ARM::ArchKind::INVALID)
      flags.push_back(("-march=" + ARM::getArchName(arch)).str());
  }
  flags.push_back(resolved.triple.isThumb() ? "-mthumb" : "-marm");
  StringRef unit = getArmFPU(options.features);
  if (!unit.empty() && resolved.floatABI != "soft")
    flags.push_back(("-mfpu=" + unit).str());
  flags.push_back("-mfloat-abi=" + resolved.floatABI);
}

/// Adds flags such as `-march=rv32imac`: the CPU's extensions, in the order
/// that compilers require.
static void addRISCVFlags(const ResolvedTarget &resolved, Flags &flags) {
  std::vector<std::string> features;
  for (const llvm::SubtargetFeatureKV &feature :
       resolved.createSubtarget()->getEnabledProcessorFeatures())
    if (llvm::RISCVISAInfo::isSupportedExtensionFeature(feature.Key))
      features.push_back(std::string("+") + feature.Key);
  unsigned width = resolved.triple.isRISCV64() ? 64 : 32;
  auto info = llvm::RISCVISAInfo::parseFeatures(width, features);
  if (!info) {
    llvm::consumeError(info.takeError());
    return;
  }
  // gcc 12 knows neither versions nor extensions that only name parts of
  // others. Every compiler reads extensions of one letter.
  std::string march = width == 64 ? "rv64" : "rv32";
  for (StringRef letter : {"i", "e", "m", "a", "f", "d", "c", "v"})
    if ((*info)->hasExtension(letter))
      march += letter;
  flags.push_back("-march=" + march);
  flags.push_back("-mabi=" + resolved.abiName);
}

static void addX86Flags(const ResolvedTarget &resolved,
                        const TargetOptions &options, Flags &flags) {
  if (!options.triple.empty())
    flags.push_back(resolved.triple.isArch64Bit() ? "-m64" : "-m32");
  if (!options.cpu.empty())
    flags.push_back("-march=" + options.cpu);
  for (StringRef feature : llvm::split(options.features, ','))
    if (feature.consume_front("+"))
      flags.push_back(("-m" + feature).str());
    else if (feature.consume_front("-"))
      flags.push_back(("-mno-" + feature).str());
}

Flags tir::compilerFlags(const TargetOptions &options) {
  Flags flags;
  if (options.triple.empty() && options.cpu.empty() &&
      options.features.empty() && options.floatABI.empty())
    return flags;
  ResolvedTarget resolved = resolveTarget(options);
  if (resolved.isArm32())
    addArmFlags(resolved, options, flags);
  else if (resolved.triple.isRISCV())
    addRISCVFlags(resolved, flags);
  else if (resolved.triple.isX86())
    addX86Flags(resolved, options, flags);
  else if (!options.cpu.empty())
    flags.push_back("-mcpu=" + options.cpu);
  return flags;
}
