//===- MakePhaseOptions.cpp - From options of a compilation to options of phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/MakePhaseOptions.h"

#include "tir/Compiler/OptionRules.h"
#include "tir/Dialect/TIR/IR/SealedConstants.h"

using namespace mlir;
using namespace tir;

/// Sets the options that describe a model that did not come from a phase.
template <typename Options>
static void setModel(ModelOptions<Options> &phase,
                     const CompilationOptions &options, StringRef source) {
  phase.source = source.str();
  phase.modelName = options.modelName;
  phase.entry = options.entry;
  phase.ioQuant = options.ioQuant;
  phase.rename = options.renamings;
}

template <typename Options>
static void setMachine(MachineOptions<Options> &phase,
                       const TargetOptions &target) {
  phase.triple = target.triple;
  phase.cpu = target.cpu;
  phase.features = target.features;
}

void tir::setTarget(LLVMOptions &phase, const TargetOptions &target) {
  setMachine(phase, target);
  phase.floatABI = target.floatABI;
}

void tir::setAdoptBuffersOptions(AdoptBuffersOptions &phase,
                                 const CompilationOptions &options,
                                 StringRef source) {
  setModel(phase, options, source);
}

static uint64_t getConstantsAlignment(const CompilationOptions &options) {
  return std::max<uint64_t>(options.constantsAlignment, 1);
}

static void setPlanOptions(PlanOptions &plan,
                           const CompilationOptions &options) {
  plan.strategy = options.plan;
  if (options.workspaceAlignment != 0)
    plan.alignment = options.workspaceAlignment;
  plan.constantsAlignment = getConstantsAlignment(options);
  plan.overlap = options.overlap;
  plan.ram = options.ram;
  plan.minRAM = options.rows == RowsChoice::MinRAM;
  plan.pools = options.pools;
  // A limit is larger than any weights.
  if (options.weightBlob)
    plan.pools.push_back(
        (kWeightPoolName + ":" + Twine(INT32_MAX) + ":ro:external").str());
  plan.io = options.io;
  plan.overwriteInputs = options.overwriteInputs;
  plan.changeVariables = !options.slide.empty();
  plan.profile = options.profile;
  plan.canaries = llvm::is_contained(options.conventions.safety, "canaries");
}

/// Returns whether nothing is made of the kernels but objects. It is not known
/// what becomes of a file of one phase.
static bool hasOnlyObjects(const CompilationOptions &options) {
  // What is made beside code.
  auto isOther = [](EmitKind kind) {
    return kind == EmitKind::HTML || kind == EmitKind::Example ||
           kind == EmitKind::LinkerScript;
  };
  return !endsAtPhase(options) && llvm::any_of(options.emit, isMachineCode) &&
         llvm::all_of(options.emit, [&](EmitKind kind) {
           return isMachineCode(kind) || isOther(kind);
         });
}

void tir::setPhaseOptions(PhaseOptions &phases,
                          const CompilationOptions &options, StringRef source) {
  setModel(phases.import, options, source);
  phases.import.customOp = options.customOps;
  phases.import.offload = options.offload;
  phases.import.inputShape = options.inputShapes;
  phases.import.inputValue = options.inputValues;
  phases.import.inputNormalization = options.inputNormalizations;
  phases.import.slide = options.slide;
  phases.import.slideState = options.slideState;
  phases.import.cutNormalization = options.conventions.tiCompat;
  phases.import.weightsAsInputs = options.weightsAsInputs;
  phases.import.packedConstants = options.packedConstants;
  phases.import.sealWeights = options.weightBlob;
  phases.schedule.separateScales = options.weightBlob;
  phases.kernels.keepConstantChannels =
      options.keepConstantChannels || options.weightBlob;
  phases.kernels.keepUnreadChannels = options.keepUnreadChannels;
  phases.schedule.schedule = options.schedule;
  phases.schedule.rows = options.rows;
  phases.schedule.feedRows = options.feedRows;
  phases.schedule.overwriteInputs =
      options.overwriteInputs || options.io == IOMemory::Pool;
  phases.schedule.flash = options.flash;
  phases.schedule.onlyObjects = hasOnlyObjects(options);
  setMachine(phases.schedule, getPlannedTarget(options.target));
  setPlanOptions(phases.plan, options);
  setConventions(phases.abi, options);
  phases.emitc.loaders = isForLoaders(options, EmitKind::C);
  phases.emitc.pointerBits = 8 * getPointerSize(options.target);
  setTarget(phases.llvm, options.target);
}

bool tir::compilesForLoaders(const CompilationOptions &options) {
  return getLoadedCode(options) == LoadedCode::BesideOther &&
         options.compileTo.empty() &&
         phaseNumber(options.compileFrom) < phaseNumber("abi");
}

void tir::setConventions(ABIOptions &phase, const CompilationOptions &options) {
  const ConventionOptions &given = options.conventions;
  phase.interfaceAPI = given.interfaceAPI;
  phase.unpackedAPI = given.unpackedAPI;
  phase.kernelCalls = given.kernelCalls;
  phase.workspace = given.getWorkspace();
  phase.weightBlob = options.weightBlob;
  if (given.stackLimit != 0)
    phase.stackLimit = given.stackLimit;
  phase.onError = given.getOnError();
  phase.runtimeChecks = given.runtimeChecks;
  phase.tvmCompat = given.tvmCompat;
  // Generators of projects unpack archives, and call it as TVM's.
  phase.exposeMain = given.tvmCompat || isArchive(options);
  phase.systemLib = given.systemLib;
  phase.ffi = given.tvmFFI;
  phase.threads = options.threads;
  phase.steps = given.steps;
  phase.guard = given.guard;
  phase.safety = given.safety;
  phase.constantsSection = options.constantsSection;
  phase.workspaceSection = options.workspaceSection;
  phase.constantsAlignment = getConstantsAlignment(options);
  LoadedCode loaded = getLoadedCode(options);
  if (loaded == LoadedCode::Only)
    setLoadedConventions(phase, options);
  // Code that is linked beside it has none of what loaders look for. A file of
  // one phase has everything, as it is not known what becomes of it.
  else if (loaded == LoadedCode::BesideOther)
    phase.loaders = !compilesForLoaders(options);
}

void tir::setLoadedConventions(ABIOptions &phase,
                               const CompilationOptions &options) {
  phase.loaders = true;
  phase.workspace = options.libraryWorkspace;
  // The section that TVM's firmware has.
  if (options.libraryWorkspace != Workspace::Internal)
    phase.workspaceSection = std::string();
}
