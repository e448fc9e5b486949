//===- FirmwareProducts.cpp - The files of a program of several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirmwareProducts.h"

#include "FirmwareHeader.h"
#include "FirmwareReport.h"
#include "NotByRows.h"
#include "OptionRecord.h"
#include "Package.h"
#include "Products.h"
#include "tir/ABI/Names.h"
#include "tir/Target/C/CSource.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tir;

LogicalResult tir::identifyParts(ProgramFacts &facts, MLIRContext &context) {
  for (const FirmwarePart &part : facts.parts) {
    if (part.options.hasModelInfo != facts.options.hasModelInfo)
      return emitOptionError(context)
             << "--model-info: is for all models of a program, but '"
             << part.name << "' has another value than '"
             << facts.parts.front().name
             << "'; expected it without --model-option";
    if (!part.options.hasModelInfo)
      continue;
    Identity identity = makeIdentity(part.options, part.hash);
    identity.name = part.name;
    identity.options.insert(
        identity.options.begin(),
        "--firmware=" + llvm::sys::path::filename(facts.plan.file).str());
    if (size_t bytes = identity.encode().size(); bytes > kMostIdentity)
      return emitOptionError(context)
             << "--model-info=full: the options of '" << part.name << "' take "
             << bytes << " bytes, but at most " << kMostIdentity
             << " fit; expected fewer options, or --model-info=none";
    facts.identities.push_back(std::move(identity));
  }
  return success();
}

const Identity *tir::findIdentity(const ProgramFacts &facts, StringRef model) {
  auto found = llvm::find_if(facts.identities, [&](const Identity &identity) {
    return identity.name == model;
  });
  return found == facts.identities.end() ? nullptr : &*found;
}

/// Returns the inputs and outputs of a model after the phase `abi`, with the
/// places of those that models pass on.
static FailureOr<SelfTestTensors>
readTensors(const ProgramFacts &facts, ModuleOp module, StringRef model) {
  FailureOr<c::ModelInfo> info =
      c::readModelInfo(module, "a self-test runs one model");
  if (failed(info))
    return failure();
  auto place = [&](c::TensorInfo &tensor, const PlacedText &end,
                   const PassRule &rule) {
    auto [owner, name] = StringRef(end.text).split('.');
    if (owner != model || name != tensor.name)
      return false;
    tensor.address = getPassedFunction(facts, rule.from.text) + "()";
    return true;
  };
  for (const PassRule &rule : facts.plan.passes) {
    for (c::TensorInfo &tensor : info->inputs)
      if (place(tensor, rule.to, rule))
        tensor.written = getWrittenFunction(facts, rule.from.text);
    for (c::TensorInfo &tensor : info->outputs)
      place(tensor, rule.from, rule);
  }
  return SelfTestTensors{info->inputs, info->outputs};
}

LogicalResult tir::collectReports(ProgramFacts &facts, PhaseRunner &runner) {
  for (const FirmwarePart &part : facts.parts) {
    ModuleOp original = *const_cast<FirmwarePart &>(part).module;
    OwningOpRef<ModuleOp> copy = original.clone();
    if (failed(runner.runPhaseQuietly("loops", *copy)))
      return failure();
    ReportOptions options;
    options.notByRows = findNotByRows(*copy);
    if (failed(runner.runPhaseQuietly("abi", *copy)))
      return failure();
    options.version = getVersion().str();
    options.target = facts.options.target.name;
    options.triple = facts.options.target.triple;
    options.cpu = facts.options.target.cpu;
    options.features = facts.options.target.features;
    options.identity = findIdentity(facts, part.name);
    if (part.check)
      options.check = describeCheck(*part.check);
    if (part.selfTest)
      options.selfTest = describeSelfTest(part.options, *part.selfTest);
    FailureOr<SelfTestTensors> tensors = readTensors(facts, *copy, part.name);
    if (failed(tensors))
      return failure();
    facts.tensors.push_back(std::move(*tensors));
    std::string text;
    llvm::raw_string_ostream os(text);
    if (failed(emitReport(*copy, options, os)))
      return failure();
    facts.reports.push_back(std::move(text));
  }
  return success();
}

/// Makes the C of a program, which includes its one header.
static LogicalResult addProgramC(const ProgramFacts &facts, ModuleOp program,
                                 PhaseRunner &runner, StringRef stem,
                                 OutputFiles &files) {
  OwningOpRef<ModuleOp> clone = program.clone();
  if (failed(runner.runPhase("emitc", *clone)))
    return failure();
  CSourceOptions options;
  options.version = getVersion().str();
  options.compilerFlags = compilerFlags(facts.options.target);
  options.header = (stem + ".h").str();
  if (!facts.identities.empty())
    options.identity = &facts.identities.front();
  return runner.timed("package c", [&]() -> LogicalResult {
    FailureOr<CSource> source = makeCSource(*clone, options);
    if (failed(source))
      return failure();
    std::vector<Identity> identities = facts.identities;
    for (Identity &identity : identities)
      identity.form = CodeForm::C;
    if (!identities.empty())
      source->addIdentities(identities);
    std::string text;
    llvm::raw_string_ostream os(text);
    source->print(os);
    files.add((stem + ".c").str(), std::move(text));
    return success();
  });
}

/// Adds the self-test of each model that has one.
static LogicalResult addSelfTests(const ProgramFacts &facts, ModuleOp program,
                                  StringRef stem, OutputFiles &files) {
  for (auto [part, tensors] : llvm::zip_equal(facts.parts, facts.tensors)) {
    if (!part.selfTest)
      continue;
    CSourceOptions options;
    options.version = getVersion().str();
    options.compilerFlags = compilerFlags(facts.options.target);
    options.model = part.name;
    options.header = (stem + ".h").str();
    std::string text;
    llvm::raw_string_ostream os(text);
    if (failed(emitSelfTest(program, options, *part.selfTest, os, &tensors)))
      return failure();
    files.add(fileStem(part.name) + "_self_test.c", std::move(text));
  }
  return success();
}

/// Returns the package of an ecosystem, which has the name of the program.
static FailureOr<OutputFiles> packProgram(const ProgramFacts &facts,
                                          MLIRContext &context, StringRef stem,
                                          OutputFiles &files) {
  CompilationOptions named = facts.options;
  named.modelName = facts.plan.name.text;
  if (failed(checkPackage(named, [&] { return emitOptionError(context); })))
    return failure();
  files.complete();
  addRuntimeHeaders(files);
  return makePackage(named, stem, files);
}

FailureOr<OutputFiles> tir::makeProgramFiles(ProgramFacts &facts,
                                             ModuleOp program,
                                             PhaseRunner &runner) {
  OutputFiles files;
  std::string stem = fileStem(facts.plan.name.text);
  const CompilationOptions &options = facts.options;
  if (llvm::any_of(options.emit, needsEmitC) &&
      failed(addProgramC(facts, program, runner, stem, files)))
    return failure();
  for (const Identity &identity : facts.identities)
    if (std::string symbol = mangleSymbol(identity.name, "model_info");
        program.lookupSymbol(symbol))
      return emitOptionError(*program.getContext())
             << "--model-info=full: a function of the program is called '"
             << symbol
             << "', as what says which model it is; expected another name in "
                "the model, or --model-info=none";
  MadeCode made;
  made.identitiesOfProgram = facts.identities;
  if (llvm::any_of(options.emit, needsLLVM)) {
    OwningOpRef<ModuleOp> clone = program.clone();
    if (failed(runner.runPhase("llvm", *clone)) ||
        failed(runner.timed("package object", [&] {
          return addLLVMProducts(*clone, options, options.emit,
                                 /*measures=*/false, stem, files, made);
        })))
      return failure();
  }
  if (!made.objectFile.empty())
    made.object = files.find(made.objectFile)->str();
  std::string code = files.find(stem + ".c").value_or("").str();
  made.source = code;
  FailureOr<std::string> header = makeProgramHeader(facts, program);
  if (failed(header))
    return failure();
  files.add(stem + ".h", std::move(*header));
  if (failed(addSelfTests(facts, program, stem, files)))
    return failure();
  FailureOr<std::string> report = makeProgramReport(facts, program, made);
  if (failed(report))
    return failure();
  if (llvm::is_contained(options.emit, EmitKind::LinkerScript))
    files.add(stem + ".ld", makeLinkerFragment(*report));
  if (llvm::is_contained(options.emit, EmitKind::HTML)) {
    files.add(stem + ".report.html", makeReportPage(*report));
    for (auto [part, text] : llvm::zip_equal(facts.parts, facts.reports))
      files.add(fileStem(part.name) + ".report.html", makeReportPage(text));
  }
  files.add(stem + ".report.json", std::move(*report));
  return getPackageKind(options)
             ? packProgram(facts, *program.getContext(), stem, files)
             : files;
}
