//===- Passes.td - Conversions from TOSA and to the two back ends
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_PASSES_TD
#define TIR_CONVERSION_PASSES_TD

include "tir/Conversion/BackEndPasses.td"
include "tir/Conversion/EmitCPasses.td"
include "tir/Conversion/LLVMExpansionPasses.td"
include "tir/Conversion/LLVMPasses.td"
include "tir/Conversion/TOSAPasses.td"

#endif // TIR_CONVERSION_PASSES_TD
