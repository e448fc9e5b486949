//===- RowFills.cpp - Calls that fill rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowFills.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Creates a private kernel with an empty body, and sets the insertion point
/// into it.
PrimFuncOp RowFills::createKernel(OpBuilder &builder, Location loc,
                                  StringRef name, TypeRange types,
                                  ArrayRef<DictionaryAttr> attributes) {
  Operation *main = builder.getInsertionBlock()->getParentOp();
  if (!isa<PrimFuncOp>(main))
    main = main->getParentOfType<PrimFuncOp>();
  builder.setInsertionPoint(main);
  auto kernel =
      PrimFuncOp::create(builder, loc, name, builder.getFunctionType(types, {}),
                         ArrayRef<NamedAttribute>(), attributes);
  kernel.setPrivate();
  symbols.insert(kernel);
  builder.setInsertionPointToStart(kernel.addEntryBlock());
  return kernel;
}

static DictionaryAttr describe(Builder &builder, StringRef name, Effect effect,
                               bool isFed = false) {
  NamedAttrList attributes;
  attributes.set(kEffectAttrName,
                 EffectAttr::get(builder.getContext(), effect));
  attributes.set(kNameAttrName, builder.getStringAttr(name));
  ArgumentParts parts;
  parts.isFed = isFed;
  parts.set(attributes, builder.getContext());
  return attributes.getDictionary(builder.getContext());
}

CallTIROp RowFills::add(OpBuilder &builder, Location loc, Value buffer,
                        TypedAttr value) {
  auto type = cast<MemRefType>(buffer.getType());
  PrimFuncOp &kernel = fills[{type, value}];
  if (!kernel) {
    OpBuilder::InsertionGuard guard(builder);
    kernel = createKernel(builder, loc, "fill_rows", Type(type),
                          describe(builder, "rows", Effect::Write));
    Value element = arith::ConstantOp::create(builder, loc, value);
    linalg::FillOp::create(builder, loc, element, Value(kernel.getArgument(0)));
    ReturnOp::create(builder, loc);
  }
  return CallTIROp::create(builder, loc, FlatSymbolRefAttr::get(kernel),
                           buffer);
}

void RowFills::feed(OpBuilder &builder, Location loc, Value row, Value place,
                    const RowTimes &times, int64_t numRows) {
  PrimFuncOp &kernel = feeds[row.getType()];
  if (!kernel) {
    OpBuilder::InsertionGuard guard(builder);
    kernel =
        createKernel(builder, loc, "feed_row", {row.getType(), place.getType()},
                     {describe(builder, "row", Effect::Read, /*isFed=*/true),
                      describe(builder, "place", Effect::Write)});
    memref::CopyOp::create(builder, loc, kernel.getArgument(0),
                           kernel.getArgument(1));
    ReturnOp::create(builder, loc);
  }
  auto call = CallTIROp::create(builder, loc, FlatSymbolRefAttr::get(kernel),
                                ValueRange{row, place});
  call->setDiscardableAttr(kRowsAttrName,
                           TurnsAttr::get(builder.getContext(), times.first,
                                          times.period, numRows, /*fed=*/true));
}
