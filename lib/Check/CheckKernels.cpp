//===- CheckKernels.cpp - Compiled kernels against their plain loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Check/CheckKernels.h"

#include "Accesses.h"
#include "CheckedProgram.h"
#include "ChildProcess.h"
#include "EmulatedRuns.h"
#include "Outcome.h"
#include "PlainLoops.h"
#include "PlainRuns.h"
#include "StepTables.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include <cstring>

using namespace mlir;
using namespace tir;

/// How many turns of loops all runs take, unless there are fewer runs then than
/// there are kinds of inputs, or than random inputs at least.
static constexpr uint64_t kTurns = 24'000'000, kMostTurnsOfKinds = 400'000'000;
static constexpr unsigned kMostRuns = 20, kRunsOfKinds = 4, kFewestRuns = 2;
/// A run that takes more is not made: it would be minutes.
static constexpr uint64_t kMostTurns = uint64_t(1) << 30;

//===----------------------------------------------------------------------===//
// The two programs
//===----------------------------------------------------------------------===//

using ResultHook = void (*)(int32_t number, void *result);

static SmallVector<Program::Function> getResultHooks(size_t count,
                                                     ResultHook hook) {
  SmallVector<Program::Function> hooks;
  for (size_t number = 0; number != count; ++number)
    hooks.emplace_back(getHookName(number), reinterpret_cast<void *>(hook));
  return hooks;
}

/// Says for each result whether both programs show it.
static SmallVector<bool> findShared(ArrayRef<ShownResult> one,
                                    ArrayRef<ShownResult> other, size_t count) {
  SmallVector<bool> inOne(count), inBoth(count);
  for (const ShownResult &result : one)
    if (result.number >= 0)
      inOne[result.number] = true;
  for (const ShownResult &result : other)
    if (result.number >= 0)
      inBoth[result.number] = inOne[result.number];
  return inBoth;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
/// Runs both programs, and compares results while the compiled one runs.
class Check {
public:
  Check(PlainRuns &plain, CheckedProgram &program, RunComparison &comparison,
        ArrayRef<ShownResult> shown)
      : plain(plain), program(program), comparison(comparison), shown(shown) {}

  /// Runs both programs, up to `count` times.
  void run(unsigned count);

  /// What the compiled model calls for a result. Accesses are checked without
  /// a comparison.
  static void compare(int32_t number, void *result) {
    if (current)
      current->compareResult(number, static_cast<char *>(result));
  }

private:
  void runOnce(unsigned run);
  void compareResult(unsigned number, char *result);

  PlainRuns &plain;
  CheckedProgram &program;
  RunComparison &comparison;
  ArrayRef<ShownResult> shown;

  /// The check whose program runs in this thread.
  static thread_local Check *current;
};
} // namespace

thread_local Check *Check::current = nullptr;

void Check::compareResult(unsigned number, char *result) {
  if (shown[number].number < 0)
    return;
  const ResultTensors &tensors = plain.getResults();
  unsigned of = shown[number].number;
  if (std::optional<size_t> begin =
          comparison.compareResult(number, tensors.getExpected(of), result))
    llvm::copy(tensors.getPassed(of).slice(*begin, shown[number].bytes),
               result);
}

void Check::runOnce(unsigned run) {
  Outcome &outcome = comparison.getOutcome();
  outcome.wantedCode = plain.run(run);
  std::vector<Bytes> came = plain.getOutputs();
  for (Bytes &output : came)
    llvm::fill(output, PlainRuns::getUnwritten(run));
  comparison.begin();
  current = this;
  outcome.code = program.run(plain.getInputs(), came);
  current = nullptr;
  for (auto [index, output] : llvm::enumerate(program.getOutputs()))
    comparison.compareOutput(index, output.type.getElementType(),
                             plain.getOutputs()[index], came[index]);
}

void Check::run(unsigned count) {
  Outcome &outcome = comparison.getOutcome();
  do
    runOnce(outcome.runs);
  while (outcome.code == outcome.wantedCode && ++outcome.runs != count);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Reports a program that did not end as its plain loops did.
static LogicalResult reportEnd(ModuleOp module, const ChildProcess &process,
                               const Outcome &outcome,
                               ArrayRef<ShownResult> shown) {
  if (process.getSignal() != 0) {
    const char *text = strsignal(process.getSignal());
    return module.emitError("the check of its kernels ended with a signal (")
           << (text ? text : "unknown") << "), in run " << outcome.runs
           << " after " << outcome.shown << " results of kernels"
           << kCheckRemedy;
  }
  return reportCode(module, outcome);
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

namespace {
/// The programs that are compared.
struct Programs {
  SmallVector<KernelResult> results;
  SmallVector<ShownResult> plainShown, shown;
  SmallVector<KernelCall> calls;
  WatchedFunctions watched;
  /// The plain loops, and the compiled model, whose accesses can be watched.
  FailureOr<CheckedProgram> reference = failure(), program = failure();
  OwningOpRef<ModuleOp> module;

  LogicalResult makeReference(ModuleOp kernels);
  LogicalResult make(ModuleOp kernels, ModuleOp compiled);
};
} // namespace

LogicalResult Programs::makeReference(ModuleOp kernels) {
  FailureOr<OwningOpRef<ModuleOp>> plain = makePlainLoops(kernels);
  if (failed(plain))
    return failure();
  plainShown = insertResultHooks(**plain, results);
  tabulateSteps(**plain);
  if (failed(CheckedProgram::lower(**plain)))
    return failure();
  reference = CheckedProgram::create(
      **plain, getResultHooks(plainShown.size(), &PlainRuns::record));
  return reference;
}

LogicalResult Programs::make(ModuleOp kernels, ModuleOp compiled) {
  results = collectResults(kernels);
  if (failed(makeReference(kernels)))
    return failure();
  module = compiled.clone();
  shown = insertResultHooks(*module, results);
  calls = insertCallHooks(*module);
  tabulateSteps(*module);
  if (failed(CheckedProgram::lower(*module)))
    return failure();
  SmallVector<Program::Function> hooks =
      getResultHooks(shown.size(), &Check::compare);
  llvm::append_range(hooks, getCallHooks(calls));
  FailureOr<WatchedFunctions> found = watchKernels(*module, calls);
  if (failed(found))
    return failure();
  watched = std::move(*found);
  program = CheckedProgram::create(*module, hooks, &watched);
  return program;
}

/// Makes both programs, or returns why this machine cannot run them, as the end
/// of a sentence. No error is shown: the files that tirc writes are right
/// nevertheless.
static std::string makePrograms(Programs &programs, ModuleOp kernels,
                                ModuleOp compiled) {
  std::string why;
  ScopedDiagnosticHandler handler(
      kernels.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
            why.empty())
          why = diagnostic.str();
        return success();
      });
  if (succeeded(programs.make(kernels, compiled)))
    return "";
  return "this machine cannot run it: " +
         (why.empty() ? "a phase failed" : why);
}

static unsigned countRuns(uint64_t turns) {
  unsigned fewest =
      turns > kMostTurnsOfKinds / kRunsOfKinds ? kFewestRuns : kRunsOfKinds;
  uint64_t count = kTurns / std::max<uint64_t>(turns, 1);
  return std::clamp<uint64_t>(count, fewest, kMostRuns);
}

/// Returns why nothing can be checked, as the end of a sentence, or "".
static std::string whyNotChecked(ModuleOp kernels, uint64_t turns) {
  if (std::string obstacle = findObstacle(kernels); !obstacle.empty())
    return obstacle;
  if (turns <= kMostTurns)
    return "";
  return "its loops take " + std::to_string(turns) + " turns, more than the " +
         std::to_string(kMostTurns) + " that are run";
}

/// Says for each kernel what was found out.
static void describeKernels(const Programs &programs,
                            ArrayRef<CallAccesses> accesses,
                            const Outcome &outcome, CheckResult &result) {
  for (const KernelCall &call : programs.calls) {
    CheckedKernel &kernel = result.kernels.emplace_back();
    kernel.loc = call.loc;
    kernel.place = call.place;
    kernel.hasRescales = call.hasRescales;
    kernel.distances = call.distances;
  }
  for (auto [kernel, access] : llvm::zip_equal(result.kernels, accesses)) {
    if (!access.ran)
      kernel.why = "no run of the model came to it";
    else
      kernel.values = CheckedKernel::Basis::Tested;
    kernel.addresses = !access.ran             ? CheckedKernel::Basis::Trusted
                       : access.whyNot.empty() ? CheckedKernel::Basis::Proof
                                               : CheckedKernel::Basis::Tested;
    kernel.whyNoProof = access.whyNot;
  }
  for (auto [number, shown] : llvm::enumerate(programs.shown)) {
    CheckedKernel &kernel = result.kernels[shown.call];
    kernel.isAlone &= shown.number >= 0;
    kernel.elements += outcome.differences[number].compared;
  }
}

/// Says that nothing is known of any kernel.
static CheckResult trustAll(ModuleOp compiled, StringRef why) {
  CheckResult result;
  result.whyNot = why.str();
  forEachKernelCall(compiled, [&](CallTIROp call, PrimFuncOp, StringRef place) {
    CheckedKernel &kernel = result.kernels.emplace_back();
    kernel.loc = call.getLoc();
    kernel.place = place.str();
    kernel.why = why.str();
  });
  return result;
}

/// Lets programs compare only the results that both show.
static SmallVector<bool> keepShared(Programs &programs) {
  SmallVector<bool> isShared =
      findShared(programs.plainShown, programs.shown, programs.results.size());
  for (ShownResult &each : programs.shown)
    if (each.number >= 0 && !isShared[each.number])
      each.number = -1;
  return isShared;
}

/// Runs both programs `count` times in a process of their own.
static LogicalResult runPrograms(Programs &programs, ModuleOp compiled,
                                 PlainRuns &plain, unsigned count,
                                 ArrayRef<CallAccesses> accesses,
                                 CheckResult &result) {
  auto &results = programs.results;
  auto &shown = programs.shown;
  size_t differences = shown.size() + programs.program->getOutputs().size();
  llvm::Expected<ChildProcess> process =
      ChildProcess::run(Outcome::getBytes(differences), [&](void *memory) {
        RunComparison comparison(shown, results,
                                 *static_cast<Outcome *>(memory));
        Check(plain, *programs.program, comparison, shown).run(count);
      });
  if (!process)
    return compiled.emitError("its kernels cannot be checked: ")
           << llvm::toString(process.takeError());
  const auto &outcome = *static_cast<const Outcome *>(process->getMemory());
  if (failed(reportDifferences(compiled, outcome, shown, results,
                               programs.program->getOutputs())) ||
      failed(reportEnd(compiled, *process, outcome, shown)))
    return failure();
  result.runs = outcome.runs;
  describeKernels(programs, accesses, outcome, result);
  return success();
}

FailureOr<CheckResult> tir::checkKernels(ModuleOp kernels, ModuleOp compiled,
                                         const Emulation *emulation) {
  uint64_t turns = countTurns(kernels);
  Programs programs;
  std::string whyNot = whyNotChecked(kernels, turns);
  if (whyNot.empty())
    whyNot = makePrograms(programs, kernels, compiled);
  if (!whyNot.empty())
    return trustAll(compiled, whyNot);

  PositionInputs positions = findPositionInputs(kernels);
  FailureOr<SmallVector<CallAccesses>> accesses = checkAccesses(
      compiled, programs.calls, *programs.program, programs.watched, positions);
  if (failed(accesses))
    return failure();
  SmallVector<bool> isShared = keepShared(programs);
  PlainRuns plain(*programs.reference, programs.plainShown, programs.results,
                  isShared, positions);
  CheckResult result;
  if (failed(runPrograms(programs, compiled, plain, countRuns(turns), *accesses,
                         result)))
    return failure();
  if (!emulation)
    return result;
  FailureOr<EmulatedOn> on =
      runOnEmulator(compiled, plain,
                    {programs.results, programs.shown, result.runs,
                     llvm::SaturatingMultiply<uint64_t>(turns, result.runs)},
                    *emulation);
  if (failed(on))
    return failure();
  result.emulatedOn = std::move(*on);
  return result;
}

/// Returns what a kernel has no proof of, and why, or "".
static std::string findMissingProof(const CheckedKernel &kernel) {
  if (kernel.values == CheckedKernel::Basis::Trusted)
    return "was not compared with its plain loops: " + kernel.why;
  if (kernel.addresses != CheckedKernel::Basis::Proof)
    return "has no proof that it accesses nothing but its arguments: " +
           kernel.whyNoProof;
  if (kernel.distances == DistanceProof::Missing)
    return "may write over an input, and its loops are too long to prove that "
           "it has read what it overwrites";
  return "";
}

LogicalResult tir::verifyProofs(ModuleOp module, const CheckResult &result) {
  constexpr StringLiteral kRemedy = "; expected a proof with --check=proof: "
                                    "--check=fast accepts what was tested";
  if (!result.whyNot.empty())
    return module.emitError("no kernel was checked: ")
           << result.whyNot << kRemedy;
  LogicalResult all = success();
  for (const CheckedKernel &kernel : result.kernels)
    if (std::string missing = findMissingProof(kernel); !missing.empty())
      all = mlir::emitError(kernel.loc)
            << "the kernel '" << kernel.place << "' " << missing << kRemedy;
  return all;
}
