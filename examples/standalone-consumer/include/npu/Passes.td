//===- Passes.td - Passes on the npu dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NPU_PASSES_TD
#define NPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def NPULowerToTIRPass : Pass<"npu-lower-to-tir", "::mlir::ModuleOp"> {
  let summary = "Lower operations of the accelerator to calls of its kernels";
  let description = [{
    Each operation on tensors becomes a `tir.call_extern` of a C function, named
    after the operation and its shapes, that the module declares by a
    `tir.prim_func` without a body; runtime/npu.h defines such functions.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect", "::tir::TIRDialect"];
}

#endif // NPU_PASSES_TD
