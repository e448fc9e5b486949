//===- StringOps.cpp - tir.string_constant, tir.get_function
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextVerifier.h"

using namespace mlir;
using namespace tir;

/// C99 5.2.4.1: what every compiler takes. Others warn of more.
static constexpr size_t kMaxText = 4095;

LogicalResult tir::verifyText(Operation *op, StringRef text) {
  if (text.contains('\0'))
    return op->emitOpError("has text with a NUL at ")
           << text.find('\0')
           << ", where it would end for C; remove it or pass the bytes as a "
              "buffer";
  if (text.size() > kMaxText)
    return op->emitOpError("has text of ")
           << text.size() << " bytes, but C99 promises " << kMaxText
           << " to a string literal; pass longer text as a buffer";
  return success();
}

LogicalResult StringConstantOp::verify() {
  return verifyText(*this, getText());
}

LogicalResult GetFunctionOp::verify() {
  if (getName().empty())
    return emitOpError("looks up an empty name, which no function has");
  return verifyText(*this, getName());
}
