//===- AttributeText.h - Attributes in modules for other tools
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_ATTRIBUTETEXT_H
#define TIR_DIALECT_TIR_IR_ATTRIBUTETEXT_H

#include "mlir/IR/Operation.h"

namespace tir {

/// Replaces each discardable attribute of a function or a global that contains
/// attributes of the dialect by a string with its text, and removes the
/// attributes of other operations. Of `tir.port`, it keeps what C declares.
/// Tools that do not know the dialect, such as the packaged mlir-translate,
/// read modules of EmitC and LLVM, and refuse its attributes.
void writeAttributesAsText(mlir::Operation *root);

/// Returns a string with the text of the attribute.
mlir::StringAttr getAttributeText(mlir::Attribute attribute);

/// Returns the attribute as modules of EmitC and LLVM have it, of which `op`
/// may be an operation: as a string with its text.
mlir::Attribute getAttrOrItsText(mlir::Operation *op, mlir::Attribute value);

/// Returns the attribute whose text `attribute` is, or null, without an error,
/// if it is a string with another text. Returns all others as they are.
mlir::Attribute readAttributeText(mlir::Attribute attribute);

/// Returns the attribute `name` of `op`, which may be null, also if it is
/// there as text. Returns null if it has another kind or is missing.
template <typename AttrT>
AttrT getAttrOrText(mlir::Operation *op, llvm::StringRef name) {
  mlir::Attribute found = op ? op->getAttr(name) : mlir::Attribute();
  return llvm::dyn_cast_if_present<AttrT>(readAttributeText(found));
}

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_ATTRIBUTETEXT_H
