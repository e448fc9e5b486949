//===- Passes.td - Conversions to the two back ends
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_PASSES_TD
#define TIR_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// To EmitC
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// To LLVM
//===----------------------------------------------------------------------===//

#endif // TIR_CONVERSION_PASSES_TD
