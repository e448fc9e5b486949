//===- LinkSteps.cpp - Bitcode of the steps that a module calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkSteps.h"

#include "tir/Steps/Steps.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace tir;

/// Returns whether the processor has `features`, which LLVM may not know for
/// its architecture.
static bool hasFeatures(const llvm::TargetMachine &machine,
                        StringRef features) {
  const llvm::MCSubtargetInfo &info = *machine.getMCSubtargetInfo();
  SmallVector<StringRef> names;
  features.split(names, ',');
  return llvm::all_of(names,
                      [&](StringRef name) {
                        return llvm::any_of(
                            info.getAllProcessorFeatures(),
                            [&](const llvm::SubtargetFeatureKV &feature) {
                              return feature.Key == name.drop_front();
                            });
                      }) &&
         info.checkFeatures(features.str());
}

/// Returns the bitcode of a step for `machine`: with the instructions that the
/// step is for, or its plain loops if the code runs where tirc does.
static FailureOr<StringRef> chooseBitcode(const StepDescription &step,
                                          const llvm::TargetMachine &machine,
                                          LinkedSteps::EmitError emitError) {
  bool isForIt = hasFeatures(machine, step.features);
  llvm::Triple host{llvm::sys::getProcessTriple()};
  if (!isForIt && machine.getTargetTriple().getArch() != host.getArch()) {
    emitError() << "calls the step '" << step.name
                << "', which needs a processor with '" << step.features
                << "'; expected a target that has it";
    return failure();
  }
  StringRef bitcode = isForIt ? step.bitcode : step.plainBitcode;
  if (!bitcode.empty())
    return bitcode;
  emitError() << "calls the step '" << step.name
              << "', whose bitcode this tirc does not have: there was no clang "
                 "when it was built";
  return failure();
}

/// Returns the bitcode of a step as a module that can be linked to one for
/// `machine`.
static std::unique_ptr<llvm::Module>
readStep(const StepDescription &step, llvm::LLVMContext &context,
         const llvm::TargetMachine &machine, LinkedSteps::EmitError emitError) {
  FailureOr<StringRef> bitcode = chooseBitcode(step, machine, emitError);
  if (failed(bitcode))
    return {};
  llvm::Expected<std::unique_ptr<llvm::Module>> read = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(*bitcode, step.name), context);
  if (!read) {
    emitError() << "the bitcode of the step '" << step.name
                << "' cannot be read: " << llvm::toString(read.takeError());
    return {};
  }
  std::unique_ptr<llvm::Module> module = std::move(*read);
  llvm::DataLayout layout = machine.createDataLayout();
  if (module->getDataLayout() != layout) {
    emitError() << "the step '" << step.name << "' has the data layout '"
                << module->getDataLayoutStr() << "', but "
                << machine.getTargetTriple().str() << " has '"
                << layout.getStringRepresentation() << '\'';
    return {};
  }
  module->setTargetTriple(machine.getTargetTriple());
  // Of the compiler that made it, and of its options.
  for (StringRef name : {"llvm.module.flags", "llvm.ident", "llvm.commandline"})
    if (llvm::NamedMDNode *node = module->getNamedMetadata(name))
      node->eraseFromParent();
  return module;
}

static void inlineAlways(llvm::Function &function) {
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.setAttributes({});
  function.addFnAttr(llvm::Attribute::AlwaysInline);
  function.addFnAttr(llvm::Attribute::NoUnwind);
}

/// Returns the steps whose functions a module declares.
static SmallVector<const StepDescription *>
findDeclaredSteps(const llvm::Module &module) {
  SmallVector<const StepDescription *> steps;
  for (const llvm::Function &function : module)
    if (function.isDeclaration())
      if (const StepDescription *step = findStepOfFunction(function.getName()))
        steps.push_back(step);
  return steps;
}

LogicalResult LinkedSteps::link(llvm::Module &module,
                                const llvm::TargetMachine &machine,
                                EmitError emitError) {
  for (const StepDescription *step : findDeclaredSteps(module)) {
    std::unique_ptr<llvm::Module> read =
        readStep(*step, module.getContext(), machine, emitError);
    if (!read)
      return failure();
    SmallVector<std::string> added;
    for (llvm::Function &function : *read)
      if (!function.isDeclaration())
        added.push_back(function.getName().str());
    if (llvm::Linker::linkModules(module, std::move(read),
                                  llvm::Linker::LinkOnlyNeeded))
      return emitError() << "the step '" << step->name << "' cannot be linked";
    for (const std::string &name : added)
      if (llvm::Function *function = module.getFunction(name)) {
        inlineAlways(*function);
        functions.push_back(name);
      }
  }
  return success();
}

LogicalResult LinkedSteps::verifyInlined(const llvm::Module &module,
                                         EmitError emitError) const {
  for (const std::string &name : functions)
    if (module.getFunction(name))
      return emitError() << "LLVM has not inlined '" << name
                         << "', a function of a step";
  return success();
}
