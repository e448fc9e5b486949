//===- SlideRules.cpp - How rows of results depend on rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlideRules.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir::slide;

int64_t tir::slide::getNumRows(Value value, unsigned axis) {
  return cast<RankedTensorType>(value.getType()).getDimSize(axis);
}

static int64_t getRank(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getRank() : -1;
}

/// Returns the numbers of a constant `!tosa.shape`.
static std::optional<SmallVector<int64_t>> getShape(Value shape) {
  SmallVector<int64_t> numbers;
  if (!tosa::getConstShapeValues(shape.getDefiningOp(), numbers))
    return std::nullopt;
  return numbers;
}

static Value makeShape(OpBuilder &builder, Location loc,
                       ArrayRef<int64_t> numbers) {
  return tosa::ConstShapeOp::create(
      builder, loc, tosa::shapeType::get(builder.getContext(), numbers.size()),
      builder.getIndexTensorAttr(numbers));
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

namespace {
/// The attributes of an operation with a window over space.
struct Window {
  SmallVector<int64_t> kernel, pad, stride, dilation;
};
} // namespace

/// The sizes of a kernel's weights in space, which begin at dimension `first`.
static SmallVector<int64_t> getSpace(Value weights, unsigned first,
                                     unsigned count) {
  return llvm::to_vector(
      cast<RankedTensorType>(weights.getType()).getShape().slice(first, count));
}

static std::optional<Window> getWindow(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Window>>(op)
      .Case<tosa::Conv2DOp, tosa::Conv3DOp>([](auto conv) {
        unsigned count = conv.getStride().size();
        return Window{getSpace(conv.getWeight(), 1, count),
                      llvm::to_vector(conv.getPad()),
                      llvm::to_vector(conv.getStride()),
                      llvm::to_vector(conv.getDilation())};
      })
      .Case([](tosa::DepthwiseConv2DOp conv) {
        return Window{getSpace(conv.getWeight(), 0, 2),
                      llvm::to_vector(conv.getPad()),
                      llvm::to_vector(conv.getStride()),
                      llvm::to_vector(conv.getDilation())};
      })
      .Case<tosa::AvgPool2dOp, tosa::MaxPool2dOp>([](auto pool) {
        return Window{llvm::to_vector(pool.getKernel()),
                      llvm::to_vector(pool.getPad()),
                      llvm::to_vector(pool.getStride()),
                      {1, 1}};
      })
      .Default(std::nullopt);
}

static std::optional<Rule> getWindowRule(Operation *op, const Window &window,
                                         const Track &track) {
  unsigned space = track.axis - 1;
  if (track.axis == 0 || space >= window.kernel.size())
    return std::nullopt;
  int64_t extent = (window.kernel[space] - 1) * window.dilation[space] + 1;
  int64_t before = window.pad[2 * space];
  // A row of nothing but padding has no rows to be computed from.
  if (before >= extent || window.pad[2 * space + 1] >= extent)
    return std::nullopt;
  Use use{0, track.rows, window.stride[space], before, extent};
  return Rule{track.axis, getNumRows(op->getResult(0), track.axis), {use}};
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// How many of the operands are tensors whose elements become elements of the
/// result; 0 if the operation is not elementwise.
static unsigned countElementwiseOperands(Operation *op) {
  if (isa<tosa::RescaleOp, tosa::TableOp, tosa::NegateOp, tosa::CastOp,
          tosa::ClampOp, tosa::IdentityOp>(op))
    return 1;
  if (isa<tosa::MulOp>(op))
    return 2;
  return op->hasTrait<OpTrait::tosa::TosaElementwiseOperator>()
             ? op->getNumOperands()
             : 0;
}

/// The rule of an operation of which each row needs the same row of its first
/// `count` operands.
static std::optional<Rule> getRowwiseRule(Operation *op, const Tracks &tracks,
                                          unsigned axis, unsigned count) {
  Rule rule{axis, getNumRows(op->getResult(0), axis), {}};
  int64_t rank = getRank(op->getResult(0));
  for (OpOperand &operand : op->getOpOperands().take_front(count)) {
    Value value = operand.get();
    auto track = tracks.find(value);
    if (getRank(value) != rank ||
        (track != tracks.end() && track->second.axis != axis))
      return std::nullopt;
    int64_t rows = getNumRows(value, axis);
    if (rows == 1 && track == tracks.end())
      continue;
    if (rows != rule.rows)
      return std::nullopt;
    rule.uses.push_back({operand.getOperandNumber(), rows});
    // A constant that differs from row to row belongs to places in the window.
    DenseElementsAttr constant;
    if (track == tracks.end() &&
        !(matchPattern(value, m_Constant(&constant)) && constant.isSplat()))
      rule.moves = false;
  }
  return rule;
}

static std::optional<Rule> getReshapeRule(tosa::ReshapeOp op,
                                          const Track &track) {
  ArrayRef<int64_t> from =
      cast<RankedTensorType>(op.getInput1().getType()).getShape();
  ArrayRef<int64_t> to = cast<RankedTensorType>(op.getType()).getShape();
  int64_t outer = ShapedType::getNumElements(from.take_front(track.axis));
  std::optional<unsigned> found;
  int64_t product = 1;
  for (auto [axis, size] : llvm::enumerate(to)) {
    if (product == outer && size > 1 && track.rows % size == 0) {
      found = axis;
      break;
    }
    product *= size;
  }
  if (!found)
    return std::nullopt;
  int64_t step = track.rows / to[*found];
  return Rule{*found, to[*found], {{0, track.rows, step, 0, step}}};
}

static std::optional<Rule> getConcatRule(tosa::ConcatOp op,
                                         const Tracks &tracks, unsigned axis) {
  if (op.getAxis() != axis)
    return getRowwiseRule(op, tracks, axis, op->getNumOperands());
  Rule rule{axis, getNumRows(op.getResult(), axis), {}};
  int64_t offset = 0;
  unsigned tracked = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    auto track = tracks.find(operand.get());
    if (track != tracks.end() && track->second.axis != axis)
      return std::nullopt;
    tracked += track != tracks.end();
    int64_t rows = getNumRows(operand.get(), axis);
    rule.uses.push_back({operand.getOperandNumber(), rows, 1, offset, 1});
    offset += rows;
  }
  rule.moves = tracked == 1;
  return rule;
}

/// The rule of an operation that takes a part of the rows, adds some, or
/// repeats them.
static std::optional<Rule> getPartRule(Operation *op, const Track &track) {
  std::optional<SmallVector<int64_t>> numbers = getShape(op->getOperand(1));
  if (!numbers)
    return std::nullopt;
  unsigned axis = track.axis;
  int64_t before = 0;
  if (isa<tosa::SliceOp>(op))
    before = -(*numbers)[axis];
  else if (isa<tosa::PadOp>(op))
    before = (*numbers)[2 * axis];
  else if ((*numbers)[axis] != 1)
    return std::nullopt;
  return Rule{
      axis, getNumRows(op->getResult(0), axis), {{0, track.rows, 1, before}}};
}

/// The rules of operations that read one tensor that slides, their operand
/// `index`.
static std::optional<Rule> getUnaryRule(Operation *op, unsigned index,
                                        const Track &track) {
  unsigned axis = track.axis;
  // The rule of an operation that makes a row of each row, along the axis `to`.
  auto keepRows = [&](unsigned to, bool isPossible) {
    Rule rule{to, track.rows, {{index, track.rows}}};
    return isPossible ? std::optional(rule) : std::nullopt;
  };
  if (isa<tosa::GatherOp>(op))
    return keepRows(1, index == 1 && axis == 1);
  if (index != 0)
    return std::nullopt;
  if (std::optional<Window> window = getWindow(op))
    return getWindowRule(op, *window, track);
  return llvm::TypeSwitch<Operation *, std::optional<Rule>>(op)
      .Case([&](tosa::ReshapeOp reshape) {
        return getReshapeRule(reshape, track);
      })
      .Case([&](tosa::TransposeOp transpose) {
        ArrayRef<int32_t> from = transpose.getPerms();
        const int32_t *to = llvm::find(from, static_cast<int32_t>(axis));
        return keepRows(to - from.begin(), to != from.end());
      })
      .Case([&](tosa::MatMulOp) { return keepRows(1, axis == 1); })
      .Case([&](tosa::ArgMaxOp maximum) {
        return keepRows(axis - (maximum.getAxis() < axis),
                        maximum.getAxis() != axis);
      })
      .Case<tosa::ReduceSumOp, tosa::ReduceMaxOp, tosa::ReduceMinOp,
            tosa::ReduceAllOp, tosa::ReduceAnyOp, tosa::ReduceProductOp,
            tosa::ReverseOp>([&](auto reduction) {
        return keepRows(axis, reduction.getAxis() != axis);
      })
      .Case<tosa::SliceOp, tosa::PadOp, tosa::TileOp>(
          [&](auto part) { return getPartRule(part, track); })
      .Default(std::nullopt);
}

/// Whether each number that belongs to a channel of the last dimension is the
/// same in all rows.
static bool hasScalesOfRows(Operation *op, unsigned axis) {
  auto rescale = dyn_cast<tosa::RescaleOp>(op);
  return rescale && rescale.getPerChannel() &&
         axis + 1 == getRank(rescale.getResult());
}

std::optional<Rule>
tir::slide::findRule(Operation *op, const Tracks &tracks,
                     llvm::function_ref<bool(Value)> isConstant) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      getRank(op->getResult(0)) < 0)
    return std::nullopt;
  SmallVector<unsigned, 2> tracked;
  for (OpOperand &operand : op->getOpOperands())
    if (tracks.contains(operand.get()))
      tracked.push_back(operand.getOperandNumber());
  if (tracked.empty())
    return std::nullopt;
  const Track &first = tracks.at(op->getOperand(tracked.front()));
  for (unsigned index : tracked)
    if (tracks.at(op->getOperand(index)).stride != first.stride)
      return std::nullopt;
  std::optional<Rule> rule;
  unsigned elementwise = countElementwiseOperands(op);
  if (elementwise > tracked.back() && !hasScalesOfRows(op, first.axis))
    rule = getRowwiseRule(op, tracks, first.axis, elementwise);
  else if (auto concat = dyn_cast<tosa::ConcatOp>(op))
    rule = getConcatRule(concat, tracks, first.axis);
  else if (elementwise == 0 && tracked.size() == 1)
    rule = getUnaryRule(op, tracked.front(), first);
  if (!rule)
    return std::nullopt;
  for (Value operand : op->getOperands())
    if (!tracks.contains(operand) && !isConstant(operand))
      rule->moves = false;
  return rule;
}

Track tir::slide::getTrack(const Rule &rule, Operation *op,
                           const Tracks &tracks) {
  Track result{rule.axis, rule.rows, 1, {0, rule.rows}, rule.moves};
  for (const Use &use : rule.uses) {
    auto found = tracks.find(op->getOperand(use.operand));
    if (found == tracks.end())
      continue;
    Rows from = found->second.interior;
    result.stride = found->second.stride * use.step;
    result.moves &= found->second.moves;
    result.interior = result.interior.intersect(
        {llvm::divideCeilSigned(from.begin + use.before, use.step),
         llvm::divideFloorSigned(from.end - use.extent + use.before, use.step) +
             1});
    if (from.empty())
      result.interior = {};
  }
  if (!rule.moves || result.interior.empty())
    result.interior = {};
  return result;
}

Rows Rule::widen(Operation *op, Rows needed) const {
  if (!isa<tosa::PadOp>(op))
    return needed;
  const Use &use = uses.front();
  return {std::min(needed.begin, use.before + use.rows - 1),
          std::max(needed.end, use.before + 1)};
}

//===----------------------------------------------------------------------===//
// Rows of results
//===----------------------------------------------------------------------===//

Value tir::slide::sliceRows(OpBuilder &builder, Location loc, Value value,
                            unsigned axis, Rows rows) {
  auto type = cast<RankedTensorType>(value.getType());
  if (rows.begin == 0 && rows.end == type.getDimSize(axis))
    return value;
  SmallVector<int64_t> start(type.getRank(), 0), size(type.getShape());
  start[axis] = rows.begin;
  size[axis] = rows.size();
  return tosa::SliceOp::create(builder, loc, type.clone(size), value,
                               makeShape(builder, loc, start),
                               makeShape(builder, loc, size));
}

/// Gives an operation that computes `rows` the padding and the sizes of these
/// rows.
static void adapt(OpBuilder &builder, Operation *clone, const Rule &rule,
                  Rows rows, ArrayRef<int64_t> shape) {
  Location loc = clone->getLoc();
  const Use &use = rule.uses.front();
  Rows padded = use.getPadded(rows), real = use.getRows(rows);
  int64_t before = real.begin - padded.begin, after = padded.end - real.end;
  if (getWindow(clone)) {
    auto pad = llvm::to_vector(
        clone->getAttrOfType<DenseI64ArrayAttr>("pad").asArrayRef());
    pad[2 * (rule.axis - 1)] = before;
    pad[2 * (rule.axis - 1) + 1] = after;
    clone->setAttr("pad", builder.getDenseI64ArrayAttr(pad));
  } else if (isa<tosa::ReshapeOp>(clone)) {
    clone->setOperand(1, makeShape(builder, loc, shape));
  } else if (isa<tosa::PadOp>(clone)) {
    SmallVector<int64_t> pad = *getShape(clone->getOperand(1));
    pad[2 * rule.axis] = before;
    pad[2 * rule.axis + 1] = after;
    clone->setOperand(1, makeShape(builder, loc, pad));
  } else if (isa<tosa::SliceOp>(clone)) {
    SmallVector<int64_t> start = *getShape(clone->getOperand(1));
    start[rule.axis] = 0;
    clone->setOperand(1, makeShape(builder, loc, start));
    clone->setOperand(2, makeShape(builder, loc, shape));
  }
}

Value tir::slide::buildRows(
    OpBuilder &builder, Operation *op, const Rule &rule, Rows rows,
    llvm::function_ref<Value(const Use &, Rows)> getRows) {
  SmallVector<Value> operands(op->getOperands());
  auto concat = dyn_cast<tosa::ConcatOp>(op);
  bool joinsRows = concat && concat.getAxis() == rule.axis;
  for (const Use &use : rule.uses) {
    Rows needed = use.getRows(rows);
    operands[use.operand] = needed.empty() ? Value() : getRows(use, needed);
  }
  if (joinsRows)
    llvm::erase(operands, Value());
  if (joinsRows && operands.size() == 1)
    return operands.front();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[rule.axis] = rows.size();
  Operation *clone = builder.clone(*op);
  clone->setOperands(operands);
  clone->getResult(0).setType(type.clone(shape));
  builder.setInsertionPoint(clone);
  adapt(builder, clone, rule, rows, shape);
  builder.setInsertionPointAfter(clone);
  return clone->getResult(0);
}

int64_t tir::slide::countMultiplications(Operation *op, const Rule &rule) {
  int64_t ofElement = 0;
  auto getSize = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getNumElements();
  };
  if (isa<tosa::Conv2DOp, tosa::Conv3DOp>(op))
    ofElement = getSize(op->getOperand(1)) / getNumRows(op->getOperand(1), 0);
  else if (isa<tosa::DepthwiseConv2DOp>(op))
    ofElement =
        getNumRows(op->getOperand(1), 0) * getNumRows(op->getOperand(1), 1);
  else if (isa<tosa::MatMulOp>(op))
    ofElement = getNumRows(op->getOperand(0), 2);
  return ofElement * (getSize(op->getResult(0)) / rule.rows);
}
