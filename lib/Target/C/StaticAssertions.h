//===- StaticAssertions.h - What the C file assumes of its compiler
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_STATICASSERTIONS_H
#define TIR_LIB_TARGET_C_STATICASSERTIONS_H

#include "GlobalPrinter.h"

namespace tir::c {

/// Prints the assertions about arithmetic in `code`, the text of all functions,
/// about the sizes of pools, which the header states too, and about structs.
void printStaticAssertions(mlir::ModuleOp module,
                           llvm::ArrayRef<ModelInfo> models,
                           const GlobalPrinter &variables, llvm::StringRef code,
                           llvm::raw_ostream &os);

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_STATICASSERTIONS_H
