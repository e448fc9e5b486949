//===- PairSteps.cpp - Steps of channel pairs and of their rescales
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepBuilder.h"

#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class PairStepBuilder : public StepBuilder {
public:
  using StepBuilder::StepBuilder;

  void expand(DotPairsOp op);
  void expand(DotPixelOp op);

private:
  template <typename OpT>
  void startSums(OpT op, SmallVectorImpl<Value> &sums);
  template <typename OpT>
  void replaceBySums(OpT op, ArrayRef<Value> sums);
  Value takeBytes(Value word, bool areHigh);
  Value accumulate(Value x, Value y, Value sum);
  void dotWord(ArrayRef<Value> pixels, ArrayRef<Value> weights, bool areBytes,
               MutableArrayRef<Value> sums);
  void dotWords(DotPairsOp op, const DotState &state, int64_t word,
                SmallVectorImpl<Value> &sums);
  SmallVector<WordPlace> getPlaces(DotPixelOp op, Value weights, int64_t word);
  void dotGroup(DotPixelOp op, const DotState &state, int64_t group,
                MutableArrayRef<Value> sums);
  void dotRest(DotPixelOp op, DotState &state);
  Value loadElement(Value address, int64_t number);
};
} // namespace

//===----------------------------------------------------------------------===//
// kernel.dot_pairs
//===----------------------------------------------------------------------===//

/// Returns bytes 0 and 2 of a word, or 1 and 3, as two signed halves, after
/// what is before and before what is after.
Value PairStepBuilder::takeBytes(Value word, bool areHigh) {
  if (!hasDSP)
    return getLowBytes(areHigh ? turnRight(word) : word);
  return emitInOrder(areHigh ? "sxtb16 $0, $1, ror #8" : "sxtb16 $0, $1",
                     "=r,r", word);
}

/// Returns `sum` plus the products of both halves, in the same way.
Value PairStepBuilder::accumulate(Value x, Value y, Value sum) {
  if (!hasDSP)
    return multiplyHalves(x, y, sum);
  return emitInOrder("smlad $0, $1, $2, $3", "=r,r,r,0", {x, y, sum});
}

/// Adds the products of a word of each pixel with one of each pair of channels
/// to the sums: of both channels, or with bytes of the first one, and of the
/// second channel.
void PairStepBuilder::dotWord(ArrayRef<Value> pixels, ArrayRef<Value> weights,
                              bool areBytes, MutableArrayRef<Value> sums) {
  size_t pairs = weights.size();
  // The words of a pair give way to what is taken out of them.
  for (auto [pair, weight] : llvm::enumerate(weights))
    for (size_t channel : {0, 1}) {
      Value factor = weight;
      if (channel == 1 || areBytes)
        factor = takeBytes(weight, /*areHigh=*/channel == 0);
      for (auto [number, pixel] : llvm::enumerate(pixels)) {
        Value &sum = sums[2 * (pairs * number + pair) + channel];
        sum = accumulate(pixel, factor, sum);
      }
    }
}

/// Multiplies word number `word` after those at the addresses.
void PairStepBuilder::dotWords(DotPairsOp op, const DotState &state,
                               int64_t word, SmallVectorImpl<Value> &sums) {
  auto pixels = static_cast<int64_t>(op.getPixels()),
       pairs = static_cast<int64_t>(op.getPairs()),
       size = static_cast<int64_t>(op.getSize());
  SmallVector<WordPlace> places;
  for (int64_t pair = 0; pair < pairs; ++pair)
    places.push_back({state.weights, pair * size + word});
  for (int64_t pixel = 0; pixel < pixels; ++pixel)
    places.push_back({state.pixels, pixel * op.getLayout().pixelPitch + word});
  SmallVector<Value> loaded = loadWords(places);
  dotWord(ArrayRef(loaded).drop_front(pairs),
          ArrayRef(loaded).take_front(pairs), op.getBytes(), sums);
}

/// Returns what the sums of each pixel start with.
template <typename OpT>
void PairStepBuilder::startSums(OpT op, SmallVectorImpl<Value> &sums) {
  sums.assign(op.getNumResults(), number(0));
  for (unsigned i = 0; i < sums.size() && !op.getInit().empty(); i += 2) {
    unsigned first = i % (2 * op.getPairs());
    sums[i + 1] = op.getInit()[first + 1];
    sums[i] = op.getBytes()
                  ? op.getInit()[first]
                  : add(shiftLeft(op.getInit()[first], 8), sums[i + 1]);
  }
}

/// Replaces the results by the results of the sums of products.
template <typename OpT>
void PairStepBuilder::replaceBySums(OpT op, ArrayRef<Value> sums) {
  SmallVector<Value> results;
  for (unsigned i = 0; i < sums.size(); i += 2) {
    Value first = sums[i], second = sums[i + 1];
    if (!op.getBytes())
      first = arith::SubIOp::create(b, first, second);
    if (op.getBytes() && op.getTimes256())
      first = shiftLeft(first, 8);
    if (!op.getBytes() && !op.getTimes256())
      first = shiftRight(first, 8);
    results.push_back(first);
    results.push_back(op.getTimes256() ? shiftLeft(second, 8) : second);
  }
  op->replaceAllUsesWith(results);
}

void PairStepBuilder::expand(DotPairsOp op) {
  auto size = static_cast<int64_t>(op.getSize());
  auto [run, runPitch, pixelPitch] = op.getLayout();
  int64_t unroll = op.getUnroll();
  DotState state = {getAddress(op.getPixelWords(), index(0)),
                    getAddress(op.getWeights(), op.getOffset()),
                    {}};
  startSums(op, state.sums);
  auto dot = [&](DotState &inner, int64_t count) {
    // LLVM would compute both addresses of a loop from its counter, which takes
    // one register too many.
    if (hasDSP && size != unroll)
      inner.pixels = hideOrigin(inner.pixels);
    for (int64_t word = 0; word < count; ++word)
      dotWords(op, inner, word, inner.sums);
    inner.pixels = advance(inner.pixels, i32, count);
    inner.weights = advance(inner.weights, i32, count);
  };
  int64_t distance = runPitch - run;
  repeat(index(size / run), state, [&, run = run](DotState &outer) {
    repeat(index(run / unroll), outer,
           [&](DotState &inner) { dot(inner, unroll); });
    dot(outer, run % unroll);
    outer.pixels = advance(outer.pixels, i32, distance);
  });
  replaceBySums(op, state.sums);
}

//===----------------------------------------------------------------------===//
// kernel.dot_pixel
//===----------------------------------------------------------------------===//

/// Loads element `number` after an address as a word.
Value PairStepBuilder::loadElement(Value address, int64_t number) {
  Type i8 = b.getI8Type();
  Value element = LLVM::LoadOp::create(b, i8, advance(address, i8, number));
  return arith::ExtSIOp::create(b, i32, element);
}

/// Returns where word number `word` after an address is for each pair.
SmallVector<StepBuilder::WordPlace>
PairStepBuilder::getPlaces(DotPixelOp op, Value weights, int64_t word) {
  SmallVector<WordPlace> places;
  for (int64_t pair = 0; pair < static_cast<int64_t>(op.getPairs()); ++pair)
    places.push_back({weights, pair * op.getWordsAPair() + word});
  return places;
}

/// Multiplies the four elements of group `group` after the addresses. With
/// all loads of a group together, or the loads of more than two pairs, LLVM
/// would run out of registers.
void PairStepBuilder::dotGroup(DotPixelOp op, const DotState &state,
                               int64_t group, MutableArrayRef<Value> sums) {
  constexpr size_t kTogether = 2;
  auto dot = [&](Value pixel, int64_t word, size_t begin) {
    SmallVector<WordPlace> places = getPlaces(op, state.weights, word);
    for (size_t q = begin; q < places.size(); q += kTogether) {
      SmallVector<Value> weights =
          loadWords(ArrayRef(places).drop_front(q).take_front(kTogether));
      dotWord(pixel, weights, op.getBytes(),
              sums.slice(2 * q, 2 * weights.size()));
    }
  };
  SmallVector<WordPlace> places = getPlaces(op, state.weights, 2 * group);
  places.truncate(std::min(places.size(), kTogether));
  Value even, odd;
  SmallVector<Value> weights;
  if (hasDSP) {
    // The elements may begin at any address.
    places.push_back({state.pixels, group, /*alignment=*/1});
    weights = loadWords(places);
    Value four = weights.pop_back_val();
    even = getLowBytes(four);
    odd = getLowBytes(turnRight(four));
  } else {
    // No order of the bytes in a word is assumed.
    SmallVector<Value> elements;
    for (int64_t i = 0; i < 4; ++i)
      elements.push_back(loadElement(state.pixels, 4 * group + i));
    weights = loadWords(places);
    even = joinHalves(elements[0], elements[2]);
    odd = joinHalves(elements[1], elements[3]);
  }
  dotWord(even, weights, op.getBytes(), sums.take_front(2 * weights.size()));
  dot(even, 2 * group, kTogether);
  dot(odd, 2 * group + 1, 0);
}

/// Multiplies the one to three elements at the addresses: the first and the
/// last of them, and the second of three.
void PairStepBuilder::dotRest(DotPixelOp op, DotState &state) {
  int64_t rest = op.getSize() % 4;
  auto dot = [&](Value pixel, int64_t word) {
    dotWord(pixel, loadWords(getPlaces(op, state.weights, word)), op.getBytes(),
            state.sums);
  };
  if (rest != 0)
    dot(joinHalves(loadElement(state.pixels, 0),
                   loadElement(state.pixels, rest - 1)),
        0);
  if (rest == 3)
    dot(loadElement(state.pixels, 1), 1);
}

void PairStepBuilder::expand(DotPixelOp op) {
  int64_t unroll = op.getUnroll() / 4, groups = op.getSize() / 4;
  DotState state = {getAddress(op.getElements(), op.getOffset()),
                    getAddress(op.getWeights(), op.getWeightsOffset()),
                    {}};
  startSums(op, state.sums);
  auto dot = [&](DotState &inner, int64_t count) {
    // There is no register for more than these two addresses.
    if (hasDSP && groups > unroll) {
      inner.pixels = hideOrigin(inner.pixels);
      inner.weights = hideOrigin(inner.weights);
    }
    for (int64_t group = 0; group < count; ++group)
      dotGroup(op, inner, group, inner.sums);
    inner.pixels = advance(inner.pixels, i32, count);
    inner.weights = advance(inner.weights, i32, 2 * count);
  };
  repeat(index(groups / unroll), state,
         [&](DotState &inner) { dot(inner, unroll); });
  dot(state, groups % unroll);
  dotRest(op, state);
  replaceBySums(op, state.sums);
}

bool tir::expandPairStep(Operation *op, bool hasDSP, bool loadsAnywhere) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<DotPairsOp, DotPixelOp>([&](auto step) {
        PairStepBuilder(step, hasDSP, loadsAnywhere).expand(step);
        return true;
      })
      .Default(false);
}
