//===- PairSteps.cpp - Steps of channel pairs and of their rescales
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/PairLayout.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class PairStepBuilder : public StepBuilder {
public:
  using StepBuilder::StepBuilder;

  void expand(WidenBytesOp op);
  void expand(StoreHalfOp op);
  void expand(DotPairsOp op);
  void expand(DotPixelOp op);

private:
  void storeGroup(WidenBytesOp op, Value first, ArrayRef<Value> bytes);
  Value getWordPosition(WidenBytesOp op, Value first, int64_t distance);
  void forGroups(Value from, Value to, function_ref<void(Value)> body);
  void widenGroups(WidenBytesOp op, Value from, Value to);
  void widenAll(WidenBytesOp op);
  void widenAligned(WidenBytesOp op);
  void widenSome(WidenBytesOp op);

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
// kernel.widen_bytes
//===----------------------------------------------------------------------===//

/// Stores a group of up to four bytes, which begins at byte `first`.
void PairStepBuilder::storeGroup(WidenBytesOp op, Value first,
                                 ArrayRef<Value> bytes) {
  auto store = [&](Value word, int64_t distance) {
    memref::StoreOp::create(b, word, op.getWords(),
                            getWordPosition(op, first, distance));
  };
  if (bytes.size() <= 2)
    return store(joinHalves(bytes[0], bytes.back()), 0);
  store(joinHalves(bytes[0], bytes[2]), 0);
  store(joinHalves(bytes[1], bytes.back()), 1);
}

/// Returns the position of word `distance` after the words of the bytes before
/// byte `first`, whose number is a multiple of four.
Value PairStepBuilder::getWordPosition(WidenBytesOp op, Value first,
                                       int64_t distance) {
  Value words = arith::ShRUIOp::create(b, first, index(1));
  return at(add(op.getAt(), words), distance);
}

/// Emits a loop over groups of four bytes, of which the loop's variable is the
/// first.
void PairStepBuilder::forGroups(Value from, Value to,
                                function_ref<void(Value)> body) {
  if (isEmpty(from, to))
    return;
  auto loop = scf::ForOp::create(b, from, to, index(4));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

/// Widens whole groups of four bytes that are all read.
void PairStepBuilder::widenGroups(WidenBytesOp op, Value from, Value to) {
  forGroups(from, to, [&](Value first) {
    Value position = add(op.getOffset(), first);
    if (hasDSP) {
      Value word = loadWord(op.getBytes(), position);
      Value turned = turnRight(word);
      memref::StoreOp::create(b, getLowBytes(word), op.getWords(),
                              getWordPosition(op, first, 0));
      memref::StoreOp::create(b, getLowBytes(turned), op.getWords(),
                              getWordPosition(op, first, 1));
      return;
    }
    SmallVector<Value> bytes;
    for (int64_t i = 0; i < 4; ++i)
      bytes.push_back(
          arith::ExtSIOp::create(b, i32, load(op.getBytes(), at(position, i))));
    storeGroup(op, first, bytes);
  });
}

/// Widens bytes that are all read.
void PairStepBuilder::widenAll(WidenBytesOp op) {
  auto size = static_cast<int64_t>(op.getSize());
  int64_t rest = size % 4;
  widenGroups(op, index(0), index(size - rest));
  if (rest == 0)
    return;
  SmallVector<Value> bytes;
  for (int64_t i = size - rest; i < size; ++i)
    bytes.push_back(arith::ExtSIOp::create(
        b, i32, load(op.getBytes(), at(op.getOffset(), i))));
  storeGroup(op, index(size - rest), bytes);
}

/// Widens bytes of which those outside of [begin, end) are padding, if no group
/// of four has both.
void PairStepBuilder::widenAligned(WidenBytesOp op) {
  Value padding = getBothHalves(op.getPadding());
  auto pad = [&](Value from, Value to) {
    forGroups(from, to, [&](Value first) {
      for (int64_t word : {0, 1})
        memref::StoreOp::create(b, padding, op.getWords(),
                                getWordPosition(op, first, word));
    });
  };
  Value size = index(op.getSize());
  Value begin = arith::MinSIOp::create(b, op.getBegin(), size);
  Value end = arith::MaxSIOp::create(b, op.getEnd(), begin);
  pad(index(0), begin);
  widenGroups(op, begin, end);
  pad(end, size);
}

/// Widens bytes of which those outside of [begin, end) are padding.
void PairStepBuilder::widenSome(WidenBytesOp op) {
  auto byte = [&](Value position) -> Value {
    using Predicate = arith::CmpIPredicate;
    Value isInside = arith::AndIOp::create(
        b, arith::CmpIOp::create(b, Predicate::sge, position, op.getBegin()),
        arith::CmpIOp::create(b, Predicate::slt, position, op.getEnd()));
    auto choice = scf::IfOp::create(b, i32, isInside, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    Value read = load(op.getBytes(), add(op.getOffset(), position));
    scf::YieldOp::create(b, ValueRange(arith::ExtSIOp::create(b, i32, read)));
    b.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(b, number(op.getPadding()));
    return choice.getResult(0);
  };
  auto group = [&](Value first, int64_t count) {
    SmallVector<Value> bytes;
    for (int64_t i = 0; i < count; ++i)
      bytes.push_back(byte(at(first, i)));
    storeGroup(op, first, bytes);
  };
  auto size = static_cast<int64_t>(op.getSize());
  int64_t rest = size % 4;
  forGroups(index(0), index(size - rest),
            [&](Value first) { group(first, 4); });
  if (rest > 0)
    group(index(size - rest), rest);
}

void PairStepBuilder::expand(WidenBytesOp op) {
  auto size = static_cast<int64_t>(op.getSize());
  std::optional<int64_t> begin = getConstantIntValue(op.getBegin()),
                         end = getConstantIntValue(op.getEnd());
  if (begin && end) {
    if (*begin == 0 && *end == size)
      return widenAll(op);
    return widenSome(op);
  }
  using Predicate = arith::CmpIPredicate;
  // Whole groups: all bytes, or only where their number permits it.
  Value isRegular;
  if (size % 4 == 0) {
    Value both = arith::OrIOp::create(b, op.getBegin(), op.getEnd());
    Value rest = arith::AndIOp::create(b, both, index(3));
    isRegular = arith::CmpIOp::create(b, Predicate::eq, rest, index(0));
  } else {
    isRegular = arith::AndIOp::create(
        b, arith::CmpIOp::create(b, Predicate::eq, op.getBegin(), index(0)),
        arith::CmpIOp::create(b, Predicate::eq, op.getEnd(), index(size)));
  }
  auto choice = scf::IfOp::create(b, isRegular, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  if (size % 4 == 0)
    widenAligned(op);
  else
    widenAll(op);
  b.setInsertionPointToStart(choice.elseBlock());
  widenSome(op);
}

//===----------------------------------------------------------------------===//
// kernel.store_half
//===----------------------------------------------------------------------===//

void PairStepBuilder::expand(StoreHalfOp op) {
  if (hasDSP) {
    Value half = arith::TruncIOp::create(b, b.getI16Type(), op.getValue());
    Value at = arith::IndexCastOp::create(b, i32, op.getAt());
    Value words = getAddress(op.getWords(), index(0));
    Value address =
        LLVM::GEPOp::create(b, words.getType(), b.getI16Type(), words, at);
    LLVM::StoreOp::create(b, half, address, /*alignment=*/2);
    return;
  }
  Value position = arith::ShRUIOp::create(b, op.getAt(), index(1));
  Value parity = arith::AndIOp::create(b, op.getAt(), index(1));
  Value isLow =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, parity, index(0));
  Value word = load(op.getWords(), position);
  Value low = joinHalves(op.getValue(), shiftRight(word, 16)),
        high = joinHalves(word, op.getValue());
  memref::StoreOp::create(b, arith::SelectOp::create(b, isLow, low, high),
                          op.getWords(), position);
}

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
      .Case<WidenBytesOp, StoreHalfOp, DotPairsOp, DotPixelOp>([&](auto step) {
        PairStepBuilder(step, hasDSP, loadsAnywhere).expand(step);
        return true;
      })
      .Default(false);
}
