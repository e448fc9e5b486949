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

/// Adds the patterns for what MLIR 22.1 lowers wrongly or not at all, to run in
/// one conversion with upstream's, ahead of them.
void populateTOSAGapsToLinalgPatterns(mlir::RewritePatternSet &patterns);

/// Adds patterns that replace the operations of `index` by those of `arith`,
/// which the kernels and both back ends know.
void populateIndexToArithPatterns(mlir::RewritePatternSet &patterns);

/// Reports a TOSA operator on types that TOSA 1.0 does not have for it in the
/// profiles PRO-INT and PRO-FP or in an extension that tirc takes (int4, int16,
/// bf16, doubleround, inexactround, fft, variable, controlflow, shape), with
/// those that it has.
llvm::LogicalResult checkTypesOfTOSA(mlir::Operation *op);

/// The same, but takes an operator that means one thing on all types (a sum, a
/// reshape) on each type of the profiles, as front ends make it.
llvm::LogicalResult checkSupportedTypes(mlir::Operation *op);

/// Reports a TOSA operator whose attributes, constants and static shapes break
/// a rule of TOSA 1.0 (ERROR_IF and REQUIRE in its specification) that MLIR's
/// verifiers leave out: such an operator has no meaning, and the reference
/// model refuses it. Success for other operations.
llvm::LogicalResult checkRulesOfTOSA(mlir::Operation *op);

} // namespace tir

#endif // TIR_CONVERSION_TOSATOLINALG_TOSATOLINALG_H
