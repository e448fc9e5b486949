//===- TargetOptions.cpp - Checks of target options
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/TargetInfo/TargetOptions.h"
#include "NearNames.h"
#include "tir/TargetInfo/ResolvedTarget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/ARMTargetParser.h"

using namespace mlir;
using namespace tir;

namespace ARM = llvm::ARM;

namespace {

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

bool knowsPart(StringRef part) {
  if (llvm::is_contained({"unknown", "none", "elf", "pc", "w64"}, part))
    return true;
  llvm::Triple vendor("x86_64", part, "unknown");
  llvm::Triple system("x86_64", "unknown", part);
  llvm::Triple environment("x86_64", "unknown", "unknown", part);
  return vendor.getVendor() != llvm::Triple::UnknownVendor ||
         system.getOS() != llvm::Triple::UnknownOS ||
         environment.getEnvironment() != llvm::Triple::UnknownEnvironment;
}

/// Returns whether the target is the architecture of a CPU, and this LLVM has a
/// code generator for it.
bool isUsable(const llvm::Target *target, const llvm::Triple &triple) {
  return target && target->hasTargetMachine() && target->hasMCAsmBackend() &&
         !triple.isAMDGPU() && !triple.isNVPTX() && !triple.isSPIROrSPIRV() &&
         !triple.isBPF();
}

LogicalResult checkTriple(const TargetOptions &options, EmitError emitError) {
  ResolvedTarget resolved = resolveTarget({options.triple});
  if (!isUsable(resolved.target, resolved.triple)) {
    InFlightDiagnostic diag = emitError()
                              << "--target-triple=" << options.triple
                              << ": LLVM generates no code for architecture '"
                              << StringRef(options.triple).split('-').first
                              << "'; a triple is ARCHITECTURE-SYSTEM-ABI, such "
                                 "as thumbv7em-none-eabi, armv7m-none-eabi, "
                                 "aarch64-linux-gnu, riscv32-unknown-elf, "
                                 "x86_64-linux-gnu; architectures are ";
    SmallVector<StringRef> names;
    for (const llvm::Target &target : llvm::TargetRegistry::targets())
      if (isUsable(&target, llvm::Triple(target.getName())))
        names.push_back(target.getName());
    llvm::sort(names);
    return diag << quoteNames(names);
  }
  for (StringRef part : llvm::drop_begin(llvm::split(options.triple, '-')))
    if (!knowsPart(part))
      return emitError() << "--target-triple=" << options.triple << ": '"
                         << part
                         << "' is not a vendor, system or ABI that LLVM knows; "
                            "valid are, for example, 'none-eabi', "
                            "'none-eabihf', 'unknown-elf', 'linux-gnu', "
                            "'linux-gnueabihf', 'linux-musl'";
  return success();
}

/// Returns a triple whose architecture has this CPU, or "" if none of the
/// common ones does. A user who names such a CPU probably forgot the triple.
StringRef findTripleOf(StringRef cpu) {
  for (StringRef triple :
       {"thumbv7em-none-eabi", "aarch64-linux-gnu", "riscv32-unknown-elf",
        "riscv64-unknown-elf", "x86_64-linux-gnu"})
    if (resolveTarget({triple.str()}).createSubtarget()->isCPUStringValid(cpu))
      return triple;
  return "";
}

/// Returns why LLVM's code generator would end the process on a CPU that it
/// knows, or "" if it would not.
StringRef findObstacle(const ResolvedTarget &resolved) {
  const llvm::Triple &triple = resolved.triple;
  if (triple.isMIPS64() && !resolved.hasFeature("gp64"))
    return "a CPU of 32 bits";
  if (triple.isMIPS() && resolved.cpu == "mips5")
    return "an instruction set that it only knows by name";
  if (triple.isPPC64() && resolved.hasFeature("spe"))
    return "a CPU of 32 bits";
  if (triple.getArch() == llvm::Triple::avr && !resolved.hasFeature("sram"))
    return "a CPU without memory for data";
  return "";
}

/// Checks that the CPU has the profile of the architecture. An architecture
/// whose name states its profile (A, R, M) has only that profile; `arm` and
/// `armv7` follow the CPU.
LogicalResult checkArmProfile(const TargetOptions &options,
                              EmitError emitError) {
  StringRef arch = StringRef(options.triple).split('-').first;
  auto getName = [](ARM::ProfileKind profile) {
    return profile == ARM::ProfileKind::A   ? "A"
           : profile == ARM::ProfileKind::R ? "R"
                                            : "M";
  };
  ARM::ProfileKind stated = ARM::parseArchProfile(arch);
  ARM::ProfileKind ofCPU =
      ARM::parseArchProfile(ARM::getArchName(ARM::parseCPUArch(options.cpu)));
  if (arch.empty() || llvm::isDigit(arch.back()) ||
      stated == ARM::ProfileKind::INVALID ||
      ofCPU == ARM::ProfileKind::INVALID || stated == ofCPU)
    return success();
  return emitError() << "--target-cpu=" << options.cpu
                     << ": a CPU of the profile " << getName(ofCPU)
                     << ", but --target-triple=" << options.triple
                     << " is of the profile " << getName(stated)
                     << "; give --target-triple= the architecture 'arm', which "
                        "follows the CPU, such as arm-none-eabi";
}

LogicalResult checkCPU(const TargetOptions &options, EmitError emitError) {
  if (options.cpu.empty())
    return success();
  ResolvedTarget resolved = resolveTarget({options.triple});
  auto subtarget = resolved.createSubtarget();
  if (!subtarget->isCPUStringValid(options.cpu)) {
    InFlightDiagnostic diag = emitError()
                              << "--target-cpu=" << options.cpu
                              << ": not a CPU of " << resolved.triple.str();
    StringRef other = findTripleOf(options.cpu);
    if (!other.empty())
      return diag << "; it needs a triple such as --target-triple=" << other;
    SmallVector<StringRef> names;
    for (const auto &description : subtarget->getAllProcessorDescriptions())
      names.push_back(description.Key);
    return diag << suggestNames(options.cpu, names);
  }
  if (resolved.isArm32())
    return checkArmProfile(options, emitError);
  // LLVM has one table for both widths of an architecture.
  bool is64 = resolved.triple.isArch64Bit();
  resolved.cpu = options.cpu;
  if (StringRef why = findObstacle(resolved); !why.empty())
    return emitError() << "--target-cpu=" << options.cpu << ": " << why
                       << ", so that LLVM generates no code for it on "
                       << resolved.triple.str() << "; choose another";
  bool has64 = resolved.hasFeature("64bit");
  if (resolved.triple.isRISCV() ? is64 != has64
                                : resolved.triple.isX86() && is64 && !has64)
    return emitError() << "--target-cpu=" << options.cpu << ": a CPU of "
                       << (has64 ? 64 : 32) << " bits, but the triple is "
                       << resolved.triple.str()
                       << "; give --target-triple= the architecture '"
                       << (resolved.triple.isX86() ? "i386"
                           : has64                 ? "riscv64"
                                                   : "riscv32")
                       << "'";
  return success();
}

LogicalResult checkFeatures(const TargetOptions &options, EmitError emitError) {
  if (options.features.empty())
    return success();
  auto subtarget = resolveTarget({options.triple}).createSubtarget();
  SmallVector<StringRef> names;
  for (const auto &description : subtarget->getAllProcessorFeatures()) {
    StringRef name = description.Key;
    // The triple sets these features. Changing them would contradict it.
    if (!name.contains("64bit") && !name.contains("32bit") &&
        !name.contains("16bit-mode") && name != "thumb-mode" && name != "noarm")
      names.push_back(name);
  }
  for (StringRef feature : llvm::split(options.features, ',')) {
    StringRef name = feature;
    if (!name.consume_front("+") && !name.consume_front("-"))
      return emitError() << "--target-features=" << options.features << ": '"
                         << feature
                         << "' does not begin with '+', which adds a feature, "
                            "or '-', which removes one; write +"
                         << feature;
    if (llvm::is_contained(names, name))
      continue;
    InFlightDiagnostic diag = emitError()
                              << "--target-features=" << options.features
                              << ": '" << name << "' is not a feature of "
                              << subtarget->getTargetTriple().getArchName();
    return diag << suggestNames(name, names);
  }
  return success();
}

LogicalResult checkFloatABI(const TargetOptions &options, EmitError emitError) {
  StringRef value = options.floatABI;
  ResolvedTarget resolved = resolveTarget({options.triple});
  SmallVector<StringRef> valid;
  if (resolved.isArm32())
    valid = {"soft", "softfp", "hard"};
  else if (resolved.triple.isRISCV())
    valid = {"soft", "hard"};
  if (valid.empty() && !value.empty())
    return emitError() << "--float-abi=" << value << ": "
                       << resolved.triple.str()
                       << " has only one way to pass floats; drop the option";
  if (!value.empty() && !llvm::is_contained(valid, value)) {
    InFlightDiagnostic diag = emitError()
                              << "--float-abi=" << value << ": not an ABI of "
                              << resolved.triple.str() << "; valid are ";
    return diag << quoteNames(valid);
  }
  if (valid.empty())
    return success();
  // The triple may also state the ABI (`eabihf`).
  resolved = resolveTarget(options);
  if (resolved.floatABI != "hard")
    return success();
  StringRef wanted = resolved.isArm32() ? "fpregs" : "f";
  if (resolved.hasFeature(wanted))
    return success();
  InFlightDiagnostic diag = emitError();
  if (value.empty())
    diag << "--target-triple=" << options.triple
         << ": passes floats in floating-point registers, but ";
  else
    diag << "--float-abi=hard: ";
  diag << (options.cpu.empty() ? "the generic CPU of " + resolved.triple.str()
                               : options.cpu)
       << " has no such registers; give ";
  if (resolved.isArm32())
    return diag << "--target-cpu= one that has them, such as cortex-m4, "
                   "or --target-features=+vfp4d16sp, or use --float-abi=soft";
  return diag
         << "--target-features= the extension +f or +d besides the others, "
            "such as +m,+a,+f,+c, or use --float-abi=soft";
}

} // namespace

LogicalResult tir::validateTarget(const TargetOptions &options,
                                  EmitError emitError) {
  if (failed(checkTriple(options, emitError)) ||
      failed(checkCPU(options, emitError)) ||
      failed(checkFeatures(options, emitError)) ||
      failed(checkFloatABI(options, emitError)))
    return failure();
  if (options.optLevel > 3)
    return emitError() << "-O" << options.optLevel
                       << ": no such level; valid are -O0, -O1, -O2, -O3";
  return success();
}
