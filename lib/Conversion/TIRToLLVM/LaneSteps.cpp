//===- LaneSteps.cpp - Inner steps of #kernel.lanes with vectors
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
#include "tir/Dialect/Kernel/IR/LaneSteps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
/// Builds the code of one kernel.dot_lanes. LLVM divides vectors into those
/// that the processor has.
class LanesBuilder {
public:
  LanesBuilder(DotLanesOp op, const FloatVectors &vectors)
      : b(op->getLoc(), op), op(op), f32(b.getF32Type()),
        pixels(static_cast<int64_t>(op.getPixels())),
        channels(static_cast<int64_t>(op.getChannels())) {
    // What is left of the channels is in smaller and smaller vectors.
    // Without vectors, LLVM would load the numbers of a part all at once.
    int64_t most = vectors.areScalar() ? 4 : 16;
    for (int64_t first = 0; first < channels;) {
      int64_t size =
          std::min<int64_t>(most, llvm::bit_floor<uint64_t>(channels - first));
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
  SmallVector<Value> loadStarts();
  Value clamp(Value sum, int64_t lanes);
  void storeOutputs(ValueRange sums);

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

/// Returns what the sums start with.
SmallVector<Value> LanesBuilder::loadStarts() {
  SmallVector<Value> sums;
  if (!op.hasOutputs()) {
    Value base = getAddress(op.getSums(), op.getAt());
    for (int64_t pixel = 0; pixel < pixels; ++pixel)
      for (const Part &part : parts)
        sums.push_back(
            load(move(base, pixel * channels + part.first), part.size));
    return sums;
  }
  Value zero =
      op.getZero()
          ? Value(LLVM::ConstantOp::create(b, f32, b.getF32FloatAttr(0)))
          : Value();
  Value base = zero ? Value() : getAddress(op.getStart(), op.getStartAt());
  SmallVector<Value> starts;
  for (const Part &part : parts)
    starts.push_back(zero ? repeat(zero, part.size)
                          : load(move(base, part.first), part.size));
  for (int64_t pixel = 0; pixel < pixels; ++pixel)
    llvm::append_range(sums, starts);
  return sums;
}

/// Makes the comparisons of ExpandMinMax.cpp, which keep NaN.
Value LanesBuilder::clamp(Value sum, int64_t lanes) {
  auto limit = [&](Value number, arith::CmpFPredicate keeps) {
    Value bound = repeat(number, lanes);
    Value kept = arith::CmpFOp::create(b, keeps, sum, bound);
    return arith::SelectOp::create(b, kept, sum, bound);
  };
  sum = limit(op.getHigh(), arith::CmpFPredicate::ULE);
  return limit(op.getLow(), arith::CmpFPredicate::UGT);
}

void LanesBuilder::storeOutputs(ValueRange sums) {
  Value base = getAddress(op.getSums(), op.getAt());
  Value others =
      op.getAddend() ? getAddress(op.getAddend(), op.getAddendAt()) : Value();
  auto addendPitch = static_cast<int64_t>(op.getAddendPitch().value_or(0));
  SmallVector<Value> outputs;
  for (auto [i, sum] : llvm::enumerate(sums)) {
    int64_t pixel = i / parts.size();
    const Part &part = parts[i % parts.size()];
    if (others)
      sum = LLVM::FAddOp::create(
          b, sum,
          load(move(others, pixel * addendPitch + part.first), part.size));
    outputs.push_back(op.getLow() ? clamp(sum, part.size) : sum);
  }
  // Everything has been read, which the outputs may overwrite.
  for (auto [i, output] : llvm::enumerate(outputs)) {
    int64_t pixel = i / parts.size();
    LLVM::StoreOp::create(
        b, output,
        move(base, pixel * op.getSumsOfPixel() + parts[i % parts.size()].first),
        /*alignment=*/4);
  }
}

void LanesBuilder::build() {
  SmallVector<Value> sums = loadStarts();
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
              auto weightPitch = static_cast<int64_t>(op.getWeightPitch());
              Value position = add(scale(row, op.getWeightsOfRow()),
                                   scale(column, size * weightPitch));
              Value w = add(op.getWeightsOffset(), position);
              return loop(zero, index(size), inColumn,
                          [&](Value k, ValueRange carried) {
                            return addProducts(
                                add(y, scale(k, op.getElementPitch())),
                                add(w, scale(k, op.getWeightPitch())), carried);
                          });
            });
      });
  storeOutputs(sums);
}

bool tir::expandLaneStep(Operation *op, const FloatVectors &vectors) {
  auto dot = dyn_cast<DotLanesOp>(op);
  if (!dot)
    return false;
  LanesBuilder(dot, vectors).build();
  return true;
}
