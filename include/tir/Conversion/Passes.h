//===- Passes.h - Conversions from TOSA and to the two back ends
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_PASSES_H
#define TIR_CONVERSION_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/Pass.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

#define GEN_PASS_DECL
#include "tir/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tir/Conversion/Passes.h.inc"

} // namespace tir

#endif // TIR_CONVERSION_PASSES_H
