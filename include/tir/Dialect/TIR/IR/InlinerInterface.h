//===- InlinerInterface.h - Inlining of kernels into their callers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_INLINERINTERFACE_H
#define TIR_DIALECT_TIR_IR_INLINERINTERFACE_H

namespace tir {

class TIRDialect;

/// Adds the interface that upstream's `--inline` queries. The dialect calls
/// this when it is loaded, so that inlining works in every tool that knows the
/// dialect.
void addInlinerInterface(TIRDialect &dialect);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_INLINERINTERFACE_H
