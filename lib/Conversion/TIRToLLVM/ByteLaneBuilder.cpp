//===- ByteLaneBuilder.cpp - Vectors of the steps of #kernel.byte_lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteLaneBuilder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace tir;

/// The lanes of the smallest vectors.
constexpr int64_t kFewestLanes = 8;
/// What makes numbers without a sign of four bytes, by XOR.
constexpr int64_t kSigns = 0x80808080;

ByteLaneBuilder::ByteLaneBuilder(Operation *op, const ByteVectors &vectors,
                                 int64_t together, int64_t lanes,
                                 int64_t channels, int64_t padding)
    : b(op->getLoc(), op), i8(b.getI8Type()), i32(b.getI32Type()),
      together(together), lanes(lanes), op(op), vectors(vectors),
      padding(padding) {
  int64_t most = std::max(vectors.lanes, kFewestLanes);
  for (int64_t first = 0; first < channels;) {
    int64_t left = channels - first;
    bool isLarge = left > kFewestLanes && lanes - first >= most;
    int64_t size = isLarge ? most : kFewestLanes;
    parts.push_back({first, size, std::min(size, left)});
    first += size;
  }
}

//===----------------------------------------------------------------------===//
// Addresses and loops
//===----------------------------------------------------------------------===//

Value ByteLaneBuilder::getAddress(Value buffer, Value position,
                                  unsigned bytes) {
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, buffer);
  base = arith::IndexCastOp::create(b, b.getI64Type(), base);
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  base = LLVM::IntToPtrOp::create(b, pointer, base);
  position = arith::IndexCastOp::create(b, b.getI64Type(), position);
  return LLVM::GEPOp::create(b, pointer, b.getIntegerType(8 * bytes), base,
                             position);
}

Value ByteLaneBuilder::move(Value address, int64_t elements, unsigned bytes) {
  if (elements == 0)
    return address;
  return LLVM::GEPOp::create(
      b, address.getType(), b.getIntegerType(8 * bytes), address,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(elements)});
}

ByteLaneBuilder::Sums
ByteLaneBuilder::loop(Value begin, Value end, ValueRange carried,
                      llvm::function_ref<Sums(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(b, begin, end, index(1), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  scf::YieldOp::create(
      b, body(loop.getInductionVar(), ValueRange(loop.getRegionIterArgs())));
  return llvm::to_vector_of<Value>(loop.getResults());
}

Value ByteLaneBuilder::isBetween(Value number, Value begin, Value end) {
  Value low =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sge, number, begin);
  Value high = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, number, end);
  return arith::AndIOp::create(b, low, high);
}

//===----------------------------------------------------------------------===//
// Vectors in memory
//===----------------------------------------------------------------------===//

/// Returns the sizes of vectors that have `used` elements together, with the
/// number of the first element of each.
static SmallVector<std::pair<int64_t, int64_t>> getPieces(int64_t used) {
  SmallVector<std::pair<int64_t, int64_t>> pieces;
  for (int64_t first = 0; first < used;) {
    auto size = static_cast<int64_t>(llvm::bit_floor<uint64_t>(used - first));
    pieces.emplace_back(first, size);
    first += size;
  }
  return pieces;
}

Value ByteLaneBuilder::load(Value address, Type element, const Part &part) {
  unsigned bytes = element.getIntOrFloatBitWidth() / 8;
  auto type = VectorType::get({part.size}, element);
  if (part.used == part.size)
    return LLVM::LoadOp::create(b, type, address, bytes);
  Value vector = arith::ConstantOp::create(b, b.getZeroAttr(type));
  for (auto [first, size] : getPieces(part.used)) {
    Value from = move(address, first, bytes);
    if (size == 1) {
      vector = LLVM::InsertElementOp::create(
          b, vector, LLVM::LoadOp::create(b, element, from, bytes),
          number(first));
      continue;
    }
    Value piece =
        LLVM::LoadOp::create(b, VectorType::get({size}, element), from, bytes);
    SmallVector<int32_t> widen(part.size, -1), blend;
    for (int64_t i = 0; i < size; ++i)
      widen[first + i] = static_cast<int32_t>(i);
    piece = shuffle(piece, piece, widen);
    for (int64_t i = 0; i < part.size; ++i)
      blend.push_back(static_cast<int32_t>(
          i >= first && i < first + size ? part.size + i : i));
    vector = shuffle(vector, piece, blend);
  }
  return vector;
}

ByteLaneBuilder::Sums ByteLaneBuilder::loadNumbers(Value buffer,
                                                   Value position) {
  Value address = getAddress(buffer, position, 4);
  Sums numbers;
  for (const Part &part : parts)
    numbers.push_back(load(move(address, part.first, 4), i32, part));
  return numbers;
}

ByteLaneBuilder::Sums ByteLaneBuilder::loadWeights(Value buffer,
                                                   Value position) {
  Value address = getAddress(buffer, position);
  Sums weights;
  for (const Part &part : parts) {
    int64_t size = together * part.size;
    weights.push_back(load(move(address, part.first * together, 1), i8,
                           {/*first=*/0, size, size}));
  }
  return weights;
}

void ByteLaneBuilder::storeSums(ValueRange sums, Value buffer, Value position,
                                int64_t pitch) {
  Value address = getAddress(buffer, position, 4);
  for (auto [i, sum] : llvm::enumerate(sums)) {
    auto pixel = static_cast<int64_t>(i / parts.size());
    LLVM::StoreOp::create(
        b, sum, move(address, pixel * pitch + parts[i % parts.size()].first, 4),
        /*alignment=*/4);
  }
}

void ByteLaneBuilder::storeElements(Value numbers, Value address,
                                    const Part &part) {
  Value bytes =
      arith::TruncIOp::create(b, VectorType::get({part.size}, i8), numbers);
  if (part.used == part.size) {
    LLVM::StoreOp::create(b, bytes, address, /*alignment=*/1);
    return;
  }
  for (auto [first, size] : getPieces(part.used)) {
    Value piece;
    if (size == 1) {
      piece = LLVM::ExtractElementOp::create(b, bytes, number(first));
    } else {
      SmallVector<int32_t> mask;
      for (int64_t i = 0; i < size; ++i)
        mask.push_back(static_cast<int32_t>(first + i));
      piece = shuffle(bytes, bytes, mask);
    }
    LLVM::StoreOp::create(b, piece, move(address, first, 1), /*alignment=*/1);
  }
}

//===----------------------------------------------------------------------===//
// Words of elements
//===----------------------------------------------------------------------===//

Value ByteLaneBuilder::loadByte(Value buffer, Value position) {
  Value byte =
      LLVM::LoadOp::create(b, i8, getAddress(buffer, position), /*align=*/1);
  return together == 4 ? Value(arith::ExtUIOp::create(b, i32, byte))
                       : Value(arith::ExtSIOp::create(b, i32, byte));
}

Value ByteLaneBuilder::getPaddingByte() {
  return number(together == 4 ? padding & 0xff : padding);
}

Value ByteLaneBuilder::joinBytes(ArrayRef<Value> bytes) {
  Value word =
      together == 4 ? bytes[0] : make<arith::AndIOp>(bytes[0], number(0xffff));
  for (size_t i = 1; i < bytes.size(); ++i)
    word = make<arith::OrIOp>(
        word, make<arith::ShLIOp>(
                  bytes[i], number(static_cast<int64_t>(i) * 32 / together)));
  return together == 4 ? make<arith::XOrIOp>(word, number(kSigns)) : word;
}

Value ByteLaneBuilder::getPaddingWord() {
  return number(together == 4 ? ((padding & 0xff) * 0x01010101) ^ kSigns
                              : (padding & 0xffff) * 0x00010001);
}

SmallVector<Value> ByteLaneBuilder::loadWords(Value buffer, Value position) {
  Value address = getAddress(buffer, position);
  if (together == 4)
    return {make<arith::XOrIOp>(
        LLVM::LoadOp::create(b, i32, address, /*alignment=*/1),
        number(kSigns))};
  Value halves = arith::ExtSIOp::create(
      b, VectorType::get({8}, b.getI16Type()),
      LLVM::LoadOp::create(b, VectorType::get({8}, i8), address,
                           /*alignment=*/1));
  Value all = LLVM::BitcastOp::create(b, VectorType::get({4}, i32), halves);
  SmallVector<Value> words;
  for (int64_t i = 0; i < 4; ++i)
    words.push_back(LLVM::ExtractElementOp::create(b, all, number(i)));
  return words;
}

Value ByteLaneBuilder::joinVectors(ArrayRef<Value> elements, int64_t size) {
  auto type = VectorType::get({size}, i32);
  Value words;
  for (auto [i, bytes] : llvm::enumerate(elements)) {
    Value wide = together == 4 ? Value(arith::ExtUIOp::create(b, type, bytes))
                               : Value(arith::ExtSIOp::create(b, type, bytes));
    if (i == 0) {
      words = together == 4 || elements.size() == 1
                  ? wide
                  : make<arith::AndIOp>(wide, getNumber(0xffff, size));
      continue;
    }
    wide = make<arith::ShLIOp>(
        wide, getNumber(static_cast<int64_t>(i) * 32 / together, size));
    words = make<arith::OrIOp>(words, wide);
  }
  return together == 4 ? make<arith::XOrIOp>(words, getNumber(kSigns, size))
                       : words;
}

Value ByteLaneBuilder::repeat(Value word, int64_t size) {
  auto type = VectorType::get({size}, i32);
  Value vector = LLVM::PoisonOp::create(b, type);
  vector = LLVM::InsertElementOp::create(b, vector, word, number(0));
  return shuffle(vector, vector, SmallVector<int32_t>(size, 0));
}

Value ByteLaneBuilder::storePadding() {
  auto function = op->getParentOfType<FunctionOpInterface>();
  int64_t size = std::max(vectors.lanes, kFewestLanes);
  auto type = VectorType::get({size}, i8);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&function.getFunctionBody().front());
  Value address = LLVM::AllocaOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext()), type, number(1),
      /*alignment=*/static_cast<unsigned>(size));
  Value vector = arith::ConstantOp::create(
      b, DenseElementsAttr::get(type, static_cast<int8_t>(padding)));
  LLVM::StoreOp::create(b, vector, address);
  return address;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value ByteLaneBuilder::call(StringRef name, Type result, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(b, result, b.getStringAttr(name),
                                       operands)
      .getResult(0);
}

Value ByteLaneBuilder::dot(Value sum, Value words, Value weights,
                           int64_t size) {
  if (together == 4 && vectors.products == 4) {
    Value bytes = LLVM::BitcastOp::create(b, weights.getType(), words);
    return call(size == 16 ? "llvm.x86.avx512.vpdpbusd.512"
                           : "llvm.x86.avx512.vpdpbusd.256",
                sum.getType(), {sum, bytes, weights});
  }
  if (together != 2 || vectors.products == 0)
    return dotWithoutInstruction(sum, words, weights, size);
  auto type = VectorType::get({2 * size}, b.getI16Type());
  Value halves = LLVM::BitcastOp::create(b, type, words);
  Value factors = arith::ExtSIOp::create(b, type, weights);
  return make<arith::AddIOp>(sum,
                             call(size == 16 ? "llvm.x86.avx512.pmaddw.d.512"
                                             : "llvm.x86.avx2.pmadd.wd",
                                  sum.getType(), {halves, factors}));
}

Value ByteLaneBuilder::dotWithoutInstruction(Value sum, Value words,
                                             Value weights, int64_t size) {
  int64_t bits = 32 / together;
  for (int64_t i = 0; i < together; ++i) {
    SmallVector<int32_t> mask;
    for (int64_t lane = 0; lane < size; ++lane)
      mask.push_back(static_cast<int32_t>(lane * together + i));
    Value factor = extend(shuffle(weights, weights, mask));
    // The number is moved up, and then down with or without its sign.
    Value element =
        make<arith::ShLIOp>(words, getNumber(32 - bits * (i + 1), size));
    Value down = getNumber(32 - bits, size);
    element = together == 4 ? make<arith::ShRUIOp>(element, down)
                            : make<arith::ShRSIOp>(element, down);
    sum = make<arith::AddIOp>(sum, make<arith::MulIOp>(element, factor));
  }
  return sum;
}

/// Returns the upper halves of 64-bit products. Instructions multiply every
/// second number of a vector.
Value ByteLaneBuilder::multiplyHigh(Value lhs, Value rhs) {
  auto type = cast<VectorType>(lhs.getType());
  int64_t size = type.getDimSize(0);
  auto wide = VectorType::get({size / 2}, b.getI64Type());
  Value half = arith::ConstantOp::create(
      b, DenseElementsAttr::get(wide, static_cast<int64_t>(32)));
  auto getEven = [&](Value number) {
    Value bits = LLVM::BitcastOp::create(b, wide, number);
    return make<arith::ShRSIOp>(make<arith::ShLIOp>(bits, half), half);
  };
  auto getOdd = [&](Value number) {
    return make<arith::ShRSIOp>(LLVM::BitcastOp::create(b, wide, number), half);
  };
  auto multiply = [&](Value one, Value other) -> Value {
    return LLVM::BitcastOp::create(b, type, make<arith::MulIOp>(one, other));
  };
  Value even = multiply(getEven(lhs), getEven(rhs)),
        odd = multiply(getOdd(lhs), getOdd(rhs));
  SmallVector<int32_t> mask;
  for (int64_t i = 0; i < size; ++i)
    mask.push_back(static_cast<int32_t>(i % 2 == 0 ? i + 1 : size + i));
  return shuffle(even, odd, mask);
}

Value ByteLaneBuilder::getNumber(int64_t value, int64_t size) {
  return arith::ConstantOp::create(
      b, DenseElementsAttr::get(VectorType::get({size}, i32),
                                static_cast<int32_t>(value)));
}

Value ByteLaneBuilder::extend(Value bytes) {
  int64_t size = cast<VectorType>(bytes.getType()).getDimSize(0);
  return arith::ExtSIOp::create(b, VectorType::get({size}, i32), bytes);
}

Value ByteLaneBuilder::limit(Value numbers, int64_t low, int64_t high) {
  int64_t size = cast<VectorType>(numbers.getType()).getDimSize(0);
  numbers = make<arith::MaxSIOp>(numbers, getNumber(low, size));
  return make<arith::MinSIOp>(numbers, getNumber(high, size));
}
