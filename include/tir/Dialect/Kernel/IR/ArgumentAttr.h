//===- ArgumentAttr.h - What kernels know of their arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_ARGUMENTATTR_H
#define TIR_DIALECT_KERNEL_IR_ARGUMENTATTR_H

#include "tir/Dialect/Kernel/IR/AttrNames.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

#define GET_ATTRDEF_CLASSES
#include "tir/Dialect/Kernel/IR/KernelArgumentAttrs.h.inc"

namespace tir::kernel {

/// The parameters of `#kernel.argument`.
struct ArgumentParts {
  ArgumentParts() = default;
  explicit ArgumentParts(ArgumentAttr attr);

  /// Returns the attribute, or null if nothing is known.
  ArgumentAttr get(mlir::MLIRContext *context) const;
  /// Sets the attribute in the list of an argument, or removes it.
  void set(mlir::NamedAttrList &attributes, mlir::MLIRContext *context) const;

  bool isFed = false;
  mlir::DenseI64ArrayAttr range;
  bool isScratch = false;
  RowWindowAttr window;
};

/// Returns what is known of an argument.
ArgumentParts getArgumentParts(mlir::FunctionOpInterface function,
                               unsigned index);
void setArgumentParts(mlir::FunctionOpInterface function, unsigned index,
                      const ArgumentParts &parts);

} // namespace tir::kernel

#endif // TIR_DIALECT_KERNEL_IR_ARGUMENTATTR_H
