//===- ErrorCodes.cpp - Codes that functions return
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/ErrorCodes.h"

#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

LogicalResult tir::verifyCaller(Operation *call) {
  auto function = call->getParentOfType<FunctionOpInterface>();
  if (returnsCode(function))
    return success();
  InFlightDiagnostic diag = call->emitOpError(
      "returns a code, but its caller cannot return it; make the caller a "
      "tir.prim_func, or let it return one i32");
  diag.attachNote(function.getLoc()) << "caller declared here";
  return diag;
}

std::optional<ErrorOrigin>
tir::findErrorOrigin(Operation *call, StringRef callee, OnError onError) {
  CallParts parts = getCallParts(call);
  if (onError == OnError::Code || parts.isReported)
    return std::nullopt;
  std::string place = getLayerName(call->getLoc());
  return ErrorOrigin{place.empty() ? callee.str() : place, parts.device};
}

void tir::createCodeCheck(OpBuilder &builder, Operation *call, StringRef callee,
                          Value code, bool isFromOutside, OnError onError) {
  Location loc = call->getLoc();
  std::optional<ErrorOrigin> origin;
  if (isFromOutside)
    origin = findErrorOrigin(call, callee, onError);
  if (origin)
    ReportErrorOp::create(builder, loc, code, builder.getStringAttr(origin->op),
                          origin->device, /*number=*/Value(),
                          OnErrorAttr::get(builder.getContext(), onError));
  CheckReturnOp::create(builder, loc, code);
}
