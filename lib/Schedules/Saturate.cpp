//===- Saturate.cpp - Shifts and clamps as one instruction
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Saturate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
/// A number that is clamped to signed numbers of some bits.
struct SaturatedNumber {
  Value number;
  int64_t bits;
};
} // namespace

/// Returns the int32 that an operation clamps last, if it does so.
static std::optional<SaturatedNumber> matchSaturation(arith::MinSIOp min) {
  auto max = min.getLhs().getDefiningOp<arith::MaxSIOp>();
  if (!max || !min.getType().isInteger(32))
    return std::nullopt;
  std::optional<int64_t> least = getConstantIntValue(max.getRhs()),
                         most = getConstantIntValue(min.getRhs());
  for (int64_t bits : {8, 16})
    if (least == llvm::minIntN(bits) && most == llvm::maxIntN(bits))
      return SaturatedNumber{max.getLhs(), bits};
  return std::nullopt;
}

/// Returns what `extend` makes of the low bits of a word, which is the word.
static Value matchSaturatedWord(arith::ExtSIOp extend) {
  auto narrow = extend.getIn().getDefiningOp<arith::TruncIOp>();
  if (!narrow || narrow.getIn().getType() != extend.getType())
    return {};
  auto rescale = narrow.getIn().getDefiningOp<RequantizeOp>();
  return rescale &&
                 rescale.getBits() <= narrow.getType().getIntOrFloatBitWidth()
             ? rescale.getResult()
             : Value();
}

void tir::saturateShifts(Operation *function) {
  function->walk([](arith::ExtSIOp extend) {
    if (Value word = matchSaturatedWord(extend))
      extend.replaceAllUsesWith(word);
  });
  function->walk([](arith::MinSIOp min) {
    std::optional<SaturatedNumber> clamped = matchSaturation(min);
    if (!clamped)
      return;
    auto rescale = clamped->number.getDefiningOp<RequantizeOp>();
    if (rescale && rescale.getBits() == 32 && rescale->hasOneUse()) {
      rescale.setBits(clamped->bits);
      min.replaceAllUsesWith(rescale.getResult());
      return;
    }
    // The upper half of the product is a part of the shift.
    constexpr int64_t kPart = 2;
    auto shift = clamped->number.getDefiningOp<arith::ShRSIOp>();
    std::optional<int64_t> amount =
        shift ? getConstantIntValue(shift.getRhs()) : std::nullopt;
    if (!amount || *amount < kPart)
      return;
    ImplicitLocOpBuilder b(min.getLoc(), min);
    Value factor = arith::ConstantIntOp::create(b, 1 << (32 - kPart), 32),
          zero = arith::ConstantIntOp::create(b, 0, 32);
    min.replaceAllUsesWith(RequantizeOp::create(b, b.getI32Type(),
                                                shift.getLhs(), factor, zero,
                                                /*sign_offset=*/Value(),
                                                *amount - kPart, clamped->bits)
                               .getResult());
  });
}
