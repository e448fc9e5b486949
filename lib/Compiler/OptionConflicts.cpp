//===- OptionConflicts.cpp - Options that cannot be combined
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionConflicts.h"

#include "Package.h"
#include "tir/Dialect/TIR/Transforms/Safety/SafetyCodes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tir;

namespace {
/// An option, and what it cannot be combined with.
struct Conflict {
  bool isGiven;
  StringRef option;
  /// What follows in the error after the two names.
  StringRef why;
  /// Each with whether it is given.
  std::vector<std::pair<bool, StringRef>> others;
};

/// What the rules below ask in several places.
struct Given {
  explicit Given(const CompilationOptions &options)
      : options(options), conventions(options.conventions) {}

  bool emits(ArrayRef<EmitKind> kinds) const {
    return llvm::any_of(options.emit, [&](EmitKind kind) {
      return llvm::is_contained(kinds, kind);
    });
  }
  bool checks(StringRef what) const {
    return llvm::is_contained(conventions.safety, what);
  }
  bool runsInSteps() const { return conventions.steps || hasFedRows(); }
  bool hasFedRows() const { return !options.feedRows.empty(); }
  bool isPacked() const { return conventions.interfaceAPI != InterfaceAPI::C; }
  bool isInPool() const { return options.io == IOMemory::Pool; }

  const CompilationOptions &options;
  const ConventionOptions &conventions;
};
} // namespace

static constexpr StringLiteral kPacked = "--interface-api=packed",
                               kSystemLib = "--system-lib",
                               kTVMFFI = "--tvm-ffi", kPool = "--io=pool",
                               kInSteps = "a run in steps (--steps, "
                                          "--feed-rows)",
                               kWeightsAsInputs = "--weights-as-inputs",
                               kStandardOutput = "-o -",
                               kCompileTo = "--compile-to";

/// Where weights are, and images without memory of their own.
static std::vector<Conflict> listWeightConflicts(const Given &given) {
  const CompilationOptions &options = given.options;
  const ConventionOptions &conventions = options.conventions;
  auto isForConstants = [](StringRef pool) {
    return is_contained(llvm::split(pool, ':'), "ro");
  };
  return {
      {options.weightBlob,
       "--weights=blob",
       "the application chooses the weights by a function of its own",
       {{given.emits({EmitKind::Shared, EmitKind::LLVMIR, EmitKind::Archive,
                      EmitKind::Example}) ||
             getPackageKind(options),
         "--emit of other kinds than c, obj, html, ld and mlir"},
        {given.isPacked(), kPacked},
        {conventions.tvmCompat, "--tvm-compat"},
        {conventions.systemLib, kSystemLib},
        {conventions.tvmFFI, kTVMFFI},
        {given.runsInSteps(), kInSteps},
        {!options.weightsAsInputs.empty(), kWeightsAsInputs},
        {!options.compileFrom.empty(), "--compile-from"},
        {llvm::any_of(options.pools, isForConstants),
         "a pool for constants (--pool=...:ro)"}}},
      {options.weightBlob,
       "--weights=blob",
       "the weights have one CRC for all steps, which constants-each-run and "
       "constants-first-run check",
       {{given.checks("constants-each-step"), "--safety=constants-each-step"}}},
      {!options.weightsAsInputs.empty(),
       kWeightsAsInputs,
       "weights stay the same from run to run, but a run leaves other data in "
       "such inputs",
       {{options.overwriteInputs, "--overwrite-inputs"},
        {given.isInPool(), kPool}}},
      {given.emits(EmitKind::Relocatable),
       "--emit=relocatable",
       "an image has one function, and no memory but what its caller passes",
       {{given.isPacked(), kPacked},
        {conventions.tvmCompat, "--tvm-compat"},
        {conventions.systemLib, kSystemLib},
        {conventions.tvmFFI, kTVMFFI},
        {given.runsInSteps(), kInSteps},
        {conventions.guard, "--guard"},
        {options.weightBlob, "--weights=blob"},
        {!options.weightsAsInputs.empty(), kWeightsAsInputs},
        {!options.pools.empty(), "--pool"},
        {given.isInPool(), kPool},
        {options.profile, "--profile"},
        {!options.selfTest.empty(), "--self-test"},
        {!options.constantsSection.empty(), "--constants-section"},
        {isArchive(options), "--emit=mlf"},
        {getPackageKind(options).has_value(), "a package (--emit)"},
        {conventions.getWorkspace() != Workspace::External,
         "--workspace of another kind than external"}}}};
}

/// What describes, measures or tests a whole compilation.
static std::vector<Conflict> listProductConflicts(const Given &given) {
  const CompilationOptions &options = given.options;
  std::pair<bool, StringRef> toPhase = {endsAtPhase(options), kCompileTo};
  std::pair<bool, StringRef> toOutput = {isToStandardOutput(options),
                                         kStandardOutput};
  return {
      {!options.selfTest.empty(),
       "--self-test",
       "it is a C file beside the model's C or object, with what a whole "
       "compilation finds",
       {{given.isPacked(), kPacked},
        {isArchive(options), "--emit=mlf"},
        {!options.compileFrom.empty(), "--compile-from"},
        toPhase,
        toOutput,
        {!given.emits({EmitKind::C, EmitKind::Object}) &&
             !getPackageKind(options),
         "--emit without c and obj"}}},
      {isArchive(options),
       "--emit=mlf",
       "an archive is a file of all that a whole compilation writes",
       {toPhase, toOutput}},
      {isArchive(options),
       "--emit=mlf",
       "an archive says how much memory the application reserves",
       {{given.conventions.workspace == Workspace::Call, "--workspace=call"}}},
      {!options.trace.empty(),
       "--trace",
       "a trace goes into the report, which a whole compilation writes",
       {toPhase, toOutput}},
      {options.sbom.spdx || options.sbom.provenance,
       "--sbom",
       "it describes the files of a whole compilation",
       {toPhase, toOutput}},
      {options.explainMemory,
       "--explain-memory",
       "it prints to standard output what a whole compilation finds",
       {toPhase, toOutput}}};
}

/// How the model is called, and checked while it runs.
static std::vector<Conflict> listInterfaceConflicts(const Given &given) {
  const CompilationOptions &options = given.options;
  const ConventionOptions &conventions = options.conventions;
  std::pair<bool, StringRef> packed = {given.isPacked(), kPacked};
  StringRef steps = given.hasFedRows() ? "--feed-rows" : "--steps";
  Workspace workspace = conventions.getWorkspace();
  return {
      {given.checks(kGuardedIO),
       "--safety=guarded-io",
       "the application sets guards around the inputs and outputs that it "
       "passes as a whole (--safety=canaries has guards in the model's memory)",
       {{given.isInPool(), kPool},
        {given.hasFedRows(), "--feed-rows"},
        packed,
        {conventions.systemLib, kSystemLib},
        {conventions.tvmFFI, kTVMFFI},
        {given.emits(EmitKind::Shared), "--emit=shared"},
        {given.emits(EmitKind::Relocatable), "--emit=relocatable"}}},
      {given.checks("arguments"),
       "--safety=arguments",
       "it checks the functions of the C interface; packed functions check "
       "theirs already, unless --no-runtime-checks is given",
       {packed}},
      {conventions.guard,
       "--guard",
       "it guards the function of the C interface",
       {packed}},
      {given.runsInSteps(),
       steps,
       "it adds functions to the C interface, beside which --system-lib has a "
       "packed function",
       {packed}},
      {given.runsInSteps(),
       steps,
       "memory lives from one step to the next, as with --workspace=internal "
       "and external",
       {{workspace == Workspace::Backend, "--workspace=backend"},
        {workspace == Workspace::Call, "--workspace=call"}}},
      {given.hasFedRows(),
       "--feed-rows",
       "the input is never in memory as a whole",
       {{given.isInPool(), kPool}}},
      {!options.workspaceSection.empty() && !conventions.tvmCompat,
       "--workspace-section",
       "only static arrays have a section",
       {{workspace != Workspace::Internal,
         "--workspace of another kind than internal"}}}};
}

LogicalResult tir::checkConflicts(const CompilationOptions &options,
                                  EmitErrorFn emitError) {
  Given given(options);
  for (const auto &rules :
       {listInterfaceConflicts(given), listProductConflicts(given),
        listWeightConflicts(given)})
    for (const Conflict &rule : rules)
      for (auto [isGiven, other] : rule.others)
        if (rule.isGiven && isGiven)
          return emitError()
                 << rule.option << " cannot be combined with " << other << ": "
                 << rule.why << "; expected only one of the two";
  return success();
}
