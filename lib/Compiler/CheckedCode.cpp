//===- CheckedCode.cpp - The target's code for --check=emulator
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/Compilation.h"

#include "mlir/Pass/PassManager.h"
#include "tir/Compiler/OptionRules.h"
#include "tir/Conversion/Passes.h"
#include "tir/Target/C/CSource.h"
#include "tir/Target/LLVM/Object.h"

using namespace mlir;
using namespace tir;

using Files = std::vector<Emulation::File>;

FailureOr<Files> Compilation::makeCheckedC(ModuleOp module) {
  CSourceOptions c;
  c.header = "model.h";
  std::string header, text;
  llvm::raw_string_ostream headerOS(header), os(text);
  if (failed(emitCHeader(module, c, headerOS)))
    return failure();
  // A board has none of what loaders look for.
  bool loaders = runner.options.emitc.loaders;
  runner.options.emitc.loaders = false;
  LogicalResult result = runner.runPhaseQuietly("emitc", module);
  runner.options.emitc.loaders = loaders;
  if (failed(result) || failed(emitCSource(module, c, os)))
    return failure();
  return Files{{c.header, header}, {"model.c", text}};
}

FailureOr<Files> Compilation::makeCheckedObject(ModuleOp module) {
  PassManager pm(&context);
  pm.addPass(createTIRDropLoaderEntriesPass());
  ObjectOptions object;
  object.target = options.target;
  std::string bytes;
  if (failed(runner.runPhaseQuietly("llvm", module)) ||
      failed(pm.run(module)) || failed(emitObject(module, object, bytes)))
    return failure();
  return Files{{"model.o", bytes}};
}

Emulation Compilation::makeEmulation() {
  Emulation emulation;
  emulation.target = options.target;
  emulation.compiler = options.checkCompiler;
  emulation.safety = options.conventions.safety;
  auto makeC = [this](ModuleOp module) { return makeCheckedC(module); };
  auto makeObject = [this](ModuleOp module) {
    return makeCheckedObject(module);
  };
  bool hasC = llvm::any_of(options.emit, needsEmitC),
       hasObject = llvm::any_of(options.emit, isMachineCode);
  // What has no code is checked as C.
  if (hasC || !hasObject)
    emulation.codes.push_back({"C", makeC});
  if (hasObject)
    emulation.codes.push_back({"object code", makeObject});
  return emulation;
}
