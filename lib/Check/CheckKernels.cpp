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
#include "Comparison.h"
#include "Inputs.h"
#include "PlainLoops.h"
#include "ResultTensors.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/Support/FormatVariadic.h"
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
/// What the two programs computed for an element, if that is not equal.
struct Difference {
  /// How many elements were compared in all runs.
  uint64_t compared;
  bool isFound;
  unsigned run;
  size_t element;
  uint64_t want, came;
};

/// What a process that runs both programs found out. The differences of the
/// results that are shown follow, and then those of the outputs.
struct Outcome {
  /// How many runs have ended.
  unsigned runs;
  /// How many results of the compiled model the current run has shown.
  unsigned shown;
  int32_t wantedCode, code;
  Difference differences[1];

  static size_t getBytes(size_t differences) {
    return sizeof(Outcome) + differences * sizeof(Difference);
  }
};

/// Runs both programs, and compares results while the compiled one runs.
class Check {
public:
  Check(CheckedProgram &reference, ArrayRef<ShownResult> referenceShown,
        CheckedProgram &program, ArrayRef<ShownResult> shown,
        ArrayRef<KernelResult> results, ArrayRef<bool> isShared)
      : reference(reference), program(program), referenceShown(referenceShown),
        shown(shown), tensors(results, isShared) {}

  /// Runs both programs, up to `count` times.
  void run(Outcome &outcome, unsigned count, bool onlyZeros);

  /// What the plain loops call for a result.
  static void record(int32_t number, void *result) {
    int64_t of = current->referenceShown[number].number;
    current->tensors.record(of, static_cast<char *>(result));
  }

  /// What the compiled model calls for a result. Accesses are checked without
  /// a comparison.
  static void compare(int32_t number, void *result) {
    if (current)
      current->compareResult(number, static_cast<char *>(result));
  }

private:
  void runOnce(unsigned run, bool onlyZeros);
  void compareResult(unsigned number, char *result);
  void note(unsigned index, Type type, ArrayRef<char> whole,
            ArrayRef<char> want, ArrayRef<char> came, size_t first);

  CheckedProgram &reference, &program;
  ArrayRef<ShownResult> referenceShown, shown;
  ResultTensors tensors;
  /// How often each result was shown in this run.
  SmallVector<unsigned> calls;
  Outcome *outcome = nullptr;

  /// The check whose programs run in this thread.
  static thread_local Check *current;
};
} // namespace

thread_local Check *Check::current = nullptr;

/// Keeps the first difference for the entry `index` of the outcome. `want` and
/// `came` begin at element `first` of the tensor `whole`.
void Check::note(unsigned index, Type type, ArrayRef<char> whole,
                 ArrayRef<char> want, ArrayRef<char> came, size_t first) {
  Difference &difference = outcome->differences[index];
  difference.compared += want.size() / Elements(type).getWidth();
  if (difference.isFound)
    return;
  std::optional<size_t> element =
      Comparison(type, whole).findDifference(want, came);
  if (!element)
    return;
  Elements elements(type);
  size_t at = *element * elements.getWidth();
  difference = {difference.compared,
                true,
                outcome->runs,
                first + *element,
                elements.readBits(want.data() + at),
                elements.readBits(came.data() + at)};
}

void Check::compareResult(unsigned number, char *result) {
  if (shown[number].number < 0)
    return;
  unsigned of = shown[number].number;
  ArrayRef<char> whole = tensors.getExpected(of);
  size_t bytes = shown[number].bytes, begin = calls[number]++ * bytes;
  outcome->shown++;
  if (begin + bytes > whole.size())
    return;
  Type type = tensors.getElementType(of);
  note(number, type, whole, whole.slice(begin, bytes),
       ArrayRef<char>(result, bytes), begin / Elements(type).getWidth());
  llvm::copy(tensors.getPassed(of).slice(begin, bytes), result);
}

void Check::runOnce(unsigned run, bool onlyZeros) {
  std::vector<Bytes> inputs = allocate(reference.getInputs());
  for (auto [input, bytes] : llvm::zip_equal(reference.getInputs(), inputs))
    fillInput(input, run, onlyZeros, bytes);
  std::vector<Bytes> want = allocate(reference.getOutputs()), came = want;
  // An element that nothing is written to may not look like a result.
  for (Bytes &output : came)
    llvm::fill(output, char(run % 2 == 0 ? 0xa5 : 0x5a));
  // A run may overwrite its inputs.
  std::vector<Bytes> copies = inputs;
  tensors.begin(run, /*mixes=*/run % 2 == 1);
  outcome->wantedCode = reference.run(copies, want);
  calls.assign(shown.size(), 0);
  outcome->shown = 0;
  outcome->code = program.run(inputs, came);
  for (auto [index, output] : llvm::enumerate(program.getOutputs()))
    note(shown.size() + index, output.type.getElementType(), want[index],
         want[index], came[index], 0);
}

void Check::run(Outcome &result, unsigned count, bool onlyZeros) {
  outcome = &result;
  current = this;
  do
    runOnce(result.runs, onlyZeros);
  while (result.code == result.wantedCode && ++result.runs != count);
  current = nullptr;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static std::string printBits(Type type, uint64_t bits) {
  char element[sizeof(bits)];
  Elements elements(type);
  elements.writeBits(bits, element);
  if (elements.areFloats())
    return llvm::formatv("{0}", elements.readFloat(element));
  return std::to_string(elements.readInteger(element));
}

static void describe(InFlightDiagnostic error, const Difference &difference,
                     Type type) {
  error << ": element " << difference.element << " is "
        << printBits(type, difference.came)
        << ", but the model's plain loops compute "
        << printBits(type, difference.want) << kCheckRemedy;
}

static LogicalResult
reportDifferences(ModuleOp module, const Outcome &outcome,
                  ArrayRef<ShownResult> shown, ArrayRef<KernelResult> results,
                  ArrayRef<ModelInterface::Tensor> outputs) {
  bool any = false;
  for (auto [index, result] : llvm::enumerate(shown)) {
    const Difference &difference = outcome.differences[index];
    if (!difference.isFound)
      continue;
    any = true;
    describe(mlir::emitError(result.loc)
                 << "the kernel '" << result.callee << "' ('" << result.place
                 << "') computes a wrong result",
             difference, results[result.number].type.getElementType());
  }
  // Another kernel is wrong if all that were compared are right.
  for (auto [index, output] : llvm::enumerate(outputs)) {
    const Difference &difference = outcome.differences[shown.size() + index];
    if (any || !difference.isFound)
      continue;
    any = true;
    describe(module.emitError()
                 << "the output '" << output.name.getValue() << "' is wrong",
             difference, output.type.getElementType());
  }
  return failure(any);
}

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
  if (outcome.code != outcome.wantedCode)
    return module.emitError("the compiled model returns the code ")
           << outcome.code << ", but the model's plain loops return "
           << outcome.wantedCode << kCheckRemedy;
  return success();
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
  DataDependence dependent;
  /// The plain loops, the compiled model, and this with hooks for accesses.
  FailureOr<CheckedProgram> reference = failure(), program = failure(),
                            watched = failure();
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
  if (failed(CheckedProgram::lower(**plain)))
    return failure();
  reference = CheckedProgram::create(
      **plain, getResultHooks(plainShown.size(), &Check::record));
  return reference;
}

LogicalResult Programs::make(ModuleOp kernels, ModuleOp compiled) {
  results = collectResults(kernels);
  if (failed(makeReference(kernels)))
    return failure();
  module = compiled.clone();
  shown = insertResultHooks(*module, results);
  calls = insertCallHooks(*module);
  if (failed(CheckedProgram::lower(*module)))
    return failure();
  SmallVector<Program::Function> hooks =
      getResultHooks(shown.size(), &Check::compare);
  llvm::append_range(hooks, getCallHooks(calls));
  program = CheckedProgram::create(*module, hooks);
  watched = CheckedProgram::create(*module, hooks, &dependent);
  return success(succeeded(program) && succeeded(watched));
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

FailureOr<CheckResult> tir::checkKernels(ModuleOp kernels, ModuleOp compiled) {
  uint64_t turns = countTurns(kernels);
  Programs programs;
  std::string whyNot = whyNotChecked(kernels, turns);
  if (whyNot.empty())
    whyNot = makePrograms(programs, kernels, compiled);
  if (!whyNot.empty())
    return trustAll(compiled, whyNot);

  bool onlyZeros = hasPositions(kernels);
  FailureOr<SmallVector<CallAccesses>> accesses =
      checkAccesses(compiled, programs.calls, *programs.watched,
                    programs.dependent, onlyZeros);
  if (failed(accesses))
    return failure();
  auto &results = programs.results;
  auto &shown = programs.shown;
  SmallVector<bool> isShared =
      findShared(programs.plainShown, shown, results.size());
  for (ShownResult &each : shown)
    if (each.number >= 0 && !isShared[each.number])
      each.number = -1;
  Check check(*programs.reference, programs.plainShown, *programs.program,
              shown, results, isShared);
  size_t count = shown.size() + programs.program->getOutputs().size();
  llvm::Expected<ChildProcess> process =
      ChildProcess::run(Outcome::getBytes(count), [&](void *memory) {
        check.run(*static_cast<Outcome *>(memory), countRuns(turns), onlyZeros);
      });
  if (!process)
    return compiled.emitError("its kernels cannot be checked: ")
           << llvm::toString(process.takeError());
  const auto &outcome = *static_cast<const Outcome *>(process->getMemory());
  LogicalResult isRight = reportDifferences(compiled, outcome, shown, results,
                                            programs.program->getOutputs());
  if (failed(isRight) || failed(reportEnd(compiled, *process, outcome, shown)))
    return failure();
  CheckResult result;
  result.runs = outcome.runs;
  describeKernels(programs, *accesses, outcome, result);
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
