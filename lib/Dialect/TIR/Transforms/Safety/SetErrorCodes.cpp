//===- SetErrorCodes.cpp - Let failed checks return codes of their own
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Safety/SafetyCodes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h"

namespace tir {
#define GEN_PASS_DEF_TIRSETERRORCODESPASS
#include "tir/Dialect/TIR/Transforms/Safety/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static void setCode(AssertOp op, IntegerAttr code, OnError onError) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value ok =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  Value failed = arith::ConstantOp::create(builder, loc, code);
  Value result =
      arith::SelectOp::create(builder, loc, op.getCondition(), ok, failed);
  if (onError != OnError::Code) {
    auto report = ReportErrorOp::create(
        builder, loc, result, op.getMessageAttr(), /*device=*/StringAttr(),
        op.getNumber(), OnErrorAttr::get(op.getContext(), onError));
    report.setMessage(true);
  }
  CheckReturnOp::create(builder, loc, result);
  op.erase();
}

namespace {
struct SetErrorCodesPass
    : public tir::impl::TIRSetErrorCodesPassBase<SetErrorCodesPass> {
  using TIRSetErrorCodesPassBase::TIRSetErrorCodesPassBase;

  void runOnOperation() override {
    getOperation().walk([&](AssertOp op) {
      if (auto code = op->getAttrOfType<IntegerAttr>(kSafetyCodeAttrName))
        setCode(op, code, onError);
    });
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->removeAttr(kSafetyFunctionAttrName))
        function.setNoInline(true);
    if (safety.empty())
      return;
    SmallVector<StringRef> names(safety.begin(), safety.end());
    for (FunctionOpInterface model : getModels(getOperation())) {
      auto interface = model->getAttrOfType<DictionaryAttr>(kInterfaceAttrName);
      if (!interface)
        continue;
      NamedAttrList fields(interface);
      fields.set("safety", Builder(&getContext()).getStrArrayAttr(names));
      model->setAttr(kInterfaceAttrName, fields.getDictionary(&getContext()));
    }
  }
};
} // namespace
