//===- LowerCPackedCalls.cpp - Direct calls with packed arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedArguments.h"
#include "PackedCalls.h"

#include "tir/Dialect/TIR/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tir {
#define GEN_PASS_DEF_TIRLOWERCPACKEDCALLSPASS
#include "tir/Dialect/TIR/Transforms/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct LowerCPackedCallsPass
    : public tir::impl::TIRLowerCPackedCallsPassBase<LowerCPackedCallsPass> {
  using TIRLowerCPackedCallsPassBase::TIRLowerCPackedCallsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<CallCPackedOp> calls;
    module.walk([&](CallCPackedOp call) { calls.push_back(call); });
    for (CallCPackedOp call : calls)
      if (failed(verifyPackedCall(call)) || failed(declareCallee(call)))
        return signalPassFailure();
    // Those that nothing calls would get another prototype.
    for (auto function :
         llvm::make_early_inc_range(module.getOps<PrimFuncOp>()))
      if (function.isExternal() &&
          function.getCallingConvention() == CallingConvention::Packed)
        declare(function);
    PackedCallFunctions functions(module, onError);
    for (CallCPackedOp call : calls)
      lower(call, functions);
  }

private:
  /// Gives a declared kernel its packed prototype; its C name is its symbol.
  static func::FuncOp declare(PrimFuncOp function) {
    OpBuilder builder(function);
    auto module = function->getParentOfType<ModuleOp>();
    std::string name = function.getCName();
    (void)SymbolTable(module).rename(function, name);
    func::FuncOp declaration = createPackedFunction(builder, function.getLoc(),
                                                    name, /*isPrivate=*/true);
    declaration->setDiscardableAttrs(function->getDiscardableAttrDictionary());
    function.erase();
    return declaration;
  }

  /// Sees to it that the module has a function of the packed signature.
  static LogicalResult declareCallee(CallCPackedOp call) {
    auto module = call->getParentOfType<ModuleOp>();
    Operation *symbol =
        SymbolTable::lookupNearestSymbolFrom(call, call.getCalleeAttr());
    OpBuilder builder(module.getBodyRegion());
    if (!symbol) {
      createPackedFunction(builder, call.getLoc(), call.getCallee(),
                           /*isPrivate=*/true);
      return success();
    }
    auto fail = [&](const Twine &what) {
      InFlightDiagnostic diag = call.emitOpError("calls ")
                                << call.getCalleeAttr()
                                << " with the packed signature, but it "
                                << what;
      diag.attachNote(symbol->getLoc()) << "declared here";
      return diag;
    };
    if (auto function = dyn_cast<PrimFuncOp>(symbol)) {
      if (!function.isExternal())
        return fail("has a body and no shell that unpacks arguments; give it "
                    "the packed convention and run tir-make-packed-api first");
      auto uses = SymbolTable::getSymbolUses(symbol, module);
      for (SymbolTable::SymbolUse use : *uses)
        if (isa<CallExternOp>(use.getUser()))
          return fail("is called by tir.call_extern, too; a C function has one "
                      "signature");
      declare(function);
      return success();
    }
    auto function = dyn_cast<func::FuncOp>(symbol);
    if (!function)
      return fail("is no function");
    func::FuncOp wanted = createPackedFunction(builder, call.getLoc(), "wanted",
                                               /*isPrivate=*/true);
    FunctionType type = wanted.getFunctionType();
    wanted.erase();
    if (function.getFunctionType() == type)
      return success();
    return fail("is declared as ")
           << function.getFunctionType() << "; expected " << type;
  }

  static void lower(CallCPackedOp call, PackedCallFunctions &functions) {
    auto callee = cast<func::FuncOp>(
        SymbolTable::lookupNearestSymbolFrom(call, call.getCalleeAttr()));
    auto body = [&](OpBuilder &builder, Location loc, ValueRange arguments,
                    llvm::function_ref<void(Value)> tell) -> Value {
      Type handle = HandleType::get(builder.getContext());
      Value context;
      if (call.getDeviceContext()) {
        context = PointerCastOp::create(builder, loc, handle, arguments.back(),
                                        /*offset=*/Value());
        arguments = arguments.drop_back();
      } else {
        context = NullOp::create(builder, loc, handle);
      }
      PackedStackOp stack = createPackedStack(builder, loc, arguments);
      // A callee may write what it returns, though nobody reads it.
      PackedStackOp returned = createStack(builder, loc, 1);
      Value count =
          arith::ConstantIntOp::create(builder, loc, arguments.size(), 32);
      Value code = func::CallOp::create(
                       builder, loc, callee,
                       ValueRange{stack.getValues(), stack.getTypeCodes(),
                                  count, returned.getValues(),
                                  returned.getTypeCodes(), context})
                       .getResult(0);
      tell(code);
      return code;
    };
    functions.replace(cast<BufferCallOpInterface>(*call), call->getOperands(),
                      callee.isExternal(), body);
    call.erase();
  }
};
} // namespace
