//===- ByteLaneSteps.cpp - Inner steps of #kernel.byte_lanes with vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteLaneBuilder.h"
#include "LaneSteps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

namespace {
/// Builds the code of one kernel.dot_byte_lanes.
class DotBuilder : private ByteLaneBuilder {
public:
  DotBuilder(DotByteLanesOp op, const ByteVectors &vectors)
      : ByteLaneBuilder(op, vectors, op.getTogether(), op.getLanes(),
                        op.getChannels(), op.getPadding()),
        op(op), pixels(static_cast<int64_t>(op.getPixels())),
        columns(static_cast<int64_t>(op.getColumns())),
        size(static_cast<int64_t>(op.getSize())) {
    // Columns that follow each other are one, unless some are padding.
    bool isOneSegment =
        op.getJoined() || (static_cast<int64_t>(op.getColumnPitch()) == size &&
                           size % together == 0);
    if (!op.getBorder() && isOneSegment) {
      size *= columns;
      columns = 1;
    }
  }

  void build();

private:
  /// Positions of the first products that are multiplied.
  struct Place {
    Value element, weight;
  };
  using Loader = llvm::function_ref<Value(int64_t pixel)>;
  Sums addGroup(ValueRange sums, Value weight, Loader loadElements);
  Sums addPadding(ValueRange starts, Value begin, Value end);
  Sums addColumn(const Place &place, int64_t column, ValueRange sums);
  Sums addRest(const Place &place, ArrayRef<bool> inside, int64_t from,
               ValueRange sums);
  Sums addJoined(const Place &place, ValueRange sums);
  Sums addRow(Value row, ValueRange sums);
  Value moveElement(Value element, int64_t pixel, int64_t number) {
    return add(element, index(pixel * static_cast<int64_t>(op.getPixelPitch()) +
                              number));
  }

  DotByteLanesOp op;
  int64_t pixels, columns, size;
};
} // namespace

/// Adds the products of one group of each pixel, whose weights begin at
/// `weight`.
ByteLaneBuilder::Sums DotBuilder::addGroup(ValueRange sums, Value weight,
                                           Loader loadElements) {
  SmallVector<Value> weights = loadWeights(op.getWeights(), weight);
  Sums next;
  for (int64_t pixel = 0; pixel < pixels; ++pixel) {
    Value elements = loadElements(pixel);
    for (auto [i, part] : llvm::enumerate(parts))
      next.push_back(dot(sums[next.size()], repeat(elements, part.size),
                         weights[i], part.size));
  }
  return next;
}

/// Adds the products of rows of padding, which are the same for all pixels.
ByteLaneBuilder::Sums DotBuilder::addPadding(ValueRange starts, Value begin,
                                             Value end) {
  std::optional<int64_t> from = getConstantIntValue(begin),
                         to = getConstantIntValue(end);
  if (from && to && *from >= *to)
    return llvm::to_vector(starts);
  int64_t groups = op.getRowProducts() / together;
  return loop(scale(begin, groups), scale(end, groups), starts,
              [&](Value group, ValueRange carried) {
                Value weight =
                    add(op.getWeightsOffset(), scale(group, together * lanes));
                SmallVector<Value> weights =
                    loadWeights(op.getWeights(), weight);
                Sums next;
                for (auto [i, part] : llvm::enumerate(parts))
                  next.push_back(dot(carried[i], getPadding(part.size),
                                     weights[i], part.size));
                return next;
              });
}

/// Adds the products of a segment from `from` on that are not a whole
/// iteration.
ByteLaneBuilder::Sums DotBuilder::addRest(const Place &place,
                                          ArrayRef<bool> inside, int64_t from,
                                          ValueRange sums) {
  Sums next = llvm::to_vector(sums);
  for (int64_t first = from; first < size; first += together) {
    int64_t count = std::min(together, size - first);
    next = addGroup(
        next, add(place.weight, index(first * lanes)), [&](int64_t pixel) {
          if (!inside[pixel])
            return getPaddingWord();
          SmallVector<Value> bytes;
          for (int64_t i = 0; i < count; ++i)
            bytes.push_back(
                loadByte(op.getElements(),
                         moveElement(place.element, pixel, first + i)));
          return joinBytes(bytes);
        });
  }
  return next;
}

/// Adds the products of a column, or of all that are one segment.
ByteLaneBuilder::Sums DotBuilder::addColumn(const Place &place, int64_t column,
                                            ValueRange sums) {
  SmallVector<bool> inside;
  for (int64_t pixel = 0; pixel < pixels; ++pixel)
    inside.push_back(op.isInside(pixel, column));
  // An iteration reads as many elements as one load of a pixel has.
  int64_t step = together == 4 ? 4 : 8, whole = size / step * step;
  Sums next = llvm::to_vector(sums);
  if (whole != 0)
    next =
        loop(index(0), index(whole / step), next,
             [&](Value number, ValueRange carried) {
               Value element = add(place.element, scale(number, step));
               Value weight = add(place.weight, scale(number, step * lanes));
               SmallVector<SmallVector<Value>> words;
               for (int64_t pixel = 0; pixel < pixels; ++pixel)
                 words.push_back(inside[pixel]
                                     ? loadWords(op.getElements(),
                                                 moveElement(element, pixel, 0))
                                     : SmallVector<Value>(step / together,
                                                          getPaddingWord()));
               Sums in = llvm::to_vector(carried);
               for (int64_t i = 0; i < step / together; ++i)
                 in = addGroup(in, add(weight, index(i * together * lanes)),
                               [&](int64_t pixel) { return words[pixel][i]; });
               return in;
             });
  return addRest(place, inside, whole, next);
}

/// Adds the products of a row that is one segment with columns of padding.
ByteLaneBuilder::Sums DotBuilder::addJoined(const Place &place,
                                            ValueRange sums) {
  Sums next = llvm::to_vector(sums);
  for (int64_t first = 0; first < columns * size; first += together)
    next = addGroup(
        next, add(place.weight, index(first * lanes)), [&](int64_t pixel) {
          SmallVector<Value> bytes;
          for (int64_t i = first;
               i < std::min(first + together, columns * size); ++i)
            bytes.push_back(op.isInside(pixel, i / size)
                                ? loadByte(op.getElements(),
                                           moveElement(place.element, pixel, i))
                                : getPaddingByte());
          return joinBytes(bytes);
        });
  return next;
}

ByteLaneBuilder::Sums DotBuilder::addRow(Value row, ValueRange sums) {
  Place place = {
      add(op.getOffset(), scale(row, op.getRowPitch())),
      add(op.getWeightsOffset(), scale(row, op.getRowProducts() * lanes))};
  int64_t pitch = op.getColumnPitch(),
          weights = llvm::alignTo(size, together) * lanes;
  auto getColumn = [&](Value column) {
    return Place{add(place.element, scale(column, pitch)),
                 add(place.weight, scale(column, weights))};
  };
  if (!op.getBorder())
    return loop(index(0), index(columns), sums,
                [&](Value column, ValueRange carried) {
                  return addColumn(getColumn(column), /*column=*/0, carried);
                });
  if (op.getJoined())
    return addJoined(place, sums);
  Sums next = llvm::to_vector(sums);
  for (int64_t column = 0; column < columns; ++column)
    next = addColumn(getColumn(index(column)), column, next);
  return next;
}

void DotBuilder::build() {
  Sums starts = loadNumbers(op.getStart(), op.getStartAt());
  starts = addPadding(starts, index(0), op.getRowBegin());
  starts = addPadding(starts, op.getRowEnd(),
                      index(static_cast<int64_t>(op.getRows())));
  Sums sums;
  for (int64_t pixel = 0; pixel < pixels; ++pixel)
    llvm::append_range(sums, starts);
  sums =
      loop(op.getRowBegin(), op.getRowEnd(), sums,
           [&](Value row, ValueRange carried) { return addRow(row, carried); });
  storeSums(sums, op.getSums(), op.getAt(), op.getSumsPitch());
}

//===----------------------------------------------------------------------===//
// Depthwise windows
//===----------------------------------------------------------------------===//

namespace {
/// Builds the code of one kernel.dot_window_lanes.
class WindowBuilder : private ByteLaneBuilder {
public:
  WindowBuilder(DotWindowLanesOp op, const ByteVectors &vectors)
      : ByteLaneBuilder(op, vectors, op.getTogether(), op.getLanes(),
                        op.getChannels(), op.getPadding()),
        op(op) {}

  void build();

private:
  void findRows();
  Value loadRow(int64_t row, int64_t place, const Part &part);
  Value getWord(int64_t place, int64_t group, const Part &part);

  DotWindowLanesOp op;
  /// Whether each row is inside of the input, or null if it always is, and
  /// where it begins.
  SmallVector<Value> isInside, rows;
  /// A vector of padding, if there can be rows of it.
  Value padding;
  /// The words of the part that have been made: of a place in a row, and of a
  /// group of rows.
  DenseMap<std::pair<int64_t, int64_t>, Value> words;
};
} // namespace

void WindowBuilder::findRows() {
  auto count = static_cast<int64_t>(op.getRows());
  std::optional<int64_t> begin = getConstantIntValue(op.getRowBegin()),
                         end = getConstantIntValue(op.getRowEnd());
  if (begin != 0 || end != count)
    padding = storePadding();
  for (int64_t row = 0; row < count; ++row) {
    rows.push_back(
        getAddress(op.getElements(),
                   add(op.getOffset(),
                       index(row * static_cast<int64_t>(op.getRowPitch())))));
    isInside.push_back(
        padding ? isBetween(index(row), op.getRowBegin(), op.getRowEnd())
                : Value());
  }
}

/// Loads the elements of a part from a place in a row.
Value WindowBuilder::loadRow(int64_t row, int64_t place, const Part &part) {
  Value address = move(rows[row], place + part.first, 1);
  if (isInside[row])
    address = arith::SelectOp::create(b, isInside[row], address, padding);
  return load(address, i8, part);
}

/// Returns the elements of a group of rows at the same place as words.
Value WindowBuilder::getWord(int64_t place, int64_t group, const Part &part) {
  Value &word = words[{place, group}];
  if (word)
    return word;
  SmallVector<Value> vectors;
  int64_t end =
      std::min((group + 1) * together, static_cast<int64_t>(op.getRows()));
  for (int64_t row = group * together; row < end; ++row)
    vectors.push_back(loadRow(row, place, part));
  return word = joinVectors(vectors, part.size);
}

void WindowBuilder::build() {
  findRows();
  auto pixels = static_cast<int64_t>(op.getPixels()),
       columns = static_cast<int64_t>(op.getColumns());
  int64_t groups = op.getRowGroups();
  SmallVector<Part> all = std::move(parts);
  for (const Part &part : all) {
    parts = {part};
    words.clear();
    Value start = loadNumbers(op.getStart(), op.getStartAt()).front();
    SmallVector<Value> weights;
    for (int64_t i = 0; i < columns * groups; ++i)
      weights.push_back(
          loadWeights(op.getWeights(),
                      add(op.getWeightsOffset(), index(i * together * lanes)))
              .front());
    Sums sums;
    for (int64_t pixel = 0; pixel < pixels; ++pixel) {
      Value sum = start;
      for (int64_t column = 0; column < columns; ++column)
        for (int64_t group = 0; group < groups; ++group) {
          int64_t place = pixel * static_cast<int64_t>(op.getPixelPitch()) +
                          column * static_cast<int64_t>(op.getColumnPitch());
          Value elements = op.isInside(pixel, column)
                               ? getWord(place, group, part)
                               : getPadding(part.size);
          sum = dot(sum, elements, weights[column * groups + group], part.size);
        }
      sums.push_back(sum);
    }
    storeSums(sums, op.getSums(), op.getAt(), op.getSumsPitch());
  }
}

//===----------------------------------------------------------------------===//
// Rescaling
//===----------------------------------------------------------------------===//

namespace {
/// Builds the code of one kernel.requantize_lanes.
class RequantizeBuilder : private ByteLaneBuilder {
public:
  RequantizeBuilder(RequantizeLanesOp op, const ByteVectors &vectors)
      : ByteLaneBuilder(op, vectors, /*together=*/4,
                        llvm::alignTo(op.getChannels(), 8), op.getChannels(),
                        /*padding=*/0),
        op(op) {}

  void build();

private:
  Value addOthers(Value output, Value address, const Part &part);

  RequantizeLanesOp op;
};
} // namespace

/// Returns the sums of outputs with the elements at an address.
Value RequantizeBuilder::addOthers(Value output, Value address,
                                   const Part &part) {
  ArrayRef<int64_t> numbers = *op.getFactors();
  auto number = [&](int64_t i) { return getNumber(numbers[i], part.size); };
  Value other = extend(load(address, i8, part));
  Value sum = make<arith::AddIOp>(make<arith::MulIOp>(output, number(0)),
                                  make<arith::MulIOp>(other, number(1)));
  sum = make<arith::ShRSIOp>(make<arith::AddIOp>(sum, number(2)), number(3));
  return limit(sum, numbers[4], numbers[5]);
}

void RequantizeBuilder::build() {
  Sums scales = loadNumbers(op.getScale(), op.getChannel()),
       offsets = loadNumbers(op.getOffset(), op.getChannel()),
       shifts = loadNumbers(op.getShift(), op.getChannel()), signs;
  if (op.getSignOffset())
    signs = loadNumbers(op.getSignOffset(), op.getChannel());
  Value sums = getAddress(op.getSums(), op.getFrom(), 4),
        outputs = getAddress(op.getOutputs(), op.getTo()),
        others =
            op.getOther() ? getAddress(op.getOther(), op.getTo()) : Value();
  auto pitch = static_cast<int64_t>(op.getOutputsPitch());
  struct Output {
    Value vector, address;
    const Part &part;
  };
  SmallVector<Output> stored;
  for (int64_t pixel = 0; pixel < static_cast<int64_t>(op.getPixels()); ++pixel)
    for (auto [i, part] : llvm::enumerate(parts)) {
      Value sum = load(
          move(sums,
               pixel * static_cast<int64_t>(op.getSumsPitch()) + part.first, 4),
          i32, part);
      Value output = multiplyHigh(
          make<arith::ShLIOp>(sum, getNumber(op.getFractionBits(), part.size)),
          scales[i]);
      output = make<arith::AddIOp>(output, offsets[i]);
      if (!signs.empty())
        output = make<arith::SubIOp>(
            output,
            make<arith::AndIOp>(
                make<arith::ShRSIOp>(sum, getNumber(31, part.size)), signs[i]));
      output = make<arith::ShRSIOp>(
          output, make<arith::SubIOp>(getNumber(0, part.size), shifts[i]));
      output = limit(output, op.getLow(), op.getHigh());
      int64_t place = pixel * pitch + part.first;
      if (others)
        output = addOthers(output, move(others, place, 1), part);
      stored.push_back({output, move(outputs, place, 1), part});
    }
  // Everything has been read, which the outputs may overwrite.
  for (const Output &output : stored)
    storeElements(output.vector, output.address, output.part);
}

bool tir::expandByteLaneStep(Operation *op, const ByteVectors &vectors) {
  if (auto dot = dyn_cast<DotByteLanesOp>(op))
    DotBuilder(dot, vectors).build();
  else if (auto window = dyn_cast<DotWindowLanesOp>(op))
    WindowBuilder(window, vectors).build();
  else if (auto requantize = dyn_cast<RequantizeLanesOp>(op))
    RequantizeBuilder(requantize, vectors).build();
  else
    return false;
  return true;
}
