//===- CutNormalization.cpp - Inputs that the application normalises
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/TIR/Transforms/Import/TensorOptions.h"

namespace tir {
#define GEN_PASS_DEF_TIRCUTNORMALIZATIONPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// The numbers of the channels, or one number for all.
struct Numbers {
  SmallVector<double> values;

  /// Reads a constant with at most one dimension of more than one element.
  bool read(Value tensor) {
    DenseFPElementsAttr elements;
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (!type || !matchPattern(tensor, m_Constant(&elements)))
      return false;
    if (llvm::count_if(type.getShape(), [](int64_t n) { return n != 1; }) > 1)
      return false;
    if (elements.isSplat())
      values = {elements.getSplatValue<APFloat>().convertToDouble()};
    else
      for (const APFloat &value : elements)
        values.push_back(value.convertToDouble());
    return true;
  }
};

/// A normalisation as a graph begins with it: a sum, one product or two, the
/// next lower integer, and bounds.
struct Normalization {
  SmallVector<double> bias, scale, shift;
  Operation *last = nullptr;
  double min = 0, max = 0;

  bool match(Value input);

private:
  bool setScales(ArrayRef<Numbers> factors);
};
} // namespace

/// Returns the other operand of an operation that reads `value` once, which is
/// its only user.
template <typename OpT>
static Value getOther(Value value) {
  if (!value.hasOneUse())
    return {};
  auto op = dyn_cast<OpT>(*value.user_begin());
  if (!op)
    return {};
  return op->getOperand(op->getOperand(0) == value ? 1 : 0);
}

/// Splits the factors into integers and powers of two.
bool Normalization::setScales(ArrayRef<Numbers> factors) {
  size_t count = 1;
  for (const Numbers &factor : factors)
    count = std::max(count, factor.values.size());
  constexpr int kMostShift = 30;
  for (size_t i = 0; i < count; ++i) {
    double product = 1;
    for (const Numbers &factor : factors) {
      if (factor.values.size() != 1 && factor.values.size() != count)
        return false;
      product *= factor.values[factor.values.size() == 1 ? 0 : i];
    }
    // As for the hardware, a scale has at least 8 bits if that is exact.
    int exponent = 0;
    while (exponent <= kMostShift &&
           (std::ldexp(product, exponent) !=
                std::floor(std::ldexp(product, exponent)) ||
            std::abs(std::ldexp(product, exponent)) < 128))
      ++exponent;
    // The shift makes the next lower integer, so that there must be one.
    if (exponent == 0 || exponent > kMostShift || product <= 0)
      return false;
    scale.push_back(std::ldexp(product, exponent));
    shift.push_back(exponent);
  }
  return true;
}

bool Normalization::match(Value input) {
  Numbers offset;
  Value given = getOther<tosa::AddOp>(input);
  if (!given || !offset.read(given))
    return false;
  Value value = (*input.user_begin())->getResult(0);
  SmallVector<Numbers> factors;
  while (Value factor = getOther<tosa::MulOp>(value)) {
    if (!factors.emplace_back().read(factor))
      return false;
    value = (*value.user_begin())->getResult(0);
  }
  if (factors.empty() || !value.hasOneUse())
    return false;
  auto floor = dyn_cast<tosa::FloorOp>(*value.user_begin());
  if (!floor || !floor->hasOneUse())
    return false;
  auto clamp = dyn_cast<tosa::ClampOp>(*floor->user_begin());
  auto least = clamp ? dyn_cast<FloatAttr>(clamp.getMinVal()) : FloatAttr();
  auto most = clamp ? dyn_cast<FloatAttr>(clamp.getMaxVal()) : FloatAttr();
  if (!least || !most)
    return false;
  last = clamp;
  min = least.getValueAsDouble();
  max = most.getValueAsDouble();
  bias = offset.values;
  return setScales(factors);
}

static DictionaryAttr makeAttr(MLIRContext *context, ArrayRef<double> bias,
                               ArrayRef<double> scale, ArrayRef<double> shift) {
  Builder builder(context);
  auto numbers = [&](StringRef name, ArrayRef<double> values) {
    return builder.getNamedAttr(name, builder.getF64ArrayAttr(values));
  };
  return builder.getDictionaryAttr({numbers("bias", bias),
                                    numbers("scale", scale),
                                    numbers("shift", shift)});
}

namespace {
struct CutNormalizationPass
    : public tir::impl::TIRCutNormalizationPassBase<CutNormalizationPass> {
  using TIRCutNormalizationPassBase::TIRCutNormalizationPassBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      for (const std::string &text : given)
        if (failed(attach(function, text)))
          return signalPassFailure();
      if (find)
        for (unsigned i = 0; i < function.getNumArguments(); ++i)
          if (!getPort(function, i).normalization)
            cut(function, i);
    }
  }

  /// Notes the normalisation that the option gives.
  LogicalResult attach(func::FuncOp entry, StringRef text) {
    llvm::Expected<InputNormalization> parsed = parseInputNormalization(text);
    if (!parsed)
      return entry.emitError() << llvm::toString(parsed.takeError());
    std::string option = ("--input-normalization=" + text).str();
    FailureOr<unsigned> index = findInput(entry, option, parsed->key, rename);
    if (failed(index))
      return failure();
    if (getPort(entry, *index).normalization)
      return entry.emitError()
             << option << ": input " << *index << " ('"
             << getInputName(entry, *index)
             << "') has a normalization already; expected one for each input";
    updatePort(entry, *index, [&](PortParts &port) {
      port.normalization =
          makeAttr(&getContext(), parsed->bias, parsed->scale, parsed->shift);
    });
    return success();
  }

  /// Lets an input have the integers after the normalisation that the graph
  /// begins with.
  void cut(func::FuncOp entry, unsigned index) {
    BlockArgument input = entry.getArgument(index);
    Normalization found;
    auto type = dyn_cast<RankedTensorType>(input.getType());
    if (!type || !type.getElementType().isF32() || !found.match(input))
      return;
    // TOSA casts integers with a sign only, so that other bounds stay.
    auto narrow = cast<RankedTensorType>(found.last->getResult(0).getType());
    if (found.min != INT8_MIN || found.max != INT8_MAX ||
        narrow.getShape() != type.getShape())
      return;
    OpBuilder builder(found.last);
    auto passed = RankedTensorType::get(type.getShape(), builder.getI8Type());
    Operation *first = *input.user_begin();
    BlockArgument integers =
        entry.getBody().front().insertArgument(index, passed, input.getLoc());
    Value floats =
        tosa::CastOp::create(builder, found.last->getLoc(), narrow, integers);
    found.last->getResult(0).replaceAllUsesWith(floats);
    // The chain from the last operation back to the input.
    for (Operation *op = found.last; op;) {
      Operation *before = nullptr;
      for (Value operand : op->getOperands())
        if (Operation *producer = operand.getDefiningOp();
            op != first && producer &&
            !producer->hasTrait<OpTrait::ConstantLike>())
          before = producer;
      op->erase();
      op = before;
    }
    entry.getBody().front().eraseArgument(index + 1);
    SmallVector<Type> types(entry.getArgumentTypes());
    types[index] = passed;
    entry.setFunctionType(
        builder.getFunctionType(types, entry.getResultTypes()));
    updatePort(entry, index, [&](PortParts &port) {
      port.normalization =
          makeAttr(&getContext(), found.bias, found.scale, found.shift);
    });
  }
};
} // namespace
