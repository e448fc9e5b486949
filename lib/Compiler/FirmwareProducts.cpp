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
#include "Products.h"
#include "tir/ABI/Names.h"
#include "tir/Target/C/CSource.h"

using namespace mlir;
using namespace tir;

LogicalResult tir::collectReports(ProgramFacts &facts, PhaseRunner &runner) {
  for (const FirmwarePart &part : facts.parts) {
    ModuleOp original = *const_cast<FirmwarePart &>(part).module;
    OwningOpRef<ModuleOp> copy = original.clone();
    if (failed(runner.runPhaseQuietly("loops", *copy)) ||
        failed(runner.runPhaseQuietly("abi", *copy)))
      return failure();
    ReportOptions options;
    options.version = getVersion().str();
    options.target = facts.options.target.name;
    options.triple = facts.options.target.triple;
    options.cpu = facts.options.target.cpu;
    options.features = facts.options.target.features;
    if (part.check)
      options.check = describeCheck(*part.check);
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
  return runner.timed("package c", [&]() -> LogicalResult {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (failed(emitCSource(*clone, options, os)))
      return failure();
    files.add((stem + ".c").str(), std::move(text));
    return success();
  });
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
  MadeCode made;
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
  FailureOr<std::string> report = makeProgramReport(facts, program, made);
  if (failed(report))
    return failure();
  files.add(stem + ".report.json", std::move(*report));
  return files;
}
