//===- TOSAToLinalg.h - Where upstream's lowering of TOSA falls short
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TOSATOLINALG_TOSATOLINALG_H
#define TIR_CONVERSION_TOSATOLINALG_TOSATOLINALG_H

#include "mlir/IR/PatternMatch.h"

namespace tir {

/// Adds the patterns for operators that MLIR 22.1 lowers wrongly or not at all.
/// They run in one conversion with upstream's patterns and take precedence.
void populateTOSAGapsToLinalgPatterns(mlir::RewritePatternSet &patterns);

/// Adds patterns that replace the operations of `index` by operations of
/// `arith`, which the kernels and both back ends know.
void populateIndexToArithPatterns(mlir::RewritePatternSet &patterns);

/// Reports an error if `op` is a TOSA operator on types that TOSA 1.0 does not
/// have for it, neither in the profiles PRO-INT and PRO-FP nor in an extension
/// that tirc supports (int4, int16, bf16, doubleround, inexactround, fft,
/// variable, controlflow, shape). The error lists the supported types.
llvm::LogicalResult checkTypesOfTOSA(mlir::Operation *op);

/// The same, but accepts operators with one meaning on all types (a sum, a
/// reshape) on each type of the profiles, since front ends create them.
llvm::LogicalResult checkSupportedTypes(mlir::Operation *op);

/// Reports an error if `op` is a TOSA operator whose attributes, constants and
/// static shapes break a rule of TOSA 1.0 (ERROR_IF and REQUIRE in its
/// specification) that MLIR's verifiers do not check. Such an operator has no
/// meaning, and the reference model refuses it. Other operations succeed.
llvm::LogicalResult checkRulesOfTOSA(mlir::Operation *op);

} // namespace tir

#endif // TIR_CONVERSION_TOSATOLINALG_TOSATOLINALG_H
