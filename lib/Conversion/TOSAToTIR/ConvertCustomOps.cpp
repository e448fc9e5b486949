//===- ConvertCustomOps.cpp - Custom operators become calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "tir/Conversion/TOSAToTIR/CustomOpCalls.h"

#include <set>

namespace tir {
#define GEN_PASS_DEF_TIRCONVERTCUSTOMOPSPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct ConvertCustomOpsPass
    : public tir::impl::TIRConvertCustomOpsPassBase<ConvertCustomOpsPass> {
  using TIRConvertCustomOpsPassBase::TIRConvertCustomOpsPassBase;

  void runOnOperation() override {
    SmallVector<CustomOpCall> calls;
    for (const std::string &text : customOp) {
      llvm::Expected<CustomOpCall> call = parseCustomOpCall(text);
      if (!call) {
        getOperation().emitError() << llvm::toString(call.takeError());
        return signalPassFailure();
      }
      calls.push_back(*call);
    }
    if (!calls.empty() && failed(convert(calls)))
      signalPassFailure();
  }

  LogicalResult convert(ArrayRef<CustomOpCall> calls) {
    ModuleOp module = getOperation();
    if (failed(checkUses(module, calls)))
      return failure();
    SymbolTable symbols(module);
    RewritePatternSet set(&getContext());
    populateCustomOpPatterns(set, calls, symbols);
    FrozenRewritePatternSet patterns(std::move(set));
    // The greedy driver would fold operators of TOSA (tir-canonicalize-tosa).
    for (auto function : module.getOps<func::FuncOp>())
      walkAndApplyPatterns(function, patterns);
    WalkResult left = module.walk([&](tosa::CustomOp op) {
      return llvm::any_of(calls,
                          [&](const CustomOpCall &call) {
                            return call.isOf(op.getDomainName(),
                                             op.getOperatorName());
                          })
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    return failure(left.wasInterrupted());
  }

  /// Refuses a value of the option that names no operator of the model.
  LogicalResult checkUses(ModuleOp module, ArrayRef<CustomOpCall> calls) {
    std::set<std::string> names;
    SmallVector<tosa::CustomOp> operators;
    module.walk([&](tosa::CustomOp op) {
      operators.push_back(op);
      StringRef domain = op.getDomainName();
      names.insert((domain.empty() ? "'" : "'" + domain + ".").str() +
                   op.getOperatorName().str() + "'");
    });
    for (const CustomOpCall &call : calls) {
      if (llvm::any_of(operators, [&](tosa::CustomOp op) {
            return call.isOf(op.getDomainName(), op.getOperatorName());
          }))
        continue;
      InFlightDiagnostic diag = module.emitError("--custom-op=")
                                << call.op << ":" << call.function
                                << ": the model has no operator '" << call.op
                                << "'; ";
      if (names.empty())
        return diag << "it has no custom operators: leave the option out";
      return diag << "its custom operators are " << llvm::join(names, ", ");
    }
    return success();
  }
};
} // namespace
