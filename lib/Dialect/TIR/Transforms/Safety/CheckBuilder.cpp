//===- CheckBuilder.cpp - Functions that check constants
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckBuilder.h"
#include "ConstantBytes.h"
#include "tir/Dialect/TIR/Transforms/Safety/SafetyCodes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/SealedConstants.h"

using namespace mlir;
using namespace tir;

PrimFuncOp CheckBuilder::createFunction(StringRef name, ArrayRef<Type> types,
                                        ArrayRef<DictionaryAttr> attributes) {
  auto function = PrimFuncOp::create(builder, module.getLoc(), name,
                                     builder.getFunctionType(types, {}),
                                     ArrayRef<NamedAttribute>(), attributes);
  function.setPrivate();
  symbols.insert(function);
  Block &body = function.getBody().emplaceBlock();
  body.addArguments(types,
                    SmallVector<Location>(types.size(), module.getLoc()));
  return function;
}

memref::GlobalOp CheckBuilder::createGlobal(StringRef name, MemRefType type,
                                            Attribute value, bool isConstant) {
  auto global = memref::GlobalOp::create(
      builder, module.getLoc(), name, builder.getStringAttr("private"), type,
      value, isConstant, /*alignment=*/IntegerAttr());
  symbols.insert(global, module.getBody()->begin());
  return global;
}

memref::GlobalOp CheckBuilder::getTable() {
  if (table)
    return table;
  SmallVector<int32_t> numbers;
  for (uint32_t entry : ConstantsCRC::getTable())
    numbers.push_back(static_cast<int32_t>(entry));
  int64_t size = numbers.size();
  table = createGlobal(
      "crc32_table", MemRefType::get(size, builder.getI32Type()),
      DenseElementsAttr::get(RankedTensorType::get(size, builder.getI32Type()),
                             ArrayRef<int32_t>(numbers)),
      /*isConstant=*/true);
  return table;
}

/// Advances the CRC by `bits`, which are a word of at most 32 bits.
Value CheckBuilder::advance(OpBuilder &at, Location loc, Value table,
                            Value state, Value word, unsigned bits) {
  Value four = number(at, loc, 4), low = number(at, loc, 15);
  state = arith::XOrIOp::create(at, loc, state, word);
  for (unsigned done = 0; done < bits; done += 4) {
    Value place = arith::IndexCastOp::create(
        at, loc, at.getIndexType(), arith::AndIOp::create(at, loc, state, low));
    Value entry = memref::LoadOp::create(at, loc, table, place);
    state = arith::XOrIOp::create(
        at, loc, arith::ShRUIOp::create(at, loc, state, four), entry);
  }
  return state;
}

/// Returns the function that adds a constant with such elements to a CRC. It
/// serves constants of all sizes, so that its buffer is the part that all have.
PrimFuncOp CheckBuilder::getStep(Type element) {
  PrimFuncOp &step = steps[element];
  if (step)
    return step;
  Type i32 = builder.getI32Type();
  auto attributes = [&](StringRef name, std::optional<Effect> effect) {
    NamedAttrList list;
    list.set(kNameAttrName, builder.getStringAttr(name));
    if (effect)
      list.set(kEffectAttrName, EffectAttr::get(builder.getContext(), *effect));
    return list.getDictionary(builder.getContext());
  };
  std::string name;
  llvm::raw_string_ostream(name) << "crc32_" << element;
  step = createFunction(
      name,
      {MemRefType::get(fewestElements.lookup(element), element), i32,
       MemRefType::get(1, i32)},
      {attributes("data", Effect::Read), attributes("count", std::nullopt),
       attributes("crc", Effect::ReadWrite)});
  step->setAttr(kSafetyFunctionAttrName, builder.getUnitAttr());
  Location loc = step.getLoc();
  OpBuilder at = OpBuilder::atBlockEnd(&step.getBody().front());
  memref::GlobalOp numbers = getTable();
  Value entries = memref::GetGlobalOp::create(at, loc, numbers.getType(),
                                              numbers.getSymName());
  Value zero = index(at, loc, 0);
  Value begin = memref::LoadOp::create(at, loc, step.getArgument(2), zero);
  Value count = arith::IndexCastOp::create(at, loc, at.getIndexType(),
                                           step.getArgument(1));
  auto loop = scf::ForOp::create(at, loc, zero, count, index(at, loc, 1),
                                 ValueRange(begin));
  memref::StoreOp::create(at, loc, loop.getResult(0), step.getArgument(2),
                          zero);
  ReturnOp::create(at, loc);
  at.setInsertionPointToStart(loop.getBody());
  Value word = memref::LoadOp::create(at, loc, step.getArgument(0),
                                      loop.getInductionVar());
  unsigned bits = element.getIntOrFloatBitWidth();
  if (isa<FloatType>(element))
    word = arith::BitcastOp::create(at, loc, at.getIntegerType(bits), word);
  Value state = loop.getRegionIterArg(0);
  if (bits == 64) {
    state = advance(at, loc, entries, state,
                    arith::TruncIOp::create(at, loc, i32, word), 32);
    Value by = arith::ConstantIntOp::create(at, loc, 32, 64);
    word = arith::ShRUIOp::create(at, loc, word, by);
    word = arith::TruncIOp::create(at, loc, i32, word);
  } else if (bits < 32) {
    word = arith::ExtUIOp::create(at, loc, i32, word);
  }
  state = advance(at, loc, entries, state, word,
                  std::min(32u, getStoredBits(element)));
  scf::YieldOp::create(at, loc, state);
  return step;
}

/// Copies the element of a constant to the stack. Conversions know that the
/// only position in a buffer of one element is 0, so that `getStep` takes none.
Value CheckBuilder::copyElement(OpBuilder &at, Location loc, Value data,
                                MemRefType type) {
  auto rank = cast<MemRefType>(data.getType()).getRank();
  SmallVector<Value> first(rank, index(at, loc, 0));
  Value element = memref::LoadOp::create(at, loc, data, first);
  Value copy = memref::AllocaOp::create(at, loc, type);
  memref::StoreOp::create(at, loc, element, copy, index(at, loc, 0));
  return copy;
}

void CheckBuilder::addAll(OpBuilder &at, Location loc,
                          const Constants &constants, Value state) {
  Value zero = index(at, loc, 0);
  memref::StoreOp::create(at, loc, number(at, loc, -1), state, zero);
  for (memref::GlobalOp constant : constants) {
    MemRefType type = constant.getType();
    PrimFuncOp step = getStep(type.getElementType());
    Value data =
        memref::GetGlobalOp::create(at, loc, type, constant.getSymName());
    auto part = cast<MemRefType>(step.getArgumentTypes().front());
    if (type.getNumElements() == 1)
      data = copyElement(at, loc, data, part);
    else
      data = RebaseOp::create(at, loc, part, data, zero);
    CallTIROp::create(at, loc, FlatSymbolRefAttr::get(step),
                      {data, number(at, loc, type.getNumElements()), state});
  }
}

PrimFuncOp CheckBuilder::create(StringRef name, const Constants &constants,
                                bool firstRunOnly) {
  ConstantsCRC crc;
  for (memref::GlobalOp constant : constants)
    crc.add(cast<DenseElementsAttr>(*constant.getInitialValue()));
  auto expected = static_cast<int32_t>(crc.get());
  PrimFuncOp function = createFunction(name, {}, {});
  Location loc = function.getLoc();
  OpBuilder at = OpBuilder::atBlockEnd(&function.getBody().front());
  Type i32 = at.getI32Type();
  Value zero = index(at, loc, 0);
  Value state = memref::AllocaOp::create(at, loc, MemRefType::get(1, i32));
  if (firstRunOnly) {
    memref::GlobalOp flag = createGlobal(
        "constants_are_checked", MemRefType::get(1, i32),
        DenseElementsAttr::get(RankedTensorType::get(1, i32), ~expected),
        /*isConstant=*/false);
    Value memory =
        memref::GetGlobalOp::create(at, loc, flag.getType(), flag.getSymName());
    // The flag is the CRC: another number than a right one is not a reason to
    // leave the check out.
    Value before = memref::LoadOp::create(at, loc, memory, zero);
    memref::StoreOp::create(at, loc, before, state, zero);
    Value isNew = arith::CmpIOp::create(at, loc, arith::CmpIPredicate::ne,
                                        before, number(at, loc, expected));
    auto branch = scf::IfOp::create(at, loc, isNew);
    OpBuilder then = branch.getThenBodyBuilder();
    addAll(then, loc, constants, state);
    memref::StoreOp::create(
        then, loc,
        memref::LoadOp::create(then, loc, state, index(then, loc, 0)), memory,
        index(then, loc, 0));
  } else {
    addAll(at, loc, constants, state);
  }
  Value found = memref::LoadOp::create(at, loc, state, zero);
  Value isRight = arith::CmpIOp::create(at, loc, arith::CmpIPredicate::eq,
                                        found, number(at, loc, expected));
  auto check = AssertOp::create(
      at, loc, isRight,
      at.getStringAttr(model + ": the CRC of constants is wrong, so that some "
                               "have changed; write the program into the "
                               "memory again"),
      /*number=*/Value(), /*on_error=*/nullptr, /*kind=*/nullptr);
  check->setAttr(kSafetyCodeAttrName, at.getI32IntegerAttr(kConstantsCode));
  ReturnOp::create(at, loc);
  return function;
}
