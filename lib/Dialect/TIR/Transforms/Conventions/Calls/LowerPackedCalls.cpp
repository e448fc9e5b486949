//===- LowerPackedCalls.cpp - Calls through the function registry
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedCalls.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Calls/PackedArguments.h"

#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/PackedValues.h"

namespace tir {
#define GEN_PASS_DEF_TIRLOWERPACKEDCALLSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static Value createEquals(OpBuilder &builder, Location loc, Value value,
                          int32_t expected) {
  Value constant = arith::ConstantIntOp::create(builder, loc, expected, 32);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, value,
                               constant);
}

static StringRef describe(ArgTypeCode code) {
  switch (code) {
  case ArgTypeCode::Int:
    return "an integer (type code 0)";
  case ArgTypeCode::Float:
    return "a float (type code 2)";
  case ArgTypeCode::Str:
    return "a string (type code 11)";
  default:
    return "a handle (type code 3 or 4)";
  }
}

static constexpr StringLiteral kUnknown = "is not in the function registry";

namespace {
struct LowerPackedCallsPass
    : public tir::impl::TIRLowerPackedCallsPassBase<LowerPackedCallsPass> {
  using TIRLowerPackedCallsPassBase::TIRLowerPackedCallsPassBase;

  void runOnOperation() override {
    SmallVector<CallPackedOp> calls;
    getOperation().walk([&](CallPackedOp call) { calls.push_back(call); });
    for (CallPackedOp call : calls)
      if (failed(verify(call)))
        return signalPassFailure();
    PackedCallFunctions functions(getOperation(), onError);
    for (CallPackedOp call : calls)
      lower(call, functions);
  }

private:
  static LogicalResult verify(CallPackedOp call) {
    if (failed(verifyPackedCall(call)))
      return failure();
    for (Type type : call->getResultTypes()) {
      StringRef obstacle = findPackingObstacle(type);
      if (!obstacle.empty())
        return call.emitOpError("returns ") << type << ", " << obstacle;
    }
    return success();
  }

  /// `number` is appended to the text.
  void require(OpBuilder &builder, Location loc, Value condition,
               CallPackedOp call, const Twine &text, Value number = {}) {
    AssertOp::create(builder, loc, condition,
                     builder.getStringAttr(call.getName() + ": " + text),
                     number, OnErrorAttr::get(builder.getContext(), onError),
                     /*kind=*/StringAttr());
  }

  /// Creates the look-up of the function, which leaves with a code if it fails.
  Value createLookUp(OpBuilder &builder, Location loc, CallPackedOp call) {
    auto found = GetFunctionOp::create(builder, loc, builder.getI32Type(),
                                       HandleType::get(builder.getContext()),
                                       call.getNameAttr(),
                                       /*registry=*/FlatSymbolRefAttr());
    // A missing registry does not report an error itself.
    if (onError != OnError::Code)
      ReportErrorOp::create(
          builder, loc, found.getCode(),
          builder.getStringAttr(call.getName() + ": " + kUnknown),
          /*device=*/StringAttr(), /*number=*/Value(),
          OnErrorAttr::get(builder.getContext(), onError),
          /*message=*/builder.getUnitAttr());
    CheckReturnOp::create(builder, loc, found.getCode());
    Value unknown = IsNullOp::create(builder, loc, builder.getI1Type(),
                                     found.getFunction());
    Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
    require(builder, loc, arith::XOrIOp::create(builder, loc, unknown, yes),
            call, kUnknown);
    return found.getFunction();
  }

  void checkReturned(OpBuilder &builder, Location loc, CallPackedOp call,
                     Value codes) {
    ArgTypeCode expected = getArgTypeCode(call.getResult(0).getType());
    Value code =
        TypeCodeGetOp::create(builder, loc, builder.getI32Type(), codes, 0);
    Value ok = createEquals(builder, loc, code, int32_t(expected));
    if (expected == ArgTypeCode::OpaqueHandle)
      ok = arith::OrIOp::create(
          builder, loc, ok,
          createEquals(builder, loc, code, int32_t(ArgTypeCode::Nullptr)));
    std::string text =
        ("expected " + describe(expected) + " as returned value").str();
    Value came;
    if (onError != OnError::Code) {
      text += ", but its type code is ";
      came = arith::ExtSIOp::create(builder, loc, builder.getI64Type(), code);
    }
    require(builder, loc, ok, call, text, came);
  }

  void lower(CallPackedOp call, PackedCallFunctions &functions) {
    OpBuilder builder(call);
    MLIRContext *context = call.getContext();
    Type handle = HandleType::get(context);
    SmallVector<Value> arguments(call.getArgs());
    bool returns = call->getNumResults() == 1;
    PackedStackOp slot;
    // A value is returned in a slot of the caller.
    if (returns) {
      slot = createStack(builder, call.getLoc(), 1);
      for (Value pointer : slot.getResults())
        arguments.push_back(PointerCastOp::create(
            builder, call.getLoc(), handle, pointer, /*offset=*/Value()));
    }
    auto body = [&](OpBuilder &builder, Location loc, ValueRange arguments,
                    llvm::function_ref<void(Value)> report) -> Value {
      Value function = createLookUp(builder, loc, call);
      Value value, valueCode;
      if (returns) {
        value = PointerCastOp::create(builder, loc, ValuesType::get(context),
                                      arguments.drop_back().back(), Value());
        valueCode =
            PointerCastOp::create(builder, loc, TypeCodesType::get(context),
                                  arguments.back(), Value());
        arguments = arguments.drop_back(2);
      } else {
        PackedStackOp returned = createStack(builder, loc, 1);
        value = returned.getValues();
        valueCode = returned.getTypeCodes();
      }
      PackedStackOp stack = createPackedStack(builder, loc, arguments);
      Value code = CallFunctionOp::create(
          builder, loc, builder.getI32Type(), function, stack.getValues(),
          stack.getTypeCodes(), arguments.size(), value, valueCode);
      report(code);
      if (!returns)
        return code;
      CheckReturnOp::create(builder, loc, code);
      checkReturned(builder, loc, call, valueCode);
      return arith::ConstantIntOp::create(builder, loc, 0, 32);
    };
    functions.replace(cast<BufferCallOpInterface>(*call), arguments,
                      /*isFromOutside=*/true, body);
    if (returns) {
      Value value = createPackedGet(builder, call.getLoc(), slot.getValues(), 0,
                                    call.getResult(0).getType());
      call.getResult(0).replaceAllUsesWith(value);
    }
    call.erase();
  }
};
} // namespace
