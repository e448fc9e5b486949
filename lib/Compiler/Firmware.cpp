//===- Firmware.cpp - From several models to the files of one program
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/Firmware.h"

#include "FirmwareFlags.h"
#include "FirmwareHeader.h"
#include "FirmwareMemory.h"
#include "FirmwareProducts.h"
#include "Package.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/PassManager.h"
#include "tir/ABI/Names.h"
#include "tir/Compiler/MakePhaseOptions.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Calls/MergeModels.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Returns the option that makes no sense for a model of a program, and why;
/// empty if there is none.
static std::pair<std::string, std::string>
findWrongOption(const CompilationOptions &options) {
  const ConventionOptions &conventions = options.conventions;
  bool isStatic = conventions.getWorkspace() == Workspace::Internal;
  struct Rule {
    bool isBroken;
    StringLiteral option, why;
  };
  const Rule rules[] = {
      {!isStatic, "--workspace",
       "the program has the memory of all models, in static arrays"},
      {conventions.interfaceAPI == InterfaceAPI::Packed,
       "--interface-api=packed", "models of a program have the C interface"},
      {!conventions.unpackedAPI, "--unpacked-api=false",
       "models of a program have the C interface"},
      {conventions.systemLib, "--system-lib",
       "a program with a registry is linked by --link-registry"},
      {conventions.tvmCompat, "--tvm-compat",
       "TVM has no program of several models"},
      {conventions.tvmFFI, "--tvm-ffi", "a library for tvm-ffi has one model"},
      {options.io == IOMemory::Pool, "--io=pool",
       "inputs and outputs that stay in memory are those that [[pass]] names"},
      {options.plan == PlanStrategy::Separate, "--plan=separate",
       "models share one memory"},
      {!options.pools.empty(), "--pool",
       "the plan has the pools of the chip ([[pool]])"},
      {conventions.steps, "--steps",
       "the plan says which models run in steps (steps = true)"},
      {conventions.guard, "--guard", "all models of a program are guarded"},
      {options.profile, "--profile",
       "the numbers of kernels belong to one model"},
      {options.weightBlob, "--weights=blob",
       "the code of a program has the weights of all models"},
      {!options.trace.empty(), "--trace", "a trace is about one model"},
      {options.explainMemory, "--explain-memory",
       "it explains the memory of one model: run it on this model by itself"},
      {!options.dumpDirectory.empty(), "--dump-phases",
       "it shows the phases of one model: run it on this model by itself"},
      {!options.compileTo.empty(), "--compile-to",
       "it ends before the models become one program"},
      {!options.compileFrom.empty(), "--compile-from",
       "each model of a program is compiled from its file"}};
  for (const Rule &rule : rules)
    if (rule.isBroken)
      return {rule.option.str(), rule.why.str()};
  for (EmitKind kind : options.emit)
    if (kind != EmitKind::C && kind != EmitKind::Object &&
        kind != EmitKind::LLVMIR && kind != EmitKind::HTML &&
        kind != EmitKind::LinkerScript && kind != getPackageKind(options))
      return {"--emit=" + stringifyEmitKind(kind).str(),
              "a program is written as c, obj or llvm-ir, with html and ld, or "
              "as a package"};
  return {};
}

LogicalResult tir::setFirmwareOptions(const FirmwarePlan &plan,
                                      CompilationOptions &options,
                                      MLIRContext &context) {
  if (auto [option, why] = findWrongOption(options); !option.empty())
    return emitOptionError(context)
           << option << ": " << why
           << "; expected no such option with --firmware";
  auto own = llvm::find_if(plan.models, [&](const FirmwareModel &model) {
    return StringRef(model.name.text).equals_insensitive(options.modelName);
  });
  for (const FirmwarePool &pool : plan.pools) {
    auto isPool = [&](const PlacedText &name) {
      return name.text == pool.name.text;
    };
    if (own != plan.models.end() && !own->pools.empty() &&
        llvm::none_of(own->pools, isPool))
      continue;
    std::string text = pool.name.text + ":" + std::to_string(pool.bytes);
    if (pool.alignment != 0)
      text += ":" + std::to_string(pool.alignment);
    if (!pool.section.empty())
      text += ":" + pool.section;
    options.pools.push_back(text);
  }
  return success();
}

void tir::shrinkPool(CompilationOptions &options, const FirmwareSpill &spill) {
  auto pool = llvm::find_if(options.pools, [&](StringRef text) {
    return text.split(':').first == spill.pool;
  });
  if (spill.bytes == 0) {
    options.pools.erase(pool);
    return;
  }
  StringRef fields = StringRef(*pool).split(':').second.split(':').second;
  *pool = spill.pool + ":" + std::to_string(spill.bytes) +
          (fields.empty() ? "" : ":" + fields.str());
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Counts the kernels of a module.
static size_t countKernels(ModuleOp module) {
  return llvm::count_if(module.getOps<PrimFuncOp>(), [](PrimFuncOp function) {
    return function.isPrivate() && getKernelAttr(function);
  });
}

/// Runs passes on a module without a phase around them.
static LogicalResult runSinglePass(ModuleOp module,
                                   std::unique_ptr<Pass> pass) {
  PassManager pm(module.getContext());
  pm.addPass(std::move(pass));
  return pm.run(module);
}

/// Gives what does not belong to a model the name of the program instead of a
/// model's name.
static void nameProgramData(ModuleOp module, StringRef firmware,
                            ArrayRef<FirmwareArena> arenas,
                            ArrayRef<std::string> flags) {
  llvm::SetVector<StringRef> names;
  for (const FirmwareArena &arena : arenas)
    names.insert(arena.name);
  for (StringRef flag : flags)
    names.insert(flag.rsplit(':').second);
  SmallVector<StringRef> models;
  for (FunctionOpInterface model : getModels(module))
    models.push_back(getModelName(model));
  for (StringRef name : names)
    for (StringRef model : models)
      if (auto global = module.lookupSymbol<memref::GlobalOp>(
              mangleSymbol(model, name))) {
        renameSymbol(module, global, mangleSymbol(firmware, name));
        break;
      }
}

static std::vector<std::string> getNames(ArrayRef<FirmwarePart> parts) {
  std::vector<std::string> names;
  for (const FirmwarePart &part : parts)
    names.push_back(part.name);
  return names;
}

FailureOr<std::optional<FirmwareSpill>>
Firmware::findSpill(std::vector<FirmwarePart> &parts) {
  FailureOr<FirmwareRules> rules =
      FirmwareRules::make(plan, getNames(parts), context);
  if (failed(rules))
    return failure();
  FirmwareMemory memory(plan, *rules, parts, context);
  if (failed(memory.place()))
    return failure();
  return memory.findSpill();
}

FailureOr<OutputFiles> Firmware::compile(std::vector<FirmwarePart> parts) {
  std::vector<std::string> names = getNames(parts);
  FailureOr<FirmwareRules> rules = FirmwareRules::make(plan, names, context);
  if (failed(rules))
    return failure();
  FirmwareMemory memory(plan, *rules, parts, context);
  if (failed(memory.place()) || failed(memory.checkLimits()))
    return failure();
  ProgramFacts facts{plan, *rules, common, parts, memory.getArenas()};
  setPhaseOptions(runner.options, common, plan.file);
  if (failed(identifyParts(facts, context)) ||
      failed(collectReports(facts, runner)))
    return failure();
  memory.apply();
  SmallVector<OwningOpRef<ModuleOp>> modules;
  for (FirmwarePart &part : parts) {
    facts.kernelsOfModels += countKernels(*part.module);
    // Variables of two models may have one name, but their structs do not.
    if (failed(runSinglePass(*part.module, createTIRMakeStateArgumentPass())))
      return failure();
    modules.push_back(std::move(part.module));
  }
  OwningOpRef<ModuleOp> program = mergeModels(modules);
  if (failed(runSinglePass(*program, createTIRMergeKernelsPass())))
    return failure();
  facts.kernels = countKernels(*program);
  facts.sharedConstantBytes = shareConstants(*program);
  runner.options.abi.flags = makeProgramFlags(plan, *rules, names);
  for (const FirmwareModel &model : plan.models)
    if (model.hasSteps)
      runner.options.abi.stepped.push_back(model.name.text);
  if (failed(runner.runPhase("loops", *program)) ||
      failed(runner.runPhase("abi", *program)))
    return failure();
  restoreNames(*program);
  nameProgramData(*program, plan.name.text, memory.getArenas(),
                  runner.options.abi.flags);
  if (failed(addProgramFunctions(facts, *program)))
    return failure();
  FailureOr<OutputFiles> files = makeProgramFiles(facts, *program, runner);
  summary = std::move(facts.summary);
  return files;
}
