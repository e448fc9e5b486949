//===- StepBuilder.cpp - Instructions of the steps of #kernel.blocked
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tir;

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

Value StepBuilder::hideOrigin(Value value) {
  return LLVM::InlineAsmOp::create(b, value.getType(), value, "", "=r,0",
                                   /*has_side_effects=*/false,
                                   /*is_align_stack=*/false,
                                   LLVM::TailCallKind::None,
                                   LLVM::AsmDialectAttr(), ArrayAttr())
      .getRes();
}

Value StepBuilder::joinHalves(Value low, Value high) {
  return arith::OrIOp::create(b, arith::AndIOp::create(b, low, number(0xffff)),
                              shiftLeft(high, 16));
}

Value StepBuilder::getBothHalves(int64_t half) {
  uint32_t low = static_cast<uint32_t>(half) & 0xffff;
  return number(static_cast<int32_t>(low << 16 | low));
}

bool StepBuilder::isEmpty(Value from, Value to) {
  std::optional<int64_t> begin = getConstantIntValue(from);
  return begin && begin == getConstantIntValue(to);
}

Value StepBuilder::multiplyHalves(Value x, Value y, Value sum) {
  if (hasDSP)
    return callIntrinsic("llvm.arm.smlad", {x, y, sum});
  auto low = [&](Value word) { return shiftRight(shiftLeft(word, 16), 16); };
  Value lows = multiply(low(x), low(y));
  Value highs = multiply(shiftRight(x, 16), shiftRight(y, 16));
  return add(add(sum, lows), highs);
}

Value StepBuilder::joinHighHalves(Value low, Value high) {
  return arith::OrIOp::create(b, arith::ShRUIOp::create(b, low, number(16)),
                              arith::AndIOp::create(b, high, number(-0x10000)));
}

Value StepBuilder::emitInOrder(StringRef text, StringRef constraints,
                               ValueRange operands) {
  return LLVM::InlineAsmOp::create(
             b, i32, operands, text, constraints, /*has_side_effects=*/true,
             /*is_align_stack=*/false, LLVM::TailCallKind::None,
             LLVM::AsmDialectAttr(), ArrayAttr())
      .getRes();
}

/// Loads four bytes, which may begin at any address, as a word.
Value StepBuilder::loadWord(Value buffer, Value position) {
  return LLVM::LoadOp::create(b, i32, getAddress(buffer, position),
                              /*alignment=*/1, /*isVolatile=*/true);
}

//===----------------------------------------------------------------------===//
// Words
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

Value StepBuilder::advance(Value address, Type element, int64_t elements) {
  if (elements == 0)
    return address;
  return LLVM::GEPOp::create(
      b, address.getType(), element, address,
      ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(elements)));
}

/// Loads words one after the other, which takes two cycles for the first and
/// one for each of the others. LLVM's own schedule would put other instructions
/// between them, or join two to LDRD, which takes three.
SmallVector<Value> StepBuilder::loadWords(ArrayRef<WordPlace> places) {
  constexpr int64_t kMaxOffset = 4095;
  bool fits = llvm::all_of(places, [&](const WordPlace &place) {
    return 4 * place.word <= kMaxOffset &&
           (loadsAnywhere || place.alignment >= 4);
  });
  SmallVector<Value> loaded;
  if (!hasDSP || !fits || places.size() < 2) {
    for (const WordPlace &place : places) {
      Value element = LLVM::GEPOp::create(
          b, place.address.getType(), i32, place.address,
          ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(place.word)));
      loaded.push_back(LLVM::LoadOp::create(b, i32, element, place.alignment,
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

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void StepBuilder::repeat(Value count, DotState &state,
                         function_ref<void(DotState &)> body) {
  if (getConstantIntValue(count) == 0)
    return;
  if (getConstantIntValue(count) == 1)
    return body(state);
  SmallVector<Value> carried(state.sums);
  carried.append({state.pixels, state.weights});
  auto loop = scf::ForOp::create(b, index(0), count, index(1), carried);
  auto unpack = [&](ValueRange values) {
    state.sums = llvm::to_vector(values.drop_back(2));
    state.pixels = values.drop_back().back();
    state.weights = values.back();
  };
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  unpack(loop.getRegionIterArgs());
  body(state);
  SmallVector<Value> next(state.sums);
  next.append({state.pixels, state.weights});
  scf::YieldOp::create(b, next);
  unpack(loop.getResults());
}
