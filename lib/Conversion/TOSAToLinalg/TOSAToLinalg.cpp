//===- TOSAToLinalg.cpp - Where upstream's lowering of TOSA falls short
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TOSAToLinalg/TOSAToLinalg.h"

#include "Patterns.h"

void tir::populateTOSAGapsToLinalgPatterns(mlir::RewritePatternSet &patterns) {
  populateControlFlowPatterns(patterns);
  populateConversionPatterns(patterns);
  populateFourierPatterns(patterns);
  populateMaximaPatterns(patterns);
  populateResizePatterns(patterns);
  populateScatterPatterns(patterns);
  populateTransposeConvPatterns(patterns);
}
