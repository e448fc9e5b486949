//===- TaskOps.cpp - Parts of a kernel that threads compute
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/TaskOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace tir;

LogicalResult
TaskAddressOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  Operation *symbol = symbolTable.lookupNearestSymbolFrom(*this, getTaskAttr());
  Builder b(getContext());
  Type handle = HandleType::get(getContext());
  FunctionType expected =
      b.getFunctionType({b.getI32Type(), handle, handle}, {b.getI32Type()});
  auto function = dyn_cast_if_present<func::FuncOp>(symbol);
  if (function && function.getFunctionType() == expected)
    return success();
  InFlightDiagnostic diag = emitOpError("is the address of ") << getTaskAttr();
  if (function)
    diag << ", which is " << function.getFunctionType();
  else
    diag << (symbol ? ", which is not a func.func" : ", which does not exist");
  diag << "; expected a func.func of the type " << expected;
  if (symbol)
    diag.attachNote(symbol->getLoc()) << "declared here";
  return diag;
}
