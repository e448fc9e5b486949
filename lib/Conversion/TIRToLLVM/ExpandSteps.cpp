//===- ExpandSteps.cpp - Inner steps as loops of instructions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/PairLayout.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/TargetInfo/TargetOptions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/TargetParser/Triple.h"

namespace tir {
#define GEN_PASS_DEF_TIREXPANDSTEPSPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// Builds the code of one step.
class StepBuilder {
public:
  StepBuilder(Operation *op, bool hasDSP)
      : b(op->getLoc(), op), hasDSP(hasDSP), i32(b.getI32Type()) {}

  void expand(WidenBytesOp op);
  void expand(DotPairsOp op);
  void expand(DotTapsOp op);
  void expand(WidenRowsOp op);
  void expand(LoadTapsOp op);
  void expand(DotColumnsOp op);
  void expand(RequantizeOp op);

private:
  Value index(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  Value number(int64_t number, unsigned width = 32) {
    return arith::ConstantIntOp::create(b, number, width);
  }
  Value add(Value lhs, Value rhs) { return arith::AddIOp::create(b, lhs, rhs); }
  Value multiply(Value lhs, Value rhs) {
    return arith::MulIOp::create(b, lhs, rhs);
  }
  Value at(Value base, int64_t summand) {
    return summand == 0 ? base : add(base, index(summand));
  }
  Value load(Value buffer, Value position) {
    return memref::LoadOp::create(b, buffer, position);
  }
  Value shiftLeft(Value value, int64_t bits) {
    return arith::ShLIOp::create(b, value, number(bits));
  }
  Value shiftRight(Value value, int64_t bits) {
    return arith::ShRSIOp::create(b, value, number(bits));
  }
  /// Rotates a word to the right by a byte.
  Value turnRight(Value word) {
    return arith::OrIOp::create(b, arith::ShRUIOp::create(b, word, number(8)),
                                shiftLeft(word, 24));
  }
  Value callIntrinsic(StringRef name, ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(b, i32, b.getStringAttr(name),
                                         operands)
        .getResult(0);
  }
  /// Returns bytes 0 and 2 of a word as two signed halves.
  Value getLowBytes(Value word);
  /// Returns `sum` plus the products of both halves.
  Value multiplyHalves(Value x, Value y, Value sum);
  Value joinHalves(Value low, Value high);
  void storeGroup(WidenBytesOp op, Value first, ArrayRef<Value> bytes);
  Value getWordPosition(WidenBytesOp op, Value first, int64_t distance);
  void forGroups(Value from, Value to, function_ref<void(Value)> body);
  void widenGroups(WidenBytesOp op, Value from, Value to);
  void widenAll(WidenBytesOp op);
  void widenAligned(WidenBytesOp op);
  void widenSome(WidenBytesOp op);
  Value getAddress(Value buffer, Value position);
  /// A word, counted from an address on.
  struct WordPlace {
    Value address;
    int64_t word;
  };
  SmallVector<Value> loadWords(ArrayRef<WordPlace> places);
  Value hideOrigin(Value address);
  /// What the loops of `tir.dot_pairs` carry.
  struct DotState {
    Value pixelWords, weightWords;
    SmallVector<Value> sums;
  };
  void forWords(int64_t count, DotState &state,
                function_ref<void(DotState &)> body);
  void dotWord(DotPairsOp op, Value pixelWords, Value weightWords, int64_t word,
               SmallVectorImpl<Value> &sums);

  Value loadWord(Value buffer, Value position);
  std::pair<Value, Value> loadFour(Value buffer, Value position,
                                   int64_t zeroPoint);
  Value getPaddingHalves(WidenRowsOp op);
  void widenColumns(WidenRowsOp op, ArrayRef<Value> isRead);
  /// Returns `sum` plus the product of the low half of `x` and the high half of
  /// `y`.
  Value multiplyLowHigh(Value x, Value y, Value sum);
  void dotTap(DotTapsOp op, Value row, Value column,
              SmallVectorImpl<Value> &sums);

  ImplicitLocOpBuilder b;
  bool hasDSP;
  Type i32;
};
} // namespace

//===----------------------------------------------------------------------===//
// Halves of words
//===----------------------------------------------------------------------===//

Value StepBuilder::getLowBytes(Value word) {
  if (hasDSP)
    return callIntrinsic("llvm.arm.sxtb16", word);
  Value low = shiftRight(shiftLeft(word, 24), 24);
  Value high = shiftRight(shiftLeft(word, 8), 24);
  return joinHalves(low, high);
}

Value StepBuilder::joinHalves(Value low, Value high) {
  return arith::OrIOp::create(b, arith::AndIOp::create(b, low, number(0xffff)),
                              shiftLeft(high, 16));
}

Value StepBuilder::multiplyHalves(Value x, Value y, Value sum) {
  if (hasDSP)
    return callIntrinsic("llvm.arm.smlad", {x, y, sum});
  auto low = [&](Value word) { return shiftRight(shiftLeft(word, 16), 16); };
  Value lows = multiply(low(x), low(y));
  Value highs = multiply(shiftRight(x, 16), shiftRight(y, 16));
  return add(add(sum, lows), highs);
}

/// Loads four bytes, which may begin at any address, as a word.
Value StepBuilder::loadWord(Value buffer, Value position) {
  return LLVM::LoadOp::create(b, i32, getAddress(buffer, position),
                              /*alignment=*/1, /*isVolatile=*/true);
}

//===----------------------------------------------------------------------===//
// tir.widen_bytes
//===----------------------------------------------------------------------===//

/// Stores a group of up to four bytes, which begins at byte `first`.
void StepBuilder::storeGroup(WidenBytesOp op, Value first,
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

/// Returns the position of word `distance` after those of the bytes before byte
/// `first`, whose number is a multiple of four.
Value StepBuilder::getWordPosition(WidenBytesOp op, Value first,
                                   int64_t distance) {
  Value words = arith::ShRUIOp::create(b, first, index(1));
  return at(add(op.getAt(), words), distance);
}

/// Emits a loop over groups of four bytes, of which the loop's variable is the
/// first.
void StepBuilder::forGroups(Value from, Value to,
                            function_ref<void(Value)> body) {
  if (getConstantIntValue(from) &&
      getConstantIntValue(from) == getConstantIntValue(to))
    return;
  auto loop = scf::ForOp::create(b, from, to, index(4));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

/// Widens whole groups of four bytes that are all read.
void StepBuilder::widenGroups(WidenBytesOp op, Value from, Value to) {
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
void StepBuilder::widenAll(WidenBytesOp op) {
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
void StepBuilder::widenAligned(WidenBytesOp op) {
  uint32_t half = static_cast<uint32_t>(op.getPadding()) & 0xffff;
  Value padding = number(static_cast<int32_t>(half << 16 | half));
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
void StepBuilder::widenSome(WidenBytesOp op) {
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

void StepBuilder::expand(WidenBytesOp op) {
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
// tir.dot_pairs
//===----------------------------------------------------------------------===//

/// Returns the address of an element of a buffer.
Value StepBuilder::getAddress(Value buffer, Value position) {
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, buffer);
  base = arith::IndexCastOp::create(b, b.getI64Type(), base);
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  base = LLVM::IntToPtrOp::create(b, pointer, base);
  position = arith::IndexCastOp::create(b, i32, position);
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return LLVM::GEPOp::create(b, pointer, element, base, position);
}

/// Loads words one after the other, which takes two cycles for the first and
/// one for each of the others. LLVM's own schedule would put other instructions
/// between them, or join two to LDRD, which takes three.
SmallVector<Value> StepBuilder::loadWords(ArrayRef<WordPlace> places) {
  constexpr int64_t kMaxOffset = 4095;
  bool fits = llvm::all_of(places, [](const WordPlace &place) {
    return 4 * place.word <= kMaxOffset;
  });
  SmallVector<Value> loaded;
  if (!hasDSP || !fits || places.size() < 2) {
    for (const WordPlace &place : places) {
      Value element = LLVM::GEPOp::create(
          b, place.address.getType(), i32, place.address,
          ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(place.word)));
      loaded.push_back(LLVM::LoadOp::create(b, i32, element, /*alignment=*/4,
                                            /*isVolatile=*/hasDSP));
    }
    return loaded;
  }
  std::string text, constraints;
  llvm::SetVector<Value> addresses;
  for (const WordPlace &place : places)
    addresses.insert(place.address);
  llvm::raw_string_ostream os(text);
  for (auto [i, place] : llvm::enumerate(places)) {
    auto address = llvm::find(addresses, place.address) - addresses.begin();
    os << (i == 0 ? "" : "\n") << "ldr $" << i << ", [$"
       << places.size() + address << ", #" << 4 * place.word << "]";
    constraints += "=&r,";
  }
  for (size_t i = 0; i < addresses.size(); ++i)
    constraints += "r,";
  constraints += "~{memory}";
  auto type = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(places.size(), i32));
  Value words =
      LLVM::InlineAsmOp::create(
          b, type, addresses.getArrayRef(), text, constraints,
          /*has_side_effects=*/true, /*is_align_stack=*/false,
          LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr())
          .getRes();
  for (size_t i = 0; i < places.size(); ++i)
    loaded.push_back(LLVM::ExtractValueOp::create(b, words, i));
  return loaded;
}

/// Adds the products of a word to the sums: for each pixel and pair that of
/// both channels, and that of the second channel. The word is number `word`
/// after those at the addresses.
void StepBuilder::dotWord(DotPairsOp op, Value pixelWords, Value weightWords,
                          int64_t word, SmallVectorImpl<Value> &sums) {
  auto pixels = static_cast<int64_t>(op.getPixels()),
       pairs = static_cast<int64_t>(op.getPairs()),
       size = static_cast<int64_t>(op.getSize());
  SmallVector<WordPlace> places;
  for (int64_t pair = 0; pair < pairs; ++pair)
    places.push_back({weightWords, pair * size + word});
  for (int64_t pixel = 0; pixel < pixels; ++pixel)
    places.push_back({pixelWords, pixel * op.getLayout().pixelPitch + word});
  SmallVector<Value> loaded = loadWords(places), low;
  ArrayRef<Value> weights = ArrayRef(loaded).take_front(pairs),
                  values = ArrayRef(loaded).drop_front(pairs);
  for (Value weight : weights)
    low.push_back(getLowBytes(weight));
  for (int64_t pixel = 0; pixel < pixels; ++pixel)
    for (int64_t pair = 0; pair < pairs; ++pair) {
      Value &both = sums[2 * (pixel * pairs + pair)];
      Value &second = sums[2 * (pixel * pairs + pair) + 1];
      both = multiplyHalves(values[pixel], weights[pair], both);
      second = multiplyHalves(values[pixel], low[pair], second);
    }
}

/// Returns the same address, of which LLVM does not know where it comes from.
/// LLVM would otherwise compute both addresses of a loop from its counter,
/// which takes one register too many.
Value StepBuilder::hideOrigin(Value address) {
  if (!hasDSP)
    return address;
  return LLVM::InlineAsmOp::create(b, address.getType(), address, "", "=r,0",
                                   /*has_side_effects=*/false,
                                   /*is_align_stack=*/false,
                                   LLVM::TailCallKind::None,
                                   LLVM::AsmDialectAttr(), ArrayAttr())
      .getRes();
}

/// Emits a loop with the given number of iterations that carries the addresses
/// of words and the sums.
void StepBuilder::forWords(int64_t count, DotState &state,
                           function_ref<void(DotState &)> body) {
  if (count == 0)
    return;
  if (count == 1)
    return body(state);
  SmallVector<Value> carried(state.sums);
  carried.append({state.pixelWords, state.weightWords});
  auto loop = scf::ForOp::create(b, index(0), index(count), index(1), carried);
  auto unpack = [&](ValueRange values) {
    state.sums = llvm::to_vector(values.drop_back(2));
    state.pixelWords = values.drop_back().back();
    state.weightWords = values.back();
  };
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  unpack(loop.getRegionIterArgs());
  body(state);
  SmallVector<Value> next(state.sums);
  next.append({state.pixelWords, state.weightWords});
  scf::YieldOp::create(b, next);
  unpack(loop.getResults());
}

void StepBuilder::expand(DotPairsOp op) {
  auto size = static_cast<int64_t>(op.getSize());
  auto [run, runPitch, pixelPitch] = op.getLayout();
  int64_t unroll = op.getUnroll();
  auto advance = [&](Value &address, int64_t words) {
    if (words != 0)
      address = LLVM::GEPOp::create(
          b, address.getType(), i32, address,
          ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(words)));
  };
  DotState state;
  state.pixelWords = getAddress(op.getPixelWords(), index(0));
  state.weightWords = getAddress(op.getWeights(), op.getOffset());
  SmallVector<Value> &sums = state.sums;
  sums.assign(op.getNumResults(), number(0));
  for (unsigned i = 0; i < sums.size() && !op.getInit().empty(); i += 2) {
    unsigned first = i % (2 * op.getPairs());
    sums[i + 1] = op.getInit()[first + 1];
    sums[i] = add(shiftLeft(op.getInit()[first], 8), sums[i + 1]);
  }
  auto dotWords = [&](DotState &inner, int64_t count) {
    if (size != unroll)
      inner.pixelWords = hideOrigin(inner.pixelWords);
    for (int64_t word = 0; word < count; ++word)
      dotWord(op, inner.pixelWords, inner.weightWords, word, inner.sums);
    advance(inner.pixelWords, count);
    advance(inner.weightWords, count);
  };
  int64_t distance = runPitch - run;
  forWords(size / run, state, [&, run = run](DotState &outer) {
    forWords(run / unroll, outer,
             [&](DotState &inner) { dotWords(inner, unroll); });
    dotWords(outer, run % unroll);
    advance(outer.pixelWords, distance);
  });
  SmallVector<Value> results;
  for (unsigned i = 0; i < sums.size(); i += 2) {
    Value first = arith::SubIOp::create(b, sums[i], sums[i + 1]);
    Value second = sums[i + 1];
    results.push_back(op.getTimes256() ? first : shiftRight(first, 8));
    results.push_back(op.getTimes256() ? shiftLeft(second, 8) : second);
  }
  op->replaceAllUsesWith(results);
}

//===----------------------------------------------------------------------===//
// tir.dot_taps
//===----------------------------------------------------------------------===//

/// Loads four bytes, less the zero point, as halves (0, 2) and (1, 3).
std::pair<Value, Value> StepBuilder::loadFour(Value buffer, Value position,
                                              int64_t zeroPoint) {
  if (hasDSP) {
    Value word = loadWord(buffer, position);
    if (zeroPoint == -128) {
      // Adding 128 flips the sign bit.
      word = arith::XOrIOp::create(b, word, number(-0x7f7f7f80));
      return {callIntrinsic("llvm.arm.uxtb16", word),
              callIntrinsic("llvm.arm.uxtb16", turnRight(word))};
    }
    Value even = getLowBytes(word), odd = getLowBytes(turnRight(word));
    if (zeroPoint != 0) {
      uint32_t low = static_cast<uint32_t>(zeroPoint) & 0xffff;
      Value both = number(static_cast<int32_t>(low << 16 | low));
      even = callIntrinsic("llvm.arm.ssub16", {even, both});
      odd = callIntrinsic("llvm.arm.ssub16", {odd, both});
    }
    return {even, odd};
  }
  SmallVector<Value> bytes;
  for (int64_t i = 0; i < 4; ++i)
    bytes.push_back(arith::SubIOp::create(
        b, arith::ExtSIOp::create(b, i32, load(buffer, at(position, i))),
        number(zeroPoint)));
  return {joinHalves(bytes[0], bytes[2]), joinHalves(bytes[1], bytes[3])};
}

/// Adds the products of one position of the window to the sums.
void StepBuilder::dotTap(DotTapsOp op, Value row, Value column,
                         SmallVectorImpl<Value> &sums) {
  Value tap = add(multiply(row, index(op.getColumns())), column);
  auto [yEven, yOdd] = loadFour(
      op.getWeights(),
      add(op.getWeightsOffset(), multiply(tap, index(op.getWeightPitch()))),
      /*zeroPoint=*/0);
  Value first = add(add(op.getOffset(), multiply(row, index(op.getRowPitch()))),
                    multiply(column, index(op.getColumnPitch())));
  auto multiplyHalf = [&](bool isHigh, Value x, Value y, Value &sum) {
    if (hasDSP) {
      sum = callIntrinsic(isHigh ? "llvm.arm.smlatt" : "llvm.arm.smlabb",
                          {x, y, sum});
      return;
    }
    auto half = [&](Value word) {
      return shiftRight(isHigh ? word : shiftLeft(word, 16), 16);
    };
    sum = add(sum, multiply(half(x), half(y)));
  };
  for (int64_t pixel = 0; pixel < static_cast<int64_t>(op.getPixels());
       ++pixel) {
    auto [even, odd] =
        loadFour(op.getBytes(),
                 at(first, pixel * static_cast<int64_t>(op.getPixelPitch())),
                 static_cast<int64_t>(op.getZeroPoint()));
    multiplyHalf(false, even, yEven, sums[4 * pixel]);
    multiplyHalf(false, odd, yOdd, sums[4 * pixel + 1]);
    multiplyHalf(true, even, yEven, sums[4 * pixel + 2]);
    multiplyHalf(true, odd, yOdd, sums[4 * pixel + 3]);
  }
}

void StepBuilder::expand(DotTapsOp op) {
  SmallVector<Value> sums(op.getNumResults(), number(0));
  for (unsigned i = 0; i < sums.size() && !op.getInit().empty(); ++i)
    sums[i] = op.getInit()[i % 4];
  auto rows =
      scf::ForOp::create(b, op.getRowBegin(), op.getRowEnd(), index(1), sums);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(rows.getBody());
  Value row = rows.getInductionVar();
  SmallVector<Value> inner(rows.getRegionIterArgs());
  auto begin = getConstantIntValue(op.getColumnBegin()),
       end = getConstantIntValue(op.getColumnEnd());
  auto columns = static_cast<int64_t>(op.getColumns());
  constexpr int64_t kMaxUnrolled = 8;
  if (begin && end && columns <= kMaxUnrolled) {
    for (int64_t column = *begin; column < *end; ++column)
      dotTap(op, row, index(column), inner);
  } else {
    auto loop = scf::ForOp::create(b, op.getColumnBegin(), op.getColumnEnd(),
                                   index(1), inner);
    OpBuilder::InsertionGuard inLoop(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> innermost(loop.getRegionIterArgs());
    dotTap(op, row, loop.getInductionVar(), innermost);
    scf::YieldOp::create(b, innermost);
    inner.assign(loop.getResults().begin(), loop.getResults().end());
  }
  scf::YieldOp::create(b, inner);
  op->replaceAllUsesWith(rows.getResults());
}

//===----------------------------------------------------------------------===//
// tir.widen_rows, tir.load_taps, tir.dot_columns
//===----------------------------------------------------------------------===//

/// Returns the padding in both halves of a word.
Value StepBuilder::getPaddingHalves(WidenRowsOp op) {
  uint32_t low = static_cast<uint32_t>(op.getPadding()) & 0xffff;
  return number(static_cast<int32_t>(low << 16 | low));
}

/// Widens the columns that are read. `isRead` says for each row whether it is.
void StepBuilder::widenColumns(WidenRowsOp op, ArrayRef<Value> isRead) {
  auto loop =
      scf::ForOp::create(b, op.getColumnBegin(), op.getColumnEnd(), index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value column = loop.getInductionVar();
  Value first =
      add(op.getOffset(), multiply(column, index(op.getColumnPitch())));
  auto channels = static_cast<int64_t>(op.getChannels());
  // The elements of a row: all of the channels in halves, or one by one.
  auto loadRow = [&](int64_t row) {
    Value position = at(first, row * static_cast<int64_t>(op.getRowPitch()));
    SmallVector<Value> elements;
    if (channels == 4) {
      auto [even, odd] = loadFour(op.getBytes(), position, /*zeroPoint=*/0);
      return SmallVector<Value>{even, odd};
    }
    for (int64_t c = 0; c < channels; ++c)
      elements.push_back(
          arith::ExtSIOp::create(b, i32, load(op.getBytes(), at(position, c))));
    return elements;
  };
  Value padding =
      channels == 4 ? getPaddingHalves(op) : number(op.getPadding());
  SmallVector<SmallVector<Value>> rows;
  auto numRows = static_cast<int64_t>(op.getRows());
  for (int64_t row = 0; row < numRows; ++row) {
    if (!isRead[row]) {
      rows.push_back(loadRow(row));
      continue;
    }
    SmallVector<Type> types(channels == 4 ? 2 : channels, i32);
    auto choice = scf::IfOp::create(b, types, isRead[row],
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard inChoice(b);
    b.setInsertionPointToStart(choice.thenBlock());
    scf::YieldOp::create(b, loadRow(row));
    b.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(b, SmallVector<Value>(types.size(), padding));
    rows.push_back(llvm::to_vector_of<Value>(choice.getResults()));
  }
  auto pitch = 2 * static_cast<int64_t>(op.getColumns());
  Value to = add(op.getAt(), multiply(column, index(2)));
  auto store = [&](int64_t channel, int64_t word, Value halves) {
    memref::StoreOp::create(b, halves, op.getWords(),
                            at(to, channel * pitch + word));
  };
  // Two rows are one word.
  for (int64_t row = 0; row < numRows; row += 2) {
    int64_t word = row / 2;
    const SmallVector<Value> &first = rows[row];
    const SmallVector<Value> *second =
        row + 1 < numRows ? &rows[row + 1] : nullptr;
    for (auto [c, x] : llvm::enumerate(first))
      store(c, word, second ? joinHalves(x, (*second)[c]) : x);
    if (channels != 4)
      continue;
    for (auto [c, x] : llvm::enumerate(first)) {
      if (!second) {
        store(c + 2, word, shiftRight(x, 16));
        continue;
      }
      Value low = arith::ShRUIOp::create(b, x, number(16));
      Value high = arith::AndIOp::create(b, (*second)[c], number(-0x10000));
      store(c + 2, word, arith::OrIOp::create(b, low, high));
    }
  }
}

void StepBuilder::expand(WidenRowsOp op) {
  auto channels = static_cast<int64_t>(op.getChannels()),
       columns = static_cast<int64_t>(op.getColumns());
  Value padding = getPaddingHalves(op);
  auto clear = [&](Value begin, Value end) {
    if (getConstantIntValue(begin) == getConstantIntValue(end) &&
        getConstantIntValue(begin))
      return;
    auto loop = scf::ForOp::create(b, begin, end, index(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value to = add(op.getAt(), multiply(loop.getInductionVar(), index(2)));
    for (int64_t c = 0; c < channels; ++c)
      for (int64_t word : {0, 1})
        memref::StoreOp::create(b, padding, op.getWords(),
                                at(to, 2 * c * columns + word));
  };
  clear(index(0), op.getColumnBegin());
  clear(op.getColumnEnd(), index(columns));

  auto rows = static_cast<int64_t>(op.getRows());
  SmallVector<Value> always(rows);
  if (getConstantIntValue(op.getRowBegin()) == 0 &&
      getConstantIntValue(op.getRowEnd()) == rows)
    return widenColumns(op, always);
  using Predicate = arith::CmpIPredicate;
  Value areAll = arith::AndIOp::create(
      b, arith::CmpIOp::create(b, Predicate::sle, op.getRowBegin(), index(0)),
      arith::CmpIOp::create(b, Predicate::sge, op.getRowEnd(), index(rows)));
  auto choice = scf::IfOp::create(b, areAll, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  widenColumns(op, always);
  b.setInsertionPointToStart(choice.elseBlock());
  SmallVector<Value> isRead;
  for (int64_t row = 0; row < rows; ++row)
    isRead.push_back(arith::AndIOp::create(
        b,
        arith::CmpIOp::create(b, Predicate::sle, op.getRowBegin(), index(row)),
        arith::CmpIOp::create(b, Predicate::sgt, op.getRowEnd(), index(row))));
  widenColumns(op, isRead);
}

void StepBuilder::expand(LoadTapsOp op) {
  SmallVector<Value> upper, lower;
  for (int64_t column = 0; column < 3; ++column) {
    Value word = load(op.getWords(), at(op.getAt(), column));
    if (op.getTimes256()) {
      Value mask = number(-0xff0100);
      upper.push_back(arith::AndIOp::create(b, shiftLeft(word, 8), mask));
      lower.push_back(arith::AndIOp::create(b, word, mask));
    } else {
      upper.push_back(getLowBytes(word));
      lower.push_back(getLowBytes(arith::ShRUIOp::create(b, word, number(8))));
    }
  }
  upper.append(lower);
  op->replaceAllUsesWith(upper);
}

Value StepBuilder::multiplyLowHigh(Value x, Value y, Value sum) {
  if (hasDSP)
    return callIntrinsic("llvm.arm.smlabt", {x, y, sum});
  Value low = shiftRight(shiftLeft(x, 16), 16);
  return add(sum, multiply(low, shiftRight(y, 16)));
}

void StepBuilder::expand(DotColumnsOp op) {
  auto pixels = static_cast<int64_t>(op.getPixels()),
       stride = static_cast<int64_t>(op.getStride());
  Value address = getAddress(op.getWords(), op.getAt());
  ValueRange taps = op.getTaps();
  SmallVector<Value> sums(op.getNumResults(), op.getInit());
  for (int64_t column = 0; column < (pixels - 1) * stride + 3; ++column) {
    Value upper, lower;
    for (int64_t pixel = 0; pixel < pixels; ++pixel) {
      int64_t q = column - pixel * stride;
      if (q < 0 || q > 2)
        continue;
      if (!upper) {
        SmallVector<Value> loaded =
            loadWords({{address, 2 * column}, {address, 2 * column + 1}});
        upper = loaded[0];
        lower = loaded[1];
      }
      Value &sum = sums[pixel];
      sum = multiplyHalves(upper, taps[q], sum);
      sum = multiplyLowHigh(lower, taps[q + 3], sum);
      if (op.getRows() == 1)
        continue;
      Value &second = sums[pixels + pixel];
      second = hasDSP
                   ? callIntrinsic("llvm.arm.smlatb", {upper, taps[q], second})
                   : multiplyLowHigh(taps[q], upper, second);
      second = multiplyHalves(lower, taps[q + 3], second);
    }
  }
  op->replaceAllUsesWith(sums);
}

//===----------------------------------------------------------------------===//
// tir.requantize
//===----------------------------------------------------------------------===//

void StepBuilder::expand(RequantizeOp op) {
  Type i64 = b.getI64Type();
  auto wide = [&](Value value) -> Value {
    return arith::ExtSIOp::create(b, i64, value);
  };
  Value product = multiply(wide(op.getAccumulator()), wide(op.getMultiplier()));
  auto getUpperHalf = [&](Value value) -> Value {
    return arith::TruncIOp::create(
        b, i32, arith::ShRSIOp::create(b, value, number(32, 64)));
  };
  Value offset = op.getOffset(), signOffset = op.getSignOffset(), high;
  if (offset.getType() == i32) {
    if (signOffset)
      offset = arith::SubIOp::create(
          b, offset,
          arith::AndIOp::create(b, shiftRight(op.getAccumulator(), 31),
                                signOffset));
    high = add(getUpperHalf(product), offset);
  } else {
    Value sum = add(product, offset);
    if (signOffset)
      sum = add(sum, multiply(wide(shiftRight(op.getAccumulator(), 31)),
                              wide(signOffset)));
    high = getUpperHalf(sum);
  }
  if (op.getShift() != 0)
    high = shiftRight(high, op.getShift());
  if (op.getBits() < 32) {
    high = arith::MinSIOp::create(b, high, number(llvm::maxIntN(op.getBits())));
    high = arith::MaxSIOp::create(b, high, number(llvm::minIntN(op.getBits())));
  }
  op.replaceAllUsesWith(high);
}

namespace {
struct ExpandStepsPass
    : public tir::impl::TIRExpandStepsPassBase<ExpandStepsPass> {
  using TIRExpandStepsPassBase::TIRExpandStepsPassBase;

  void runOnOperation() override {
    TargetOptions target;
    target.triple = triple;
    target.cpu = cpu;
    target.features = features;
    bool hasInstructions = hasDSP(target);
    bool hasSSE2 =
        llvm::Triple(getTargetTriple(target)).getArch() == llvm::Triple::x86_64;
    getOperation()->walk([&](Operation *op) {
      auto expand = [&](auto step) {
        StepBuilder(step, hasInstructions).expand(step);
        step->erase();
      };
      if (auto widen = dyn_cast<WidenBytesOp>(op))
        expand(widen);
      else if (auto dot = dyn_cast<DotPairsOp>(op))
        expand(dot);
      else if (auto taps = dyn_cast<DotTapsOp>(op))
        expand(taps);
      else if (auto rows = dyn_cast<WidenRowsOp>(op))
        expand(rows);
      else if (auto loaded = dyn_cast<LoadTapsOp>(op))
        expand(loaded);
      else if (auto columns = dyn_cast<DotColumnsOp>(op))
        expand(columns);
      else if (auto requantize = dyn_cast<RequantizeOp>(op))
        expand(requantize);
      else if (expandVectorStep(op, hasSSE2))
        op->erase();
    });
  }
};
} // namespace
