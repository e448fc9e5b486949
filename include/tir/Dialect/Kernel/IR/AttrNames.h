//===- AttrNames.h - Names of the dialect's discardable attributes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_ATTRNAMES_H
#define TIR_DIALECT_KERNEL_IR_ATTRNAMES_H

#include "llvm/ADT/StringRef.h"

namespace tir::kernel {

/// The table in the dialect's description (KernelDialect.td) says what each
/// attribute means, what carries it, and which values it takes.
inline constexpr llvm::StringLiteral kKernelArgumentAttrName =
    "kernel.argument";
inline constexpr llvm::StringLiteral kRowsAttrName = "kernel.rows";

} // namespace tir::kernel

#endif // TIR_DIALECT_KERNEL_IR_ATTRNAMES_H
