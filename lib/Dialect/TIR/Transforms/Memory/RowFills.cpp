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
#include "tir/Dialect/TIR/IR/AttrNames.h"

using namespace mlir;
using namespace tir;

PrimFuncOp RowFills::createKernel(OpBuilder builder, Location loc,
                                  MemRefType type, TypedAttr value) {
  Operation *main = builder.getInsertionBlock()->getParentOp();
  if (!isa<PrimFuncOp>(main))
    main = main->getParentOfType<PrimFuncOp>();
  builder.setInsertionPoint(main);
  NamedAttribute attributes[] = {
      builder.getNamedAttr(
          kEffectAttrName,
          EffectAttr::get(builder.getContext(), Effect::Write)),
      builder.getNamedAttr(kNameAttrName, builder.getStringAttr("rows"))};
  auto kernel = PrimFuncOp::create(
      builder, loc, "fill_rows", builder.getFunctionType(Type(type), {}),
      ArrayRef<NamedAttribute>(), builder.getDictionaryAttr(attributes));
  kernel.setPrivate();
  symbols.insert(kernel);
  builder.setInsertionPointToStart(kernel.addEntryBlock());
  Value element = arith::ConstantOp::create(builder, loc, value);
  linalg::FillOp::create(builder, loc, element, Value(kernel.getArgument(0)));
  ReturnOp::create(builder, loc);
  return kernel;
}

void RowFills::add(OpBuilder &builder, Location loc, Value buffer,
                   TypedAttr value) {
  auto type = cast<MemRefType>(buffer.getType());
  PrimFuncOp &kernel = kernels[{type, value}];
  if (!kernel)
    kernel = createKernel(builder, loc, type, value);
  CallTIROp::create(builder, loc, FlatSymbolRefAttr::get(kernel), buffer);
}
