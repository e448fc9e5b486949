//===- KernelRoles.cpp - What a kernel uses its operands for
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/KernelDescription.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tir;

/// Returns the operand whose elements `op` passes on, each as the same number
/// or rounded to the nearest one of another type, or null if it does something
/// else.
static Value getSource(Operation *op) {
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp,
          tensor::PadOp, tensor::ExtractSliceOp>(op))
    return op->getOperand(0);
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || structured.getNumReductionLoops() != 0 ||
      structured.getNumDpsInits() != 1)
    return {};
  auto argument = dyn_cast<BlockArgument>(
      stripNumberCasts(structured.getBlock()->getTerminator()->getOperand(0)));
  if (!argument || argument.getOwner() != structured.getBlock())
    return {};
  return structured.getMatchingOpOperand(argument)->get();
}

namespace {
class RoleFinder {
public:
  RoleFinder(llvm::MutableArrayRef<KernelOperand> operands,
             const llvm::SetVector<Operation *> &ops)
      : ops(ops) {
    for (KernelOperand &operand : operands)
      byValue[operand.value] = &operand;
  }

  void addProducts(const StructuredOpDescription &structure,
                   linalg::LinalgOp op);
  void addSum(linalg::LinalgOp op);
  void addTables(linalg::LinalgOp op);
  void addRescales(Operation *op);

private:
  /// Returns the origin of the elements of `tensor`: an operand of the kernel,
  /// or an operation that computes.
  Value findOrigin(Value tensor) const;
  void add(Value tensor, OperandRole role);
  bool isSumOfProducts(Value tensor) const;

  const llvm::SetVector<Operation *> &ops;
  llvm::DenseMap<Value, KernelOperand *> byValue;
  llvm::DenseMap<Value, OperandRole> roles;
  llvm::DenseSet<Operation *> sumsOfProducts;
};
} // namespace

Value RoleFinder::findOrigin(Value tensor) const {
  while (Operation *op = tensor.getDefiningOp()) {
    Value source = ops.contains(op) ? getSource(op) : Value();
    if (!source)
      break;
    tensor = source;
  }
  return tensor;
}

/// An operand with two roles is an input.
void RoleFinder::add(Value tensor, OperandRole role) {
  auto operand = byValue.find(findOrigin(tensor));
  if (operand == byValue.end())
    return;
  auto [known, isNew] = roles.try_emplace(operand->first, role);
  if (!isNew && known->second != role)
    known->second = OperandRole::Input;
  operand->second->role = known->second;
}

void RoleFinder::addProducts(const StructuredOpDescription &structure,
                             linalg::LinalgOp op) {
  if (structure.kind != KernelKind::Convolution &&
      structure.kind != KernelKind::DepthwiseConvolution &&
      structure.kind != KernelKind::Matmul)
    return;
  sumsOfProducts.insert(op);
  add(op.getDpsInputOperand(0)->get(), OperandRole::Input);
  add(op.getDpsInputOperand(1)->get(), OperandRole::Weights);
  add(op.getDpsInitOperand(0)->get(), OperandRole::Bias);
}

bool RoleFinder::isSumOfProducts(Value tensor) const {
  Operation *op = findOrigin(tensor).getDefiningOp();
  return op && sumsOfProducts.contains(op);
}

/// A number that is added to each of several sums is a bias.
void RoleFinder::addSum(linalg::LinalgOp op) {
  Operation *sum =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (op.getNumReductionLoops() != 0 || op.getNumDpsInputs() != 2 ||
      !isa_and_nonnull<arith::AddIOp, arith::AddFOp>(sum) ||
      !std::is_permutation(sum->operand_begin(), sum->operand_end(),
                           op.getRegionInputArgs().begin(),
                           op.getRegionInputArgs().end()))
    return;
  for (unsigned side : {0, 1}) {
    OpOperand *added = op.getDpsInputOperand(1 - side);
    AffineMap map = op.getMatchingIndexingMap(added);
    bool isForMany =
        llvm::any_of(llvm::seq<unsigned>(0, map.getNumDims()),
                     [&](unsigned dim) { return !map.isFunctionOfDim(dim); });
    if (isForMany && isSumOfProducts(op.getDpsInputOperand(side)->get()))
      add(added->get(), OperandRole::Bias);
  }
}

void RoleFinder::addTables(linalg::LinalgOp op) {
  op->walk([&](tensor::ExtractOp extract) {
    if (extract->getBlock() == op.getBlock() && dependsOnElements(extract))
      add(extract.getTensor(), OperandRole::Table);
  });
}

void RoleFinder::addRescales(Operation *op) {
  op->walk([&](tosa::ApplyScaleOp scale) {
    for (auto [factor, role] :
         {std::pair(scale.getMultiplier(), OperandRole::Multiplier),
          std::pair(scale.getShift(), OperandRole::Shift)})
      if (OpOperand *operand = getElementOperand(factor))
        if (!getConstantNumber(factor))
          add(operand->get(), role);
  });
}

void KernelDescription::findRoles() {
  RoleFinder finder(operands, ops);
  for (Operation *op : ops) {
    finder.addRescales(op);
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!structured)
      continue;
    finder.addProducts(structures[op], structured);
    finder.addSum(structured);
    finder.addTables(structured);
  }
}
