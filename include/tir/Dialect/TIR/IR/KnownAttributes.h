//===- KnownAttributes.h - Verification of discardable attributes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_KNOWNATTRIBUTES_H
#define TIR_DIALECT_TIR_IR_KNOWNATTRIBUTES_H

#include "mlir/IR/Operation.h"

namespace tir {

/// A discardable attribute that an argument or a result of a function may
/// carry.
struct KnownAttribute {
  llvm::StringLiteral name;
  bool (*isValue)(mlir::Attribute);
  /// A description of the values that `isValue` accepts.
  llvm::StringLiteral value;
};

/// A discardable attribute that only some operations carry, or whose value has
/// a type.
struct KnownOpAttribute {
  llvm::StringLiteral name;
  bool (*isCarrier)(mlir::Operation *op);
  llvm::StringLiteral carrier;
  bool (*isValue)(mlir::Operation *op, mlir::Attribute value);
  llvm::StringLiteral value;
};

template <typename... AttrT>
bool isOneOf(mlir::Attribute attribute) {
  return llvm::isa_and_present<AttrT...>(attribute);
}

template <typename AttrT>
bool isArrayOf(mlir::Attribute attribute) {
  auto array = llvm::dyn_cast_if_present<mlir::ArrayAttr>(attribute);
  return array && llvm::all_of(array, isOneOf<AttrT>);
}

/// Returns the attribute of that name, or null.
template <typename KnownT>
const KnownT *findKnown(llvm::ArrayRef<KnownT> known, llvm::StringRef name) {
  const auto *found = llvm::find_if(
      known, [&](const KnownT &candidate) { return candidate.name == name; });
  return found == known.end() ? nullptr : found;
}

/// Notes which of the attributes has nearly that name. Returns false if there
/// is none.
bool noteNearest(mlir::InFlightDiagnostic &diag,
                 llvm::ArrayRef<KnownAttribute> known, llvm::StringRef name);

/// Reports an attribute of `port`, an argument or a result, whose value is of
/// another kind.
mlir::LogicalResult verifyKnown(mlir::Operation *op, const llvm::Twine &port,
                                mlir::NamedAttribute attribute,
                                const KnownAttribute &known);

/// Begins to report an attribute that `port` cannot have, and names those that
/// it can have.
mlir::InFlightDiagnostic reportUnknown(mlir::Operation *op,
                                       const llvm::Twine &port,
                                       llvm::StringRef name,
                                       llvm::ArrayRef<KnownAttribute> known);

/// Reports an attribute that the operation cannot have, and one whose value is
/// of another kind.
mlir::LogicalResult verifyKnown(mlir::Operation *op,
                                mlir::NamedAttribute attribute,
                                const KnownOpAttribute &known);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_KNOWNATTRIBUTES_H
