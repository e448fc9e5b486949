//===- WeightRules.cpp - What options for weights cannot be combined with
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightRules.h"

#include "Package.h"

using namespace mlir;
using namespace tir;

static bool isWithoutBlob(EmitKind kind) {
  return kind == EmitKind::Shared || kind == EmitKind::LLVMIR ||
         kind == EmitKind::Archive || kind == EmitKind::Example;
}

static bool isForConstants(StringRef pool) {
  return is_contained(llvm::split(pool, ':'), "ro");
}

/// Returns the first option that a blob cannot be combined with, or "".
static StringRef findOptionWithoutBlob(const CompilationOptions &options) {
  const ConventionOptions &conventions = options.conventions;
  const std::pair<bool, StringRef> given[] = {
      {llvm::any_of(options.emit, isWithoutBlob) || getPackageKind(options),
       "--emit of other kinds than c, obj, html, ld and mlir"},
      {conventions.interfaceAPI != InterfaceAPI::C, "--interface-api=packed"},
      {conventions.tvmCompat, "--tvm-compat"},
      {conventions.systemLib, "--system-lib"},
      {conventions.tvmFFI, "--tvm-ffi"},
      {conventions.steps || !options.feedRows.empty(),
       "a run in steps (--steps, --feed-rows)"},
      {!options.weightsAsInputs.empty(), "--weights-as-inputs"},
      {!options.compileFrom.empty(), "--compile-from"},
      {llvm::any_of(options.pools, isForConstants),
       "a pool for constants (--pool=...:ro)"}};
  const auto *first = llvm::find_if(
      given, [](const std::pair<bool, StringRef> &each) { return each.first; });
  return first != std::end(given) ? first->second : "";
}

LogicalResult tir::checkWeightBlob(const CompilationOptions &options,
                                   EmitErrorFn emitError) {
  if (!options.weightBlob) {
    if (options.weightsVersion == 0)
      return success();
    return emitError() << "--weights-version: the weights are in the code; "
                          "expected --weights=blob, too";
  }
  StringRef other = findOptionWithoutBlob(options);
  if (llvm::is_contained(options.conventions.safety, "constants-each-step"))
    return emitError() << "--safety=constants-each-step: with --weights=blob, "
                          "the weights have one CRC for all steps; expected "
                          "constants-each-run or constants-first-run";
  if (other.empty())
    return success();
  return emitError() << "--weights=blob cannot be combined with " << other
                     << ": the application chooses the weights by a function "
                        "of its own; expected only one of the two";
}

LogicalResult tir::checkWeightInputs(const CompilationOptions &options,
                                     EmitErrorFn emitError) {
  if (options.weightsAsInputs.empty() ||
      (options.io != IOMemory::Pool && !options.overwriteInputs))
    return success();
  return emitError()
         << "--weights-as-inputs: weights stay the same from run to "
            "run, but with "
         << (options.overwriteInputs ? "--overwrite-inputs" : "--io=pool")
         << " a run leaves other data in the inputs; expected only "
            "one of the two options";
}
