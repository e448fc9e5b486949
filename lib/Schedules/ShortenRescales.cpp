//===- ShortenRescales.cpp - Short forms of rescales without a convolution
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortenRescales.h"

#include "BlockedRescale.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {

/// The least and the largest value of a number.
struct NumberInterval {
  int64_t low, high;

  bool fits(unsigned bits) const {
    return llvm::isIntN(bits, low) && llvm::isIntN(bits, high);
  }
};

using OptionalInterval = std::optional<NumberInterval>;

/// Finds intervals of numbers in a kernel from the types of its elements.
class IntervalFinder {
public:
  OptionalInterval get(Value scalar);

  /// Returns whether a number is a multiple of two.
  bool isEven(Value scalar);

private:
  OptionalInterval getOfTensor(Value tensor);
  OptionalInterval getOfResult(Operation *op);
  OptionalInterval getOfScale(tosa::ApplyScaleOp scale);

  /// Intervals of tensors, which several operations read.
  llvm::DenseMap<Value, OptionalInterval> known;
};

} // namespace

/// Returns the operand of the surrounding operation that an argument of its
/// body reads elements of, if it reads them at one position each.
static Value getReadTensor(Value scalar) {
  auto argument = dyn_cast<BlockArgument>(scalar);
  auto generic =
      argument ? dyn_cast<linalg::GenericOp>(argument.getOwner()->getParentOp())
               : linalg::GenericOp();
  if (!generic || argument.getArgNumber() >= generic.getNumDpsInputs() ||
      generic.getNumReductionLoops() != 0)
    return {};
  return generic.getDpsInputs()[argument.getArgNumber()];
}

/// Returns what an operation without reductions computes its elements as.
static Value getYielded(Value tensor) {
  auto generic = tensor.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumReductionLoops() != 0)
    return {};
  return generic.getBlock()->getTerminator()->getOperand(
      cast<OpResult>(tensor).getResultNumber());
}

OptionalInterval IntervalFinder::getOfTensor(Value tensor) {
  if (auto found = known.find(tensor); found != known.end())
    return found->second;
  OptionalInterval result;
  DenseIntElementsAttr constant;
  Type type = getElementTypeOrSelf(tensor);
  if (matchPattern(tensor, m_Constant(&constant)) && constant.isSplat()) {
    int64_t number = constant.getSplatValue<APInt>().getSExtValue();
    result = NumberInterval{number, number};
  } else if (Value yielded = getYielded(tensor)) {
    result = get(yielded);
  }
  // Elements in memory can be any number of their type.
  if (!result && (type.isInteger(8) || type.isInteger(16))) {
    unsigned bits = type.getIntOrFloatBitWidth();
    result = NumberInterval{llvm::minIntN(bits), llvm::maxIntN(bits)};
  }
  return known[tensor] = result;
}

OptionalInterval IntervalFinder::getOfScale(tosa::ApplyScaleOp scale) {
  OptionalInterval value = get(scale.getValue());
  std::optional<int64_t> multiplier = getConstantNumber(scale.getMultiplier()),
                         shift = getConstantNumber(scale.getShift());
  if (!value || !multiplier || !shift)
    return std::nullopt;
  RescaleChannel channel{};
  channel.multiplier = static_cast<int32_t>(*multiplier);
  channel.shift = static_cast<int32_t>(*shift);
  channel.doubleRound =
      scale.getRoundingMode() == tosa::RoundingMode::DOUBLE_ROUND;
  channel.low = value->low;
  channel.high = value->high;
  channel.min = INT32_MIN;
  channel.max = INT32_MAX;
  if (!channel.isDefined())
    return std::nullopt;
  return NumberInterval{channel.evaluate(value->low),
                        channel.evaluate(value->high)};
}

OptionalInterval IntervalFinder::getOfResult(Operation *op) {
  if (auto scale = dyn_cast<tosa::ApplyScaleOp>(op))
    return getOfScale(scale);
  if (!isa<arith::ExtSIOp, arith::AddIOp, arith::SubIOp, arith::MulIOp,
           arith::ShLIOp, arith::MaxSIOp, arith::MinSIOp>(op))
    return std::nullopt;
  SmallVector<NumberInterval> operands;
  for (Value operand : op->getOperands()) {
    OptionalInterval interval = get(operand);
    if (!interval)
      return std::nullopt;
    operands.push_back(*interval);
  }
  NumberInterval x = operands.front(), y = operands.back();
  return llvm::TypeSwitch<Operation *, OptionalInterval>(op)
      .Case([&](arith::ExtSIOp) { return x; })
      .Case([&](arith::AddIOp) {
        return NumberInterval{x.low + y.low, x.high + y.high};
      })
      .Case([&](arith::SubIOp) {
        return NumberInterval{x.low - y.high, x.high - y.low};
      })
      .Case([&](arith::MulIOp) {
        auto [low, high] = std::minmax(
            {x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high});
        return NumberInterval{low, high};
      })
      .Case([&](arith::ShLIOp) -> OptionalInterval {
        if (y.low != y.high || y.low < 0 || y.low > 31)
          return std::nullopt;
        int64_t factor = int64_t(1) << y.low;
        return NumberInterval{x.low * factor, x.high * factor};
      })
      .Case([&](arith::MaxSIOp) {
        return NumberInterval{std::max(x.low, y.low), std::max(x.high, y.high)};
      })
      .Case([&](arith::MinSIOp) {
        return NumberInterval{std::min(x.low, y.low), std::min(x.high, y.high)};
      });
}

OptionalInterval IntervalFinder::get(Value scalar) {
  if (std::optional<int64_t> number = getConstantNumber(scalar))
    return NumberInterval{*number, *number};
  OptionalInterval result;
  if (Value tensor = getReadTensor(scalar))
    result = getOfTensor(tensor);
  else if (Operation *op = scalar.getDefiningOp())
    result = getOfResult(op);
  // A number that wraps is not the one that was computed here.
  auto type = dyn_cast<IntegerType>(scalar.getType());
  unsigned bits = type ? std::min(type.getWidth(), 32u) : 0;
  return result && bits != 0 && result->fits(bits) ? result : std::nullopt;
}

bool IntervalFinder::isEven(Value scalar) {
  OptionalInterval interval = get(scalar);
  if (interval && interval->low == interval->high)
    return interval->low % 2 == 0;
  if (Value tensor = getReadTensor(scalar)) {
    Value yielded = getYielded(tensor);
    return yielded && isEven(yielded);
  }
  if (auto shift = scalar.getDefiningOp<arith::ShLIOp>()) {
    OptionalInterval amount = get(shift.getRhs());
    return amount && amount->low > 0;
  }
  auto product = scalar.getDefiningOp<arith::MulIOp>();
  return product && (isEven(product.getLhs()) || isEven(product.getRhs()));
}

/// Replaces a rescale by a whole number, which rounds nothing, by a product of
/// 32 bits, and returns whether it is one.
static bool replaceByWholeFactor(tosa::ApplyScaleOp scale,
                                 NumberInterval interval) {
  std::optional<int64_t> multiplier = getConstantNumber(scale.getMultiplier()),
                         shift = getConstantNumber(scale.getShift());
  if (!multiplier || !shift || *shift < 0 || *shift > 31 ||
      *multiplier % (int64_t(1) << *shift) != 0)
    return false;
  int64_t factor = *multiplier >> *shift;
  NumberInterval product = {interval.low * factor, interval.high * factor};
  if (!product.fits(32) || !scale.getValue().getType().isInteger(32))
    return false;
  ImplicitLocOpBuilder b(scale.getLoc(), scale);
  scale.replaceAllUsesWith(
      arith::MulIOp::create(b, scale.getValue(),
                            arith::ConstantIntOp::create(b, factor, 32))
          .getResult());
  scale.erase();
  return true;
}

/// Replaces a rescale by its own arithmetic, in which the sign of the number
/// adds a product. The low word of what is shifted must not be all ones, since
/// a factor of 2^31 does not fit 32 bits.
static void replaceByProduct(tosa::ApplyScaleOp scale,
                             IntervalFinder &intervals) {
  std::optional<int64_t> multiplier = getConstantNumber(scale.getMultiplier()),
                         shift = getConstantNumber(scale.getShift());
  if (!multiplier || !shift || *shift < 32 || *shift > 62 ||
      !scale.getValue().getType().isInteger(32))
    return;
  bool isDouble = scale.getRoundingMode() == tosa::RoundingMode::DOUBLE_ROUND;
  if (isDouble && *multiplier % 2 != 0 && !intervals.isEven(scale.getValue()))
    return;
  ImplicitLocOpBuilder b(scale.getLoc(), scale);
  int64_t offset =
      (int64_t(1) << (*shift - 1)) + (isDouble ? int64_t(1) << 30 : 0);
  Value sign;
  if (isDouble)
    sign = arith::ConstantIntOp::create(b, INT32_MAX, 32);
  scale.replaceAllUsesWith(
      RequantizeOp::create(b, b.getI32Type(), scale.getValue(),
                           arith::ConstantIntOp::create(b, *multiplier, 32),
                           arith::ConstantIntOp::create(b, offset, 64), sign,
                           *shift - 32,
                           /*bits=*/32)
          .getResult());
  scale.erase();
}

/// Returns whether a kernel reduces anything. Schedules of convolutions have
/// short forms of their own, and LLVM makes less of those in pools.
static bool reducesElements(FunctionOpInterface kernel) {
  return kernel
      .walk([](linalg::LinalgOp op) {
        return op.getNumReductionLoops() != 0 ? WalkResult::interrupt()
                                              : WalkResult::advance();
      })
      .wasInterrupted();
}

void tir::shortenRescales(FunctionOpInterface kernel) {
  if (kernel.isExternal() || reducesElements(kernel))
    return;
  SmallVector<tosa::ApplyScaleOp> scales;
  kernel.walk([&](tosa::ApplyScaleOp scale) {
    // A factor that is a power of two is a shift.
    std::optional<int64_t> multiplier =
        getConstantNumber(scale.getMultiplier());
    if (isa<linalg::GenericOp>(scale->getParentOp()) && multiplier &&
        !llvm::isPowerOf2_64(*multiplier))
      scales.push_back(scale);
  });
  for (tosa::ApplyScaleOp scale : scales) {
    IntervalFinder intervals;
    OptionalInterval interval = intervals.get(scale.getValue());
    if (interval && replaceByWholeFactor(scale, *interval))
      continue;
    std::optional<ShortRescale> form =
        interval ? ShortRescale::find(scale, interval->low, interval->high)
                 : std::nullopt;
    if (form)
      form->rewrite({});
    else
      replaceByProduct(scale, intervals);
  }
}
