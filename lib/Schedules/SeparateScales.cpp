//===- SeparateScales.cpp - Numbers of rescales as constants of calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldInt8Sums.h"
#include "KernelArguments.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"
#include "tir/Schedules/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRSEPARATESCALESPASS
#include "tir/Schedules/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// A number in the body of an operation, and where it is used.
struct ScaleNumber {
  linalg::GenericOp generic;
  OpOperand *use;
  int64_t value;
};

struct SeparateScalesPass
    : public tir::impl::TIRSeparateScalesPassBase<SeparateScalesPass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SymbolTableCollection tables;
    SymbolUserMap users(tables, getOperation());
    for (auto kernel : getOperation().getOps<PrimFuncOp>())
      if (kernel.isPrivate() && !kernel.isExternal())
        separate(kernel, users.getUsers(kernel), symbols);
  }

private:
  void separate(PrimFuncOp kernel, ArrayRef<Operation *> users,
                SymbolTable &symbols);
};
} // namespace

/// Returns whether the scale is exactly 1: such a rescale only makes numbers
/// wider, whatever the model's scales are.
static bool isIdentity(tosa::ApplyScaleOp scale) {
  std::optional<int64_t> multiplier = getConstantNumber(scale.getMultiplier());
  std::optional<int64_t> shift = getConstantNumber(scale.getShift());
  return multiplier == int64_t(1) << 30 && shift == 30;
}

/// Adds the numbers of one rescale: multiplier, shift and both zero points.
static void collect(tosa::ApplyScaleOp scale,
                    SmallVectorImpl<ScaleNumber> &numbers) {
  auto generic = dyn_cast<linalg::GenericOp>(scale->getParentOp());
  auto before = scale.getValue().getDefiningOp<arith::SubIOp>();
  if (!generic)
    return;
  auto add = [&](OpOperand &use) {
    std::optional<int64_t> value = getConstantNumber(use.get());
    Type type = use.get().getType();
    if (value && llvm::isInt<32>(*value) &&
        (type.isInteger(32) || type.isInteger(8)))
      numbers.push_back({generic, &use, *value});
  };
  if (!isIdentity(scale)) {
    add(scale.getMultiplierMutable());
    add(scale.getShiftMutable());
  }
  if (before)
    add(before->getOpOperand(1));
  if (!scale->hasOneUse())
    return;
  if (auto after = dyn_cast<arith::AddIOp>(*scale->user_begin()))
    for (OpOperand &operand : after->getOpOperands())
      if (operand.get() != scale.getResult())
        add(operand);
}

static bool isSumOfProducts(Operation *op) {
  return isa<linalg::LinalgOp>(op) &&
         !isa<linalg::GenericOp, linalg::PoolingNhwcSumOp,
              linalg::PoolingNhwcMaxOp>(op) &&
         (linalg::isaConvolutionOpInterface(cast<linalg::LinalgOp>(op)) ||
          linalg::isaContractionOpInterface(cast<linalg::LinalgOp>(op)));
}

/// Adds the numbers of all rescales in a kernel but the first one after sums of
/// products, whose numbers the schedule stores for each channel.
static void collect(PrimFuncOp kernel, SmallVectorImpl<ScaleNumber> &numbers) {
  bool areSums = false;
  kernel.walk([&](Operation *op) {
    if (isSumOfProducts(op))
      areSums = true;
    auto scale = dyn_cast<tosa::ApplyScaleOp>(op);
    if (!scale)
      return;
    if (!areSums)
      collect(scale, numbers);
    areSums = false;
  });
}

/// Creates an operation again that reads element `i` of `tensor` for number
/// `i`, from `first` on.
static void readNumbers(linalg::GenericOp generic,
                        ArrayRef<ScaleNumber> numbers, unsigned first,
                        Value tensor) {
  OpBuilder builder(generic);
  SmallVector<Value> inputs = generic.getDpsInputs();
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  unsigned numOld = inputs.size();
  for (unsigned i = 0; i < numbers.size(); ++i) {
    inputs.push_back(tensor);
    maps.insert(maps.begin() + numOld + i,
                AffineMap::get(generic.getNumLoops(), 0,
                               builder.getAffineConstantExpr(first + i)));
  }
  Block *block = generic.getBlock();
  Location loc = generic.getLoc();
  for (auto [i, number] : llvm::enumerate(numbers)) {
    Value element =
        block->insertArgument(numOld + i, builder.getI32Type(), loc);
    Type type = number.use->get().getType();
    builder.setInsertionPointToStart(block);
    if (type.isInteger(8))
      element = arith::TruncIOp::create(builder, loc, type, element);
    number.use->set(element);
  }
  generic.getInputsMutable().assign(inputs);
  generic.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
}

void SeparateScalesPass::separate(PrimFuncOp kernel,
                                  ArrayRef<Operation *> users,
                                  SymbolTable &symbols) {
  std::optional<SmallVector<CallTIROp>> calls =
      KernelArguments::getCalls(kernel, users);
  if (!calls)
    return;
  SmallVector<ScaleNumber> numbers;
  SmallVector<Value> ofSums;
  if (fixSums)
    ofSums = fixInt8Sums(cast<FunctionOpInterface>(*kernel));
  collect(kernel, numbers);
  for (Value number : ofSums)
    numbers.push_back(
        {cast<linalg::GenericOp>(number.getDefiningOp()->getParentOp()),
         &*number.use_begin(), *getConstantNumber(number)});
  if (numbers.empty())
    return;
  KernelArguments arguments(kernel, *calls, symbols, /*model=*/0);
  auto values = llvm::map_to_vector(numbers, [](const ScaleNumber &number) {
    return static_cast<int32_t>(number.value);
  });
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())},
                                    IntegerType::get(&getContext(), 32));
  Value tensor = arguments.addConstant("scales", [&](unsigned) {
    return DenseElementsAttr::get(type, ArrayRef<int32_t>(values));
  });
  for (unsigned first = 0; first < numbers.size();) {
    unsigned end = first;
    while (end < numbers.size() &&
           numbers[end].generic == numbers[first].generic)
      ++end;
    readNumbers(numbers[first].generic,
                ArrayRef(numbers).slice(first, end - first), first, tensor);
    first = end;
  }
  arguments.rewrite();
}
