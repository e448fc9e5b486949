//===- PointerOps.cpp - Pointers and strings
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextVerifier.h"
#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

/// C99 5.2.4.1: the length that every compiler accepts. Compilers warn about
/// longer literals.
static constexpr size_t kMaxText = 4095;

LogicalResult tir::verifyText(Operation *op, StringRef text) {
  if (text.contains('\0'))
    return op->emitOpError("has text with a NUL at ")
           << text.find('\0')
           << ", where the string would end in C; remove it or pass the bytes "
              "as a buffer";
  if (text.size() > kMaxText)
    return op->emitOpError("has text of ")
           << text.size() << " bytes, but C99 only guarantees " << kMaxText
           << " for a string literal; pass longer text as a buffer";
  return success();
}

LogicalResult StringConstantOp::verify() {
  return verifyText(*this, getText());
}

LogicalResult MisalignmentOp::verify() {
  if (llvm::isPowerOf2_64(getAlignment()))
    return success();
  return emitOpError("asks for the alignment ")
         << getAlignment() << ", expected a power of two, such as 16";
}

LogicalResult PointerCastOp::verify() {
  Type source = getSource().getType(), result = getType();
  if (isa<MemRefType>(source) && isa<MemRefType>(result)) {
    InFlightDiagnostic diag =
        emitOpError("casts a buffer to a buffer; use memref.view or "
                    "tir.rebase, which know where a buffer ends");
    noteOrigin(diag, getSource(), "the buffer");
    return diag;
  }
  for (Type type : {source, result}) {
    if (!isa<BaseMemRefType>(type) || isWholeBuffer(type))
      continue;
    InFlightDiagnostic diag =
        emitOpError("has ")
        << type
        << ", but a pointer can only represent a buffer with a static shape "
           "and the identity layout; cast such a buffer, and use a view of it";
    noteOrigin(diag, getSource(), "the pointer");
    return diag;
  }
  return success();
}
