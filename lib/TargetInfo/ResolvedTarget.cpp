//===- ResolvedTarget.cpp - Target options in LLVM's terms
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/TargetInfo/ResolvedTarget.h"

#include "tir/TargetInfo/FloatVectors.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/ARMTargetParser.h"
#include "llvm/TargetParser/Host.h"

#include <mutex>

using namespace tir;
using llvm::StringRef;
using llvm::Triple;

namespace ARM = llvm::ARM;

static void initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    // Inner steps have inline assembly.
    llvm::InitializeAllAsmParsers();
  });
}

/// An Arm target states the instruction set twice: by the architecture of the
/// triple and by the CPU. The CPU wins, and a core without the Arm instruction
/// set runs Thumb.
static void setArmArchitecture(Triple &triple, StringRef cpu) {
  if (!triple.isLittleEndian())
    return;
  ARM::ArchKind cpuArch = ARM::parseCPUArch(cpu);
  bool follow = cpuArch != ARM::ArchKind::INVALID;
  ARM::ArchKind arch = follow ? cpuArch : ARM::parseArch(triple.getArchName());
  if (arch == ARM::ArchKind::INVALID)
    return;
  bool thumb =
      triple.isThumb() ||
      ARM::parseArchProfile(ARM::getArchName(arch)) == ARM::ProfileKind::M;
  if (follow || thumb != triple.isThumb())
    triple.setArchName(
        ((thumb ? "thumb" : "arm") + ARM::getSubArch(arch)).str());
}

static void setArmFloatABI(Triple &triple, bool hard) {
  switch (triple.getEnvironment()) {
  case Triple::GNUEABI:
  case Triple::GNUEABIHF:
    return triple.setEnvironment(hard ? Triple::GNUEABIHF : Triple::GNUEABI);
  case Triple::MuslEABI:
  case Triple::MuslEABIHF:
    return triple.setEnvironment(hard ? Triple::MuslEABIHF : Triple::MuslEABI);
  case Triple::UnknownEnvironment:
  case Triple::EABI:
  case Triple::EABIHF:
    return triple.setEnvironment(hard ? Triple::EABIHF : Triple::EABI);
  default:
    return;
  }
}

static void resolveArm(ResolvedTarget &resolved) {
  setArmArchitecture(resolved.triple, resolved.cpu);
  if (resolved.floatABI.empty()) {
    // By default, a target that is not "hf" passes floats in integer registers,
    // but uses the floating-point instructions that the CPU has.
    if (resolved.triple.getEnvironmentName().ends_with("hf"))
      resolved.floatABI = "hard";
    else
      resolved.floatABI = resolved.hasFeature("fpregs") ? "softfp" : "soft";
  }
  setArmFloatABI(resolved.triple, resolved.floatABI == "hard");
  if (resolved.floatABI == "soft")
    resolved.features += resolved.features.empty() ? "-fpregs" : ",-fpregs";
}

static void resolveRISCV(ResolvedTarget &resolved) {
  bool is64 = resolved.triple.isRISCV64();
  if (resolved.cpu.empty() && resolved.features.empty())
    resolved.features = is64 ? "+m,+a,+f,+d,+c" : "+m,+a,+c";
  StringRef floats = resolved.hasFeature("d")   ? "d"
                     : resolved.hasFeature("f") ? "f"
                                                : "";
  if (resolved.floatABI.empty())
    resolved.floatABI = floats.empty() ? "soft" : "hard";
  resolved.abiName = is64 ? "lp64" : "ilp32";
  if (resolved.hasFeature("e"))
    resolved.abiName += "e";
  else if (resolved.floatABI == "hard")
    resolved.abiName += floats;
}

ResolvedTarget tir::resolveTarget(const TargetOptions &options) {
  initializeTargets();
  ResolvedTarget resolved;
  resolved.triple = Triple(Triple::normalize(
      options.triple.empty() ? llvm::sys::getDefaultTargetTriple()
                             : options.triple));
  resolved.cpu = options.cpu;
  resolved.features = options.features;
  resolved.floatABI = options.floatABI;
  std::string error;
  resolved.target = llvm::TargetRegistry::lookupTarget(resolved.triple, error);
  if (!resolved.target)
    return resolved;
  if (resolved.isArm32()) {
    resolveArm(resolved);
    // Arm and Thumb are two targets.
    resolved.target =
        llvm::TargetRegistry::lookupTarget(resolved.triple, error);
  } else if (resolved.triple.isRISCV()) {
    resolveRISCV(resolved);
  }
  return resolved;
}

std::unique_ptr<llvm::MCSubtargetInfo> ResolvedTarget::createSubtarget() const {
  return std::unique_ptr<llvm::MCSubtargetInfo>(
      target->createMCSubtargetInfo(triple, cpu, features));
}

bool ResolvedTarget::hasFeature(StringRef feature) const {
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget = createSubtarget();
  for (const llvm::SubtargetFeatureKV &known :
       subtarget->getAllProcessorFeatures())
    if (feature == known.Key)
      return subtarget->getFeatureBits()[known.Value];
  return false;
}

std::unique_ptr<llvm::TargetMachine>
ResolvedTarget::createTargetMachine(unsigned optLevel,
                                    bool isPositionIndependent) const {
  llvm::TargetOptions options;
  // This lets a linker drop functions that nobody calls, and an application
  // place a buffer.
  options.FunctionSections = true;
  options.DataSections = true;
  options.MCOptions.ABIName = abiName;
  if (isArm32())
    options.FloatABIType =
        floatABI == "hard" ? llvm::FloatABI::Hard : llvm::FloatABI::Soft;
  llvm::Reloc::Model model = !isBareMetal()          ? llvm::Reloc::PIC_
                             : isPositionIndependent ? llvm::Reloc::ROPI
                                                     : llvm::Reloc::Static;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu, features, options, model, std::nullopt,
      static_cast<llvm::CodeGenOptLevel>(optLevel)));
}

std::string tir::getTargetTriple(const TargetOptions &options) {
  return resolveTarget(options).triple.str();
}

std::string tir::getDataLayout(const TargetOptions &options) {
  return resolveTarget(options)
      .createTargetMachine(options.optLevel)
      ->createDataLayout()
      .getStringRepresentation();
}

unsigned tir::getPointerSize(const TargetOptions &options) {
  return resolveTarget(options)
      .createTargetMachine(options.optLevel)
      ->getPointerSize(0);
}

bool tir::hasHalfConversion(const TargetOptions &options) {
  ResolvedTarget target = resolveTarget(options);
  if (target.triple.isX86())
    return target.hasFeature("f16c") || target.hasFeature("avx512fp16");
  if (target.triple.isAArch64())
    return target.hasFeature("fp-armv8");
  if (target.isArm32())
    return target.hasFeature("fpregs") && target.hasFeature("fp16");
  return target.triple.isRISCV() && target.hasFeature("zfhmin");
}

bool tir::hasDSP(const TargetOptions &options) {
  ResolvedTarget target = resolveTarget(options);
  // Processors of the profile A have NEON.
  return target.target && target.isArm32() && target.triple.isLittleEndian() &&
         (target.hasFeature("mclass") || target.hasFeature("rclass")) &&
         target.hasFeature("dsp");
}

bool tir::hasMVE(const TargetOptions &options) {
  ResolvedTarget target = resolveTarget(options);
  return target.target && target.isArm32() && target.triple.isLittleEndian() &&
         target.hasFeature("mve");
}

FloatVectors tir::getFloatVectors(const TargetOptions &options) {
  constexpr FloatVectors kSSE2 = {4, 16}, kAVX = {8, 16}, kAVX512 = {16, 32},
                         kNEON = {4, 32}, kScalars = {1, 32};
  if (options.triple.empty() && options.cpu.empty() && options.features.empty())
    return kSSE2;
  ResolvedTarget target = resolveTarget(options);
  if (target.target && target.triple.getArch() == Triple::x86_64)
    return target.hasFeature("avx512f") ? kAVX512
           : target.hasFeature("avx")   ? kAVX
                                        : kSSE2;
  if (target.target && target.triple.getArch() == Triple::aarch64 &&
      target.hasFeature("neon"))
    return kNEON;
  bool hasFloats = target.target && target.floatABI != "soft";
  // LLVM takes vectors of floats for vectors of MVE, which rounds otherwise.
  if (hasFloats && target.isArm32() && target.hasFeature("mclass") &&
      target.hasFeature("vfp2sp") && !target.hasFeature("mve"))
    return kScalars;
  // Compilers compute in the vectors of the V extension by themselves.
  if (hasFloats && target.triple.isRISCV() && target.hasFeature("f") &&
      !target.hasFeature("v"))
    return kScalars;
  return {};
}

ByteVectors tir::getByteVectors(const TargetOptions &options) {
  if (options.cpu.empty() && options.features.empty())
    return {};
  ResolvedTarget target = resolveTarget(options);
  if (!target.target || target.triple.getArch() != Triple::x86_64 ||
      !target.hasFeature("avx2"))
    return {};
  ByteVectors vectors = {8, 16, 2};
  if (target.hasFeature("avx512bw") && target.hasFeature("avx512vl"))
    vectors = {16, 32, target.hasFeature("avx512vnni") ? 4 : 2};
  else if (target.hasFeature("avxvnni"))
    vectors.products = 4;
  return vectors;
}

bool tir::isScalar(const TargetOptions &options) {
  ResolvedTarget target = resolveTarget(options);
  if (!target.target || !target.triple.isLittleEndian())
    return false;
  if (target.isArm32())
    return target.hasFeature("mclass") && !target.hasFeature("dsp");
  if (target.triple.isRISCV())
    return !target.hasFeature("v");
  Triple::ArchType arch = target.triple.getArch();
  return arch == Triple::xtensa || arch == Triple::avr;
}

bool tir::hasFewRegisters(const TargetOptions &options) {
  ResolvedTarget target = resolveTarget(options);
  return target.target && target.isArm32() && target.hasFeature("mclass") &&
         !target.hasFeature("thumb2");
}

bool tir::hasAtomicExchange(const TargetOptions &options) {
  ResolvedTarget target = resolveTarget(options);
  if (!target.target)
    return false;
  // LDREX and STREX: ARMv8-M Baseline, which ARMv7 contains, and ARMv6K.
  if (target.isArm32())
    return target.hasFeature("v8m") ||
           (target.hasFeature("v6k") && !target.hasFeature("mclass"));
  if (target.triple.isRISCV())
    return target.hasFeature("zaamo");
  return target.triple.isX86() || target.triple.isAArch64();
}

std::string tir::getFloatABI(const TargetOptions &options) {
  return resolveTarget(options).floatABI;
}
