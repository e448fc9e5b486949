//===- SafetyRules.cpp - What checks of a run cannot be combined with
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SafetyRules.h"

#include "tir/Dialect/TIR/Transforms/Safety/SafetyCodes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tir;

/// Returns what passes or places inputs and outputs so that they have no
/// guards, or an empty text.
static StringRef findUnguarded(const CompilationOptions &options) {
  const ConventionOptions &given = options.conventions;
  auto has = [&](EmitKind kind) {
    return llvm::is_contained(options.emit, kind);
  };
  return options.io == IOMemory::Pool
             ? "--io=pool places inputs and outputs in the memory of the "
               "model, around which --safety=canaries has guards"
         : !options.feedRows.empty()
             ? "--feed-rows gets the rows of an input one by one"
         : given.interfaceAPI == InterfaceAPI::Packed
             ? "--interface-api=packed gets tensors without guards"
         : given.systemLib       ? "--system-lib gets tensors without guards"
         : given.tvmFFI          ? "--tvm-ffi gets tensors without guards"
         : has(EmitKind::Shared) ? "--emit=shared gets tensors without guards"
         : has(EmitKind::Relocatable)
             ? "--emit=relocatable runs models whose guards the firmware does "
               "not know"
             : "";
}

LogicalResult tir::checkSafety(const CompilationOptions &options,
                               EmitErrorFn emitError) {
  const ConventionOptions &given = options.conventions;
  if (llvm::is_contained(given.safety, "arguments") &&
      given.interfaceAPI == InterfaceAPI::Packed)
    return emitError()
           << "--safety=arguments: checks the functions of the C interface, "
              "which --interface-api=packed does not have; packed functions "
              "check theirs already, unless --no-runtime-checks is given";
  if (!llvm::is_contained(given.safety, kGuardedIO))
    return success();
  StringRef unguarded = findUnguarded(options);
  if (unguarded.empty())
    return success();
  return emitError() << "--safety=" << kGuardedIO
                     << ": the application sets guards around inputs and "
                        "outputs, but "
                     << unguarded << "; expected only one of the two";
}
