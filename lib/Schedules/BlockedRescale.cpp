//===- BlockedRescale.cpp - Short forms of the rescale after a convolution
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedRescale.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"
#include "tir/Dialect/TIR/IR/SealedConstants.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Finding the rescale
//===----------------------------------------------------------------------===//

/// Finds the rescale of the sums, and what is applied to it in the same block.
bool ShortRescale::match(const BlockedKernel &kernel) {
  // A reshape before it moves no element, and the biases become part of it.
  Value sum = kernel.conv->getResult(0);
  Operation *addBias = linalg::GenericOp(kernel.addBias);
  const auto *user = kernel.epilogue.begin();
  while (user != kernel.epilogue.end() &&
         (*user == addBias || !isa<linalg::LinalgOp>(**user)))
    sum = (*user++)->getResult(0);
  if (user == kernel.epilogue.end())
    return false;
  generic = dyn_cast<linalg::GenericOp>(**user);
  if (!generic)
    return false;
  BlockArgument element;
  for (OpOperand *operand : generic.getDpsInputOperands())
    if (operand->get() == sum)
      element = generic.getMatchingBlockArgument(operand);
  if (!element || !element.hasOneUse())
    return false;
  scale = dyn_cast<tosa::ApplyScaleOp>(*element.user_begin());
  return scale && scale.getValue() == element &&
         element.getType().isInteger(32) && matchClamp();
}

/// Finds the zero point and the bounds that are applied to the result.
bool ShortRescale::matchClamp() {
  last = scale;
  bool isClamped = false;
  while (last->getResult(0).hasOneUse()) {
    Operation *next = *last->getResult(0).user_begin();
    if (!isa<arith::AddIOp, arith::MaxSIOp, arith::MinSIOp>(next))
      break;
    Value other = next->getOperand(next->getOperand(0) == last->getResult(0));
    std::optional<int64_t> number = getConstantNumber(other);
    if (!number)
      break;
    if (isa<arith::AddIOp>(next)) {
      if (isClamped || outputZeroPoint != 0)
        break;
      outputZeroPoint = *number;
    } else {
      auto bound = [&](int64_t known) {
        return isa<arith::MaxSIOp>(next) ? std::max(known, *number)
                                         : std::min(known, *number);
      };
      isClamped = true;
      min = bound(min);
      max = bound(max);
    }
    last = next;
  }
  // Wider results have too many thresholds.
  return isClamped && min < max && llvm::isInt<17>(min) && llvm::isInt<17>(max);
}

namespace {
/// A factor of the rescale: one number, or one for each channel.
class ScaleFactor {
public:
  /// Returns std::nullopt if the value is neither.
  static std::optional<ScaleFactor> get(linalg::GenericOp generic,
                                        Value value) {
    ScaleFactor factor;
    if (std::optional<int64_t> number = getConstantNumber(value)) {
      factor.number = *number;
      return factor;
    }
    OpOperand *operand = getElementOperand(value);
    if (!operand)
      return std::nullopt;
    if (!isChannelMap(generic.getMatchingIndexingMap(operand)))
      return std::nullopt;
    factor.argument = getReadArgument(operand->get());
    return factor.argument ? std::optional(factor) : std::nullopt;
  }

  /// Returns the numbers of a call's channels, or nothing if they are not
  /// constant.
  SmallVector<int64_t> getNumbers(int64_t numChannels, unsigned call,
                                  ShortRescale::ConstantOfCall getConstant) {
    if (!argument)
      return SmallVector<int64_t>(numChannels, number);
    DenseElementsAttr elements = getConstant(argument, call);
    SmallVector<int64_t> numbers;
    if (elements && elements.getNumElements() == numChannels)
      for (const APInt &element : elements.getValues<APInt>())
        numbers.push_back(element.getSExtValue());
    return numbers;
  }

private:
  BlockArgument argument;
  int64_t number = 0;
};
} // namespace

/// Returns the families of forms from the least instructions to the most, for
/// channels whose intervals have the biases.
SmallVector<AffineRescaleKind>
ShortRescale::getKinds(RescaleForms suitable, bool mayBeBySign,
                       ArrayRef<RescaleChannel> channels) const {
  SmallVector<AffineRescaleKind> kinds;
  unsigned most =
      suitable == RescaleForms::Scalar ? 8 : getMostFractionBits(channels);
  auto addUpperHalf = [&](bool bySign, bool isApproximate) {
    AffineRescaleKind kind;
    kind.bySign = bySign;
    kind.upperHalf = true;
    kind.isApproximate = isApproximate;
    kinds.push_back(kind);
    if (most == kind.upperFractionBits)
      return;
    kind.upperFractionBits = most;
    kinds.push_back(kind);
  };
  bool hasUpperHalf = suitable != RescaleForms::Doubles;
  bool hasShort = suitable == RescaleForms::ShortProducts;
  if (hasShort)
    addUpperHalf(/*bySign=*/false, /*isApproximate=*/true);
  if (hasUpperHalf)
    addUpperHalf(/*bySign=*/false, /*isApproximate=*/false);
  // The plain form has as many words a channel, and longer products.
  if (hasShort && mayBeBySign) {
    addUpperHalf(/*bySign=*/true, /*isApproximate=*/true);
    addUpperHalf(/*bySign=*/true, /*isApproximate=*/false);
  }
  kinds.emplace_back();
  if (!mayBeBySign)
    return kinds;
  if (hasUpperHalf && !hasShort)
    addUpperHalf(/*bySign=*/true, /*isApproximate=*/false);
  kinds.push_back({/*bySign=*/true});
  return kinds;
}

RescaleChannel ShortRescale::makeChannel(int64_t multiplier, int64_t shift,
                                         const ChannelSum &sum) {
  return {static_cast<int32_t>(multiplier),
          static_cast<int32_t>(shift),
          scale.getRoundingMode() == tosa::RoundingMode::DOUBLE_ROUND,
          sum.bias,
          sum.low,
          sum.high,
          outputZeroPoint,
          min,
          max};
}

std::vector<RescaleChannel>
ShortRescale::readChannels(ConstantOfCall getConstant,
                           ArrayRef<ArrayRef<ChannelSum>> sums) {
  std::optional<ScaleFactor> multiplier =
      ScaleFactor::get(generic, scale.getMultiplier());
  std::optional<ScaleFactor> shift =
      ScaleFactor::get(generic, scale.getShift());
  if (!multiplier || !shift)
    return {};
  std::vector<RescaleChannel> channels;
  for (auto [call, callSums] : llvm::enumerate(sums)) {
    SmallVector<int64_t> multipliers =
        multiplier->getNumbers(numChannels, call, getConstant);
    SmallVector<int64_t> shifts =
        shift->getNumbers(numChannels, call, getConstant);
    if (multipliers.empty() || shifts.empty())
      return {};
    for (auto [sum, multiplier, shift] :
         llvm::zip_equal(callSums, multipliers, shifts))
      channels.push_back(makeChannel(multiplier, shift, sum));
  }
  return channels;
}

bool ShortRescale::findAnyForms(const BlockedKernel &kernel,
                                ArrayRef<RescaleChannel> channels,
                                RescaleForms suitable) {
  SmallVector<RescaleChannel> withBias(channels);
  for (RescaleChannel &channel : withBias) {
    channel.low += channel.bias;
    channel.high += channel.bias;
    channel.bias = 0;
  }
  if (hasSealedConstants(kernel.conv))
    return findFixedForms(withBias, suitable, kernel.getProducts());
  if (isForLanes)
    return findLaneForms(withBias, suitable);
  // Four words a channel pay only where several pixels share them.
  constexpr int64_t kLeastPixels = 4;
  bool mayBeBySign =
      kernel.batch * kernel.height * kernel.width >= kLeastPixels;
  if (suitable == RescaleForms::Doubles && findDoubleForms(channels))
    return true;
  for (AffineRescaleKind family : getKinds(suitable, mayBeBySign, withBias)) {
    kind = family;
    if ((takesBias() && findUniformForm(withBias, family)) ||
        findForms(takesBias() ? withBias : channels, family))
      return true;
  }
  if (suitable == RescaleForms::Doubles || mayBeBySign)
    return false;
  // One form for all channels is not stored.
  return llvm::any_of(getKinds(suitable, /*mayBeBySign=*/true, withBias),
                      [&](AffineRescaleKind family) {
                        return family.bySign &&
                               findUniformForm(withBias, family);
                      });
}

std::optional<ShortRescale>
ShortRescale::find(const BlockedKernel &kernel, ConstantOfCall getConstant,
                   ArrayRef<ArrayRef<ChannelSum>> sums, RescaleForms suitable) {
  ShortRescale rescale;
  rescale.isForLanes = suitable == RescaleForms::Lanes ||
                       suitable == RescaleForms::UniformOrLanes;
  rescale.numChannels = kernel.channels;
  if (!rescale.match(kernel))
    return std::nullopt;
  std::vector<RescaleChannel> channels =
      rescale.readChannels(getConstant, sums);
  if (channels.empty() || !rescale.findAnyForms(kernel, channels, suitable))
    return std::nullopt;
  return rescale;
}

std::optional<ShortRescale> ShortRescale::find(tosa::ApplyScaleOp scale,
                                               int64_t low, int64_t high) {
  ShortRescale rescale;
  rescale.generic = cast<linalg::GenericOp>(scale->getParentOp());
  rescale.scale = scale;
  rescale.numChannels = 1;
  std::optional<int64_t> multiplier = getConstantNumber(scale.getMultiplier()),
                         shift = getConstantNumber(scale.getShift());
  if (!multiplier || !shift || !rescale.matchClamp())
    return std::nullopt;
  RescaleChannel channel =
      rescale.makeChannel(*multiplier, *shift, {low, high});
  for (AffineRescaleKind kind :
       rescale.getKinds(RescaleForms::AnyBits, /*mayBeBySign=*/true, channel)) {
    rescale.kind = kind;
    if (rescale.findUniformForm(channel, kind))
      return rescale;
  }
  return std::nullopt;
}

/// Returns a channel whose interval contains the intervals of all channels, or
/// std::nullopt if their rescales differ.
static std::optional<RescaleChannel>
mergeChannels(ArrayRef<RescaleChannel> channels) {
  RescaleChannel merged = channels.front();
  for (const RescaleChannel &channel : channels) {
    if (channel.multiplier != merged.multiplier ||
        channel.shift != merged.shift)
      return std::nullopt;
    merged.low = std::min(merged.low, channel.low);
    merged.high = std::max(merged.high, channel.high);
  }
  return merged;
}

bool ShortRescale::findUniformForm(ArrayRef<RescaleChannel> channels,
                                   AffineRescaleKind wanted) {
  std::optional<RescaleChannel> merged = mergeChannels(channels);
  hasOneForm = merged && findForms(*merged, wanted);
  return hasOneForm;
}

bool ShortRescale::findForms(ArrayRef<RescaleChannel> channels,
                             AffineRescaleKind wanted) {
  std::optional<AffineRescales> found = findAffineRescales(channels, wanted);
  if (!found)
    return false;
  kind = wanted;
  forms = std::move(*found);
  return true;
}

//===----------------------------------------------------------------------===//
// Families of forms
//===----------------------------------------------------------------------===//

bool ShortRescale::findDoubleForms(ArrayRef<RescaleChannel> channels) {
  kind.hasCoarseOffset = true;
  std::optional<AffineRescales> found =
      findAffineRescales(channels, kind, DoubleRescale::kMaxShift);
  if (!found)
    return false;
  forms = std::move(*found);
  findDoubles(channels);
  return isDouble();
}

/// Finds forms in double precision for all channels, or leaves none.
void ShortRescale::findDoubles(ArrayRef<RescaleChannel> channels) {
  for (auto [channel, form] : llvm::zip_equal(channels, forms.channels)) {
    std::optional<DoubleRescale> found =
        findDoubleRescale(channel, form, forms.shift);
    if (!found)
      return doubles.clear();
    doubles.push_back(*found);
  }
}

/// Finds forms in the upper half, each with the largest shift that it can have.
bool ShortRescale::findShifts(ArrayRef<RescaleChannel> channels,
                              ArrayRef<bool> signs) {
  int64_t most = 1;
  for (const RescaleChannel &channel : channels)
    most = std::max({most, channel.high, -channel.low});
  constexpr unsigned kMostBits = 16;
  kind.upperHalf = true;
  kind.upperFractionBits = std::min<unsigned>(
      kMostBits, llvm::countl_zero(static_cast<uint32_t>(most)) - 1);
  for (bool bySign : signs) {
    kind.bySign = bySign;
    forms = {/*shift=*/0, {}};
    shifts.clear();
    for (const RescaleChannel &channel : channels) {
      std::optional<AffineRescales> found = findAffineRescales(channel, kind);
      if (!found)
        break;
      forms.channels.push_back(found->channels.front());
      shifts.push_back(found->shift);
    }
    if (shifts.size() == channels.size())
      return true;
  }
  return false;
}

bool ShortRescale::findLaneForms(ArrayRef<RescaleChannel> channels,
                                 RescaleForms suitable) {
  // A form that depends on the sign takes more than the numbers of a channel.
  if (suitable == RescaleForms::UniformOrLanes)
    if (std::optional<RescaleChannel> merged = mergeChannels(channels))
      hasOneForm = findShifts(*merged, {false});
  return hasOneForm || findShifts(channels, {false, true});
}

/// Returns the form that is the rescale's own arithmetic: all that it adds is a
/// multiple of the unit of offsets. There is one for each factor from 2^-24 to
/// 2^5 or so, as far as the zero point fits beside the product.
static std::optional<AffineRescale> getOwnForm(const RescaleChannel &channel,
                                               AffineRescaleKind kind) {
  int64_t unit = 32 - kind.getFractionBits(), most = INT64_MAX;
  if (channel.shift < unit || channel.shift > 55 || channel.shift <= 25)
    return std::nullopt;
  int64_t zeroPoint;
  if (llvm::MulOverflow(channel.outputZeroPoint, int64_t(1) << channel.shift,
                        zeroPoint) ||
      std::abs(zeroPoint) > most / 2)
    return std::nullopt;
  bool isDouble = channel.doubleRound && channel.shift > 31;
  int64_t round =
      (int64_t(1) << (channel.shift - 1)) + (isDouble ? int64_t(1) << 30 : 0);
  int64_t scale = kind.upperHalf ? int64_t(1) << unit : 1;
  AffineRescale form = {channel.multiplier, /*signOffset=*/0,
                        (round + zeroPoint) / scale};
  // A plain offset of 2^31 does not fit 32 bits. One less matters only if a sum
  // is one less than a multiple of 2^shift.
  if (isDouble && kind.bySign)
    form.signOffset = kind.upperHalf ? (int64_t(1) << 31) / scale : INT32_MAX;
  return verifyAffineRescale(channel, form, kind, channel.shift - unit)
             ? std::optional(form)
             : std::nullopt;
}

bool ShortRescale::findFixedForms(ArrayRef<RescaleChannel> channels,
                                  RescaleForms suitable, int64_t products) {
  if (isForLanes)
    return findShifts(channels, {true});
  // Weights with a mean size of at most this have sums that fit.
  constexpr int64_t kMeanWeight = 40;
  // If the clamp ends at the zero point, negative sums have one result.
  kind = {/*bySign=*/outputZeroPoint != min};
  kind.upperHalf = suitable != RescaleForms::Doubles &&
                   products * kMeanWeight * UINT8_MAX < (int64_t(1) << 23);
  forms = {/*shift=*/0, {}};
  for (const RescaleChannel &channel : channels) {
    if (std::optional<AffineRescale> own = getOwnForm(channel, kind)) {
      forms.channels.push_back(*own);
      shifts.push_back(channel.shift - 32 + kind.getFractionBits());
      continue;
    }
    std::optional<AffineRescales> found = findAffineRescales(channel, kind);
    // A factor of 2^(32 - shift) must fit 32 bits.
    if (!found || (kind.upperHalf && found->shift < 2))
      return false;
    forms.channels.push_back(found->channels.front());
    shifts.push_back(found->shift);
  }
  return true;
}
