//===- RowKernel.cpp - The kernel for a row of another one
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSlicer.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/Transforms/Kernels/DeadOps.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Changes the padding or offset of a dimension. Each of them may be an operand
/// or an attribute.
static void set(SmallVector<OpFoldResult> values, unsigned dim, int64_t number,
                MutableOperandRange operands,
                function_ref<void(ArrayRef<int64_t>)> setAttribute) {
  values[dim] = Builder(operands.getOwner()->getContext()).getIndexAttr(number);
  SmallVector<Value> dynamicValues;
  SmallVector<int64_t> staticValues;
  dispatchIndexOpFoldResults(values, dynamicValues, staticValues);
  operands.assign(dynamicValues);
  setAttribute(staticValues);
}

void RowSlicer::buildOp(OpBuilder &builder, Operation *op, IRMapping &mapping) {
  Operation *built = builder.clone(*op, mapping);
  if (op->getNumResults() != 1)
    return;
  auto *found = slices.find(op->getResult(0));
  if (found == slices.end())
    return;
  auto type = cast<ShapedType>(
      found->second.getType(cast<ShapedType>(op->getResult(0).getType())));
  built->getResult(0).setType(type);
  unsigned dim = found->second.dim;
  if (auto pad = dyn_cast<tensor::PadOp>(built)) {
    auto [before, after] = getPadding(cast<tensor::PadOp>(op));
    set(pad.getMixedLowPad(), dim, before, pad.getLowMutable(),
        [&](ArrayRef<int64_t> low) { pad.setStaticLow(low); });
    set(pad.getMixedHighPad(), dim, after, pad.getHighMutable(),
        [&](ArrayRef<int64_t> high) { pad.setStaticHigh(high); });
  } else if (auto extract = dyn_cast<tensor::ExtractSliceOp>(built)) {
    set(extract.getMixedOffsets(), dim, 0, extract.getOffsetsMutable(),
        [&](ArrayRef<int64_t> offsets) { extract.setStaticOffsets(offsets); });
    extract.setStaticSizes(type.getShape());
  } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(built)) {
    expand.setStaticOutputShape(type.getShape());
  } else if (auto constant = dyn_cast<arith::ConstantOp>(built)) {
    constant.setValueAttr(
        cast<DenseElementsAttr>(constant.getValue()).resizeSplat(type));
  }
}

/// Lets the sum start from what the output contains.
void RowSlicer::addToOutput(PrimFuncOp row, IRMapping &mapping) {
  auto added = cast<linalg::GenericOp>(mapping.lookup(sum.getOperation()));
  OpBuilder builder(added);
  auto output = cast<BlockArgument>(mapping.lookup(store.getDest()));
  added.getDpsInitsMutable()[0].set(bufferization::ToTensorOp::create(
      builder, added.getLoc(), added->getResult(0).getType(), output,
      /*restrict=*/true, /*writable=*/true));
  row.setArgAttr(output.getArgNumber(), kEffectAttrName,
                 EffectAttr::get(builder.getContext(), Effect::ReadWrite));
  eraseDeadOps(row.getBody().front());
}

PrimFuncOp RowSlicer::build() {
  OpBuilder builder(kernel.getContext());
  PrimFuncOp row = kernel.clone();
  Block &from = kernel.getBody().front(), &to = row.getBody().front();
  // The body is built anew.
  while (!to.empty())
    to.back().erase();
  IRMapping mapping;
  for (auto [old, argument] :
       llvm::zip_equal(from.getArguments(), to.getArguments()))
    mapping.map(old, argument);
  auto setOwn = [&](Value buffer, const RowSlice &slice) {
    auto argument = cast<BlockArgument>(buffer);
    setArgument(row, argument.getArgNumber(), slice, argument.getType());
  };
  for (auto &[value, slice] : slices)
    if (auto load = value.getDefiningOp<bufferization::ToTensorOp>())
      setOwn(load.getBuffer(), slice);
  setOwn(store.getDest(), slices.find(store.getSource())->second);
  row.setFunctionType(
      builder.getFunctionType(to.getArgumentTypes(), TypeRange()));
  builder.setInsertionPointToStart(&to);
  for (Operation &op : from)
    buildOp(builder, &op, mapping);
  if (sum)
    addToOutput(row, mapping);
  if (KernelAttr known = getKernelAttr(row); known && known.getMacs() != 0) {
    OpOperand &sliced = sum ? sum->getOpOperand(0) : store->getOpOperand(0);
    RowSlice slice = slices.find(sliced.get())->second;
    int64_t rows =
        cast<ShapedType>(sliced.get().getType()).getDimSize(slice.dim);
    updateKernel(row, [&](KernelParts &parts) {
      parts.macs = parts.macs * slice.rows / rows;
    });
  }
  return row;
}

PrimFuncOp RowSlicer::run() {
  if (kernel.isExternal() || !kernel.getBody().hasOneBlock()) {
    refuse("is a function of the application, which gets whole tensors");
    return {};
  }
  if (!findStore())
    return {};
  if (PrimFuncOp planes = buildPlanes())
    return planes;
  // The elements of a sum could be rows, too, but each needs all of the input.
  std::string reasonOfSum;
  if (findSum()) {
    if (visitAll())
      return build();
    reasonOfSum = std::exchange(reason, {});
  }
  sum = {};
  slices.clear();
  needed.clear();
  if (!findRows()) {
    reason = reasonOfSum;
    refuse("has a result of one row, for which it needs all rows of its input");
    return {};
  }
  return visitAll() ? build() : PrimFuncOp();
}
