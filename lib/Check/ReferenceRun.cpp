//===- ReferenceRun.cpp - What a model computes, by its plain loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Check/ReferenceRun.h"

#include "CheckedProgram.h"
#include "ChildProcess.h"
#include "Elements.h"
#include "PlainLoops.h"
#include <cstring>

using namespace mlir;
using namespace tir;

/// Turns around the bytes of each element if this machine is big-endian.
static void swapOrder(const ModelInterface::Tensor &tensor, char *bytes,
                      size_t size) {
  if (!llvm::sys::IsBigEndianHost)
    return;
  size_t width = Elements(tensor.type.getElementType()).getWidth();
  for (size_t at = 0; at + width <= size; at += width)
    std::reverse(bytes + at, bytes + at + width);
}

namespace {
/// What the process that runs the model hands over: how many runs have ended,
/// and the code of the last one. The outputs of all runs follow.
struct RunOutcome {
  unsigned ended;
  int32_t code;

  char *getOutputs() { return reinterpret_cast<char *>(this + 1); }
};

/// Runs a program several times.
class ReferenceRunner {
public:
  ReferenceRunner(CheckedProgram &program, ReferenceRuns &result)
      : program(program), result(result) {
    for (const ModelInterface::Tensor &output : result.outputs)
      bytes += getByteCount(output.type);
  }

  LogicalResult run(ModuleOp module);

private:
  void runAll(RunOutcome &outcome);
  int32_t runOnce(const ReferenceRuns::Run &run, char *to);

  CheckedProgram &program;
  ReferenceRuns &result;
  /// Of the outputs of a run.
  size_t bytes = 0;
};
} // namespace

int32_t ReferenceRunner::runOnce(const ReferenceRuns::Run &run, char *to) {
  std::vector<Bytes> inputs, outputs;
  for (auto [input, elements] : llvm::zip_equal(result.inputs, run.inputs)) {
    inputs.emplace_back(elements.begin(), elements.end());
    swapOrder(input, inputs.back().data(), elements.size());
  }
  for (const ModelInterface::Tensor &output : result.outputs)
    outputs.emplace_back(getByteCount(output.type));
  program.reset();
  int32_t code = program.run(inputs, outputs);
  for (const Bytes &elements : outputs)
    to = llvm::copy(elements, to);
  return code;
}

void ReferenceRunner::runAll(RunOutcome &outcome) {
  char *to = outcome.getOutputs();
  for (const ReferenceRuns::Run &run : result.runs) {
    outcome.code = runOnce(run, to);
    outcome.ended++;
    if (outcome.code != 0)
      return;
    to += bytes;
  }
}

LogicalResult ReferenceRunner::run(ModuleOp module) {
  llvm::Expected<ChildProcess> process = ChildProcess::run(
      sizeof(RunOutcome) + bytes * result.runs.size(),
      [&](void *memory) { runAll(*static_cast<RunOutcome *>(memory)); });
  if (!process)
    return module.emitError("cannot be run on this machine: ")
           << llvm::toString(process.takeError());
  auto *outcome =
      static_cast<RunOutcome *>(const_cast<void *>(process->getMemory()));
  if (outcome->code != 0)
    return module.emitError("its plain loops return the code ")
           << outcome->code << "; expected 0 for each input";
  if (outcome->ended != result.runs.size())
    return module.emitError("a run of its plain loops ended with signal ")
           << process->getSignal()
           << "; expected outputs: this is a fault of tirc or of a plugin";
  const char *from = outcome->getOutputs();
  for (ReferenceRuns::Run &run : result.runs)
    for (const ModelInterface::Tensor &output : result.outputs) {
      size_t size = getByteCount(output.type);
      std::string &elements = run.outputs.emplace_back(from, size);
      swapOrder(output, elements.data(), size);
      from += size;
    }
  return success();
}

FailureOr<ReferenceRuns> tir::runPlainLoops(ModuleOp kernels, unsigned count,
                                            MakeInputFn makeInput) {
  ReferenceRuns result;
  result.whyNot = findObstacle(kernels);
  if (!result.whyNot.empty())
    return result;
  FailureOr<OwningOpRef<ModuleOp>> plain = makePlainLoops(kernels);
  if (failed(plain))
    return failure();
  if (failed(CheckedProgram::lower(**plain)))
    return failure();
  FailureOr<CheckedProgram> program = CheckedProgram::create(**plain, {});
  if (failed(program))
    return failure();
  result.inputs = program->getInputs().vec();
  result.outputs = program->getOutputs().vec();
  bool mayBePositions = findPositionInputs(kernels) != PositionInputs::None;
  result.runs.resize(count);
  for (unsigned run = 0; run < count; ++run)
    for (const ModelInterface::Tensor &input : result.inputs) {
      std::string &bytes =
          result.runs[run].inputs.emplace_back(getByteCount(input.type), '\0');
      if (failed(makeInput(run, input, mayBePositions, bytes)))
        return failure();
    }
  if (failed(ReferenceRunner(*program, result).run(kernels)))
    return failure();
  return result;
}
