//===- MakeUnpackedAPI.cpp - Functions with raw pointers and a code
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/ABI/Names.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKEUNPACKEDAPIPASS
#include "tir/Dialect/TIR/Transforms/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// A raw pointer says nothing of shape, strides or offset, so all of them must
/// be constants that need no saying.
static LogicalResult verifyArguments(PrimFuncOp function) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref)
      continue;
    StringRef field = !memref.hasStaticShape() ? "shape"
                      : !memref.getLayout().isIdentity()
                          ? "strides and offset"
                          : "";
    if (!field.empty())
      return function.emitOpError("argument #")
             << index << " is " << type << ", whose " << field
             << " an unpacked function cannot receive: it gets a data pointer "
                "alone; make the shape static and the layout the identity";
  }
  return success();
}

namespace {
struct MakeUnpackedAPIPass
    : public tir::impl::TIRMakeUnpackedAPIPassBase<MakeUnpackedAPIPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto functions = llvm::to_vector(module.getOps<PrimFuncOp>());
    for (PrimFuncOp function : functions)
      if (failed(verifyArguments(function)))
        return signalPassFailure();
    SmallVector<CallTIROp> calls;
    module.walk([&](CallTIROp call) { calls.push_back(call); });
    for (CallTIROp call : calls)
      if (call.getNumOuts() != 0) {
        call.emitOpError("is on tensors, but the unpacked convention passes "
                         "buffers; bufferize the calls first (phase 'buffers')");
        return signalPassFailure();
      }
    mangleSymbols(module);
    for (CallTIROp call : calls)
      lowerCall(call);
    for (PrimFuncOp function : functions)
      lowerFunction(function);
  }

private:
  /// Everything the model defines begins with its prefix, so that several
  /// models meet in one program.
  static void mangleSymbols(ModuleOp module) {
    StringRef model = "default";
    if (auto info = module->getAttrOfType<DictionaryAttr>("tir.model"))
      if (auto name = info.getAs<StringAttr>("name"))
        model = name.getValue();
    SymbolTable symbols(module);
    for (Operation &op : module.getBody()->getOperations()) {
      if (!isa<PrimFuncOp, memref::GlobalOp>(op))
        continue;
      std::string name =
          mangleSymbol(model, SymbolTable::getSymbolName(&op).getValue());
      // Gives a name that is taken a suffix.
      (void)symbols.rename(&op, name);
    }
  }

  static void lowerCall(CallTIROp call) {
    OpBuilder builder(call);
    auto code = func::CallOp::create(builder, call.getLoc(), call.getCallee(),
                                     builder.getI32Type(), call.getArgs());
    auto next = dyn_cast_or_null<arith::ConstantOp>(call->getNextNode());
    auto end = next ? dyn_cast_or_null<func::ReturnOp>(next->getNextNode())
                    : func::ReturnOp();
    if (end && end.getNumOperands() == 1 && matchesZero(next, end)) {
      // The last call's code is the function's own.
      end.setOperand(0, code.getResult(0));
      next.erase();
    } else {
      CheckReturnOp::create(builder, call.getLoc(), code.getResult(0));
    }
    call.erase();
  }

  static bool matchesZero(arith::ConstantOp constant, func::ReturnOp end) {
    auto value = dyn_cast<IntegerAttr>(constant.getValue());
    return value && value.getType().isInteger(32) && value.getInt() == 0 &&
           end.getOperand(0) == constant.getResult() &&
           constant.getResult().hasOneUse();
  }

  static void lowerFunction(PrimFuncOp function) {
    OpBuilder builder(function);
    auto type = builder.getFunctionType(function.getArgumentTypes(),
                                        builder.getI32Type());
    auto lowered = func::FuncOp::create(builder, function.getLoc(),
                                        function.getSymName(), type);
    lowered.setVisibility(function.getVisibility());
    lowered->setDiscardableAttrs(function->getDiscardableAttrDictionary());
    if (ArrayAttr attrs = function.getArgAttrsAttr())
      lowered.setArgAttrsAttr(attrs);
    lowered.getBody().takeBody(function.getBody());
    if (!lowered.isExternal()) {
      Operation *end = lowered.getBody().front().getTerminator();
      builder.setInsertionPoint(end);
      Value ok = arith::ConstantOp::create(builder, end->getLoc(),
                                           builder.getI32IntegerAttr(0));
      func::ReturnOp::create(builder, end->getLoc(), ok);
      end->erase();
    }
    function.erase();
  }
};
} // namespace
