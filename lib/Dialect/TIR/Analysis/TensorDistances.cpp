//===- TensorDistances.cpp - How close to their inputs kernels may write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's body works on tensors until the phase `loops` turns it into loops,
// which store the elements of the output from front to back. An input may share
// memory with the output if each of its elements is read before the store that
// overwrites it. How far the loops have read when they store an element is
// known from the schedule, and what they still have to read for the later
// elements from the operations.
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/BufferDistances.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tir/Dialect/Kernel/IR/KernelInterfaces.h"
#include "tir/Dialect/TIR/Analysis/ReadPositions.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"
#include "tir/Dialect/TIR/Analysis/Slices.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

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
// What later elements need
//===----------------------------------------------------------------------===//

namespace {
/// The first element of each argument that is needed from some part of a
/// tensor on. The parts lie one after the other; such as pixels, of which all
/// channels need the same.
class Needs {
public:
  explicit Needs(Value tensor);

  struct Part {
    /// The position after the part's last element.
    int64_t end;
    /// The first position of each argument that this part or a later one needs.
    llvm::SmallMapVector<unsigned, int64_t, 8> first;
  };
  ArrayRef<Part> getParts() const { return parts; }

private:
  SmallVector<Part> parts;
};
} // namespace

/// Splits a tensor along its dimension `dim`, so that there are up to `most`
/// parts. Those before it have one index in each part.
static SmallVector<TensorPart> split(ArrayRef<int64_t> shape, size_t dim,
                                     int64_t most) {
  SmallVector<TensorPart> parts = {{}};
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t pieces = i < dim ? shape[i] : 1;
    if (i == dim)
      pieces = std::clamp<int64_t>(most / static_cast<int64_t>(parts.size()), 1,
                                   shape[i]);
    int64_t size = llvm::divideCeil(shape[i], pieces);
    SmallVector<TensorPart> next;
    for (const TensorPart &part : parts)
      for (int64_t low = 0; low < shape[i]; low += size) {
        next.push_back(part);
        next.back().push_back({low, std::min(low + size, shape[i]) - 1});
      }
    parts = std::move(next);
  }
  return parts;
}

/// Returns the parts of a tensor for which it is worth to ask what they need:
/// in an image, the pixels or the rows.
static SmallVector<TensorPart> split(ArrayRef<int64_t> shape) {
  constexpr int64_t kMost = 16384, kFew = 4096;
  size_t dim = shape.size();
  while (dim > 0 && shape[--dim] == 1) {
  }
  int64_t before = 1;
  for (size_t i = 0; i < dim; ++i)
    before = llvm::SaturatingMultiply<uint64_t>(before, shape[i]);
  if (before <= kMost)
    return split(shape, dim, std::max(before, kFew));
  while (before > kMost)
    before /= shape[--dim];
  return split(shape, dim, kMost);
}

Needs::Needs(Value tensor) {
  auto shape = cast<RankedTensorType>(tensor.getType()).getShape();
  ReadPositions positions(tensor);
  int64_t end = 0;
  for (const TensorPart &part : split(shape)) {
    int64_t size = 1;
    for (IndexRange range : part)
      size *= range.high - range.low + 1;
    end += size;
    parts.push_back({end, positions.find(part)});
  }
  for (size_t i = parts.size(); i-- > 1;)
    for (auto [argument, position] : parts[i].first) {
      auto [first, isNew] = parts[i - 1].first.try_emplace(argument, position);
      if (!isNew)
        first->second = std::min(first->second, position);
    }
}

//===----------------------------------------------------------------------===//
// Distances of an input
//===----------------------------------------------------------------------===//

namespace {
/// An input and an output of a kernel, and how the loops read and store them.
struct Pair {
  int64_t inputElements, inputBytes;
  int64_t outputElements, outputBytes;
  ReadProgress progress;

  /// Returns the distance at which any position is safe.
  int64_t getLeast() const { return -inputElements * inputBytes; }

  /// Returns the last element that is stored while those from `position` on may
  /// still have to be read for, or a negative number.
  int64_t getLastStore(int64_t position) const {
    int64_t end =
        llvm::divideFloorSigned(position + progress.delay, progress.unit) *
        progress.unit;
    return std::min(end, outputElements) - 1;
  }

  /// Returns the distance at which element `stored` of the output does not
  /// overwrite element `needed` of the input.
  int64_t getDistance(int64_t stored, int64_t needed) const {
    return (stored + 1) * outputBytes - needed * inputBytes;
  }
};
} // namespace

/// Returns the distance of an input of which element i is only read for element
/// i of the output. It grows or falls between these elements, as one of them
/// may be wider.
static int64_t getDistanceInPlace(const Pair &pair) {
  int64_t distance = pair.getLeast(), last = pair.outputElements - 1;
  auto [unit, delay] = pair.progress;
  for (int64_t position : {static_cast<int64_t>(0), unit - delay, last})
    for (int64_t end = pair.getLastStore(position), i = -1; i <= 1; ++i) {
      // The elements before this one have been read for.
      int64_t stored = std::min(end + i * unit, last);
      if (stored < 0)
        continue;
      int64_t needed = std::max<int64_t>((stored / unit + 1) * unit - delay, 0);
      if (needed <= last)
        distance = std::max(distance, pair.getDistance(stored, needed));
    }
  return distance;
}

/// Returns the distance of an input from what the parts of the output need.
static int64_t getDistance(const Pair &pair, ArrayRef<Needs::Part> parts,
                           unsigned input) {
  int64_t distance = pair.getLeast();
  for (const Needs::Part &part : parts) {
    const auto *first = part.first.find(input);
    // No later part needs anything, either.
    if (first == part.first.end())
      break;
    if (int64_t stored = pair.getLastStore(part.end - 1); stored >= 0)
      distance = std::max(distance, pair.getDistance(stored, first->second));
  }
  return distance;
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
  return store;
}

/// Whether a tensor is stored piece by piece, each by separate loops.
static bool hasPieces(Value tensor) {
  auto op = tensor.getDefiningOp<KernelOpInterface>();
  return op && !op.getPieces().empty();
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

static int64_t getElementBytes(MemRefType type, const DataLayout &layout) {
  Type element = type.getElementType();
  return llvm::alignTo(layout.getTypeSize(element).getFixedValue(),
                       layout.getTypeABIAlignment(element));
}

/// Returns the argument that has the elements of `tensor` one after the other,
/// and the position of the first.
static std::optional<std::pair<unsigned, int64_t>> findSource(Value tensor) {
  int64_t position = 0;
  while (Operation *op = tensor.getDefiningOp()) {
    if (auto load = dyn_cast<bufferization::ToTensorOp>(op))
      return std::pair(cast<BlockArgument>(load.getBuffer()).getArgNumber(),
                       position);
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      std::optional<int64_t> first =
          findContiguousSlice(slice, slice.getSourceType().getShape());
      if (!first)
        return std::nullopt;
      position += *first;
    } else if (!isReshape(op)) {
      return std::nullopt;
    }
    tensor = op->getOperand(0);
  }
  return std::nullopt;
}

/// Sets the distances of a kernel that copies parts of arguments one after the
/// other, from front to back, for arguments that may begin where the output
/// does, as nothing of them moves back.
static void
inferDistancesOfPieces(PrimFuncOp function,
                       bufferization::MaterializeInDestinationOp store,
                       const DataLayout &layout) {
  unsigned output = cast<BlockArgument>(store.getDest()).getArgNumber();
  auto type = cast<MemRefType>(store.getDest().getType());
  if (!isPlainBuffer(type) || function.getEffect(output) != Effect::Write)
    return;
  int64_t end = type.getNumElements(), bytes = getElementBytes(type, layout);
  llvm::MapVector<unsigned, int64_t> distances;
  Value tensor = store.getSource();
  while (isReshape(tensor.getDefiningOp()))
    tensor = tensor.getDefiningOp()->getOperand(0);
  // From the last piece to the first.
  while (auto insert = tensor.getDefiningOp<tensor::InsertSliceOp>()) {
    std::optional<int64_t> start =
        findContiguousSlice(insert, insert.getDestType().getShape());
    auto source = findSource(insert.getSource());
    if (!start || !source ||
        *start + insert.getSourceType().getNumElements() != end)
      return;
    auto [argument, first] = *source;
    int64_t distance = (*start - first) * bytes;
    auto [entry, isNew] = distances.try_emplace(argument, distance);
    // An earlier piece must not overwrite what a later one reads.
    if (!isNew)
      entry->second = 1;
    end = *start;
    tensor = insert.getDest();
  }
  if (end != 0 || !tensor.getDefiningOp<tensor::EmptyOp>())
    return;
  SmallVector<ArgDistance> found;
  for (auto [argument, distance] : distances)
    if (distance <= 0 && function.getArgumentTypes()[argument] == type &&
        function.getEffect(argument) == Effect::Read)
      found.push_back({argument, distance});
  llvm::sort(found, [](const ArgDistance &a, const ArgDistance &b) {
    return a.argument < b.argument;
  });
  setDistances(function, output, found);
}

/// Returns the progress of the kernel's loops, or std::nullopt if it is
/// unknown.
static std::optional<ReadProgress> getProgress(PrimFuncOp function,
                                               ScheduleAttrInterface schedule,
                                               unsigned input) {
  // Without a schedule, #kernel.elementwise makes the loops.
  return schedule ? schedule.getReadProgress(
                        cast<FunctionOpInterface>(*function), input)
                  : ReadProgress();
}

/// Returns the distances of inputs from the output that `store` writes.
static SmallVector<ArgDistance>
findDistances(PrimFuncOp function, ScheduleAttrInterface schedule,
              bufferization::MaterializeInDestinationOp store,
              const DataLayout &layout) {
  unsigned output = cast<BlockArgument>(store.getDest()).getArgNumber();
  auto outputType = cast<MemRefType>(store.getDest().getType());
  SmallVector<ArgDistance> distances;
  if (!isPlainBuffer(outputType) ||
      function.getEffect(output) != Effect::Write ||
      outputType.getNumElements() == 0)
    return distances;
  Accesses accesses(store.getSource());
  std::optional<Needs> needs;
  for (auto [input, samePlace] : accesses.getArguments()) {
    auto inputType = dyn_cast<MemRefType>(function.getArgumentTypes()[input]);
    std::optional<ReadProgress> progress =
        getProgress(function, schedule, input);
    if (!progress || !isPlainBuffer(inputType) ||
        function.getEffect(input) != Effect::Read ||
        !mayShareMemoryInC(inputType.getElementType(),
                           outputType.getElementType()))
      continue;
    Pair pair = {inputType.getNumElements(), getElementBytes(inputType, layout),
                 outputType.getNumElements(),
                 getElementBytes(outputType, layout), *progress};
    if (!samePlace && !needs)
      needs.emplace(store.getSource());
    int64_t bytes = samePlace ? getDistanceInPlace(pair)
                              : getDistance(pair, needs->getParts(), input);
    // Fewer bytes in common would be lost to the alignment of buffers.
    constexpr int64_t kLeastShared = 16;
    if (bytes <= 0 ||
        pair.outputElements * pair.outputBytes - bytes >= kLeastShared)
      distances.push_back({input, bytes});
  }
  llvm::sort(distances, [](const ArgDistance &a, const ArgDistance &b) {
    return a.argument < b.argument;
  });
  return distances;
}

SmallVector<ArgDistance> tir::findDistances(PrimFuncOp kernel,
                                            ScheduleAttrInterface schedule) {
  auto store = findOnlyStore(kernel);
  if (!store || hasPieces(store.getSource()))
    return {};
  return ::findDistances(kernel, schedule, store, DataLayout::closest(kernel));
}

static void inferDistances(PrimFuncOp function, const DataLayout &layout,
                           bool ofPieces) {
  auto store = findOnlyStore(function);
  if (!store)
    return;
  if (!hasPieces(store.getSource()))
    setDistances(
        function, cast<BlockArgument>(store.getDest()).getArgNumber(),
        ::findDistances(function, function.getScheduleAttr(), store, layout));
  else if (ofPieces)
    inferDistancesOfPieces(function, store, layout);
}

void tir::inferDistances(ModuleOp module, bool ofPieces) {
  DataLayout layout(module);
  for (auto function : module.getOps<PrimFuncOp>()) {
    bool hasDistances = llvm::any_of(
        llvm::seq<unsigned>(0, function.getNumArguments()),
        [&](unsigned i) { return !getDistances(function, i).empty(); });
    if (!function.isExternal() && !hasDistances)
      ::inferDistances(function, layout, ofPieces);
  }
}
