//===- Ops.h - Functions for all operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CAPI_OPS_H
#define TIR_LIB_CAPI_OPS_H

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir::capi {

/// Casts the operation to one of the dialect's; returns null for another one.
template <typename OpT>
OpT as(MlirOperation operation) {
  return llvm::dyn_cast_if_present<OpT>(unwrap(operation));
}

inline MlirStringRef null() { return MlirStringRef{nullptr, 0}; }
inline MlirStringRef wrapOptional(std::optional<llvm::StringRef> text) {
  return text ? wrap(*text) : null();
}

/// Returns the attribute for a text, or null for an empty one.
inline mlir::StringAttr optionalText(mlir::Operation *op, MlirStringRef text) {
  return unwrap(text).empty()
             ? mlir::StringAttr()
             : mlir::StringAttr::get(op->getContext(), unwrap(text));
}

/// Returns a builder without an insertion point. Loads the dialect.
inline mlir::OpBuilder builderFor(MlirLocation location) {
  mlir::MLIRContext *context = unwrap(location).getContext();
  context->loadDialect<TIRDialect>();
  return mlir::OpBuilder(context);
}

/// Emits an error at a location, and returns the result of the failing
/// function.
inline MlirOperation refuse(MlirLocation location, const llvm::Twine &message) {
  mlir::emitError(unwrap(location)) << message;
  return MlirOperation{nullptr};
}
inline MlirLogicalResult refuse(MlirOperation operation,
                                const llvm::Twine &message) {
  if (mlir::Operation *op = unwrap(operation))
    op->emitError(message);
  return wrap(mlir::failure());
}

/// Returns the values of an argument list. Fails with an error if one is null
/// or their number is negative.
llvm::FailureOr<llvm::SmallVector<mlir::Value>>
readValues(MlirLocation location, intptr_t count, MlirValue const *values);

/// Returns whether a name is not empty. Emits an error if it is.
bool isName(MlirLocation location, MlirStringRef name, llvm::StringRef what);

} // namespace tir::capi

#endif // TIR_LIB_CAPI_OPS_H
