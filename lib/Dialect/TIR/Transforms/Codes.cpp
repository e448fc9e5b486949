//===- Codes.cpp - Codes that functions return
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Codes.h"

#include "tir/Dialect/TIR/Transforms/Places.h"

using namespace mlir;
using namespace tir;

void tir::createCodeCheck(OpBuilder &builder, Operation *call, StringRef callee,
                          Value code, bool isFromOutside, OnError onError) {
  Location loc = call->getLoc();
  if (isFromOutside && onError != OnError::Code && !call->hasAttr("tir.told")) {
    std::string place = getPlace(loc);
    auto device = call->getAttrOfType<StringAttr>("tir.device");
    ReportErrorOp::create(
        builder, loc, code,
        builder.getStringAttr(place.empty() ? callee : StringRef(place)),
        device, OnErrorAttr::get(builder.getContext(), onError));
  }
  CheckReturnOp::create(builder, loc, code);
}
