//===- SCFToEmitC.h - Structured control flow as C statements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_SCFTOEMITC_SCFTOEMITC_H
#define TIR_CONVERSION_SCFTOEMITC_SCFTOEMITC_H

#include "mlir/Transforms/DialectConversion.h"

namespace tir {

/// Replaces each `scf.execute_region` and `memref.alloca_scope` of one block by
/// what it contains, since a block of C ends where the block around it does.
void inlineScopes(mlir::Operation *root);

/// Converts `scf.for`, `scf.if` and `scf.while`, with a higher benefit than
/// upstream's patterns, which remain right for `scf.index_switch`.
///
/// A loop from `scf.for` counts in the type that the converter gives to
/// `index`; it must be signed. Upstream's always counts in `size_t`, so that a
/// loop from -1 to 3 runs zero times. Discardable attributes with builtin
/// values stay on the loop; upstream drops them. An `scf.if` that only chooses
/// between two values becomes `emitc.conditional`.
void populateSCFToEmitCSignedPatterns(const mlir::TypeConverter &converter,
                                      mlir::RewritePatternSet &patterns);

} // namespace tir

#endif // TIR_CONVERSION_SCFTOEMITC_SCFTOEMITC_H
