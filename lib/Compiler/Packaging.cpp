//===- Packaging.cpp - From a module after the phases to files
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/Compilation.h"

#include "Archive.h"
#include "MemoryLimits.h"
#include "OptionRecord.h"
#include "Package.h"
#include "Products.h"
#include "Relocatable.h"
#include "WeightProducts.h"
#include "tir/ABI/Names.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Dialect/TIR/IR/Models.h"

using namespace mlir;
using namespace tir;

/// Checks that the phase from which the compilation starts leads to each
/// output.
LogicalResult Compilation::checkReachable() const {
  bool fromEmitC = options.compileFrom == "emitc";
  if (!fromEmitC && options.compileFrom != "llvm")
    return success();
  for (EmitKind kind : options.emit) {
    // The archive contains figures from the last phase before the back ends.
    if (kind != EmitKind::Archive &&
        !(fromEmitC ? needsLLVM(kind) : needsEmitC(kind)))
      continue;
    return emitOptionError(context)
           << "--emit=" << stringifyEmitKind(kind)
           << " cannot be written from the phase '" << options.compileFrom
           << "'; expected with --compile-from=" << options.compileFrom
           << (fromEmitC ? " only c, example, ld and mlir"
                         : " only obj, shared, llvm-ir, html, example, ld and "
                           "mlir");
  }
  return success();
}

LogicalResult Compilation::packageC(ModuleOp module, const MadeCode &made,
                                    OutputFiles &files) {
  if (llvm::none_of(options.emit, needsEmitC))
    return success();
  OwningOpRef<ModuleOp> clone = module.clone();
  if (options.compileFrom != "emitc" &&
      failed(runner.runPhase("emitc", *clone)))
    return failure();
  return timed("package c", [&] {
    return addCProducts(*clone, options, stem, made.identity, files);
  });
}

/// Adds what comes from the dialect of LLVM. Code that is linked, and not
/// loaded, is what the report measures.
LogicalResult Compilation::packageLLVM(ModuleOp module, MadeCode &made,
                                       OutputFiles &files) {
  if (llvm::none_of(options.emit, needsLLVM) &&
      (!measuresCode(options) || options.compileFrom == "emitc"))
    return success();
  SmallVector<EmitKind> linked, loaded;
  for (EmitKind kind : options.emit)
    (loadedModule && isForLoaders(options, kind) ? loaded : linked)
        .push_back(kind);
  // The page contains sizes of code.
  bool measures = loadedModule || measuresCode(options);
  OwningOpRef<ModuleOp> clone = module.clone();
  if ((options.compileFrom != "llvm" &&
       failed(runner.runPhase("llvm", *clone))) ||
      failed(timed("package object", [&] {
        return addLLVMProducts(*clone, options, linked, measures, stem, files,
                               made);
      })))
    return failure();
  if (!loadedModule)
    return success();
  return timed("package library", [&] {
    return success(
        succeeded(runPhaseForLoaders("llvm")) &&
        succeeded(addLLVMProducts(*loadedModule, options, loaded,
                                  /*measures=*/false, stem, files, made)));
  });
}

/// Determines what the outputs say of the model.
LogicalResult Compilation::identify(ModuleOp module, Identity &identity) const {
  if (!options.hasModelInfo)
    return success();
  identity = makeIdentity(options, modelHash);
  // IR of a phase already has a name.
  identity.name = getModelName(getModels(module).front()).str();
  if (size_t bytes = identity.encode().size(); bytes > kMostIdentity)
    return emitOptionError(context)
           << "--model-info=full: the options take " << bytes
           << " bytes, but at most " << kMostIdentity
           << " fit; expected fewer options, or --model-info=none";
  std::string symbol = mangleSymbol(identity.name, "model_info");
  if (module.lookupSymbol(symbol))
    return emitOptionError(context)
           << "--model-info=full: a function of the model is called '" << symbol
           << "', as what says which model it is; expected another name in "
              "the model, or --model-info=none";
  return success();
}

/// Finds what would save memory, if that is asked for or the page shows it.
LogicalResult Compilation::findVariants(CompileFn compileAgain,
                                        MadeCode &made) {
  if (!options.explainMemory &&
      !llvm::is_contained(options.emit, EmitKind::HTML))
    return success();
  return timed("variants", [&] {
    made.variants = planVariants(options, compileAgain);
    return failure(runner.wasCancelled());
  });
}

FailureOr<OutputFiles> Compilation::package(ModuleOp module,
                                            std::string original,
                                            CompileFn compileAgain) {
  OutputFiles files;
  if (llvm::is_contained(options.emit, EmitKind::MLIR))
    files.add(stem + ".mlir", printModule(module));
  MadeCode made;
  made.curve = curve;
  made.notByRows = notByRows;
  made.limit = limit;
  made.check = check;
  made.selfTest = selfTest ? &*selfTest : nullptr;
  if (failed(checkReachable()) || failed(identify(module, made.identity)) ||
      failed(packageC(module, made, files)))
    return failure();
  if (loadedModule)
    describeLoaded(module);
  if (failed(packageLLVM(module, made, files)))
    return failure();
  std::string code = files.find(stem + ".c").value_or("").str();
  made.source = code;
  if (failed(findVariants(compileAgain, made)) ||
      failed(addWeightProducts(module, options, stem, made, files)) ||
      failed(addRelocatableProducts(module, options, stem, made, files)) ||
      failed(addCommonProducts(module, options, stem, made, files)))
    return failure();
  report = files.find(stem + ".report.json")->str();
  if (failed(checkMemoryLimits(options, report, context)))
    return failure();
  if (isArchive(options)) {
    files.complete();
    return makeArchive(
        module, options, stem, std::move(original),
        options.hasModelInfo ? toHexadecimal(made.identity.model) : "", files);
  }
  if (getPackageKind(options)) {
    files.complete();
    addRuntimeHeaders(files);
    return makePackage(options, stem, files);
  }
  addRuntimeHeaders(files);
  return files;
}
