//===- Passes.td - Passes on the tir dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_PASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Phase import
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Phase kernels
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Phase buffers
//===----------------------------------------------------------------------===//

def TIRBufferizePass : Pass<"tir-bufferize", "::mlir::ModuleOp"> {
  let summary = "Bufferize the functions that call kernels on tensors";
  let description = [{
    Runs upstream's one-shot bufferization on each `tir.prim_func` that holds a
    `tir.call_tir` on tensors, and on nothing else: the bodies of kernels stay
    on tensors until the phase `loops`, which lowers them without materialising
    what lies between. (`one-shot-bufferize` has no filter by function.)

    Input: destination-passing calls between `bufferization.to_tensor` and
    `bufferization.materialize_in_destination`. Output: the same calls on
    memrefs; each destination that is not an argument is a `memref.alloc`.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect"];
}

//===----------------------------------------------------------------------===//
// Phase plan
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Phase abi
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Phase loops
//===----------------------------------------------------------------------===//

#endif // TIR_DIALECT_TIR_TRANSFORMS_PASSES_TD
