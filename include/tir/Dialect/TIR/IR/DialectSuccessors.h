//===- DialectSuccessors.h - Dialects on top of this one
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_DIALECTSUCCESSORS_H
#define TIR_DIALECT_TIR_IR_DIALECTSUCCESSORS_H

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/DialectInterface.h"

namespace tir {

/// A dialect whose discardable attributes annotate functions, arguments and
/// calls as the attributes of `tir` do: what removes them or writes them as
/// text for other tools treats both alike.
struct AnnotationDialectInterface
    : public mlir::DialectInterface::Base<AnnotationDialectInterface> {
  AnnotationDialectInterface(mlir::Dialect *dialect) : Base(dialect) {}
};

/// Returns true if the dialect is `tir` or annotates what `tir` does.
bool isAnnotating(mlir::Dialect *dialect);

/// Returns true if such a dialect defines the attribute.
bool isAnnotation(mlir::NamedAttribute attribute);

/// A dialect that has taken over operations and attributes of `tir`. Bytecode
/// of older versions has them under their former names.
struct SuccessorDialectInterface
    : public mlir::DialectInterface::Base<SuccessorDialectInterface> {
  SuccessorDialectInterface(mlir::Dialect *dialect) : Base(dialect) {}

  /// Lets the reader create operations with the former names.
  virtual void registerFormerOps() const = 0;

  /// Parses the parameters of the attribute that `tir` called `mnemonic`.
  /// Returns std::nullopt if that was not one of this dialect's attributes.
  virtual std::optional<mlir::Attribute>
  parseFormerAttribute(llvm::StringRef mnemonic, mlir::DialectAsmParser &parser,
                       mlir::Type type) const = 0;

  /// Turns former names below `root` into the current ones. The module has not
  /// been verified, and `tir` has not upgraded it yet.
  virtual mlir::LogicalResult upgrade(mlir::Operation *root,
                                      uint64_t version) const = 0;
};

/// Returns the dialect that took over a part of `tir`, or null if the context
/// does not know it. Loads it.
const SuccessorDialectInterface *getSuccessor(mlir::MLIRContext *context);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_DIALECTSUCCESSORS_H
