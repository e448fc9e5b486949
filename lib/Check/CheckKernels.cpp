//===- CheckKernels.cpp - Compiled kernels against their plain loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Check/CheckKernels.h"

#include "CheckedProgram.h"
#include "ChildProcess.h"
#include "Comparison.h"
#include "Inputs.h"
#include "PlainLoops.h"
#include "ResultTensors.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/Support/FormatVariadic.h"
#include <chrono>
#include <cstring>

using namespace mlir;
using namespace tir;

/// How long the runs of a check may take before the last one begins.
static constexpr std::chrono::milliseconds kTime(250);
static constexpr unsigned kMostRuns = 20;

//===----------------------------------------------------------------------===//
// The two programs
//===----------------------------------------------------------------------===//

using ResultHook = void (*)(int32_t number, void *result);

/// Compiles a module after the phase `loops`, with hooks for its results.
static FailureOr<CheckedProgram>
createProgram(ModuleOp module, ArrayRef<KernelResult> results, ResultHook hook,
              SmallVector<ShownResult> &shown) {
  shown = insertResultHooks(module, results);
  SmallVector<Program::Function> hooks;
  for (unsigned number = 0, e = shown.size(); number != e; ++number)
    hooks.emplace_back(getHookName(number), reinterpret_cast<void *>(hook));
  return CheckedProgram::create(module, hooks);
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
/// What the two programs computed for an element.
struct Difference {
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

  /// Runs both programs until the time is over.
  void run(Outcome &outcome, bool onlyZeros);

  /// What the plain loops call for a result.
  static void record(int32_t number, void *result) {
    int64_t of = current->referenceShown[number].number;
    current->tensors.record(of, static_cast<char *>(result));
  }

  /// What the compiled model calls for a result.
  static void compare(int32_t number, void *result) {
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

static std::vector<Bytes> allocate(ArrayRef<ModelInterface::Tensor> tensors) {
  std::vector<Bytes> memory;
  for (const ModelInterface::Tensor &tensor : tensors)
    memory.emplace_back(getByteCount(tensor.type));
  return memory;
}

/// Keeps the first difference for the entry `index` of the outcome. `want` and
/// `came` begin at element `first` of the tensor `whole`.
void Check::note(unsigned index, Type type, ArrayRef<char> whole,
                 ArrayRef<char> want, ArrayRef<char> came, size_t first) {
  Difference &difference = outcome->differences[index];
  if (difference.isFound)
    return;
  std::optional<size_t> element =
      Comparison(type, whole).findDifference(want, came);
  if (!element)
    return;
  Elements elements(type);
  size_t at = *element * elements.getWidth();
  difference = {true, outcome->runs, first + *element,
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

void Check::run(Outcome &result, bool onlyZeros) {
  outcome = &result;
  current = this;
  auto begin = std::chrono::steady_clock::now();
  do
    runOnce(result.runs, onlyZeros);
  while (result.code == result.wantedCode && ++result.runs != kMostRuns &&
         std::chrono::steady_clock::now() - begin < kTime);
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

/// Says what to do about a wrong kernel.
static constexpr StringLiteral kRemedy =
    "; this is a fault of tirc or of a plugin, and nothing is written: please "
    "report it with the model, and compile with --schedule=elementwise "
    "--rows=off until it is mended";

static void describe(InFlightDiagnostic error, const Difference &difference,
                     Type type) {
  error << ": element " << difference.element << " is "
        << printBits(type, difference.came)
        << ", but the model's plain loops compute "
        << printBits(type, difference.want) << kRemedy;
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
           << " after " << outcome.shown << " results of kernels" << kRemedy;
  }
  if (outcome.code != outcome.wantedCode)
    return module.emitError("the compiled model returns the code ")
           << outcome.code << ", but the model's plain loops return "
           << outcome.wantedCode << kRemedy;
  return success();
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

FailureOr<CheckResult> tir::checkKernels(ModuleOp kernels, ModuleOp compiled) {
  CheckResult result;
  result.whyNot = findObstacle(kernels);
  if (!result.whyNot.empty())
    return result;
  SmallVector<KernelResult> results = collectResults(kernels);
  FailureOr<OwningOpRef<ModuleOp>> plain = makePlainLoops(kernels);
  if (failed(plain))
    return failure();
  SmallVector<ShownResult> plainShown, shown;
  FailureOr<CheckedProgram> reference =
      createProgram(**plain, results, &Check::record, plainShown);
  OwningOpRef<ModuleOp> module = compiled.clone();
  FailureOr<CheckedProgram> program =
      createProgram(*module, results, &Check::compare, shown);
  if (failed(reference) || failed(program))
    return failure();

  SmallVector<bool> isShared = findShared(plainShown, shown, results.size());
  for (ShownResult &each : shown)
    if (each.number >= 0 && !isShared[each.number])
      each.number = -1;
  Check check(*reference, plainShown, *program, shown, results, isShared);
  size_t count = shown.size() + program->getOutputs().size();
  llvm::Expected<ChildProcess> process =
      ChildProcess::run(Outcome::getBytes(count), [&](void *memory) {
        check.run(*static_cast<Outcome *>(memory), hasPositions(kernels));
      });
  if (!process)
    return compiled.emitError("its kernels cannot be checked: ")
           << llvm::toString(process.takeError());
  const auto &outcome = *static_cast<const Outcome *>(process->getMemory());
  LogicalResult isRight = reportDifferences(compiled, outcome, shown, results,
                                            program->getOutputs());
  if (failed(isRight) || failed(reportEnd(compiled, *process, outcome, shown)))
    return failure();
  result.runs = outcome.runs;
  for (const ShownResult &each : shown)
    result.kernels.push_back({each.place, each.number >= 0
                                              ? CheckedKernel::How::Alone
                                              : CheckedKernel::How::Together});
  return result;
}
