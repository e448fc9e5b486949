//===- RowGroup.cpp - Calls that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/RowGroup.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

bool tir::isFedInput(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  auto main = argument
                  ? dyn_cast<PrimFuncOp>(argument.getOwner()->getParentOp())
                  : PrimFuncOp();
  return main && getArgumentParts(main, argument.getArgNumber()).isFed;
}

namespace {
class GroupBuilder {
public:
  using GetTensor = llvm::function_ref<Value(CallTIROp, unsigned)>;
  using IsWhole = llvm::function_ref<bool(Value)>;

  GroupBuilder(GetTensor getTensor, IsWhole isWhole)
      : getTensor(getTensor), isWhole(isWhole) {}

  bool add(RowCall rowCall);
  std::optional<RowGroup> finish();

  StringRef reason;

private:
  bool refuse(StringRef why) {
    reason = why;
    return false;
  }
  std::optional<unsigned> addTensor(RowCall rowCall, unsigned index,
                                    RowWindowAttr window);
  bool addOutput(RowCall rowCall, unsigned index, RowWindowAttr window);
  bool addWindow(RowCall rowCall, unsigned index, RowWindowAttr window);
  bool readsWholeTensors(RowCall rowCall);

  GetTensor getTensor;
  IsWhole isWhole;
  RowGroup group;
  llvm::SmallDenseMap<Value, unsigned> numbers;
  /// The tensors that calls make, and those that calls read as a whole.
  llvm::SmallDenseSet<Value> made, readWhole;
};
} // namespace

/// Returns the number of a tensor, whose rows must be the same for all of its
/// readers and its producer.
std::optional<unsigned> GroupBuilder::addTensor(RowCall rowCall, unsigned index,
                                                RowWindowAttr window) {
  Value value = getTensor(rowCall.call, index);
  if (!value)
    return std::nullopt;
  auto type = cast<ShapedType>(value.getType());
  auto part = cast<ShapedType>(rowCall.rowKernel.getArgumentTypes()[index]);
  int64_t elements = part.getNumElements() / window.getRows();
  if (window.getDim() >= part.getRank() ||
      llvm::any_of(part.getShape().take_front(window.getDim()),
                   [](int64_t extent) { return extent != 1; }))
    return std::nullopt;
  if (elements == 0 || !type.hasStaticShape() ||
      type.getNumElements() % elements != 0)
    return std::nullopt;
  auto [known, isNew] = numbers.try_emplace(value, group.tensors.size());
  if (isNew) {
    group.tensors.push_back({value, type.getElementType(), elements});
    group.problem.tensors.push_back(
        {type.getNumElements() / elements, isWhole(value)});
  }
  RowGroup::Tensor &tensor = group.tensors[known->second];
  if (tensor.rowElements != elements ||
      tensor.elementType != part.getElementType()) {
    refuse("divides a tensor into other rows than they do");
    return std::nullopt;
  }
  if (TypedAttr padding = window.getPadding()) {
    if (tensor.padding && tensor.padding != padding) {
      refuse("pads a tensor with another value than they do");
      return std::nullopt;
    }
    tensor.padding = padding;
  }
  return known->second;
}

bool GroupBuilder::addOutput(RowCall rowCall, unsigned index,
                             RowWindowAttr window) {
  Value value = getTensor(rowCall.call, index);
  // A tensor is made before the first kernel reads it.
  if (!value || numbers.contains(value) || readWhole.contains(value) ||
      !made.insert(value).second)
    return false;
  std::optional<unsigned> tensor = addTensor(rowCall, index, window);
  if (!tensor)
    return false;
  RowKernel &kernel = group.problem.kernels.back();
  kernel.output = *tensor;
  // What it adds to, or writes a part of, for each row of its input.
  if (window.getStride() == 0 || window.getRows() > 1) {
    kernel.runs = 0;
    group.problem.tensors[*tensor].isWhole = true;
  }
  group.outputs.push_back(index);
  return true;
}

bool GroupBuilder::addWindow(RowCall rowCall, unsigned index,
                             RowWindowAttr window) {
  std::optional<unsigned> tensor =
      window.getStride() < 1 ? std::nullopt : addTensor(rowCall, index, window);
  if (!tensor)
    return false;
  group.problem.kernels.back().windows.push_back(
      {*tensor, window.getStride(), window.getFirst(), window.getRows()});
  group.windows.back().push_back(index);
  return true;
}

/// Records what a call reads otherwise than through windows. Returns false if
/// that is made in the group.
bool GroupBuilder::readsWholeTensors(RowCall rowCall) {
  for (unsigned i = 0, e = rowCall.rowKernel.getNumArguments(); i < e; ++i) {
    if (getArgumentParts(rowCall.rowKernel, i).window ||
        rowCall.rowKernel.getEffect(i) == Effect::Write ||
        !isa<ShapedType>(rowCall.call.getArgs()[i].getType()))
      continue;
    Value value = getTensor(rowCall.call, i);
    if (!value || made.contains(value))
      return refuse("needs all of a tensor that they compute by rows");
    // An input that the application hands over by rows.
    if (!value.getDefiningOp<memref::AllocOp>() && !isWhole(value))
      return refuse("needs all rows of a tensor for each row of its result");
    readWhole.insert(value);
  }
  return true;
}

bool GroupBuilder::add(RowCall rowCall) {
  if (rowCall.rowKernel.getNumArguments() != rowCall.call.getArgs().size() ||
      !readsWholeTensors(rowCall))
    return false;
  group.calls.push_back(rowCall);
  group.problem.kernels.emplace_back();
  group.windows.emplace_back();
  // The kernel reads before it writes.
  for (bool writes : {false, true})
    for (unsigned i = 0, e = rowCall.rowKernel.getNumArguments(); i < e; ++i) {
      RowWindowAttr window = getArgumentParts(rowCall.rowKernel, i).window;
      if (!window || (rowCall.rowKernel.getEffect(i) != Effect::Read) != writes)
        continue;
      if (!(writes ? addOutput(rowCall, i, window)
                   : addWindow(rowCall, i, window)))
        return false;
    }
  RowKernel &kernel = group.problem.kernels.back();
  if (kernel.runs) {
    if (kernel.windows.empty())
      return false;
    const RowWindow &window = kernel.windows.front();
    kernel.runs = group.problem.tensors[window.tensor].rows / window.stride;
  }
  return group.outputs.size() == group.calls.size();
}

std::optional<RowGroup> GroupBuilder::finish() {
  std::optional<RowPipeline> pipeline = makeRowPipeline(group.problem);
  if (!pipeline) {
    refuse("needs rows of a tensor at another rate than they do, or all rows "
           "of a sum");
    return std::nullopt;
  }
  group.pipeline = std::move(*pipeline);
  // Every tensor with padding must say which.
  for (auto [tensor, ring] :
       llvm::zip_equal(group.tensors, group.pipeline.rings))
    if (ring.hasPadding && !tensor.padding)
      return std::nullopt;
  return std::move(group);
}

std::optional<RowGroup> tir::makeRowGroup(
    ArrayRef<RowCall> calls,
    llvm::function_ref<Value(CallTIROp call, unsigned index)> getTensor,
    llvm::function_ref<bool(Value tensor)> isWhole, StringRef *reason) {
  GroupBuilder builder(getTensor, isWhole);
  std::optional<RowGroup> group;
  if (llvm::all_of(calls, [&](RowCall call) { return builder.add(call); }))
    group = builder.finish();
  if (reason)
    *reason = builder.reason;
  return group;
}

std::optional<RowReader> tir::findMover(const RowGroup &group,
                                        unsigned tensor) {
  std::optional<unsigned> mover = group.pipeline.rings[tensor].mover;
  if (!mover)
    return std::nullopt;
  // It may also read rows of the tensor where it is whole.
  for (auto [window, argument, slot] :
       llvm::zip_equal(group.problem.kernels[*mover].windows,
                       group.windows[*mover], group.pipeline.slots[*mover]))
    if (window.tensor == tensor && slot)
      return RowReader{group.calls[*mover], argument};
  return std::nullopt;
}
