//===- VectorSteps.cpp - Inner steps of #kernel.portable with vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include <cmath>

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// The numbers of a vector, 16 bits each.
constexpr int64_t kLanes = 8;

namespace {
/// Builds the code of one step.
class VectorBuilder {
public:
  VectorBuilder(Operation *op, DotInstruction instruction)
      : b(op->getLoc(), op), instruction(instruction), i8(b.getI8Type()),
        i16(b.getI16Type()), i32(b.getI32Type()) {}

  void expand(WidenElementsOp op);
  void expand(DotRowsOp op);
  void expand(DotWindowOp op);
  void expand(RequantizeDoubleOp op);

private:
  Value index(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  Value add(Value lhs, Value rhs) { return arith::AddIOp::create(b, lhs, rhs); }
  Value multiply(Value lhs, Value rhs) {
    return arith::MulIOp::create(b, lhs, rhs);
  }
  Value scale(Value value, int64_t factor) {
    return factor == 1 ? value : multiply(value, index(factor));
  }
  Value at(Value base, int64_t summand) {
    return summand == 0 ? base : add(base, index(summand));
  }
  static Type getVector(Type element, int64_t lanes = kLanes) {
    return VectorType::get({lanes}, element);
  }
  Value getAddress(Value buffer);
  /// Returns the address of an element after `address`.
  Value move(Value address, Type element, Value position);
  /// Loads int8 or 16-bit numbers as 16-bit numbers: a vector, or one.
  Value load(Value address, Type element, Value position, bool isVector);
  /// Adds a number, or a vector of them, to a sum of 32 bits.
  Value widen(Value value, Type element);
  /// Returns the type of the sums of a row, and adds the products of vectors.
  Type getSumsType() {
    if (instruction == DotInstruction::VMLADAVA)
      return i32;
    bool areHalved = instruction == DotInstruction::PMADDWD;
    return getVector(i32, areHalved ? kLanes / 2 : kLanes);
  }
  Value addProducts(Value x, Value y, Value sum);
  Value zero(Type type) { return LLVM::ZeroOp::create(b, type); }
  template <typename BodyT>
  SmallVector<Value> loop(int64_t begin, int64_t end, int64_t step,
                          ValueRange carried, BodyT body);
  void dotChannels(DotRowsOp op, Value x, Value w, Value channel,
                   int64_t channels);

  ImplicitLocOpBuilder b;
  DotInstruction instruction;
  Type i8, i16, i32;
};
} // namespace

Value VectorBuilder::getAddress(Value buffer) {
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, buffer);
  base = arith::IndexCastOp::create(b, b.getI64Type(), base);
  return LLVM::IntToPtrOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                                  base);
}

Value VectorBuilder::move(Value address, Type element, Value position) {
  position = arith::IndexCastOp::create(b, b.getI64Type(), position);
  return LLVM::GEPOp::create(b, address.getType(), element, address, position);
}

Value VectorBuilder::load(Value address, Type element, Value position,
                          bool isVector) {
  unsigned alignment = element.getIntOrFloatBitWidth() / 8;
  Value loaded =
      LLVM::LoadOp::create(b, isVector ? getVector(element) : element,
                           move(address, element, position), alignment);
  return element == i16 ? loaded : widen(loaded, i16);
}

Value VectorBuilder::widen(Value value, Type element) {
  auto vector = dyn_cast<VectorType>(value.getType());
  return LLVM::SExtOp::create(
      b, vector ? getVector(element, vector.getNumElements()) : element, value);
}

Value VectorBuilder::addProducts(Value x, Value y, Value sum) {
  if (instruction == DotInstruction::VMLADAVA) {
    // Of signed numbers, which are neither subtracted nor exchanged.
    Value no = LLVM::ZeroOp::create(b, i32);
    return LLVM::CallIntrinsicOp::create(
               b, i32, b.getStringAttr("llvm.arm.mve.vmldava.v8i16"),
               ValueRange{no, no, no, sum, x, y})
        .getResult(0);
  }
  Value products;
  if (instruction == DotInstruction::PMADDWD)
    products = LLVM::CallIntrinsicOp::create(
                   b, getSumsType(), b.getStringAttr("llvm.x86.sse2.pmadd.wd"),
                   ValueRange{x, y})
                   .getResult(0);
  else
    products = LLVM::MulOp::create(b, widen(x, i32), widen(y, i32));
  return LLVM::AddOp::create(b, sum, products);
}

template <typename BodyT>
SmallVector<Value> VectorBuilder::loop(int64_t begin, int64_t end, int64_t step,
                                       ValueRange carried, BodyT body) {
  if (begin >= end)
    return carried;
  auto loop =
      scf::ForOp::create(b, index(begin), index(end), index(step), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> results =
      body(loop.getInductionVar(), ValueRange(loop.getRegionIterArgs()));
  if (!carried.empty())
    scf::YieldOp::create(b, results);
  return loop.getResults();
}

//===----------------------------------------------------------------------===//
// kernel.widen_elements
//===----------------------------------------------------------------------===//

void VectorBuilder::expand(WidenElementsOp op) {
  int64_t size = op.getSize();
  auto store = [&](Value i, Value number) {
    memref::StoreOp::create(b, number, op.getNumbers(), add(op.getAt(), i));
  };
  auto loadByte = [&](Value i) -> Value {
    Value byte =
        memref::LoadOp::create(b, op.getBytes(), add(op.getOffset(), i));
    return arith::ExtSIOp::create(b, i16, byte);
  };
  auto widenAll = [&] {
    loop(0, size, 1, {}, [&](Value i, ValueRange) -> SmallVector<Value> {
      store(i, loadByte(i));
      return {};
    });
  };
  auto widenSome = [&] {
    loop(0, size, 1, {}, [&](Value i, ValueRange) -> SmallVector<Value> {
      using Predicate = arith::CmpIPredicate;
      Value isInside = arith::AndIOp::create(
          b, arith::CmpIOp::create(b, Predicate::sge, i, op.getBegin()),
          arith::CmpIOp::create(b, Predicate::slt, i, op.getEnd()));
      auto choice =
          scf::IfOp::create(b, i16, isInside, /*withElseRegion=*/true);
      {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToStart(choice.thenBlock());
        scf::YieldOp::create(b, ValueRange(loadByte(i)));
        b.setInsertionPointToStart(choice.elseBlock());
        Value padding = arith::ConstantIntOp::create(b, op.getPadding(), 16);
        scf::YieldOp::create(b, ValueRange(padding));
      }
      store(i, choice.getResult(0));
      return {};
    });
  };
  std::optional<int64_t> begin = getConstantIntValue(op.getBegin()),
                         end = getConstantIntValue(op.getEnd());
  if (begin && end)
    return *begin == 0 && *end == size ? widenAll() : widenSome();
  using Predicate = arith::CmpIPredicate;
  Value isWhole = arith::AndIOp::create(
      b, arith::CmpIOp::create(b, Predicate::eq, op.getBegin(), index(0)),
      arith::CmpIOp::create(b, Predicate::eq, op.getEnd(), index(size)));
  auto choice = scf::IfOp::create(b, isWhole, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  widenAll();
  b.setInsertionPointToStart(choice.elseBlock());
  widenSome();
}

//===----------------------------------------------------------------------===//
// kernel.dot_rows
//===----------------------------------------------------------------------===//

/// Multiplies all pixels with a few neighbouring channels.
void VectorBuilder::dotChannels(DotRowsOp op, Value x, Value w, Value channel,
                                int64_t channels) {
  int64_t pixels = op.getPixels(), size = op.getSize();
  Value row = add(op.getOffset(), scale(channel, size));
  SmallVector<Value> sums(pixels * channels, zero(getSumsType()));
  sums = loop(0, size, kLanes, sums, [&](Value k, ValueRange carried) {
    SmallVector<Value> weights, next;
    for (int64_t c = 0; c < channels; ++c)
      weights.push_back(load(w, i8, add(at(row, c * size), k), true));
    for (int64_t p = 0; p < pixels; ++p) {
      Value numbers = load(x, i16, at(k, p * size), true);
      for (int64_t c = 0; c < channels; ++c)
        next.push_back(
            addProducts(numbers, weights[c], carried[p * channels + c]));
    }
    return next;
  });
  for (int64_t p = 0; p < pixels; ++p)
    for (int64_t c = 0; c < channels; ++c) {
      Value sum = sums[p * channels + c];
      if (sum.getType() != i32)
        sum = LLVM::vector_reduce_add::create(b, i32, sum);
      memref::StoreOp::create(
          b, sum, op.getSums(),
          at(channel, p * static_cast<int64_t>(op.getChannels()) + c));
    }
}

void VectorBuilder::expand(DotRowsOp op) {
  Value x = getAddress(op.getNumbers()), w = getAddress(op.getWeights());
  int64_t channels = op.getChannels();
  // One pixel leaves registers for the sums of more channels.
  int64_t block = op.getPixels() == 1 ? 4 : 1;
  auto emit = [&](int64_t begin, int64_t end, int64_t step) {
    loop(begin, end, step, {},
         [&](Value channel, ValueRange) -> SmallVector<Value> {
           dotChannels(op, x, w, channel, step);
           return {};
         });
  };
  int64_t whole = channels / block * block;
  emit(0, whole, block);
  emit(whole, channels, 1);
}

//===----------------------------------------------------------------------===//
// kernel.dot_window
//===----------------------------------------------------------------------===//

void VectorBuilder::expand(DotWindowOp op) {
  int64_t rows = op.getRows(), columns = op.getColumns();
  auto isInside = [&](Value begin, Value end, int64_t number) -> Value {
    using Predicate = arith::CmpIPredicate;
    return arith::AndIOp::create(
        b, arith::CmpIOp::create(b, Predicate::sle, begin, index(number)),
        arith::CmpIOp::create(b, Predicate::sgt, end, index(number)));
  };
  SmallVector<Value> isColumn, elements;
  for (int64_t column = 0; column < columns; ++column)
    isColumn.push_back(
        isInside(op.getColumnBegin(), op.getColumnEnd(), column));
  Value bytes = move(getAddress(op.getBytes()), i8, op.getOffset());
  Value padding = getAddress(op.getPadding());
  Value weights = move(getAddress(op.getWeights()), i8, op.getWeightsOffset());
  for (int64_t row = 0; row < rows; ++row) {
    Value isRow = isInside(op.getRowBegin(), op.getRowEnd(), row);
    for (int64_t column = 0; column < columns; ++column) {
      int64_t distance = row * static_cast<int64_t>(op.getRowPitch()) +
                         column * static_cast<int64_t>(op.getColumnPitch());
      elements.push_back(LLVM::SelectOp::create(
          b, arith::AndIOp::create(b, isRow, isColumn[column]),
          move(bytes, i8, index(distance)), padding));
    }
  }

  auto sumOf = [&](Value channel, bool isVector) {
    Value sum, pair;
    for (auto [i, address] : llvm::enumerate(elements)) {
      Value weight = load(
          weights, i8,
          at(channel, i * static_cast<int64_t>(op.getWeightPitch())), isVector);
      Value product =
          LLVM::MulOp::create(b, load(address, i8, channel, isVector), weight);
      if (i % 2 == 1)
        product = LLVM::AddOp::create(b, pair, product);
      pair = product;
      if (i % 2 == 0 && i + 1 != elements.size())
        continue;
      Value wide = widen(pair, i32);
      sum = sum ? LLVM::AddOp::create(b, sum, wide).getResult() : wide;
    }
    Value address = move(getAddress(op.getSums()), i32, channel);
    LLVM::StoreOp::create(b, sum, address, /*alignment=*/4);
  };
  int64_t channels = op.getChannels(), whole = channels / kLanes * kLanes;
  auto emit = [&](int64_t begin, int64_t end, int64_t step) {
    loop(begin, end, step, {},
         [&](Value channel, ValueRange) -> SmallVector<Value> {
           sumOf(channel, step == kLanes);
           return {};
         });
  };
  emit(0, whole, kLanes);
  emit(whole, channels, 1);
}

//===----------------------------------------------------------------------===//
// kernel.requantize_double
//===----------------------------------------------------------------------===//

void VectorBuilder::expand(RequantizeDoubleOp op) {
  Type f64 = b.getF64Type();
  auto convert = [&](Value value) -> Value {
    return arith::SIToFPOp::create(b, f64, value);
  };
  auto scaleBy = [&](Value value, int exponent) -> Value {
    Value power = arith::ConstantOp::create(
        b, b.getF64FloatAttr(std::ldexp(1.0, exponent)));
    return arith::MulFOp::create(b, value, power);
  };
  auto shift = static_cast<int>(op.getShift());
  Value product = arith::MulFOp::create(b, convert(op.getAccumulator()),
                                        convert(op.getScale()));
  Value sum = arith::AddFOp::create(
      b, product, scaleBy(convert(op.getOffset()), 12 + shift));
  Value number = arith::FPToSIOp::create(b, i16, scaleBy(sum, -32 - shift));
  auto constant = [&](int64_t value) {
    return arith::ConstantIntOp::create(b, value, 16);
  };
  number = arith::MinSIOp::create(b, number, constant(op.getMax()));
  number = arith::MaxSIOp::create(b, number, constant(0));
  op.replaceAllUsesWith(arith::ExtSIOp::create(b, i32, number).getResult());
}

bool tir::expandVectorStep(Operation *op, DotInstruction instruction) {
  VectorBuilder builder(op, instruction);
  if (auto widen = dyn_cast<WidenElementsOp>(op))
    builder.expand(widen);
  else if (auto dot = dyn_cast<DotRowsOp>(op))
    builder.expand(dot);
  else if (auto window = dyn_cast<DotWindowOp>(op))
    builder.expand(window);
  else if (auto requantize = dyn_cast<RequantizeDoubleOp>(op))
    builder.expand(requantize);
  else
    return false;
  return true;
}
