//===- WorkspaceGuard.cpp - One run at a time in static memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkspaceGuard.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"

using namespace mlir;
using namespace tir;

static constexpr llvm::StringLiteral kFlagName = "run_in_progress";

/// What the flag holds during a run: the code of a run that comes meanwhile, so
/// that it can be returned as it is.
static constexpr int32_t kInProgress = -1;

static Value createNumber(OpBuilder &builder, Location loc, int32_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI32IntegerAttr(value));
}

Value tir::createExchange(OpBuilder &builder, Location loc, Value memory,
                          int64_t index, int32_t value) {
  Value place = arith::ConstantIndexOp::create(builder, loc, index);
  return memref::AtomicRMWOp::create(builder, loc, arith::AtomicRMWKind::assign,
                                     createNumber(builder, loc, value), memory,
                                     place);
}

void tir::markAsGuarded(FunctionOpInterface run) {
  auto interface = run->getAttrOfType<DictionaryAttr>(kInterfaceAttrName);
  if (!interface)
    return;
  NamedAttrList fields(interface);
  fields.set("guarded", UnitAttr::get(run.getContext()));
  run->setAttr(kInterfaceAttrName, fields.getDictionary(run.getContext()));
}

WorkspaceGuard::WorkspaceGuard(FunctionOpInterface run, OnError onError,
                               memref::GlobalOp flag)
    : loc(run.getLoc()), model(getModelName(run).str()), onError(onError),
      flag(flag) {}

WorkspaceGuard::WorkspaceGuard(FunctionOpInterface run, OnError onError)
    : WorkspaceGuard(run, onError, memref::GlobalOp()) {
  ModuleOp module = run->getParentOfType<ModuleOp>();
  OpBuilder builder(run.getContext());
  auto type = MemRefType::get(1, builder.getI32Type());
  flag = memref::GlobalOp::create(
      builder, loc, kFlagName, builder.getStringAttr("private"), type,
      DenseElementsAttr::get(RankedTensorType::get(1, builder.getI32Type()),
                             int32_t(0)),
      /*constant=*/false, /*alignment=*/IntegerAttr());
  SymbolTable(module).insert(flag, module.getBody()->begin());
  markAsGuarded(run);
}

std::optional<WorkspaceGuard> WorkspaceGuard::find(FunctionOpInterface run,
                                                   OnError onError) {
  auto module = run->getParentOfType<ModuleOp>();
  auto flag = module.lookupSymbol<memref::GlobalOp>(kFlagName);
  if (!flag)
    return std::nullopt;
  return WorkspaceGuard(run, onError, flag);
}

Value WorkspaceGuard::getFlag(OpBuilder &builder) {
  return memref::GetGlobalOp::create(builder, loc, flag.getType(),
                                     flag.getSymName());
}

void WorkspaceGuard::take(OpBuilder &builder) {
  Value before = createExchange(builder, loc, getFlag(builder), 0, kInProgress);
  if (onError == OnError::Code &&
      isa<func::FuncOp>(builder.getBlock()->getParentOp())) {
    CheckReturnOp::create(builder, loc, before);
    return;
  }
  Value isFree = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       before, createNumber(builder, loc, 0));
  AssertOp::create(
      builder, loc, isFree,
      builder.getStringAttr(
          model + ": another run is in progress, and the workspace is static; "
                  "end or abort that run first"),
      /*number=*/Value(), OnErrorAttr::get(builder.getContext(), onError),
      /*kind=*/nullptr);
}

void WorkspaceGuard::leave(OpBuilder &builder) {
  createExchange(builder, loc, getFlag(builder), 0, 0);
}

void WorkspaceGuard::guard(BufferCallOpInterface callOfMain) {
  OpBuilder builder(callOfMain);
  take(builder);
  auto tryOp = TryOp::create(builder, loc);
  Block *body = builder.createBlock(&tryOp.getBody());
  callOfMain->moveBefore(body, body->end());
  builder.createBlock(&tryOp.getCleanup());
  leave(builder);
}
