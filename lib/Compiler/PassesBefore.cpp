//===- PassesBefore.cpp - Passes that a user wants before phases
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/PassesBefore.h"

#include "mlir/Pass/PassRegistry.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Compiler/Registration.h"
#include "tir/Pipelines/HiddenCodesInstrumentation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kModuleAnchor = "builtin.module(";

/// Returns whether some passes would look for modules within the module, where
/// there are none.
static bool hasModuleInModule(PassManager &pm) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  pm.printAsTextualPipeline(stream);
  return StringRef(text)
      .drop_front(kModuleAnchor.size())
      .contains(kModuleAnchor);
}

/// Returns the parser's first message, without its position in a text that the
/// user did not write.
static StringRef firstMessage(StringRef text) {
  StringRef message = text.split("error: ").second;
  message = (message.empty() ? text : message).split('\n').first.trim();
  // The parser of an option's value has already printed its message to stderr.
  return message.empty()
             ? "an option of a pass has a value that it does not take"
             : message;
}

LogicalResult tir::parsePassesBefore(ArrayRef<std::string> texts,
                                     MLIRContext &context,
                                     std::vector<PassesBefore> &result) {
  if (texts.empty())
    return success();
  // Register the passes only now, since nothing else needs their names.
  registerPassesOfProcess();

  SmallVector<StringRef> phases = getPhaseNames();
  // Passes do not run on files.
  phases.pop_back();
  for (StringRef given : texts) {
    auto error = [&] {
      return emitOptionError(context) << "--passes-before=" << given << ": ";
    };
    auto [phase, pipeline] = given.split(':');
    if (!llvm::is_contained(phases, phase))
      return error() << (given.contains(':')
                             ? "no such phase '" + phase.str() + "'"
                             : "no phase is named")
                     << "; expected PHASE:PIPELINE, such as "
                        "kernels:canonicalize,cse, with PHASE one of "
                     << llvm::join(phases, ", ");
    StringRef passes = dropAnchor(pipeline, "builtin.module");
    if (passes.empty())
      return error() << "no pass is named; expected PHASE:PIPELINE, such as "
                     << phase << ":canonicalize,cse";
    // Implicit nesting accepts a pass on functions without an anchor.
    auto pm = std::make_unique<PassManager>(&context, "builtin.module",
                                            OpPassManager::Nesting::Implicit);
    pm->addInstrumentation(std::make_unique<HiddenCodesInstrumentation>());
    std::string problem;
    llvm::raw_string_ostream stream(problem);
    if (failed(parsePassPipeline(passes, *pm, stream)))
      return error() << firstMessage(problem)
                     << "; expected names of passes of MLIR, of tirc or of a "
                        "plugin (--load-pass-plugin=LIB), with commas between "
                        "them";
    if (hasModuleInModule(*pm))
      return error() << "some passes are for a module inside the model's "
                        "module, which has none; expected builtin.module(...) "
                        "around the whole pipeline, or nowhere";
    result.push_back({phase, given, std::move(pm)});
  }
  return success();
}
