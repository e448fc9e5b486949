//===- ResolvePackedCalls.cpp - Registry calls of the module's own functions
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "llvm/ADT/StringMap.h"

namespace tir {
#define GEN_PASS_DEF_TIRRESOLVEPACKEDCALLSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Creates the direct form of `call` before it.
static Operation *createDirectCall(CallPackedOp call, PrimFuncOp callee) {
  OpBuilder builder(call);
  OperationState state(call.getLoc(), callee.isExternal()
                                          ? CallCPackedOp::getOperationName()
                                          : CallTIROp::getOperationName());
  state.addOperands(call->getOperands());
  state.addTypes(call->getResultTypes());
  state.addAttributes(llvm::to_vector(call->getDiscardableAttrs()));
  state.addAttribute("callee", FlatSymbolRefAttr::get(callee));
  state.addAttribute("num_outs", call.getNumOutsAttr());
  if (callee.isExternal())
    state.addAttribute("operandSegmentSizes",
                       builder.getDenseI32ArrayAttr(
                           {static_cast<int32_t>(call.getArgs().size()), 0}));
  return builder.create(state);
}

namespace {
struct ResolvePackedCallsPass
    : public tir::impl::TIRResolvePackedCallsPassBase<ResolvePackedCallsPass> {
  void runOnOperation() override {
    ModelNames models(getOperation());
    llvm::StringMap<PrimFuncOp> registered;
    for (auto function : getOperation().getOps<PrimFuncOp>())
      if (isResolvable(function))
        registered.try_emplace(
            function.getRegistryName(models.lookup(function)), function);
    SmallVector<CallPackedOp> calls;
    getOperation().walk([&](CallPackedOp call) { calls.push_back(call); });
    for (CallPackedOp call : calls)
      if (PrimFuncOp callee = registered.lookup(call.getName()))
        if (failed(resolve(call, callee)))
          signalPassFailure();
  }

private:
  /// Returns true unless the function is an unpacked declaration, which cannot
  /// be called as the registry would.
  static bool isResolvable(PrimFuncOp function) {
    return function.isInRegistry() &&
           (!function.isExternal() ||
            function.getCallingConvention() == CallingConvention::Packed);
  }

  static LogicalResult resolve(CallPackedOp call, PrimFuncOp callee) {
    if (call.getNumResults() != call.getNumOuts()) {
      InFlightDiagnostic diag = call.emitOpError("takes a value from \"")
                                << call.getName()
                                << "\", but this module's function of that "
                                   "name returns none; let it write the value "
                                   "into a buffer of one element";
      diag.attachNote(callee.getLoc()) << "function declared here";
      return diag;
    }
    Operation *direct = createDirectCall(call, callee);
    SymbolTableCollection symbols;
    // Reports what does not match, with a note at the callee.
    if (failed(cast<SymbolUserOpInterface>(direct).verifySymbolUses(symbols)))
      return failure();
    call->replaceAllUsesWith(direct);
    call.erase();
    return success();
  }
};
} // namespace
