//===- CallTIROp.cpp - tir.call_tir
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallVerification.h"
#include "tir/Dialect/TIR/IR/CalleeEffects.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

void CallTIROp::build(OpBuilder &builder, OperationState &state,
                      FlatSymbolRefAttr callee, ValueRange ins,
                      ValueRange outs) {
  SmallVector<Value> args(ins);
  llvm::append_range(args, outs);
  build(builder, state, TypeRange(outs), callee, args,
        builder.getI32IntegerAttr(outs.size()), /*arg_attrs=*/nullptr,
        /*res_attrs=*/nullptr);
}

void CallTIROp::build(OpBuilder &builder, OperationState &state,
                      FlatSymbolRefAttr callee, ValueRange args) {
  build(builder, state, TypeRange(), callee, args, builder.getI32IntegerAttr(0),
        /*arg_attrs=*/nullptr, /*res_attrs=*/nullptr);
}

FailureOr<SmallVector<Value>>
CallTIROp::createReturningValues(OpBuilder &builder, Location loc,
                                 PrimFuncOp callee, ValueRange ins) {
  bool onTensors =
      llvm::any_of(ins.getTypes(), llvm::IsaPred<RankedTensorType>);
  SmallVector<Value> args, outs;
  ValueRange rest = ins;
  for (auto [index, type] : llvm::enumerate(callee.getArgumentTypes())) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || callee.getEffect(index) != Effect::Write) {
      if (rest.empty()) {
        mlir::emitError(loc)
            << "no value is passed to @" << callee.getSymName()
            << " for its argument #" << index
            << "; pass one for each argument that it does not only "
               "write";
        return failure();
      }
      args.push_back(rest.front());
      rest = rest.drop_front();
      continue;
    }
    if (!memref.hasStaticShape()) {
      mlir::emitError(loc)
          << "argument #" << index << " of @" << callee.getSymName() << " is "
          << memref
          << ", for which no destination can be created because its shape is "
             "not static; create a tir.call_tir with a buffer instead";
      return failure();
    }
    if (onTensors)
      outs.push_back(tensor::EmptyOp::create(builder, loc, memref.getShape(),
                                             memref.getElementType()));
    else
      outs.push_back(memref::AllocOp::create(
          builder, loc,
          MemRefType::get(memref.getShape(), memref.getElementType(),
                          MemRefLayoutAttrInterface(),
                          memref.getMemorySpace())));
    args.push_back(outs.back());
  }
  if (!rest.empty()) {
    mlir::emitError(loc)
        << rest.size() << " values are passed to @" << callee.getSymName()
        << " beyond its arguments; pass none for the arguments that it only "
           "writes";
    return failure();
  }
  auto symbol = FlatSymbolRefAttr::get(callee);
  if (!onTensors) {
    CallTIROp::create(builder, loc, symbol, args);
    return outs;
  }
  // Contexts come last in the callee, but before the destinations here.
  auto isContext = [](Value value) {
    return isa<DeviceContextType>(value.getType());
  };
  llvm::erase_if(args, isContext);
  size_t numIns = ins.size() - llvm::count_if(ins, isContext);
  if (!llvm::equal(ArrayRef<Value>(args).take_front(numIns),
                   ins.take_front(numIns))) {
    mlir::emitError(loc)
        << "@" << callee.getSymName()
        << " writes an argument that comes before one that it reads, but on "
           "tensors destinations come last; reorder its arguments";
    return failure();
  }
  auto call = CallTIROp::create(builder, loc, symbol, ins, outs);
  return SmallVector<Value>(call.getResults());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult CallTIROp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  Operation *symbol =
      symbolTable.lookupNearestSymbolFrom(*this, getCalleeAttr());
  if (!symbol)
    return emitOpError("calls ")
           << getCalleeAttr() << ", which this module does not define; "
           << "call_tir has no fallback to external linkage";
  auto callee = dyn_cast<PrimFuncOp>(symbol);
  if (!callee) {
    InFlightDiagnostic diag = emitOpError("calls ")
                              << getCalleeAttr()
                              << ", which is not a tir.prim_func";
    diag.attachNote(symbol->getLoc())
        << "it is a '" << symbol->getName() << "'";
    return diag;
  }
  if (callee.isExternal())
    return emitCallError(
        *this, callee,
        "calls a declaration; call an external kernel by call_extern or "
        "call_cpacked");
  return verifyCallArguments(*this, callee, symbolTable);
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

PrimFuncOp CallTIROp::lookupCallee() {
  return cast_if_present<PrimFuncOp>(lookupDeclaration());
}

bool CallTIROp::hasEffectsBeyondArguments() {
  PrimFuncOp callee = lookupCallee();
  return !callee || tir::hasEffectsBeyondArguments(callee);
}

Operation *
CallTIROp::resolveCallableInTable(SymbolTableCollection *symbolTable) {
  if (llvm::any_of(getOperandTypes(), llvm::IsaPred<TensorType>))
    return nullptr;
  return call_interface_impl::resolveCallable(*this, symbolTable);
}
