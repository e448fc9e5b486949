//===- Guards.cpp - Functions that set and compare guards around memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/Transforms/Safety/SafetyCodes.h"

using namespace mlir;
using namespace tir;

PrimFuncOp tir::createGuardFunction(StringRef name, PrimFuncOp main,
                                    ValueRange guards, Effect effect,
                                    SymbolTable &symbols) {
  OpBuilder builder(main.getContext());
  SmallVector<DictionaryAttr> attributes;
  for (size_t number = 0; number < guards.size(); ++number) {
    NamedAttrList list;
    list.set(kNameAttrName, builder.getStringAttr("canary" + Twine(number)));
    list.set(kEffectAttrName, EffectAttr::get(main.getContext(), effect));
    attributes.push_back(list.getDictionary(main.getContext()));
  }
  auto function =
      PrimFuncOp::create(builder, main.getLoc(), name,
                         builder.getFunctionType(TypeRange(guards), {}),
                         ArrayRef<NamedAttribute>(), attributes);
  function.setPrivate();
  // A compiler that saw what it is called with might believe that nothing
  // changed.
  function->setAttr(kSafetyFunctionAttrName, builder.getUnitAttr());
  symbols.insert(function, Block::iterator(main));
  function.addEntryBlock();
  return function;
}

scf::ForOp tir::createGuardLoop(OpBuilder &builder, Location loc,
                                int64_t elements, ValueRange initial) {
  auto index = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value first = index(0), end = index(elements), step = index(1);
  return scf::ForOp::create(builder, loc, first, end, step, initial);
}

void tir::fillGuardCheck(PrimFuncOp function, int32_t code,
                         const Twine &message, GuardElementFn getElement) {
  Location loc = function.getLoc();
  auto builder = OpBuilder::atBlockEnd(&function.getBody().front());
  auto type = cast<MemRefType>(function.getArgument(0).getType());
  Value zero = arith::ConstantIntOp::create(builder, loc, 0,
                                            type.getElementTypeBitWidth());
  scf::ForOp loop = createGuardLoop(builder, loc, type.getNumElements(), zero);
  Value isRight = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        loop.getResult(0), zero);
  auto check =
      AssertOp::create(builder, loc, isRight, builder.getStringAttr(message),
                       /*number=*/Value(), /*on_error=*/nullptr,
                       /*kind=*/nullptr);
  check->setAttr(kSafetyCodeAttrName, builder.getI32IntegerAttr(code));
  ReturnOp::create(builder, loc);
  builder.setInsertionPointToStart(loop.getBody());
  Value expected = getElement(builder, loc, loop.getInductionVar());
  Value changed = loop.getRegionIterArg(0);
  for (Value guard : function.getArguments()) {
    Value element =
        memref::LoadOp::create(builder, loc, guard, loop.getInductionVar());
    changed = arith::OrIOp::create(
        builder, loc, changed,
        arith::XOrIOp::create(builder, loc, element, expected));
  }
  scf::YieldOp::create(builder, loc, changed);
}
