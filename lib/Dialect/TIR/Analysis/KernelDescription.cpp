//===- KernelDescription.cpp - What a kernel computes, and with what
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/KernelDescription.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

StringRef tir::stringifyOperandRole(OperandRole role) {
  switch (role) {
  case OperandRole::Input:
    return "input";
  case OperandRole::Weights:
    return "weights";
  case OperandRole::Bias:
    return "bias";
  case OperandRole::Multiplier:
    return "multiplier";
  case OperandRole::Shift:
    return "shift";
  case OperandRole::Table:
    return "table";
  }
  llvm_unreachable("all roles have names");
}

KernelDescription::KernelDescription(ArrayRef<Operation *> given)
    : ops(llvm::from_range, given) {
  describe();
}

/// Returns whether `op`, in a kernel's body, computes on tensors. Operations
/// that convert between tensors and buffers do not.
static bool isComputedOnTensors(Operation &op) {
  return !isa<bufferization::ToTensorOp,
              bufferization::MaterializeInDestinationOp, NarrowWordsOp,
              WidenWordsOp>(op) &&
         llvm::any_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

KernelDescription::KernelDescription(Operation *function) {
  for (Block &block : cast<FunctionOpInterface>(function).getFunctionBody())
    for (Operation &op : block)
      if (isComputedOnTensors(op))
        ops.insert(&op);
  describe();
}

void KernelDescription::describe() {
  for (Operation *op : ops)
    if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      StructuredOpDescription description = describeStructuredOp(structured);
      multiplications += description.multiplications;
      structures[op] = std::move(description);
    }
  findMainOp();
  if (!mainOp)
    return;
  findWindow();
  findOperands();
  findRoles();
}

//===----------------------------------------------------------------------===//
// The main operation
//===----------------------------------------------------------------------===//

static bool isSumOrWindow(KernelKind kind) {
  return kind == KernelKind::Convolution ||
         kind == KernelKind::DepthwiseConvolution ||
         kind == KernelKind::Matmul || kind == KernelKind::Pooling;
}

void KernelDescription::findMainOp() {
  auto findFirst = [&](auto isWanted) -> Operation * {
    auto found = llvm::find_if(ops, [&](Operation *op) {
      auto structured = structures.find(op);
      return structured != structures.end() &&
             isWanted(structured->second.kind);
    });
    return found == ops.end() ? nullptr : *found;
  };
  mainOp = findFirst(isSumOrWindow);
  if (!mainOp)
    mainOp = findFirst(
        [](KernelKind kind) { return kind == KernelKind::Reduction; });
  if (!mainOp && !ops.empty())
    mainOp = ops.back();
  auto structured = structures.find(mainOp);
  if (structured != structures.end()) {
    structure = structured->second;
    kind = isSoftmax() ? KernelKind::Softmax : structure.kind;
  } else if (isa_and_nonnull<tensor::PadOp, tensor::ConcatOp,
                             tensor::ExtractSliceOp, tensor::InsertSliceOp,
                             tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                             tensor::CastOp, tensor::SplatOp>(mainOp)) {
    kind = KernelKind::DataMovement;
  }
}

bool KernelDescription::isSoftmax() const {
  auto hasReduction = [&](bool (*isWanted)(linalg::LinalgOp)) {
    return llvm::any_of(ops, [&](Operation *op) {
      auto structured = dyn_cast<linalg::LinalgOp>(op);
      return structured && isWanted(structured);
    });
  };
  return llvm::any_of(ops, llvm::IsaPred<KeepOp>) && hasReduction(isMaximum) &&
         hasReduction(isSum);
}

//===----------------------------------------------------------------------===//
// The window
//===----------------------------------------------------------------------===//

/// Returns the factor of the loop `dim` in a linear index.
static int64_t getCoefficient(AffineExpr index, unsigned dim,
                              unsigned numDims) {
  MLIRContext *context = index.getContext();
  SmallVector<AffineExpr> at(numDims, getAffineConstantExpr(0, context));
  int64_t first = cast<AffineConstantExpr>(index.replaceDims(at)).getValue();
  at[dim] = getAffineConstantExpr(1, context);
  return cast<AffineConstantExpr>(index.replaceDims(at)).getValue() - first;
}

void KernelDescription::findWindow() {
  const linalg::ConvolutionDimensions &dims = structure.convolution;
  if (dims.filterLoop.empty())
    return;
  auto op = cast<linalg::LinalgOp>(mainOp);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  OpOperand *input = op.getDpsInputOperand(0);
  auto pad = input->get().getDefiningOp<tensor::PadOp>();
  if (pad && !ops.contains(pad))
    pad = {};
  AffineMap map = op.getMatchingIndexingMap(input);
  for (auto [dim, index] : llvm::enumerate(map.getResults()))
    for (unsigned loop : dims.filterLoop) {
      if (!index.isFunctionOfDim(loop))
        continue;
      WindowDimension dimension = {
          extents[loop], 0, getCoefficient(index, loop, map.getNumDims()), 0,
          0};
      for (unsigned image : dims.outputImage)
        dimension.stride += getCoefficient(index, image, map.getNumDims());
      if (pad) {
        dimension.padLow = *getConstantIntValue(pad.getMixedLowPad()[dim]);
        dimension.padHigh = *getConstantIntValue(pad.getMixedHighPad()[dim]);
      }
      window.push_back(dimension);
    }
}

//===----------------------------------------------------------------------===//
// Operands and their roles
//===----------------------------------------------------------------------===//

bool tir::isInlineConstant(Value value) {
  if (value.getDefiningOp<tensor::EmptyOp>())
    return true;
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return false;
  auto elements = dyn_cast<ElementsAttr>(attr);
  return !elements || elements.isSplat();
}

llvm::SetVector<Value>
tir::collectReadTensors(const llvm::SetVector<Operation *> &ops) {
  llvm::SetVector<Value> read;
  for (Operation *op : ops) {
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    for (Value value : used)
      if (isa<RankedTensorType>(value.getType()) && !isInlineConstant(value) &&
          !ops.contains(value.getDefiningOp()))
        read.insert(value);
  }
  return read;
}

void KernelDescription::findOperands() {
  for (Value value : collectReadTensors(ops))
    operands.push_back({value, OperandRole::Input});
}

OperandRole KernelDescription::getRole(Value operand) const {
  const auto *found = llvm::find_if(operands, [&](const KernelOperand &known) {
    return known.value == operand;
  });
  return found == operands.end() ? OperandRole::Input : found->role;
}
