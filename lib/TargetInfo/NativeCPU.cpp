//===- NativeCPU.cpp - The processor that tirc runs on
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/TargetInfo/NativeCPU.h"

#include "tir/TargetInfo/ResolvedTarget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

using namespace tir;
using llvm::StringRef;

llvm::Error tir::resolveNativeCPU(TargetOptions &options) {
  if (options.cpu != kNativeCPU)
    return llvm::Error::success();
  options.cpu.clear();
  ResolvedTarget resolved = resolveTarget({options.triple});
  llvm::Triple here = resolveTarget({}).triple;
  if (!resolved.target || resolved.triple.getArch() != here.getArch())
    return llvm::createStringError(
        "--target-cpu=native: this machine has the architecture " +
        here.getArchName() + ", but the target is " + resolved.triple.str() +
        "; name its processor");
  resolved.cpu = llvm::sys::getHostCPUName().str();
  auto subtarget = resolved.createSubtarget();
  // LLVM may know the features of a processor, but not its name.
  if (!subtarget->isCPUStringValid(resolved.cpu))
    resolved.cpu.clear();
  options.cpu = resolved.cpu;
  auto expected = resolved.createSubtarget();
  llvm::StringMap<bool> has = llvm::sys::getHostCPUFeatures();
  llvm::SmallVector<std::string> features;
  for (const llvm::SubtargetFeatureKV &known :
       expected->getAllProcessorFeatures()) {
    auto found = has.find(known.Key);
    if (found != has.end() &&
        found->second != expected->getFeatureBits()[known.Value])
      features.push_back((found->second ? "+" : "-") + std::string(known.Key));
  }
  if (!options.features.empty())
    features.push_back(options.features);
  options.features = llvm::join(features, ",");
  return llvm::Error::success();
}
