//===- CallVerification.cpp - Verification of calls against callees
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallVerification.h"
#include "EffectVerification.h"

#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/PassedTypes.h"

using namespace mlir;
using namespace tir;

InFlightDiagnostic tir::emitCallError(Operation *call, PrimFuncOp callee,
                                      const Twine &message) {
  InFlightDiagnostic diag = call->emitOpError(message);
  diag.attachNote(callee.getLoc()) << "callee declared here";
  return diag;
}

static std::string toString(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << '\'' << type << '\'';
  return text;
}

/// Checks the context against the last argument of the callee.
static LogicalResult verifyContext(BufferCallOpInterface call,
                                   PrimFuncOp callee,
                                   DeviceContextType wanted) {
  Value context = call.getDeviceContext();
  if (!context && !wanted)
    return success();
  if (!context)
    return emitCallError(call, callee,
                         "has no 'context(...)', but the callee takes " +
                             toString(wanted) + " as its last argument");
  if (!wanted)
    return emitCallError(call, callee,
                         "passes a context, but the callee takes none; give it "
                         "a last argument of the type " +
                             toString(context.getType()) +
                             ", or drop 'context(...)'");
  if (context.getType() != wanted)
    return emitCallError(call, callee,
                         "passes " + toString(context.getType()) +
                             " as context, expected " + toString(wanted));
  return success();
}

/// Checks an argument against the callee's, and what the callee does with it.
static LogicalResult verifyArgument(BufferCallOpInterface call,
                                    PrimFuncOp callee, unsigned index,
                                    SymbolTableCollection &symbols) {
  Type passed = call.getArgOperands()[index].getType();
  unsigned calleeIndex = call.getCalleeIndex(index);
  Type want = getWantedType(call, callee, calleeIndex, passed);
  auto fail = [&](const Twine &message) {
    return emitCallError(call, callee,
                         "argument #" + Twine(index) + " " + message);
  };
  auto shaped = dyn_cast<ShapedType>(passed);
  auto memref = dyn_cast<MemRefType>(want);
  if (!shaped || !memref) {
    if (passed == want)
      return success();
    return fail("is " + toString(passed) + ", expected " + toString(want));
  }
  std::string misfit = describeMisfit(shaped, memref);
  if (!misfit.empty())
    return fail(misfit);
  Effect effect = callee.getEffect(calleeIndex);
  if (isa<MemRefType>(passed))
    return effect == Effect::Read
               ? success()
               : verifyWritable(call, callee, index, symbols);
  bool isOut = index >= call.getArgOperands().size() - call.getNumOuts();
  if (isOut && effect == Effect::Read)
    return fail("is among 'outs', but the callee only reads it");
  if (!isOut && effect != Effect::Read)
    return fail("is written by the callee, so on tensors it must be among "
                "'outs'");
  return success();
}

LogicalResult tir::verifyCallArguments(BufferCallOpInterface call,
                                       PrimFuncOp callee,
                                       SymbolTableCollection &symbols) {
  ArrayRef<Type> declared = callee.getArgumentTypes();
  // `call_tir` passes contexts among its arguments, and so does a caller that
  // calls the function as the registry does.
  if (!isa<CallTIROp>(call) && !callee.getRegistered()) {
    DeviceContextType wanted = callee.getContextType();
    if (failed(verifyContext(call, callee, wanted)))
      return failure();
    declared = declared.drop_back(wanted ? 1 : 0);
  }
  unsigned numArgs = call.getArgOperands().size();
  if (declared.size() != numArgs)
    return emitCallError(call, callee,
                         "passes " + Twine(numArgs) +
                             " arguments, but the callee takes " +
                             Twine(declared.size()));
  for (unsigned index = 0; index < numArgs; ++index)
    if (failed(verifyArgument(call, callee, index, symbols)))
      return failure();
  return verifyOverlaps(call, callee);
}
