//===- InferDistances.cpp - How close to their inputs kernels may write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's body works on tensors until the phase `loops` turns it into loops:
// one nest that visits the output from front to back, computes an element from
// elements of the inputs, and then stores it (ElementEmitter). Other schedules
// say by how many elements they deviate from this order. An input may
// share memory with the output if each of its elements is read before the store
// that overwrites it. This is true if its element at position i is only read to
// compute the output's element at position i, both counted from front to back.
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/BufferDistances.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "tir/Dialect/TIR/IR/KernelInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// Positions of the elements that are read
//===----------------------------------------------------------------------===//

namespace {
/// Finds the arguments of a function from which a tensor is computed, and
/// whether each of their elements is only read for the element at the same
/// position.
class Accesses {
public:
  explicit Accesses(Value tensor) { visit(tensor, /*samePlace=*/true); }

  /// Returns the arguments that are read, with true for those that are read in
  /// place.
  const llvm::MapVector<unsigned, bool> &getArguments() const {
    return arguments;
  }

private:
  void visit(Value value, bool samePlace);

  llvm::MapVector<unsigned, bool> arguments;
  llvm::DenseSet<std::pair<Value, unsigned>> visited;
};
} // namespace

void Accesses::visit(Value value, bool samePlace) {
  Operation *op = value.getDefiningOp();
  if (!op || !visited.insert({value, samePlace}).second)
    return;
  if (auto load = dyn_cast<bufferization::ToTensorOp>(op)) {
    unsigned index = cast<BlockArgument>(load.getBuffer()).getArgNumber();
    auto [argument, isNew] = arguments.insert({index, samePlace});
    argument->second &= samePlace;
    return;
  }
  auto kernelOp = dyn_cast<KernelOpInterface>(op);
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  for (OpOperand &operand : op->getOpOperands())
    if (!structured || structured.payloadUsesValueFromOperand(&operand))
      visit(operand.get(),
            samePlace && kernelOp &&
                kernelOp.readsSamePosition(
                    operand, cast<OpResult>(value).getResultNumber()));
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value other : captured)
    visit(other, /*samePlace=*/false);
}

//===----------------------------------------------------------------------===//
// Distances of a kernel
//===----------------------------------------------------------------------===//

/// Returns the only store of a body that otherwise just computes on tensors
/// that it loads from whole arguments; null if the body does anything else.
static bufferization::MaterializeInDestinationOp
findOnlyStore(PrimFuncOp function) {
  bufferization::MaterializeInDestinationOp store;
  for (Operation &op : function.getBody().front().without_terminator()) {
    if (auto load = dyn_cast<bufferization::ToTensorOp>(op)) {
      if (!isa<BlockArgument>(load.getBuffer()))
        return {};
    } else if (auto found =
                   dyn_cast<bufferization::MaterializeInDestinationOp>(op)) {
      if (store || !isa<BlockArgument>(found.getDest()) ||
          !isa<MemRefType>(found.getDest().getType()))
        return {};
      store = found;
    } else if (!isMemoryEffectFree(&op)) {
      return {};
    }
  }
  // These are stored piece by piece, each by separate loops.
  auto stored = store ? store.getSource().getDefiningOp<KernelOpInterface>()
                      : KernelOpInterface();
  return stored && !stored.getPieces().empty()
             ? bufferization::MaterializeInDestinationOp()
             : store;
}

static bool isPlainBuffer(MemRefType type) {
  return type && isWholeBuffer(type) && !type.getMemorySpace();
}

/// Returns true if two types may access the same memory in C, because they are
/// equal or one is a byte. For other types, a compiler may reorder loads and
/// stores.
static bool mayShareMemoryInC(Type one, Type other) {
  return one == other || one.isInteger(8) || other.isInteger(8);
}

static uint64_t getElementBytes(MemRefType type, const DataLayout &layout) {
  Type element = type.getElementType();
  return llvm::alignTo(layout.getTypeSize(element).getFixedValue(),
                       layout.getTypeABIAlignment(element));
}

/// Returns how many bytes an input must at least begin after an output if each
/// element is read just before the one at the same position is written.
static int64_t getDistanceInPlace(int64_t numElements, int64_t inputBytes,
                                  int64_t outputBytes) {
  // After element k - 1, the output occupies k * outputBytes, and the input
  // elements from k * inputBytes on have not been read yet.
  int64_t perElement = outputBytes - inputBytes;
  return perElement > 0 ? perElement * (numElements - 1) : perElement;
}

/// `delay` is the number of elements by which the loops may store out of order
/// (ScheduleAttrInterface::getStoreDelay).
static void inferDistances(PrimFuncOp function, int64_t delay,
                           const DataLayout &layout) {
  auto store = findOnlyStore(function);
  if (!store)
    return;
  unsigned output = cast<BlockArgument>(store.getDest()).getArgNumber();
  auto outputType = cast<MemRefType>(store.getDest().getType());
  if (!isPlainBuffer(outputType) || function.getEffect(output) != Effect::Write)
    return;
  SmallVector<ArgDistance> distances;
  Accesses accesses(store.getSource());
  for (auto [input, samePlace] : accesses.getArguments()) {
    auto inputType = dyn_cast<MemRefType>(function.getArgumentTypes()[input]);
    if (!isPlainBuffer(inputType) ||
        function.getEffect(input) != Effect::Read ||
        !mayShareMemoryInC(inputType.getElementType(),
                           outputType.getElementType()))
      continue;
    int64_t inputBytes = getElementBytes(inputType, layout);
    // The whole input is read before the only element is written.
    if (outputType.getNumElements() == 1)
      distances.push_back({input, -inputBytes * inputType.getNumElements()});
    else if (samePlace && delay == 0)
      distances.push_back(
          {input, getDistanceInPlace(outputType.getNumElements(), inputBytes,
                                     getElementBytes(outputType, layout))});
    else if (samePlace && inputBytes == getElementBytes(outputType, layout))
      distances.push_back({input, delay * inputBytes});
  }
  llvm::sort(distances, [](const ArgDistance &a, const ArgDistance &b) {
    return a.argument < b.argument;
  });
  setDistances(function, output, distances);
}

void tir::inferDistances(ModuleOp module) {
  DataLayout layout(module);
  for (auto function : module.getOps<PrimFuncOp>()) {
    bool hasDistances = llvm::any_of(
        llvm::seq<unsigned>(0, function.getNumArguments()),
        [&](unsigned i) { return !getDistances(function, i).empty(); });
    if (function.isExternal() || hasDistances)
      continue;
    // Without a schedule, the loops are those of #tir.elementwise.
    std::optional<int64_t> delay = 0;
    if (auto schedule = function.getScheduleAttr())
      delay = schedule.getStoreDelay(cast<FunctionOpInterface>(*function));
    if (delay)
      ::inferDistances(function, *delay, layout);
  }
}
