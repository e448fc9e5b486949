//===- ExternalCallOps.cpp - tir.call_packed, call_cpacked, call_extern
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallVerification.h"

#include "tir/ABI/Names.h"
#include "tir/ABI/ReservedNames.h"

using namespace mlir;
using namespace tir;

/// Returns true for a call of a function of the C library, whose result is not
/// the code that most calls expect.
static bool callsLibrary(CallExternOp op) {
  return !op.isChecked() && isLibraryFunction(op.getCallee());
}
static bool callsLibrary(CallCPackedOp) { return false; }

template <typename CallOp>
static LogicalResult emitNameError(CallOp op) {
  StringRef why = whyReservedFunction(op.getCallee());
  InFlightDiagnostic diag = op.emitOpError("calls ") << op.getCalleeAttr();
  if (why.empty())
    return diag << ", but no C function can have that name; expected letters, "
                   "digits and '_', with no leading digit";
  return diag << ", but that is " << why
              << ", so no function of yours can have that name; rename it";
}

/// Checks a call of a C function, also against its declaration if there is one.
/// `wrong` is the convention that the callee must not have.
template <typename CallOp>
static LogicalResult verifySymbolCall(CallOp op, CallingConvention wrong,
                                      StringRef remedy,
                                      SymbolTableCollection &symbolTable) {
  Operation *symbol =
      symbolTable.lookupNearestSymbolFrom(op, op.getCalleeAttr());
  auto callee = dyn_cast_if_present<PrimFuncOp>(symbol);
  if (!callee) {
    if (!isCFunctionName(op.getCallee()) && !callsLibrary(op))
      return emitNameError(op);
    // A function of another dialect declares its own signature.
    return success();
  }
  if (callee.getCallingConvention() == wrong)
    return emitCallError(op, callee,
                         "calls a function of the convention '" +
                             stringifyCallingConvention(wrong) + "'; " +
                             remedy);
  return verifyCallArguments(cast<BufferCallOpInterface>(*op), callee,
                             symbolTable);
}

//===----------------------------------------------------------------------===//
// CallPackedOp
//===----------------------------------------------------------------------===//

LogicalResult CallPackedOp::verify() {
  if (getName().empty())
    return emitOpError("has an empty name; expected a function in the "
                       "registry, such as \"app.log\"");
  if (getName().contains('\0'))
    return emitOpError(
        "has a NUL in its name, where the name would end in the registry");
  return success();
}

//===----------------------------------------------------------------------===//
// CallCPackedOp
//===----------------------------------------------------------------------===//

LogicalResult
CallCPackedOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  return verifySymbolCall(*this, CallingConvention::Unpacked,
                          "call it by call_extern (an external kernel) or "
                          "call_tir (a function of this module)",
                          symbolTable);
}

//===----------------------------------------------------------------------===//
// CallExternOp
//===----------------------------------------------------------------------===//

LogicalResult
CallExternOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  if (getReturnsVoid() && getReturnedValue())
    return emitOpError("is 'void', but has a result; drop one of them");
  auto callee =
      symbolTable.lookupNearestSymbolFrom<PrimFuncOp>(*this, getCalleeAttr());
  if (callee && !isChecked())
    return emitCallError(
        *this, callee,
        Twine(getReturnsVoid() ? "is 'void'" : "takes a value") +
            ", but a tir.prim_func returns a code, which must "
            "be checked; drop 'void' and the result");
  return verifySymbolCall(*this, CallingConvention::Packed,
                          "call it by call_cpacked, or by call_packed if it "
                          "is registered",
                          symbolTable);
}
