//===- Passes.cpp - Passes and phases in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir-c/Passes.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "tir/Compiler/Registration.h"
#include "tir/Pipelines/HiddenCodesInstrumentation.h"
#include "tir/Pipelines/Phase.h"

using namespace mlir;

void tirRegisterPasses(void) { tir::registerPassesOfProcess(); }

intptr_t tirGetNumPhases(void) { return tir::getPhases().size(); }

MlirStringRef tirGetPhaseName(intptr_t index) {
  if (index < 0 || index >= tirGetNumPhases())
    return MlirStringRef{nullptr, 0};
  return wrap(StringRef(tir::getPhases()[index]->name));
}

/// Returns by how much a character changes the depth of nesting.
static int getDepthChange(char c, char open, char close) {
  return (c == open) - (c == close);
}

/// Finds a pipeline, such as a phase's, within `func.func(...)`. It would
/// add passes that cannot run there, which would end the process.
static StringRef findNestedPipeline(StringRef text) {
  int depth = 0;
  while (!text.empty()) {
    size_t end = text.find_first_of("(),{");
    StringRef name = text.take_front(end).trim();
    if (depth > 0 && PassPipelineInfo::lookup(name))
      return name;
    // Pipelines in options are not added here.
    int braces = 0;
    text = text.substr(end).drop_while(
        [&](char c) { return (braces += getDepthChange(c, '{', '}')) > 0; });
    if (!text.empty())
      depth += getDepthChange(text.front(), '(', ')');
    text = text.substr(1);
  }
  return {};
}

/// Parses a textual pipeline. On failure, sets `problem` to a sentence.
static LogicalResult readPipeline(StringRef pipeline, OpPassManager &manager,
                                  std::string &problem) {
  StringRef anchor = manager.getOpAnchorName();
  StringRef text = tir::dropAnchor(pipeline, anchor);
  StringRef nested = findNestedPipeline(text);
  std::string said;
  llvm::raw_string_ostream stream(said);
  if (!nested.empty())
    stream << "'" << nested
           << "' is nested in the passes of another operation; expected it at "
              "the top level of the pipeline";
  if (nested.empty() && succeeded(parsePassPipeline(text, manager, stream)))
    return success();
  problem =
      ("pipeline '" + text + "' cannot be parsed: " + StringRef(said).trim())
          .str();
  return failure();
}

MlirLogicalResult tirRunPipeline(MlirOperation module, MlirStringRef pipeline) {
  tirRegisterPasses();
  Operation *op = unwrap(module);
  if (!op)
    return wrap(failure());
  PassManager manager(op->getContext(), op->getName().getStringRef());
  manager.addInstrumentation(
      std::make_unique<tir::HiddenCodesInstrumentation>());
  std::string problem;
  if (failed(readPipeline(unwrap(pipeline), manager, problem))) {
    emitError(op->getLoc()) << problem;
    return wrap(failure());
  }
  return wrap(manager.run(op));
}

MlirLogicalResult
tirExpandPipeline(MlirStringRef pipeline, MlirStringCallback callback,
                  void (*error)(MlirStringRef message, void *userData),
                  void *userData) {
  tirRegisterPasses();
  std::string problem, expanded;
  OpPassManager manager(ModuleOp::getOperationName());
  if (failed(readPipeline(unwrap(pipeline), manager, problem))) {
    if (error)
      error(wrap(StringRef(problem)), userData);
    return wrap(failure());
  }
  llvm::raw_string_ostream stream(expanded);
  llvm::interleave(
      manager, stream, [&](Pass &pass) { pass.printAsTextualPipeline(stream); },
      ",");
  callback(wrap(StringRef(expanded)), userData);
  return wrap(success());
}

MlirStringRef tirGetPassSummary(MlirStringRef name) {
  tirRegisterPasses();
  const PassRegistryEntry *entry = PassInfo::lookup(unwrap(name));
  if (!entry)
    entry = PassPipelineInfo::lookup(unwrap(name));
  if (!entry)
    return MlirStringRef{nullptr, 0};
  return wrap(entry->getPassDescription());
}
