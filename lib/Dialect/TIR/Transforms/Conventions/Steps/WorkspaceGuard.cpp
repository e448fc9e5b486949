//===- WorkspaceGuard.cpp - One run at a time in static memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkspaceGuard.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"

using namespace mlir;
using namespace tir;

static constexpr llvm::StringLiteral kFlagName = "run_in_progress";

/// What the flag holds during a run: the code of a run that comes meanwhile, so
/// that it can be returned as it is.
static constexpr int32_t kInProgress = -1;

/// What a flag holds when that is there which a model passes on.
static constexpr int32_t kWritten = 1;

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

/// Creates a flag, which is not taken.
static memref::GlobalOp createFlag(ModuleOp module, Location loc,
                                   StringRef name) {
  OpBuilder builder(module.getContext());
  auto type = MemRefType::get(1, builder.getI32Type());
  auto flag = memref::GlobalOp::create(
      builder, loc, name, builder.getStringAttr("private"), type,
      DenseElementsAttr::get(RankedTensorType::get(1, builder.getI32Type()),
                             int32_t(0)),
      /*constant=*/false, /*alignment=*/IntegerAttr());
  SymbolTable(module).insert(flag, module.getBody()->begin());
  return flag;
}

WorkspaceGuard::WorkspaceGuard(FunctionOpInterface run, OnError onError,
                               memref::GlobalOp flag)
    : loc(run.getLoc()), model(getModelName(run).str()), onError(onError),
      ofRun(1, flag) {}

WorkspaceGuard::WorkspaceGuard(FunctionOpInterface run, OnError onError,
                               const ProgramFlags &program)
    : loc(run.getLoc()), model(getModelName(run).str()), onError(onError) {
  auto module = run->getParentOfType<ModuleOp>();
  auto addAll = [&](ArrayRef<std::string> names, Flags &flags) {
    for (const std::string &name : names) {
      auto flag = module.lookupSymbol<memref::GlobalOp>(name);
      flags.push_back(flag ? flag : createFlag(module, module.getLoc(), name));
    }
  };
  isOfProgram = !program.isEmpty();
  addAll(program.clear, clear);
  addAll(program.ofRun, ofRun);
  addAll(program.ofStep, ofStep);
  addAll(program.written, written);
  addAll(program.read, read);
  if (ofRun.empty())
    ofRun.push_back(createFlag(module, loc, kFlagName));
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

Value WorkspaceGuard::getFlag(OpBuilder &builder, memref::GlobalOp flag) {
  return memref::GetGlobalOp::create(builder, loc, flag.getType(),
                                     flag.getSymName());
}

/// Leaves the function with `code`, which is 0 or -1, if it is not 0.
void WorkspaceGuard::require(OpBuilder &builder, Value code,
                             const Twine &message) {
  if (onError == OnError::Code &&
      isa<func::FuncOp>(builder.getBlock()->getParentOp())) {
    CheckReturnOp::create(builder, loc, code);
    return;
  }
  Value isRight = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        code, createNumber(builder, loc, 0));
  AssertOp::create(
      builder, loc, isRight, builder.getStringAttr(model + ": " + message),
      /*number=*/Value(), OnErrorAttr::get(builder.getContext(), onError),
      /*kind=*/nullptr);
}

/// Leaves the function with -1 if what a flag held was not 0.
void WorkspaceGuard::requireFree(OpBuilder &builder, Value before) {
  require(builder, before,
          Twine(isOfProgram
                    ? "another run is in progress that excludes this one; "
                    : "another run is in progress, and the workspace is "
                      "static; ") +
              "end or abort that run first");
}

/// Leaves the function, and the flags of the run, if something is not there
/// that the model reads. What writes it cannot run meanwhile.
void WorkspaceGuard::requireRead(OpBuilder &builder) {
  for (memref::GlobalOp flag : read) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value found =
        memref::LoadOp::create(builder, loc, getFlag(builder, flag), zero);
    Value isMissing =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, found,
                              createNumber(builder, loc, kWritten));
    auto missing = scf::IfOp::create(builder, loc, isMissing);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(missing.thenBlock());
      leaveAll(builder, ofRun);
    }
    Value code =
        arith::ExtSIOp::create(builder, loc, builder.getI32Type(), isMissing);
    require(builder, code,
            "an input that another model passes on has not been written; run "
            "that model before this one");
  }
}

/// Takes flags in their order. If one is taken, those before it are left.
void WorkspaceGuard::takeAll(OpBuilder &builder,
                             ArrayRef<memref::GlobalOp> flags) {
  for (auto [index, flag] : llvm::enumerate(flags)) {
    Value before =
        createExchange(builder, loc, getFlag(builder, flag), 0, kInProgress);
    if (index != 0) {
      Value isTaken =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, before,
                                createNumber(builder, loc, 0));
      auto taken = scf::IfOp::create(builder, loc, isTaken);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(taken.thenBlock());
      leaveAll(builder, flags.take_front(index));
    }
    requireFree(builder, before);
  }
}

void WorkspaceGuard::leaveAll(OpBuilder &builder,
                              ArrayRef<memref::GlobalOp> flags) {
  for (memref::GlobalOp flag : llvm::reverse(flags))
    createExchange(builder, loc, getFlag(builder, flag), 0, 0);
}

void WorkspaceGuard::take(OpBuilder &builder) {
  for (memref::GlobalOp flag : clear) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    requireFree(builder, memref::LoadOp::create(builder, loc,
                                                getFlag(builder, flag), zero));
  }
  takeAll(builder, ofRun);
  requireRead(builder);
  // Until the end of the run, only a part of it is there.
  for (memref::GlobalOp flag : written)
    createExchange(builder, loc, getFlag(builder, flag), 0, 0);
}

void WorkspaceGuard::leave(OpBuilder &builder) { leaveAll(builder, ofRun); }

void WorkspaceGuard::markWritten(OpBuilder &builder) {
  for (memref::GlobalOp flag : written)
    createExchange(builder, loc, getFlag(builder, flag), 0, kWritten);
}

void WorkspaceGuard::takeForStep(OpBuilder &builder) {
  takeAll(builder, ofStep);
}

void WorkspaceGuard::leaveAfterStep(OpBuilder &builder) {
  leaveAll(builder, ofStep);
}

void WorkspaceGuard::guard(BufferCallOpInterface callOfMain) {
  OpBuilder builder(callOfMain);
  // A run as a whole is one step.
  Flags all = ofRun;
  llvm::append_range(all, ofStep);
  ofRun.swap(all);
  take(builder);
  auto tryOp = TryOp::create(builder, loc);
  Block *body = builder.createBlock(&tryOp.getBody());
  callOfMain->moveBefore(body, body->end());
  builder.setInsertionPointToEnd(body);
  markWritten(builder);
  builder.createBlock(&tryOp.getCleanup());
  leave(builder);
  ofRun.swap(all);
}
