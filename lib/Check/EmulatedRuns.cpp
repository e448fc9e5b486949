//===- EmulatedRuns.cpp - The target's code against its plain loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedRuns.h"

#include "Board.h"
#include "ChildProcess.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace mlir;
using namespace tir;

/// The files that the program reads and writes.
static constexpr StringLiteral kInputs = "inputs", kOutputs = "outputs";
/// In place of the number of a result, in board.c.
static constexpr uint32_t kEndOfRun = 0xffffffff;

//===----------------------------------------------------------------------===//
// What the plain loops computed
//===----------------------------------------------------------------------===//

namespace {
/// What runs of the plain loops got and computed, run by run: the code, the
/// inputs, what kernels get in place of each result, each result, and the
/// outputs.
class RecordedRuns {
public:
  RecordedRuns(ModuleOp module, const ModelInterface &interface,
               ArrayRef<KernelResult> results)
      : module(module) {
    for (const ModelInterface::Tensor &input : interface.inputs)
      inputBytes += getByteCount(input.type);
    for (const KernelResult &result : results) {
      offsets.push_back(resultBytes);
      resultBytes += getByteCount(result.type);
    }
    offsets.push_back(resultBytes);
    for (const ModelInterface::Tensor &output : interface.outputs)
      outputBytes += getByteCount(output.type);
  }

  /// Runs the loops in a process of their own.
  LogicalResult record(PlainRuns &plain, unsigned count);

  size_t getInputBytes() const { return inputBytes; }
  /// The inputs and what kernels get, which the board reads.
  size_t getReadBytes() const { return inputBytes + resultBytes; }
  size_t getOffset(unsigned result) const { return offsets[result]; }
  size_t getResultBytes(unsigned result) const {
    return offsets[result + 1] - offsets[result];
  }

  int32_t getCode(unsigned run) const {
    int32_t code;
    std::memcpy(&code, getRun(run), sizeof(code));
    return code;
  }
  ArrayRef<char> getRead(unsigned run) const {
    return {getRun(run) + sizeof(int32_t), getReadBytes()};
  }
  ArrayRef<char> getExpected(unsigned run, unsigned result) const {
    return {getRead(run).end() + offsets[result], getResultBytes(result)};
  }
  ArrayRef<char> getOutputs(unsigned run) const {
    return {getRead(run).end() + resultBytes, outputBytes};
  }

private:
  size_t getBytes() const {
    return sizeof(int32_t) + getReadBytes() + resultBytes + outputBytes;
  }
  const char *getRun(unsigned run) const {
    return static_cast<const char *>(process->getMemory()) + run * getBytes();
  }
  void recordRun(PlainRuns &plain, unsigned run, char *to);

  ModuleOp module;
  size_t inputBytes = 0, resultBytes = 0, outputBytes = 0;
  /// Where results begin among others.
  SmallVector<size_t> offsets;
  std::optional<ChildProcess> process;
};
} // namespace

void RecordedRuns::recordRun(PlainRuns &plain, unsigned run, char *to) {
  int32_t code = plain.run(run);
  std::memcpy(to, &code, sizeof(code));
  to += sizeof(code);
  for (const Bytes &input : plain.getInputs())
    to = llvm::copy(input, to);
  const ResultTensors &tensors = plain.getResults();
  for (size_t result = 0; result + 1 < offsets.size(); ++result)
    to = llvm::copy(tensors.getPassed(result), to);
  for (size_t result = 0; result + 1 < offsets.size(); ++result)
    to = llvm::copy(tensors.getExpected(result), to);
  for (const Bytes &output : plain.getOutputs())
    to = llvm::copy(output, to);
}

LogicalResult RecordedRuns::record(PlainRuns &plain, unsigned count) {
  llvm::Expected<ChildProcess> made =
      ChildProcess::run(count * getBytes(), [&](void *memory) {
        for (unsigned run = 0; run != count; ++run)
          recordRun(plain, run, static_cast<char *>(memory) + run * getBytes());
      });
  if (!made)
    return module.emitError("its kernels cannot be checked: ")
           << llvm::toString(made.takeError());
  process.emplace(std::move(*made));
  if (process->getSignal() != 0)
    return module.emitError("its plain loops ended with signal ")
           << process->getSignal();
  return success();
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Returns a string of C.
static std::string quote(StringRef text) {
  std::string quoted = "\"";
  for (char letter : text) {
    if (letter == '"' || letter == '\\')
      quoted += '\\';
    quoted += letter;
  }
  return quoted + "\"";
}

namespace {
/// Runs one form of the code.
class EmulatedRun {
public:
  EmulatedRun(ModuleOp module, const ModelInterface &interface,
              const ComparedResults &compared, const RecordedRuns &recorded,
              const BoardPrograms &programs)
      : module(module), interface(interface), compared(compared),
        recorded(recorded), programs(programs) {}

  LogicalResult writeInputs();
  LogicalResult run(const Emulation::Code &code);

private:
  std::string makeRows(StringRef macro, ArrayRef<ModelInterface::Tensor>) const;
  std::string makeResultRows() const;
  std::string makeCopies(StringRef array,
                         ArrayRef<ModelInterface::Tensor> tensors) const;
  std::string makeHeader() const;
  InFlightDiagnostic fail(llvm::Error error);
  LogicalResult readOutputs(StringRef bytes, RunComparison &comparison);
  LogicalResult readOutputsOfRun(StringRef &bytes, RunComparison &comparison);
  LogicalResult reportStop(StringRef printed, const Outcome &outcome);
  /// Returns on what it ran, as a part of a sentence.
  std::string describePlace() const;

  ModuleOp module;
  const ModelInterface &interface;
  const ComparedResults &compared;
  const RecordedRuns &recorded;
  const BoardPrograms &programs;
  /// The form that runs.
  StringRef form;
  /// The result that the program showed last, or -1.
  int last = -1;
};
} // namespace

std::string
EmulatedRun::makeRows(StringRef macro,
                      ArrayRef<ModelInterface::Tensor> tensors) const {
  std::string text = ("#define " + macro + "(X)").str();
  for (auto [number, tensor] : llvm::enumerate(tensors))
    text +=
        llvm::formatv(" \\\n  X({0}, {1}u)", number, getByteCount(tensor.type));
  return text + "\n";
}

std::string EmulatedRun::makeResultRows() const {
  std::string text = "#define FOR_EACH_RESULT(X)";
  for (auto [number, result] : llvm::enumerate(compared.shown)) {
    bool isCompared = result.number >= 0;
    text +=
        llvm::formatv(" \\\n  X({0}, {1}u, {2}u, {3}u)", number,
                      isCompared ? recorded.getOffset(result.number) : 0,
                      isCompared ? result.bytes : 0,
                      isCompared ? recorded.getResultBytes(result.number) : 0);
  }
  return text + "\n";
}

static size_t countBytes(ArrayRef<ModelInterface::Tensor> tensors) {
  size_t bytes = 0;
  for (const ModelInterface::Tensor &tensor : tensors)
    bytes += getByteCount(tensor.type);
  return bytes;
}

/// Returns C that copies the arrays of inputs to the pools in which these lie,
/// or outputs from there.
std::string
EmulatedRun::makeCopies(StringRef array,
                        ArrayRef<ModelInterface::Tensor> tensors) const {
  std::string text;
  for (auto [number, tensor] : llvm::enumerate(tensors))
    for (auto [index, pool] : llvm::enumerate(interface.pools)) {
      if (pool.name != tensor.pool)
        continue;
      std::string own = (array + Twine(number)).str();
      std::string there = llvm::formatv("pool{0} + {1}", index, tensor.offset);
      bool isInput = array == "input";
      text += llvm::formatv("memcpy({0}, {1}, {2}u); ", isInput ? there : own,
                            isInput ? own : there, getByteCount(tensor.type));
    }
  return text;
}

/// Returns program.h.
std::string EmulatedRun::makeHeader() const {
  std::string text =
      "#include <stdint.h>\n" + makeRows("FOR_EACH_INPUT", interface.inputs) +
      makeRows("FOR_EACH_OUTPUT", interface.outputs) +
      makeRows("FOR_EACH_POOL", interface.pools) + makeResultRows();
  auto define = [&](StringRef macro, const auto &value) {
    text += llvm::formatv("#define {0} {1}\n", macro, value);
  };
  define("RUNS", std::to_string(compared.runs) + "u");
  define("INPUT_BYTES", std::to_string(recorded.getInputBytes()) + "u");
  define("RUN_BYTES", std::to_string(recorded.getReadBytes()) + "u");
  define("POOL_BYTES", std::to_string(countBytes(interface.pools)) + "u");
  define("STATE_BYTES", countStateBytes(interface));
  define("PLACE_INPUTS", makeCopies("input", interface.inputs));
  define("TAKE_OUTPUTS", makeCopies("output", interface.outputs));
  define("UNWRITTEN(run)",
         llvm::formatv("((run) % 2 == 0 ? {0} : {1})",
                       unsigned(uint8_t(PlainRuns::getUnwritten(0))),
                       unsigned(uint8_t(PlainRuns::getUnwritten(1))))
             .str());
  define("INPUT_FILE", quote(programs.getPath(kInputs)));
  define("OUTPUT_FILE", quote(programs.getPath(kOutputs)));
  SmallVector<StringRef> arguments;
  if (!hasTensorsInPools(interface))
    arguments = {"inputs", "outputs"};
  if (!interface.pools.empty())
    arguments.push_back("pools");
  if (!interface.state.empty()) {
    arguments.push_back("state");
    std::string reset = interface.mangle("reset");
    text += "void " + reset + "(void *);\n";
    define("MODEL_RESET", reset + "(state)");
  } else {
    define("MODEL_RESET", "");
  }
  StringRef entry = interface.entry.getValue();
  SmallVector<StringRef> types(arguments.size(), "void *");
  text += llvm::formatv("int32_t {0}({1});\n", entry, llvm::join(types, ", "));
  define("MODEL_RUN", (entry + "(" + llvm::join(arguments, ", ") + ")").str());
  for (StringRef hook : {"profile_begin", "profile_end"})
    text += "void " + interface.mangle(hook) + "(int32_t kernel) {}\n";
  return text;
}

InFlightDiagnostic EmulatedRun::fail(llvm::Error error) {
  return module.emitError("its kernels cannot be checked with "
                          "--check=emulator: ")
         << llvm::toString(std::move(error));
}

LogicalResult EmulatedRun::writeInputs() {
  std::string bytes;
  PlanAttr plan = getPlan(getModels(module).front());
  for (const ModelInterface::Tensor &pool : interface.pools) {
    Bytes contents = getInitialContents(pool, plan);
    bytes.append(contents.begin(), contents.end());
  }
  for (unsigned run = 0; run != compared.runs; ++run) {
    ArrayRef<char> read = recorded.getRead(run);
    bytes.append(read.begin(), read.end());
  }
  if (bytes.size() > INT32_MAX)
    return module.emitError(
               "its kernels cannot be checked with "
               "--check=emulator: an emulated machine reads at most "
               "2147483647 bytes, and the tensors of ")
           << compared.runs << " runs have " << bytes.size();
  llvm::Error error = programs.write(kInputs, bytes);
  if (!error)
    error = programs.write("program.h", makeHeader());
  return error ? LogicalResult(fail(std::move(error))) : success();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

std::string EmulatedRun::describePlace() const {
  return llvm::formatv(" as {0} on the emulated machine {1} ({2})", form,
                       programs.getBoard().machine,
                       programs.getCompilerVersion());
}

static bool take(StringRef &bytes, size_t count, StringRef &taken) {
  taken = bytes.take_front(count);
  bytes = bytes.drop_front(taken.size());
  return taken.size() == count;
}

static ArrayRef<char> getArray(StringRef bytes) {
  return {bytes.data(), bytes.size()};
}

/// Compares what one run wrote. Fails if it did not end.
LogicalResult EmulatedRun::readOutputsOfRun(StringRef &bytes,
                                            RunComparison &comparison) {
  Outcome &outcome = comparison.getOutcome();
  comparison.begin();
  StringRef taken;
  while (take(bytes, sizeof(uint32_t), taken)) {
    uint32_t number = llvm::support::endian::read32le(taken.data());
    if (number == kEndOfRun)
      break;
    if (number >= compared.shown.size() || compared.shown[number].number < 0)
      return failure();
    const ShownResult &shown = compared.shown[number];
    if (!take(bytes, shown.bytes, taken))
      return failure();
    last = number;
    comparison.compareResult(
        number, recorded.getExpected(outcome.runs, shown.number), taken.data());
  }
  StringRef code;
  if (!take(bytes, sizeof(int32_t), code))
    return failure();
  outcome.wantedCode = recorded.getCode(outcome.runs);
  outcome.code = int32_t(llvm::support::endian::read32le(code.data()));
  ArrayRef<char> want = recorded.getOutputs(outcome.runs);
  for (auto [index, output] : llvm::enumerate(interface.outputs)) {
    size_t size = getByteCount(output.type);
    if (!take(bytes, size, taken))
      return failure();
    comparison.compareOutput(index, output.type.getElementType(),
                             want.take_front(size), getArray(taken));
    want = want.drop_front(size);
  }
  return success();
}

LogicalResult EmulatedRun::readOutputs(StringRef bytes,
                                       RunComparison &comparison) {
  Outcome &outcome = comparison.getOutcome();
  while (outcome.runs != compared.runs) {
    if (failed(readOutputsOfRun(bytes, comparison)))
      return failure();
    if (outcome.code != outcome.wantedCode)
      break;
    ++outcome.runs;
  }
  return success();
}

/// Reports a program that stopped before its end.
LogicalResult EmulatedRun::reportStop(StringRef printed,
                                      const Outcome &outcome) {
  InFlightDiagnostic error = module.emitError("the check of its kernels")
                             << describePlace() << " stopped in run "
                             << outcome.runs;
  if (last < 0)
    error << " before the first result of a kernel";
  else
    error << " after a result of the kernel '" << compared.shown[last].callee
          << "' ('" << compared.shown[last].place << "')";
  StringRef text = printed.trim().rtrim(',');
  return error << ": " << (text.empty() ? "the emulator printed nothing" : text)
               << kEmulatorRemedy;
}

LogicalResult EmulatedRun::run(const Emulation::Code &code) {
  form = code.name;
  last = -1;
  OwningOpRef<ModuleOp> own = module.clone();
  FailureOr<std::vector<Emulation::File>> files = code.make(*own);
  if (failed(files))
    return failure();
  std::vector<std::string> sources;
  for (const Emulation::File &file : *files) {
    if (!StringRef(file.name).ends_with(".h"))
      sources.push_back(file.name);
    if (llvm::Error error = programs.write(file.name, file.contents))
      return fail(std::move(error));
  }
  if (llvm::Error error = programs.write(kOutputs, ""))
    return fail(std::move(error));
  if (llvm::Error error = programs.build(sources))
    return fail(std::move(error));
  // A turn takes less than a microsecond.
  constexpr uint64_t kFewestSeconds = 60, kTurnsOfASecond = 1'000'000;
  llvm::Expected<std::string> printed =
      programs.run(unsigned(kFewestSeconds + compared.turns / kTurnsOfASecond));
  if (!printed)
    return fail(printed.takeError());
  llvm::Expected<std::string> outputs = programs.read(kOutputs);
  if (!outputs)
    return fail(outputs.takeError());
  size_t count = compared.shown.size() + interface.outputs.size();
  std::vector<char> memory(Outcome::getBytes(count));
  auto &outcome = *reinterpret_cast<Outcome *>(memory.data());
  RunComparison comparison(compared.shown, compared.results, outcome);
  LogicalResult isWhole = readOutputs(*outputs, comparison);
  std::string place = describePlace();
  if (failed(reportDifferences(module, outcome, compared.shown,
                               compared.results, interface.outputs, place)))
    return failure();
  if (failed(isWhole))
    return reportStop(*printed, outcome);
  return reportCode(module, outcome, place);
}

FailureOr<EmulatedOn> tir::runOnEmulator(ModuleOp compiled, PlainRuns &plain,
                                         const ComparedResults &compared,
                                         const Emulation &emulation) {
  OwningOpRef<ModuleOp> module = compiled.clone();
  insertResultHooks(*module, compared.results);
  PhaseOptions options;
  setCheckedOptions(options.abi, *module);
  options.abi.safety = emulation.safety;
  if (failed(runPhases(*module, {"abi"}, options)))
    return failure();
  FailureOr<std::vector<ModelInterface>> models = readModels(*module);
  if (failed(models))
    return failure();
  const ModelInterface &interface = models->front();
  RecordedRuns recorded(*module, interface, compared.results);
  if (failed(recorded.record(plain, compared.runs)))
    return failure();
  llvm::Expected<BoardPrograms> programs =
      BoardPrograms::create(emulation.target, emulation.compiler);
  if (!programs)
    return compiled.emitError("its kernels cannot be checked: ")
           << llvm::toString(programs.takeError());
  EmulatedRun run(*module, interface, compared, recorded, *programs);
  if (failed(run.writeInputs()))
    return failure();
  EmulatedOn on = {programs->getBoard().machine.str(),
                   programs->getBoard().core.str(),
                   programs->getEmulatorVersion().str(),
                   programs->getCompilerVersion().str(),
                   {}};
  for (const Emulation::Code &code : emulation.codes) {
    if (failed(run.run(code)))
      return failure();
    on.codes.push_back(code.name.str());
  }
  return on;
}
