//===- MakeUnpackedAPI.cpp - Functions with raw pointers and a code
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DynamicFields.h"
#include "OutlineGuardedRun.h"
#include "RenameSymbols.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Conventions/ErrorCodes.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKEUNPACKEDAPIPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// A raw pointer carries neither shape nor strides, so these must be constants.
/// It points to the region's first element, so it needs no offset. Returns the
/// field that is not constant, or an empty string.
static StringRef findUnsaidField(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || getSpan(memref))
    return "";
  return memref.hasStaticShape() ? "strides" : "shape";
}

/// Returns true if the type has a constant offset other than 0, which the
/// pointer already includes.
static bool hasConstantOffset(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && hasOffset(memref) &&
         !ShapedType::isDynamic(memref.getStridesAndOffset().second);
}

static LogicalResult verifyArguments(PrimFuncOp function) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    StringRef field = findUnsaidField(type);
    if (!field.empty() && function.isExternal() && !isOpenBuffer(type))
      return function.emitOpError("argument #")
             << index << " is " << type << ", whose " << field
             << " an unpacked function cannot receive: it only gets a data "
                "pointer; make it constant";
    if (hasConstantOffset(type))
      return function.emitOpError("argument #")
             << index << " is " << type
             << ", but an unpacked function only gets a pointer to the first "
                "element; make the offset dynamic (offset: ?) or 0";
  }
  if (function.getCallingConvention() == CallingConvention::Packed &&
      !function.isExternal())
    return function.emitOpError(
        "asks for the packed convention, but tir-make-unpacked-api gives each "
        "function with a body the unpacked one; drop the attribute");
  return success();
}

static LogicalResult verifyCall(BufferCallOpInterface call) {
  if (call.getNumOuts() != 0)
    return call->emitOpError(
        "is on tensors, but the unpacked convention passes buffers; bufferize "
        "the calls first (phase 'buffers')");
  for (auto [index, type] : llvm::enumerate(call.getArgOperands().getTypes())) {
    if (isa<TensorType>(type))
      return call->emitOpError("argument #")
             << index << " is " << type
             << ", but the unpacked convention passes buffers; bufferize the "
                "calls first (phase 'buffers')";
    StringRef field = findUnsaidField(type);
    if (!field.empty())
      return call->emitOpError("argument #")
             << index << " is " << type << ", whose " << field
             << " an unpacked function cannot receive: it only gets a data "
                "pointer; copy the region into a separate buffer";
  }
  auto toC = dyn_cast<CallExternOp>(*call);
  return toC && !toC.isChecked() ? success() : verifyCaller(call);
}

namespace {
struct MakeUnpackedAPIPass
    : public tir::impl::TIRMakeUnpackedAPIPassBase<MakeUnpackedAPIPass> {
  using TIRMakeUnpackedAPIPassBase::TIRMakeUnpackedAPIPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto functions = llvm::to_vector(module.getOps<PrimFuncOp>());
    SmallVector<BufferCallOpInterface> calls;
    module.walk([&](BufferCallOpInterface call) {
      if (isa<CallTIROp, CallExternOp>(call))
        calls.push_back(call);
    });
    for (PrimFuncOp function : functions)
      if (failed(verifyArguments(function)))
        return signalPassFailure();
    if (failed(lowerDynamicFields(module, passDynamicFields)))
      return signalPassFailure();
    for (BufferCallOpInterface call : calls)
      if (failed(verifyCall(call)))
        return signalPassFailure();

    SymbolTable symbols(module);
    if (failed(nameSymbols(module, symbols)))
      return signalPassFailure();
    if (failed(lowerCalls(symbols, calls)))
      return signalPassFailure();
    for (PrimFuncOp function : functions)
      lowerFunction(function);
    outlineGuardedRuns(module);
  }

private:
  /// Everything that the model defines gets its prefix, so that one program can
  /// contain several models. Functions that others define or call keep their
  /// names.
  static LogicalResult nameSymbols(ModuleOp module, SymbolTable &symbols) {
    ModelNames models(module);
    SymbolRenamer renamer(symbols);
    for (Operation &op : module.getBody()->getOperations()) {
      if (!isa<PrimFuncOp, memref::GlobalOp>(op))
        continue;
      auto function = dyn_cast<PrimFuncOp>(op);
      StringRef name = SymbolTable::getSymbolName(&op).getValue();
      if (!function || !(function.getExportedName() || function.isExternal())) {
        renamer.rename(&op, mangleSymbol(models.lookup(&op), name));
        continue;
      }
      std::string exported = function.getCName();
      Operation *other = symbols.lookup(exported);
      if (other && other != &op) {
        InFlightDiagnostic diag = op.emitOpError("is called '")
                                  << exported
                                  << "' in C, as is another symbol; rename it";
        diag.attachNote(other->getLoc()) << "the other is here";
        return diag;
      }
      if (exported != name)
        renamer.rename(&op, exported);
    }
    renamer.replaceUses();
    return success();
  }

  /// Checks the C function that `call` calls; declares it if there is no
  /// declaration.
  static LogicalResult declareCallee(SymbolTable &symbols, CallExternOp call,
                                     FunctionType type) {
    Operation *symbol = symbols.lookup(call.getCallee());
    if (isa_and_present<PrimFuncOp>(symbol))
      return success();
    auto function = dyn_cast_if_present<func::FuncOp>(symbol);
    if (function && function.getFunctionType() == type)
      return success();
    if (symbol) {
      InFlightDiagnostic diag = call.emitOpError("calls ")
                                << call.getCalleeAttr() << " as " << type;
      if (function)
        diag << ", but it is declared as " << function.getFunctionType()
             << "; a C function has one signature";
      else
        diag << ", but it is not a function";
      diag.attachNote(symbol->getLoc()) << "declared here";
      return diag;
    }
    OpBuilder builder(symbols.getOp()->getRegion(0));
    auto declaration =
        func::FuncOp::create(builder, call.getLoc(), call.getCallee(), type);
    declaration.setPrivate();
    symbols.insert(declaration);
    return success();
  }

  /// Returns the operands to pass: each region is rebased to its first element.
  static SmallVector<Value> pointToFirst(OpBuilder &builder,
                                         SymbolTable &symbols,
                                         BufferCallOpInterface call) {
    auto callee = symbols.lookup<PrimFuncOp>(call.getCalleeName());
    SmallVector<Value> operands(call->getOperands());
    for (auto [index, operand] : llvm::enumerate(operands)) {
      Type declared =
          callee ? callee.getArgumentTypes()[index] : operand.getType();
      Type wanted = getPointedType(declared);
      if (operand.getType() == wanted)
        continue;
      Value first;
      if (isOpenBuffer(declared))
        first = arith::ConstantIndexOp::create(builder, call->getLoc(), 0);
      operand = RebaseOp::create(builder, call->getLoc(), wanted, operand,
                                 /*offset=*/first);
    }
    return operands;
  }

  LogicalResult lowerCalls(SymbolTable &symbols,
                           ArrayRef<BufferCallOpInterface> calls) {
    for (BufferCallOpInterface call : calls)
      if (failed(lowerCall(symbols, call)))
        return failure();
    return success();
  }

  LogicalResult lowerCall(SymbolTable &symbols, BufferCallOpInterface call) {
    OpBuilder builder(call);
    SmallVector<Value> operands = pointToFirst(builder, symbols, call);
    auto toC = dyn_cast<CallExternOp>(*call);
    bool isChecked = !toC || toC.isChecked();
    SmallVector<Type> results(call->getResultTypes());
    if (isChecked)
      results.push_back(builder.getI32Type());
    if (toC &&
        failed(declareCallee(
            symbols, toC,
            builder.getFunctionType(TypeRange(ValueRange(operands)), results))))
      return failure();
    auto lowered = func::CallOp::create(
        builder, call.getLoc(), call.getCalleeName(), results, operands);
    if (isChecked)
      returnCode(builder, call, lowered.getResult(0));
    else
      call->replaceAllUsesWith(lowered);
    call->erase();
    return success();
  }

  /// Returns a code that is not 0 from the function.
  void returnCode(OpBuilder &builder, BufferCallOpInterface call, Value code) {
    auto next = dyn_cast_or_null<arith::ConstantOp>(call->getNextNode());
    auto end = next ? dyn_cast_or_null<func::ReturnOp>(next->getNextNode())
                    : func::ReturnOp();
    bool isReported = isa<CallExternOp>(call) && onError != OnError::Code;
    if (isReported || !end || end.getNumOperands() != 1 ||
        !matchesZero(next, end)) {
      createCodeCheck(builder, call, call.getCalleeName(), code,
                      /*isFromOutside=*/isa<CallExternOp>(call), onError);
      return;
    }
    // The code of the last call is the result of the function.
    end.setOperand(0, code);
    next.erase();
  }

  static bool matchesZero(arith::ConstantOp constant, func::ReturnOp end) {
    auto value = dyn_cast<IntegerAttr>(constant.getValue());
    return value && value.getType().isInteger(32) && value.getInt() == 0 &&
           end.getOperand(0) == constant.getResult() &&
           constant.getResult().hasOneUse();
  }

  static void lowerFunction(PrimFuncOp function) {
    OpBuilder builder(function);
    SmallVector<Type> inputs =
        llvm::map_to_vector(function.getArgumentTypes(), getPointedType);
    auto type = builder.getFunctionType(inputs, builder.getI32Type());
    auto lowered = func::FuncOp::create(builder, function.getLoc(),
                                        function.getSymName(), type);
    lowered.setVisibility(function.getVisibility());
    lowered->setDiscardableAttrs(function->getDiscardableAttrDictionary());
    if (ArrayAttr attrs = function.getArgAttrsAttr())
      lowered.setArgAttrsAttr(attrs);
    lowered.getBody().takeBody(function.getBody());
    if (!lowered.isExternal()) {
      builder.setInsertionPointToStart(&lowered.getBody().front());
      for (auto [argument, input] :
           llvm::zip_equal(lowered.getArguments(), inputs)) {
        Type declared = argument.getType();
        if (declared == input)
          continue;
        argument.setType(input);
        auto cast = memref::CastOp::create(builder, function.getLoc(), declared,
                                           argument);
        argument.replaceAllUsesExcept(cast, cast);
      }
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
