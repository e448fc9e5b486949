//===- LaneSteps.cpp - Inner steps of #tir.lanes with vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/LaneSteps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace tir;

namespace {
/// Builds the code of one tir.dot_lanes. LLVM divides vectors into those that
/// the processor has.
class LanesBuilder {
public:
  explicit LanesBuilder(DotLanesOp op)
      : b(op->getLoc(), op), op(op), f32(b.getF32Type()),
        pixels(static_cast<int64_t>(op.getPixels())),
        channels(static_cast<int64_t>(op.getChannels())) {
    // What is left of the channels is in smaller and smaller vectors.
    constexpr int64_t kMost = 16;
    for (int64_t first = 0; first < channels;) {
      int64_t size =
          std::min<int64_t>(kMost, llvm::bit_floor<uint64_t>(channels - first));
      parts.push_back({first, size});
      first += size;
    }
  }

  void build();

private:
  /// Neighbouring channels.
  struct Part {
    int64_t first, size;
  };
  using Body = llvm::function_ref<SmallVector<Value>(Value, ValueRange)>;

  Value index(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }
  Value add(Value lhs, Value rhs) {
    return b.createOrFold<arith::AddIOp>(lhs, rhs);
  }
  Value scale(Value value, int64_t factor) {
    return b.createOrFold<arith::MulIOp>(value, index(factor));
  }
  Value getAddress(Value buffer, Value position);
  Value move(Value address, int64_t elements);
  Value load(Value address, int64_t lanes);
  Value repeat(Value number, int64_t lanes);
  SmallVector<Value> loop(Value begin, Value end, ValueRange carried,
                          Body body);
  SmallVector<Value> addProducts(Value element, Value weight, ValueRange sums);

  ImplicitLocOpBuilder b;
  DotLanesOp op;
  Type f32;
  int64_t pixels, channels;
  SmallVector<Part> parts;
};
} // namespace

Value LanesBuilder::getAddress(Value buffer, Value position) {
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, buffer);
  base = arith::IndexCastOp::create(b, b.getI64Type(), base);
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  base = LLVM::IntToPtrOp::create(b, pointer, base);
  position = arith::IndexCastOp::create(b, b.getI64Type(), position);
  return LLVM::GEPOp::create(b, pointer, f32, base, position);
}

Value LanesBuilder::move(Value address, int64_t elements) {
  if (elements == 0)
    return address;
  return LLVM::GEPOp::create(
      b, address.getType(), f32, address,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(elements)});
}

Value LanesBuilder::load(Value address, int64_t lanes) {
  constexpr unsigned kAlignment = 4;
  Type type = lanes == 1 ? f32 : VectorType::get({lanes}, f32);
  return LLVM::LoadOp::create(b, type, address, kAlignment);
}

Value LanesBuilder::repeat(Value number, int64_t lanes) {
  if (lanes == 1)
    return number;
  auto type = VectorType::get({lanes}, f32);
  Value vector = LLVM::PoisonOp::create(b, type);
  Value first = LLVM::ConstantOp::create(b, b.getI32Type(), 0);
  vector = LLVM::InsertElementOp::create(b, vector, number, first);
  SmallVector<int32_t> mask(lanes, 0);
  return LLVM::ShuffleVectorOp::create(b, vector, vector, mask);
}

SmallVector<Value> LanesBuilder::loop(Value begin, Value end,
                                      ValueRange carried, Body body) {
  auto loop = scf::ForOp::create(b, begin, end, index(1), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  scf::YieldOp::create(
      b, body(loop.getInductionVar(), ValueRange(loop.getRegionIterArgs())));
  return loop.getResults();
}

/// Adds the products of one number of each pixel to the sums.
SmallVector<Value> LanesBuilder::addProducts(Value element, Value weight,
                                             ValueRange sums) {
  Value x = getAddress(op.getElements(), element),
        w = getAddress(op.getWeights(), weight);
  SmallVector<Value> weights, next;
  for (const Part &part : parts)
    weights.push_back(load(move(w, part.first), part.size));
  for (int64_t pixel = 0; pixel < pixels; ++pixel) {
    Value address = move(x, pixel * static_cast<int64_t>(op.getPixelPitch()));
    Value number = op.getDepthwise() ? Value() : load(address, 1);
    for (auto [i, part] : llvm::enumerate(parts)) {
      Value factor = number ? repeat(number, part.size)
                            : load(move(address, part.first), part.size);
      Value product = LLVM::FMulOp::create(b, factor, weights[i]);
      next.push_back(
          LLVM::FAddOp::create(b, sums[pixel * parts.size() + i], product));
    }
  }
  return next;
}

void LanesBuilder::build() {
  Value base = getAddress(op.getSums(), op.getAt());
  auto forSums = [&](llvm::function_ref<void(Value, int64_t)> emit) {
    for (int64_t pixel = 0; pixel < pixels; ++pixel)
      for (const Part &part : parts)
        emit(move(base, pixel * channels + part.first), part.size);
  };
  SmallVector<Value> sums;
  forSums([&](Value address, int64_t size) {
    sums.push_back(load(address, size));
  });
  auto columns = static_cast<int64_t>(op.getColumns()),
       size = static_cast<int64_t>(op.getSize());
  Value zero = index(0);
  sums = loop(
      op.getRowBegin(), op.getRowEnd(), sums, [&](Value row, ValueRange inRow) {
        Value x = add(op.getOffset(), scale(row, op.getRowPitch()));
        return loop(
            zero, index(columns), inRow,
            [&](Value column, ValueRange inColumn) -> SmallVector<Value> {
              Value y = add(x, scale(column, op.getColumnPitch()));
              Value position = add(scale(row, columns), column);
              Value w =
                  add(op.getWeightsOffset(),
                      scale(position,
                            size * static_cast<int64_t>(op.getWeightPitch())));
              return loop(zero, index(size), inColumn,
                          [&](Value k, ValueRange carried) {
                            return addProducts(
                                add(y, scale(k, op.getElementPitch())),
                                add(w, scale(k, op.getWeightPitch())), carried);
                          });
            });
      });
  const auto *sum = sums.begin();
  forSums([&](Value address, int64_t) {
    LLVM::StoreOp::create(b, *sum++, address, /*alignment=*/4);
  });
}

bool tir::expandLaneStep(Operation *op) {
  auto dot = dyn_cast<DotLanesOp>(op);
  if (!dot)
    return false;
  LanesBuilder(dot).build();
  return true;
}
