//===- CheckedProgram.cpp - A module that runs in this process
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckedProgram.h"

#include "mlir/Pass/PassManager.h"
#include "tir/Pipelines/Phase.h"
#include "tir/Pipelines/SymbolLookupInstrumentation.h"
#include "tir/Target/LLVM/Object.h"

using namespace mlir;
using namespace tir;

/// The most that a field of the state is aligned to.
static constexpr size_t kMostAlignment = 64;

size_t tir::getByteCount(ShapedType type) {
  Type element = type.getElementType();
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  return type.getNumElements() * llvm::divideCeil(bits, 8);
}

std::vector<Bytes> tir::allocate(ArrayRef<ModelInterface::Tensor> tensors) {
  std::vector<Bytes> memory;
  for (const ModelInterface::Tensor &tensor : tensors)
    memory.emplace_back(getByteCount(tensor.type));
  return memory;
}

LogicalResult tir::runPhases(ModuleOp module, ArrayRef<StringRef> names,
                             const PhaseOptions &options) {
  PassManager pm(module.getContext());
  pm.enableVerifier(false);
  pm.addInstrumentation(std::make_unique<SymbolLookupInstrumentation>());
  for (StringRef name : names)
    addPhase(pm, *lookupPhase(name), options);
  return pm.run(module);
}

size_t tir::countStateBytes(const ModelInterface &interface) {
  size_t bytes = 0;
  for (const ModelInterface::Tensor &variable : interface.state)
    bytes += llvm::alignTo(getByteCount(variable.type), kMostAlignment);
  return bytes;
}

bool tir::hasTensorsInPools(const ModelInterface &interface) {
  auto isInPool = [](const ModelInterface::Tensor &tensor) {
    return tensor.pool != nullptr;
  };
  return llvm::any_of(interface.inputs, isInPool) ||
         llvm::any_of(interface.outputs, isInPool);
}

void tir::setCheckedOptions(ABIOptions &options, ModuleOp module) {
  if (!getPlannedArguments(getPlan(getModels(module).front())).empty())
    options.workspace = Workspace::External;
}

Bytes tir::getInitialContents(const ModelInterface::Tensor &pool,
                              PlanAttr plan) {
  Bytes contents(getByteCount(pool.type));
  for (PlannedPoolAttr planned : getPlannedConstantPools(plan))
    if (planned.getName() == pool.name)
      for (auto [to, from] :
           llvm::zip(contents, planned.getContents().getValues<int8_t>()))
        to = from;
  return contents;
}

CheckedProgram::CheckedProgram(ModelInterface interface,
                               std::unique_ptr<Program> program, PlanAttr plan)
    : interface(std::move(interface)), program(std::move(program)) {
  for (const ModelInterface::Tensor &pool : this->interface.pools)
    pools.push_back(getInitialContents(pool, plan));
  state.resize(countStateBytes(this->interface));
}

LogicalResult CheckedProgram::lower(ModuleOp module) {
  PhaseOptions options;
  setCheckedOptions(options.abi, module);
  return runPhases(module, {"abi", "llvm"}, options);
}

/// In place of the hooks around kernels (--profile).
static void ignoreKernel(int32_t) {}

FailureOr<CheckedProgram>
CheckedProgram::create(ModuleOp module, ArrayRef<Program::Function> functions,
                       WatchedFunctions *watched) {
  FailureOr<std::vector<ModelInterface>> models = readModels(module);
  if (failed(models))
    return failure();
  std::string object;
  ObjectOptions options;
  // A check compiles for longer than it runs.
  options.target.optLevel = 0;
  options.promotesVariables = true;
  options.watched = watched;
  if (failed(emitObject(module, options, object)))
    return failure();
  auto called = llvm::to_vector(functions);
  for (StringRef hook : {"profile_begin", "profile_end"})
    called.emplace_back(models->front().mangle(hook),
                        reinterpret_cast<void *>(&ignoreKernel));
  llvm::Expected<std::unique_ptr<Program>> program =
      Program::create(object, /*paths=*/{}, called);
  if (!program)
    return module.emitError("cannot be run on this machine, so that its "
                            "kernels cannot be checked: ")
           << llvm::toString(program.takeError());
  CheckedProgram made(std::move(models->front()), std::move(*program),
                      getPlan(getModels(module).front()));
  made.reset();
  return made;
}

void CheckedProgram::reset() {
  if (void *function = program->getAddress(interface.mangle("reset")))
    reinterpret_cast<void (*)(void *)>(function)(state.data());
}

static std::vector<void *> getPointers(MutableArrayRef<Bytes> tensors) {
  std::vector<void *> pointers;
  for (Bytes &bytes : tensors)
    pointers.push_back(bytes.data());
  return pointers;
}

int32_t CheckedProgram::call(ArrayRef<std::vector<void *>> structs) {
  std::vector<void *> arguments;
  for (const std::vector<void *> &pointers : structs)
    arguments.push_back(const_cast<void **>(pointers.data()));
  if (!state.empty())
    arguments.push_back(state.data());
  // A call may pass more arguments than the function takes.
  arguments.resize(4);
  void *entry = program->getAddress(interface.entry.getValue());
  return reinterpret_cast<int32_t (*)(void *, void *, void *, void *)>(entry)(
      arguments[0], arguments[1], arguments[2], arguments[3]);
}

/// Returns where an input or output lies in its pool.
char *CheckedProgram::findInPool(const ModelInterface::Tensor &tensor) {
  for (auto [pool, memory] : llvm::zip_equal(interface.pools, pools))
    if (pool.name == tensor.pool)
      return memory.data() + tensor.offset;
  llvm_unreachable("the caller has each pool with inputs");
}

int32_t CheckedProgram::run(MutableArrayRef<Bytes> inputs,
                            MutableArrayRef<Bytes> outputs) {
  if (!hasTensorsInPools(interface)) {
    // A model without inputs has a struct for them all the same.
    std::vector<std::vector<void *>> structs = {getPointers(inputs),
                                                getPointers(outputs)};
    if (!pools.empty())
      structs.push_back(getPointers(pools));
    return call(structs);
  }
  for (auto [input, bytes] : llvm::zip_equal(interface.inputs, inputs))
    llvm::copy(bytes, findInPool(input));
  int32_t code = call({getPointers(pools)});
  for (auto [output, bytes] : llvm::zip_equal(interface.outputs, outputs))
    std::copy_n(findInPool(output), bytes.size(), bytes.begin());
  return code;
}
