//===- DepthwiseSteps.cpp - Steps of depthwise windows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;

namespace {
class DepthwiseStepBuilder : public StepBuilder {
public:
  using StepBuilder::StepBuilder;

  void expand(DotTapsOp op);
  void expand(WidenRowsOp op);
  void expand(LoadTapsOp op);
  void expand(DotColumnsOp op);

private:
  std::pair<Value, Value> loadFour(Value buffer, Value position,
                                   int64_t zeroPoint, Value *loaded = nullptr);
  void moveFour(Value buffer, Value word, Value from, Value to);
  void widenColumns(WidenRowsOp op, ArrayRef<Value> isRead);
  /// Returns `sum` plus the product of the low half of `x` and the high half of
  /// `y`.
  Value multiplyLowHigh(Value x, Value y, Value sum);
  /// Returns `sum` plus the product of the high halves.
  Value multiplyHighHigh(Value x, Value y, Value sum);
  /// Returns a word with the high half of `low` below that of `high`.
  Value joinHighHalves(Value low, Value high);
  void dotTap(DotTapsOp op, Value row, Value column,
              SmallVectorImpl<Value> &sums);
};
} // namespace

//===----------------------------------------------------------------------===//
// tir.dot_taps
//===----------------------------------------------------------------------===//

/// Loads four bytes, less the zero point, as halves (0, 2) and (1, 3). With DSP
/// instructions, `loaded` becomes the word with the bytes.
std::pair<Value, Value> DepthwiseStepBuilder::loadFour(Value buffer,
                                                       Value position,
                                                       int64_t zeroPoint,
                                                       Value *loaded) {
  if (hasDSP) {
    Value word = loadWord(buffer, position);
    if (loaded)
      *loaded = word;
    if (zeroPoint == -128) {
      // Adding 128 flips the sign bit.
      word = arith::XOrIOp::create(b, word, number(-0x7f7f7f80));
      return {callIntrinsic("llvm.arm.uxtb16", word),
              callIntrinsic("llvm.arm.uxtb16", turnRight(word))};
    }
    Value even = getLowBytes(word), odd = getLowBytes(turnRight(word));
    if (zeroPoint != 0) {
      Value both = getBothHalves(zeroPoint);
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

/// Copies the four bytes that `loadFour` has loaded, as `word` with DSP
/// instructions.
void DepthwiseStepBuilder::moveFour(Value buffer, Value word, Value from,
                                    Value to) {
  if (word) {
    LLVM::StoreOp::create(b, word, getAddress(buffer, to), /*alignment=*/1);
    return;
  }
  for (int64_t i = 0; i < 4; ++i)
    memref::StoreOp::create(b, load(buffer, at(from, i)), buffer, at(to, i));
}

/// Adds the products of one position of the window to the sums.
void DepthwiseStepBuilder::dotTap(DotTapsOp op, Value row, Value column,
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

void DepthwiseStepBuilder::expand(DotTapsOp op) {
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

Value DepthwiseStepBuilder::joinHighHalves(Value low, Value high) {
  return arith::OrIOp::create(b, arith::ShRUIOp::create(b, low, number(16)),
                              arith::AndIOp::create(b, high, number(-0x10000)));
}

/// Widens the columns that are read. `isRead` says for each row whether it is.
void DepthwiseStepBuilder::widenColumns(WidenRowsOp op,
                                        ArrayRef<Value> isRead) {
  auto channels = static_cast<int64_t>(op.getChannels());
  auto numRows = static_cast<int64_t>(op.getRows());
  Value padding =
      channels == 4 ? getBothHalves(op.getPadding()) : number(op.getPadding());
  SmallVector<Type> types(channels == 4 ? 2 : channels, i32);
  // Of three rows, a column gives the third one to the next column.
  SmallVector<Value> before(numRows == 3 ? types.size() : 0, padding);
  auto loop = scf::ForOp::create(b, op.getColumnBegin(), op.getColumnEnd(),
                                 index(1), before);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value column = loop.getInductionVar();
  Value first =
      add(op.getOffset(), multiply(column, index(op.getColumnPitch())));
  auto getPosition = [&](int64_t row) {
    return at(first, row * static_cast<int64_t>(op.getRowPitch()));
  };
  SmallVector<Value> words(numRows);
  // The elements of a row: all of the channels in halves, or one by one.
  auto loadRow = [&](int64_t row) {
    Value position = getPosition(row);
    SmallVector<Value> elements;
    if (channels == 4) {
      auto [even, odd] =
          loadFour(op.getBytes(), position, /*zeroPoint=*/0, &words[row]);
      return SmallVector<Value>{even, odd};
    }
    for (int64_t c = 0; c < channels; ++c)
      elements.push_back(
          arith::ExtSIOp::create(b, i32, load(op.getBytes(), at(position, c))));
    return elements;
  };
  SmallVector<SmallVector<Value>> rows;
  for (int64_t row = 0; row < numRows; ++row) {
    if (!isRead[row]) {
      rows.push_back(loadRow(row));
      continue;
    }
    auto choice = scf::IfOp::create(b, types, isRead[row],
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard inChoice(b);
    b.setInsertionPointToStart(choice.thenBlock());
    scf::YieldOp::create(b, loadRow(row));
    b.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(b, SmallVector<Value>(types.size(), padding));
    rows.push_back(llvm::to_vector_of<Value>(choice.getResults()));
  }
  int64_t moves = op.getMoves().value_or(numRows);
  for (int64_t row = moves; row < numRows; ++row)
    moveFour(op.getBytes(), words[row], getPosition(row),
             getPosition(row - moves));
  auto pitch = 2 * static_cast<int64_t>(op.getColumns());
  Value to = add(op.getAt(), multiply(column, index(2)));
  // All channels of a word: two rows, or the third row in two columns.
  auto storeWord = [&](Value to, int64_t word, ValueRange low,
                       ValueRange high) {
    auto store = [&](int64_t channel, Value halves) {
      memref::StoreOp::create(b, halves, op.getWords(),
                              at(to, channel * pitch + word));
    };
    for (auto [c, halves] : llvm::enumerate(llvm::zip_equal(low, high))) {
      auto [x, y] = halves;
      store(c, joinHalves(x, y));
      if (channels != 4)
        continue;
      store(c + 2, joinHighHalves(x, y));
    }
  };
  storeWord(to, 0, rows[0], rows[1]);
  if (numRows == 4) {
    storeWord(to, 1, rows[2], rows[3]);
    return;
  }
  storeWord(to, 1, loop.getRegionIterArgs(), rows[2]);
  scf::YieldOp::create(b, rows[2]);
  auto columns = static_cast<int64_t>(op.getColumns());
  if (getConstantIntValue(op.getColumnEnd()) == columns)
    return;
  b.setInsertionPointAfter(loop);
  Value end = op.getColumnEnd();
  Value hasRight = arith::AndIOp::create(
      b,
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, end, index(columns)),
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, op.getColumnBegin(),
                            end));
  auto behind = scf::IfOp::create(b, hasRight, /*withElseRegion=*/false);
  b.setInsertionPointToStart(behind.thenBlock());
  storeWord(add(op.getAt(), multiply(end, index(2))), 1, loop.getResults(),
            SmallVector<Value>(loop.getNumResults(), padding));
}

void DepthwiseStepBuilder::expand(WidenRowsOp op) {
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

void DepthwiseStepBuilder::expand(LoadTapsOp op) {
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

Value DepthwiseStepBuilder::multiplyLowHigh(Value x, Value y, Value sum) {
  if (hasDSP)
    return callIntrinsic("llvm.arm.smlabt", {x, y, sum});
  Value low = shiftRight(shiftLeft(x, 16), 16);
  return add(sum, multiply(low, shiftRight(y, 16)));
}

Value DepthwiseStepBuilder::multiplyHighHigh(Value x, Value y, Value sum) {
  if (hasDSP)
    return callIntrinsic("llvm.arm.smlatt", {x, y, sum});
  return add(sum, multiply(shiftRight(x, 16), shiftRight(y, 16)));
}

void DepthwiseStepBuilder::expand(DotColumnsOp op) {
  auto pixels = static_cast<int64_t>(op.getPixels()),
       stride = static_cast<int64_t>(op.getStride());
  bool isOneRow = op.getRows() == 1;
  Value address = getAddress(op.getWords(), op.getAt());
  ValueRange taps = op.getTaps();
  // The third row of one row of windows: columns 0 and 1 together.
  Value both = isOneRow ? joinHighHalves(taps[3], taps[4]) : Value();
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
      if (isOneRow) {
        if (q == 1)
          sum = multiplyHalves(lower, both, sum);
        else if (q == 2)
          sum = multiplyHighHigh(lower, taps[5], sum);
        continue;
      }
      sum = multiplyLowHigh(lower, taps[q + 3], sum);
      Value &second = sums[pixels + pixel];
      second = hasDSP
                   ? callIntrinsic("llvm.arm.smlatb", {upper, taps[q], second})
                   : multiplyLowHigh(taps[q], upper, second);
      second = multiplyHalves(lower, taps[q + 3], second);
    }
  }
  op->replaceAllUsesWith(sums);
}

bool tir::expandDepthwiseStep(Operation *op, bool hasDSP) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<DotTapsOp, WidenRowsOp, LoadTapsOp, DotColumnsOp>([&](auto step) {
        DepthwiseStepBuilder(step, hasDSP).expand(step);
        return true;
      })
      .Default(false);
}
