//===- ModelConstants.cpp - The constant tensors of a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelConstants.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// From an operand to the constant
//===----------------------------------------------------------------------===//

/// Returns the elements of a constant tensor, or null.
static ElementsAttr getElements(Operation *op) {
  Attribute value;
  if (!op->hasTrait<OpTrait::ConstantLike>() || op->getNumResults() != 1 ||
      !matchPattern(op, m_Constant(&value)))
    return {};
  auto elements = dyn_cast<ElementsAttr>(value);
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return elements && type && type.getRank() != 0 &&
                 elements.getType() == type &&
                 type.getElementType().isIntOrFloat()
             ? elements
             : ElementsAttr();
}

/// Returns whether each element of the result is one of the first operand, or
/// that element in another type.
static bool movesElements(Operation *op) {
  if (isa<tosa::ReshapeOp, tosa::TransposeOp, tosa::CastOp, tosa::PadOp,
          tosa::ReverseOp, tosa::SliceOp, tosa::TileOp, tosa::IdentityOp,
          tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp,
          tensor::PadOp, tensor::ExtractSliceOp, linalg::TransposeOp,
          linalg::BroadcastOp>(op))
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && generic.getNumDpsInputs() == 1 &&
         generic.getNumReductionLoops() == 0 && op->getNumResults() == 1 &&
         llvm::all_of(
             generic.getBlock()->without_terminator(),
             [](Operation &inner) { return isa<CastOpInterface>(inner); });
}

/// Returns the constant that a tensor is made of, or null. Of several, as in a
/// dequantisation, it is the one with the most elements.
static Operation *traceConstant(Value tensor, unsigned depth = 0) {
  constexpr unsigned kMostOperations = 16;
  Operation *op = tensor.getDefiningOp();
  if (!op || depth == kMostOperations)
    return nullptr;
  if (getElements(op))
    return op;
  if (movesElements(op))
    return traceConstant(op->getOperand(0), depth + 1);
  if (!isa<tosa::AddOp, tosa::SubOp, tosa::MulOp>(op))
    return nullptr;
  Operation *first = traceConstant(op->getOperand(0), depth + 1);
  Operation *second = traceConstant(op->getOperand(1), depth + 1);
  if (!first || !second)
    return nullptr;
  auto count = [](Operation *constant) {
    return getElements(constant).getNumElements();
  };
  return count(second) > count(first) ? second : first;
}

//===----------------------------------------------------------------------===//
// What reads constants
//===----------------------------------------------------------------------===//

using VisitOperand = function_ref<void(Value operand, StringRef role)>;

/// Calls `visit` with the constant that is added to the sums of an operation.
static void visitAddedBias(Operation *sums, VisitOperand visit) {
  Value sum = sums->getResult(0);
  while (sum.hasOneUse()) {
    Operation *user = *sum.user_begin();
    auto generic = dyn_cast<linalg::GenericOp>(user);
    bool adds =
        isa<tosa::AddOp, linalg::AddOp>(user) ||
        (generic && generic.getNumDpsInputs() == 2 &&
         isa<arith::AddFOp, arith::AddIOp>(generic.getBlock()->front()));
    if (adds) {
      bool isFirst = user->getOperand(0) == sum;
      return visit(user->getOperand(isFirst ? 1 : 0), "bias");
    }
    if (!isa<tosa::ReshapeOp, tosa::TransposeOp, tosa::CastOp,
             tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             linalg::TransposeOp>(user))
      return;
    sum = user->getResult(0);
  }
}

/// Calls `visit` with the operands of a layer that may be weights.
static void visitWeights(Operation *op, VisitOperand visit) {
  if (isa<tosa::Conv2DOp, tosa::Conv3DOp, tosa::DepthwiseConv2DOp,
          tosa::TransposeConv2DOp>(op)) {
    visit(op->getOperand(1), "weights");
    visit(op->getOperand(2), "bias");
  } else if (isa<tosa::MatMulOp>(op)) {
    visit(op->getOperand(0), "weights");
    visit(op->getOperand(1), "weights");
  } else if (isa<tosa::GatherOp>(op)) {
    visit(op->getOperand(0), "table");
  } else if (auto structured = dyn_cast<linalg::LinalgOp>(op);
             structured && op->getNumResults() == 1 &&
             (linalg::isaContractionOpInterface(structured) ||
              linalg::isaConvolutionOpInterface(structured))) {
    for (OpOperand *input : structured.getDpsInputOperands())
      visit(input->get(), "weights");
    visit(structured.getDpsInits()[0], "bias");
  } else {
    return;
  }
  if (!isa<tosa::GatherOp>(op))
    visitAddedBias(op, visit);
}

/// Returns the name that the model has for what is at `location`, or nothing.
static std::string findModelName(Location location) {
  std::string found;
  location->walk([&](Location part) {
    auto name = dyn_cast<NameLoc>(part);
    if (!name || name.getName().empty() || !getKindAndOrdinal(name).empty())
      return WalkResult::advance();
    found = name.getName().str();
    return WalkResult::interrupt();
  });
  return found;
}

/// Returns `conv2d_3` for the third convolution after the first.
static std::string makeLayerName(Operation *layer) {
  std::string place;
  layer->getLoc()->walk([&](Location part) {
    auto name = dyn_cast<NameLoc>(part);
    StringRef numbered = name ? getKindAndOrdinal(name) : StringRef();
    if (numbered.empty())
      return WalkResult::advance();
    place = numbered.str();
    return WalkResult::interrupt();
  });
  return layerNameToIdentifier(place.empty() ? layer->getName().stripDialect()
                                             : StringRef(place));
}

/// Returns whether TOSA's operator itself needs the operand: a zero point, or a
/// multiplier or shift.
static bool isParameter(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tosa::RescaleOp, tosa::NegateOp, tosa::AvgPool2dOp>(
          [&](auto) { return number != 0; })
      .Case<tosa::Conv2DOp, tosa::Conv3DOp, tosa::DepthwiseConv2DOp,
            tosa::TransposeConv2DOp>([&](auto) { return number > 2; })
      .Case<tosa::MatMulOp, tosa::MulOp>([&](auto) { return number > 1; })
      .Case<tosa::PadOp>([&](auto) { return number != 0; })
      .Case<tosa::TableOp>([&](auto) { return number != 0; })
      .Default(false);
}

SmallVector<ModelConstant> tir::findModelConstants(func::FuncOp entry) {
  llvm::MapVector<Operation *, ModelConstant> found;
  auto add = [&](Operation *op, Operation *reader, StringRef role) {
    ModelConstant &constant = found[op];
    if (constant.op)
      return &constant;
    constant.op = op;
    constant.values = getElements(op);
    constant.modelName = findModelName(op->getLoc());
    constant.layerName = makeLayerName(reader) + "_" + role.str();
    return &constant;
  };
  entry.walk<WalkOrder::PreOrder>([&](Operation *op) {
    visitWeights(op, [&](Value operand, StringRef role) {
      Operation *constant = traceConstant(operand);
      // Converters write a bias of zeros where the model has none.
      if (constant && !(getElements(constant).isSplat() &&
                        findModelName(constant->getLoc()).empty()))
        add(constant, op, role)->isWeight = true;
    });
    if (movesElements(op))
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      Operation *constant = traceConstant(operand.get());
      if (!constant || isParameter(operand) || found.contains(constant))
        continue;
      // Other constants are known by the model's names only.
      if (!findModelName(constant->getLoc()).empty())
        add(constant, op, "constant");
    }
  });
  return llvm::map_to_vector(found,
                             [](const auto &entry) { return entry.second; });
}
