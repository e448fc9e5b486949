//===- CheckGuardedIO.cpp - Compare the guards of the application's buffers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "tir/ABI/Guards.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"
#include "tir/Dialect/TIR/Transforms/Safety/SafetyCodes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRCHECKGUARDEDIOPASS
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns the bytes `offset` bytes behind the beginning of a buffer.
static Value createGuard(OpBuilder &builder, Value buffer, int64_t offset) {
  Location loc = buffer.getLoc();
  Value begin = PointerCastOp::create(
      builder, loc, HandleType::get(builder.getContext()), buffer,
      /*offset=*/Value());
  return PointerCastOp::create(
      builder, loc, MemRefType::get(kGuardBytes, builder.getI8Type()), begin,
      arith::ConstantIntOp::create(builder, loc, offset, 64));
}

/// Each byte of a guard is another one, so that few bytes that a kernel writes
/// are right by chance.
static Value createByte(OpBuilder &builder, Location loc, Value place) {
  auto number = [&](int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, value, 32);
  };
  Value value =
      arith::IndexCastOp::create(builder, loc, builder.getI32Type(), place);
  value = arith::MulIOp::create(builder, loc, value, number(kGuardStep));
  value = arith::AddIOp::create(builder, loc, value, number(kGuardFirst));
  return arith::TruncIOp::create(builder, loc, builder.getI8Type(), value);
}

/// Returns the guards of the inputs and outputs of a run. Weights stay as they
/// are from run to run, often in flash.
static SmallVector<Value> createGuards(OpBuilder &builder, PrimFuncOp main,
                                       const Roles &roles) {
  SmallVector<Value> guards;
  for (ArrayRef<unsigned> arguments : {roles.inputs, roles.outputs})
    for (unsigned number : arguments) {
      if (getPort(main, number).weight)
        continue;
      BlockArgument buffer = main.getArgument(number);
      auto type = cast<MemRefType>(buffer.getType());
      int64_t bytes = type.getNumElements() *
                      llvm::divideCeil(type.getElementTypeBitWidth(), 8);
      guards.push_back(createGuard(builder, buffer, -kGuardBytes));
      guards.push_back(createGuard(builder, buffer, bytes));
    }
  return guards;
}

static LogicalResult guard(PrimFuncOp main, SymbolTable &symbols) {
  Roles roles;
  if (failed(findRoles(main, "check of guards", roles)))
    return failure();
  auto builder = OpBuilder::atBlockTerminator(&main.getBody().front());
  SmallVector<Value> guards = createGuards(builder, main, roles);
  if (guards.empty())
    return success();
  PrimFuncOp check = createGuardFunction("check_guarded_io", main, guards,
                                         Effect::Read, symbols);
  check->setAttr(kAfterEachStepAttrName, builder.getUnitAttr());
  fillGuardCheck(
      check, kGuardedIOCode,
      getModelName(main) +
          ": a guard byte beside an input or an output is not what "
          "_guard_tensor sets; call that for each of them before the first "
          "run, or find what writes over their ends",
      createByte);
  CallTIROp::create(builder, main.getLoc(), FlatSymbolRefAttr::get(check),
                    guards);
  return success();
}

namespace {
struct CheckGuardedIOPass
    : public tir::impl::TIRCheckGuardedIOPassBase<CheckGuardedIOPass> {
  void runOnOperation() override {
    FailureOr<SmallVector<PrimFuncOp>> mains =
        findMains(getOperation(), "check of guards");
    if (failed(mains))
      return signalPassFailure();
    SymbolTable symbols(getOperation());
    for (PrimFuncOp main : *mains)
      if (failed(guard(main, symbols)))
        return signalPassFailure();
  }
};
} // namespace
