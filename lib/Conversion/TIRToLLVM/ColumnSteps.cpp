//===- ColumnSteps.cpp - Steps that multiply depthwise windows of 3 x 3
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepBuilder.h"

#include "tir/Dialect/Kernel/IR/ColumnProducts.h"
#include "llvm/ADT/TypeSwitch.h"
#include <set>

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class ColumnStepBuilder : public StepBuilder {
public:
  using StepBuilder::StepBuilder;

  void expand(LoadTapsOp op) { loadTaps(op, /*oneRow=*/false); }
  void expand(LoadRowTapsOp op) { loadTaps(op, /*oneRow=*/true); }
  void expand(DotColumnsOp op);
  void expand(DotNextColumnsOp op);

private:
  template <typename OpT>
  void loadTaps(OpT op, bool oneRow);
  /// Returns `sum` plus the products of halves.
  Value multiply(Halves halves, Value x, Value y, Value sum);
  void dotOneRow(const RowWindows &windows, Value words, Value at,
                 ValueRange taps, MutableArrayRef<Value> sums);
  void dotTwoRows(DotColumnsOp op, MutableArrayRef<Value> sums);

  /// Whether products keep their order.
  bool keepsOrder = false;
};
} // namespace

template <typename OpT>
void ColumnStepBuilder::loadTaps(OpT op, bool oneRow) {
  Value mask = op.getTimes256() ? number(-0xff0100) : Value();
  auto getUpper = [&](Value word) -> Value {
    return mask ? arith::AndIOp::create(b, word, mask)
                : getLowBytes(arith::ShRUIOp::create(b, word, number(8)));
  };
  auto getLower = [&](Value word) -> Value {
    return mask ? arith::AndIOp::create(b, shiftLeft(word, 8), mask)
                : getLowBytes(word);
  };
  // Rows 0 and 1 of each column, and the rest. The last word of one row has
  // no other weights.
  SmallVector<Value> taps, rest;
  for (int64_t column = 0; column < 3; ++column) {
    Value word = load(op.getWords(), at(op.getAt(), column));
    bool isLast = oneRow && column == 2;
    taps.push_back(isLast && mask ? word
                   : oneRow       ? getUpper(word)
                                  : getLower(word));
    if (!isLast)
      rest.push_back(oneRow ? getLower(word) : getUpper(word));
  }
  taps.append(rest);
  op->replaceAllUsesWith(taps);
}

Value ColumnStepBuilder::multiply(Halves halves, Value x, Value y, Value sum) {
  auto half = [&](Value word, bool isHigh) {
    return shiftRight(isHigh ? word : shiftLeft(word, 16), 16);
  };
  if (!hasDSP && halves == Halves::Both)
    return multiplyHalves(x, y, sum);
  bool isHigh = halves == Halves::HighLow;
  if (!hasDSP)
    return add(sum, StepBuilder::multiply(half(x, isHigh), half(y, !isHigh)));
  StringRef name = halves == Halves::Both ? "smlad"
                   : isHigh               ? "smlatb"
                                          : "smlabt";
  if (keepsOrder)
    return emitInOrder((name + " $0, $1, $2, $3").str(), "=r,r,r,r",
                       {x, y, sum});
  return callIntrinsic(("llvm.arm." + name).str(), {x, y, sum});
}

/// Adds the products of two rows of windows.
void ColumnStepBuilder::dotTwoRows(DotColumnsOp op,
                                   MutableArrayRef<Value> sums) {
  auto pixels = static_cast<int64_t>(op.getPixels()),
       stride = static_cast<int64_t>(op.getStride());
  Value address = getAddress(op.getWords(), op.getAt());
  ValueRange taps = op.getTaps();
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
      Value &first = sums[pixel], &second = sums[pixels + pixel];
      first = multiply(Halves::Both, upper, taps[q], first);
      first = multiply(Halves::LowHigh, lower, taps[q + 3], first);
      second = multiply(Halves::HighLow, upper, taps[q], second);
      second = multiply(Halves::Both, lower, taps[q + 3], second);
    }
  }
}

/// Adds the products of one row of windows.
void ColumnStepBuilder::dotOneRow(const RowWindows &windows, Value words,
                                  Value at, ValueRange taps,
                                  MutableArrayRef<Value> sums) {
  // The steps of a chain have one address, from which the loads reach all
  // words.
  int64_t start = 0;
  if (auto sum = at.getDefiningOp<arith::AddIOp>())
    if (std::optional<int64_t> known = getConstantIntValue(sum.getRhs())) {
      start = *known;
      at = sum.getLhs();
    }
  Value address = getAddress(words, at);
  SmallVector<Value> weights(taps.take_front(3));
  if (taps.size() == 5)
    llvm::append_range(weights, taps.drop_front(3));
  else
    for (int64_t i : {3, 4})
      weights.push_back(joinHighHalves(taps[i], taps[i + 1]));
  for (int64_t column = windows.getFirstColumn();
       column < windows.getNumColumns(); column += 2) {
    SmallVector<ColumnProduct> products = getColumnProducts(windows, column);
    // A block ends with the first column of a pair if their number is odd.
    std::set<unsigned> read;
    for (const ColumnProduct &product : products)
      read.insert(product.word);
    SmallVector<WordPlace> places;
    for (unsigned word : read)
      places.push_back({address, start + column / 2 * 3 + word});
    Value loaded[3];
    for (auto [word, value] : llvm::zip_equal(read, loadWords(places)))
      loaded[word] = value;
    for (const ColumnProduct &product : products) {
      Value &sum = sums[product.window];
      sum = multiply(product.halves, loaded[product.word],
                     weights[product.weights], sum);
    }
  }
}

void ColumnStepBuilder::expand(DotColumnsOp op) {
  SmallVector<Value> sums(op.getNumResults(), op.getInit());
  if (op.getRows() == 1)
    dotOneRow({static_cast<int64_t>(op.getPixels()),
               static_cast<int64_t>(op.getStride())},
              op.getWords(), op.getAt(), op.getTaps(), sums);
  else
    dotTwoRows(op, sums);
  op->replaceAllUsesWith(sums);
}

void ColumnStepBuilder::expand(DotNextColumnsOp op) {
  // LLVM's own schedule would mix the steps of a chain, and spill their sums.
  keepsOrder = true;
  SmallVector<Value> sums(op.getBegun());
  sums.resize(op.getNumResults(), op.getInit());
  dotOneRow(op.getRowWindows(), op.getWords(), op.getAt(), op.getTaps(), sums);
  op->replaceAllUsesWith(sums);
}

bool tir::expandColumnStep(Operation *op, bool hasDSP) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<LoadTapsOp, LoadRowTapsOp, DotColumnsOp, DotNextColumnsOp>(
          [&](auto step) {
            ColumnStepBuilder(step, hasDSP).expand(step);
            return true;
          })
      .Default(false);
}
