//===- DepthwiseSteps.cpp - Steps of depthwise windows
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
class DepthwiseStepBuilder : public StepBuilder {
public:
  using StepBuilder::StepBuilder;

  void expand(DotTapsOp op);
  void expand(WidenRowsOp op);

private:
  std::pair<Value, Value> loadFour(Value buffer, Value position,
                                   int64_t zeroPoint);
  void moveFour(Value buffer, Value word, Value from, Value to);
  SmallVector<SmallVector<Value>>
  loadColumn(WidenRowsOp op, ArrayRef<Value> isRead, Value column);
  SmallVector<Value> getPadding(WidenRowsOp op);
  void storePairs(WidenRowsOp op, Value to, ValueRange low, ValueRange high);
  void buildIf(Value condition, llvm::function_ref<void()> body);
  void widenPairs(WidenRowsOp op, ArrayRef<Value> isRead);
  void widenColumns(WidenRowsOp op, ArrayRef<Value> isRead);
  void dotTap(DotTapsOp op, Value row, Value column,
              SmallVectorImpl<Value> &sums);
};
} // namespace

//===----------------------------------------------------------------------===//
// kernel.dot_taps
//===----------------------------------------------------------------------===//

/// Loads four bytes, less the zero point, as halves (0, 2) and (1, 3).
std::pair<Value, Value> DepthwiseStepBuilder::loadFour(Value buffer,
                                                       Value position,
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

/// Copies four bytes that were loaded, as `word` with DSP instructions.
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
// kernel.widen_rows
//===----------------------------------------------------------------------===//

/// Returns the elements of a column, row by row: all of the channels in a word
/// or in halves, or one by one. `isRead` says for each row whether it is. Moves
/// the rows.
SmallVector<SmallVector<Value>>
DepthwiseStepBuilder::loadColumn(WidenRowsOp op, ArrayRef<Value> isRead,
                                 Value column) {
  auto channels = static_cast<int64_t>(op.getChannels());
  auto numRows = static_cast<int64_t>(op.getRows());
  Value first =
      add(op.getOffset(), multiply(column, index(op.getColumnPitch())));
  auto getPosition = [&](int64_t row) {
    return at(first, row * static_cast<int64_t>(op.getRowPitch()));
  };
  SmallVector<Value> words(numRows);
  auto loadRow = [&](int64_t row) {
    Value position = getPosition(row);
    SmallVector<Value> elements;
    if (channels == 4 && hasDSP) {
      words[row] = loadWord(op.getBytes(), position);
      return SmallVector<Value>{words[row]};
    }
    if (channels == 4) {
      auto [even, odd] = loadFour(op.getBytes(), position, /*zeroPoint=*/0);
      return SmallVector<Value>{even, odd};
    }
    for (int64_t c = 0; c < channels; ++c)
      elements.push_back(
          arith::ExtSIOp::create(b, i32, load(op.getBytes(), at(position, c))));
    return elements;
  };
  SmallVector<Value> padding = getPadding(op);
  SmallVector<SmallVector<Value>> rows;
  for (int64_t row = 0; row < numRows; ++row) {
    if (!isRead[row]) {
      rows.push_back(loadRow(row));
      continue;
    }
    auto choice = scf::IfOp::create(b, ValueRange(padding).getTypes(),
                                    isRead[row], /*withElseRegion=*/true);
    OpBuilder::InsertionGuard inChoice(b);
    b.setInsertionPointToStart(choice.thenBlock());
    scf::YieldOp::create(b, loadRow(row));
    b.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(b, padding);
    rows.push_back(llvm::to_vector_of<Value>(choice.getResults()));
  }
  int64_t moves = op.getMoves().value_or(numRows);
  for (int64_t row = moves; row < numRows; ++row)
    moveFour(op.getBytes(), words[row], getPosition(row),
             getPosition(row - moves));
  return rows;
}

/// Returns padding in the form of `loadColumn`.
SmallVector<Value> DepthwiseStepBuilder::getPadding(WidenRowsOp op) {
  auto channels = static_cast<int64_t>(op.getChannels());
  if (channels == 4 && hasDSP) {
    uint32_t byte = static_cast<uint32_t>(op.getPadding()) & 0xff;
    return {number(static_cast<int32_t>(byte * 0x01010101))};
  }
  if (channels == 4)
    return SmallVector<Value>(2, getBothHalves(op.getPadding()));
  return SmallVector<Value>(channels, number(op.getPadding()));
}

/// Stores a word for each channel: elements of two rows, or of two columns.
void DepthwiseStepBuilder::storePairs(WidenRowsOp op, Value to, ValueRange low,
                                      ValueRange high) {
  int64_t pitch = getNumColumnWords(op.getRows(), op.getColumns());
  auto store = [&](int64_t channel, Value halves) {
    memref::StoreOp::create(b, halves, op.getWords(), at(to, channel * pitch));
  };
  // The bytes of two channels are joined before they are widened.
  if (op.getChannels() == 4 && hasDSP) {
    Value pairs[] = {joinHalves(low.front(), high.front()),
                     joinHighHalves(low.front(), high.front())};
    for (auto [pair, word] : llvm::enumerate(pairs)) {
      store(2 * pair, getLowBytes(word));
      store(2 * pair + 1, getLowBytes(turnRight(word)));
    }
    return;
  }
  for (auto [c, halves] : llvm::enumerate(llvm::zip_equal(low, high))) {
    auto [x, y] = halves;
    store(c, joinHalves(x, y));
    if (op.getChannels() == 4)
      store(c + 2, joinHighHalves(x, y));
  }
}

/// Runs `body` if a condition holds, which may be known.
void DepthwiseStepBuilder::buildIf(Value condition,
                                   llvm::function_ref<void()> body) {
  std::optional<int64_t> known = getConstantIntValue(condition);
  if (known == 0)
    return;
  OpBuilder::InsertionGuard guard(b);
  if (!known)
    b.setInsertionPointToStart(
        scf::IfOp::create(b, condition, /*withElseRegion=*/false).thenBlock());
  body();
}

/// Widens two columns of three rows at a time, of which one may be padding at
/// either end. `isRead` says for each row whether it is.
void DepthwiseStepBuilder::widenPairs(WidenRowsOp op, ArrayRef<Value> isRead) {
  Value begin = op.getColumnBegin(), end = op.getColumnEnd();
  auto isOdd = [&](Value column) {
    Value rest = b.createOrFold<arith::RemUIOp>(column, index(2));
    Value isOdd =
        b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ne, rest, index(0));
    Value isAny =
        b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::slt, begin, end);
    return b.createOrFold<arith::AndIOp>(isOdd, isAny);
  };
  auto getWords = [&](Value pair) {
    return add(op.getAt(), multiply(pair, index(3)));
  };
  SmallVector<Value> padding = getPadding(op);
  Value first = b.createOrFold<arith::DivUIOp>(
            b.createOrFold<arith::AddIOp>(begin, index(1)), index(2)),
        last = b.createOrFold<arith::DivUIOp>(end, index(2));
  buildIf(isOdd(begin), [&] {
    SmallVector<SmallVector<Value>> rows = loadColumn(op, isRead, begin);
    Value to = getWords(b.createOrFold<arith::DivUIOp>(begin, index(2)));
    storePairs(op, at(to, 1), rows[0], rows[1]);
    storePairs(op, at(to, 2), padding, rows[2]);
  });
  {
    auto loop = scf::ForOp::create(b, first, last, index(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value column = multiply(loop.getInductionVar(), index(2));
    Value to = getWords(loop.getInductionVar());
    SmallVector<SmallVector<Value>> left = loadColumn(op, isRead, column);
    storePairs(op, to, left[0], left[1]);
    SmallVector<SmallVector<Value>> right =
        loadColumn(op, isRead, at(column, 1));
    storePairs(op, at(to, 1), right[0], right[1]);
    storePairs(op, at(to, 2), left[2], right[2]);
  }
  buildIf(isOdd(end), [&] {
    SmallVector<SmallVector<Value>> rows =
        loadColumn(op, isRead, b.createOrFold<arith::SubIOp>(end, index(1)));
    Value to = getWords(last);
    storePairs(op, to, rows[0], rows[1]);
    storePairs(op, at(to, 2), rows[2], padding);
  });
}

/// Widens the columns that are read. `isRead` says for each row whether it is.
void DepthwiseStepBuilder::widenColumns(WidenRowsOp op,
                                        ArrayRef<Value> isRead) {
  if (op.getRows() == 3)
    return widenPairs(op, isRead);
  auto loop =
      scf::ForOp::create(b, op.getColumnBegin(), op.getColumnEnd(), index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value column = loop.getInductionVar();
  SmallVector<SmallVector<Value>> rows = loadColumn(op, isRead, column);
  Value to = add(op.getAt(), multiply(column, index(2)));
  storePairs(op, to, rows[0], rows[1]);
  storePairs(op, at(to, 1), rows[2], rows[3]);
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

bool tir::expandDepthwiseStep(Operation *op, bool hasDSP) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<DotTapsOp, WidenRowsOp>([&](auto step) {
        DepthwiseStepBuilder(step, hasDSP).expand(step);
        return true;
      })
      .Default(false);
}
