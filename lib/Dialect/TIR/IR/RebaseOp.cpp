//===- RebaseOp.cpp - tir.rebase
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "tir/Dialect/TIR/IR/TIR.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"

using namespace mlir;
using namespace tir;

LogicalResult RebaseOp::verify() {
  MemRefType source = getSource().getType(), result = getType();
  auto fail = [&](const Twine &message) {
    InFlightDiagnostic diag = emitOpError();
    noteOrigin(diag, getSource(), "the buffer");
    diag << message;
    return diag;
  };
  if (source.getElementType() != result.getElementType() ||
      source.getMemorySpace() != result.getMemorySpace())
    return fail("changes the element type or the memory space: from ")
           << source << " to " << result;
  std::optional<int64_t> span = getSpan(result);
  if (!span || hasOffset(result))
    return fail("has the result ")
           << result
           << ", expected a static shape, static strides and the offset 0";
  if (!getOffset()) {
    if (haveSameStrides(source, result))
      return success();
    return fail("turns ")
           << source << " into " << result
           << ", expected the same shape and strides; only the offset changes";
  }
  std::optional<int64_t> offset = getConstantIntValue(getOffset());
  std::optional<int64_t> sourceSpan = getSpan(source);
  if (!offset || !sourceSpan ||
      (*offset >= 0 && *offset + *span <= *sourceSpan))
    return success();
  return fail("reaches from element ") << *offset << " to " << *offset + *span
                                       << ", but there are " << *sourceSpan;
}

OpFoldResult RebaseOp::fold(FoldAdaptor adaptor) {
  bool stays = !getOffset() || getConstantIntValue(getOffset()) == 0;
  return stays && getSource().getType() == getType() ? getSource() : Value();
}
