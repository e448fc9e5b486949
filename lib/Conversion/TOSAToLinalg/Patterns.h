//===- Patterns.h - The patterns, by family of operators
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TOSATOLINALG_PATTERNS_H
#define TIR_LIB_CONVERSION_TOSATOLINALG_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace tir {

/// A benefit above the benefits of upstream's patterns, which go up to 300.
inline constexpr unsigned short kBeforeUpstream = 1000;

void populateControlFlowPatterns(mlir::RewritePatternSet &patterns);
void populateConversionPatterns(mlir::RewritePatternSet &patterns);
void populateRescaleFoldingPatterns(mlir::RewritePatternSet &patterns);
void populateResizePatterns(mlir::RewritePatternSet &patterns);
void populateScatterPatterns(mlir::RewritePatternSet &patterns);
void populateShapeOperatorPatterns(mlir::RewritePatternSet &patterns);
void populateSingleChannelPatterns(mlir::RewritePatternSet &patterns);
void populateTransposeConvPatterns(mlir::RewritePatternSet &patterns);
void populateFourierPatterns(mlir::RewritePatternSet &patterns);
void populateMaximaPatterns(mlir::RewritePatternSet &patterns);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TOSATOLINALG_PATTERNS_H
