//===- LowerCPackedCalls.cpp - Direct calls with packed arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedCalls.h"
#include "RenameSymbols.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Calls/PackedArguments.h"

#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"

namespace tir {
#define GEN_PASS_DEF_TIRLOWERCPACKEDCALLSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
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
    SymbolTable symbols(module);
    if (failed(declareKernels(symbols, calls)))
      return signalPassFailure();
    for (CallCPackedOp call : calls)
      if (failed(declareCallee(symbols, call)))
        return signalPassFailure();
    PackedCallFunctions functions(module, onError);
    for (CallCPackedOp call : calls)
      lower(symbols, call, functions);
  }

private:
  static InFlightDiagnostic failOn(CallCPackedOp call, Operation *symbol,
                                   const Twine &what) {
    InFlightDiagnostic diag = call.emitOpError("calls ")
                              << call.getCalleeAttr()
                              << " with the packed signature, but it " << what;
    diag.attachNote(symbol->getLoc()) << "declared here";
    return diag;
  }

  /// Gives each declared kernel its packed prototype; its name in C is its
  /// symbol.
  static LogicalResult declareKernels(SymbolTable &symbols,
                                      ArrayRef<CallCPackedOp> calls) {
    auto module = cast<ModuleOp>(symbols.getOp());
    llvm::DenseSet<StringAttr> calledAsC;
    module.walk([&](CallExternOp call) {
      calledAsC.insert(call.getCalleeAttr().getAttr());
    });
    llvm::SetVector<Operation *> kernels;
    for (CallCPackedOp call : calls) {
      if (failed(verifyPackedCall(call)))
        return failure();
      auto function = symbols.lookup<PrimFuncOp>(call.getCallee());
      if (!function)
        continue;
      if (!function.isExternal())
        return failOn(call, function,
                      "has a body and no shell that unpacks arguments; give it "
                      "the packed convention and run tir-make-packed-api "
                      "first");
      if (calledAsC.contains(function.getSymNameAttr()))
        return failOn(call, function,
                      "is also called by tir.call_extern; a C function has one "
                      "signature");
      kernels.insert(function);
    }
    // Kernels that nothing calls would otherwise get another prototype.
    for (auto function : module.getOps<PrimFuncOp>())
      if (function.isExternal() &&
          function.getCallingConvention() == CallingConvention::Packed)
        kernels.insert(function);
    SymbolRenamer renamer(symbols);
    for (Operation *kernel : kernels) {
      auto function = cast<PrimFuncOp>(kernel);
      renamer.rename(function, function.getCName());
      OpBuilder builder(function);
      func::FuncOp declaration =
          createPackedFunction(builder, function.getLoc(),
                               function.getSymName(), /*isPrivate=*/true);
      declaration->setDiscardableAttrs(
          function->getDiscardableAttrDictionary());
      symbols.erase(function);
      symbols.insert(declaration);
    }
    renamer.replaceUses();
    return success();
  }

  /// Ensures that the module has the callee as a function with the packed
  /// signature.
  static LogicalResult declareCallee(SymbolTable &symbols, CallCPackedOp call) {
    Operation *symbol = symbols.lookup(call.getCallee());
    OpBuilder builder(symbols.getOp()->getRegion(0));
    func::FuncOp wanted = createPackedFunction(
        builder, call.getLoc(), call.getCallee(), /*isPrivate=*/true);
    if (!symbol) {
      symbols.insert(wanted);
      return success();
    }
    FunctionType type = wanted.getFunctionType();
    wanted.erase();
    auto function = dyn_cast<func::FuncOp>(symbol);
    if (!function)
      return failOn(call, symbol, "is not a function");
    if (function.getFunctionType() == type)
      return success();
    return failOn(call, symbol, "is declared as ")
           << function.getFunctionType() << "; expected " << type;
  }

  static void lower(const SymbolTable &symbols, CallCPackedOp call,
                    PackedCallFunctions &functions) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    auto body = [&](OpBuilder &builder, Location loc, ValueRange arguments,
                    llvm::function_ref<void(Value)> report) -> Value {
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
      // A callee may write its returned value even if nothing reads it.
      PackedStackOp returned = createStack(builder, loc, 1);
      Value count =
          arith::ConstantIntOp::create(builder, loc, arguments.size(), 32);
      Value code = func::CallOp::create(
                       builder, loc, callee,
                       ValueRange{stack.getValues(), stack.getTypeCodes(),
                                  count, returned.getValues(),
                                  returned.getTypeCodes(), context})
                       .getResult(0);
      report(code);
      return code;
    };
    functions.replace(cast<BufferCallOpInterface>(*call), call->getOperands(),
                      callee.isExternal(), body);
    call.erase();
  }
};
} // namespace
