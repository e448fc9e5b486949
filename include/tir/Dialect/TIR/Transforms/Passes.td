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

//===----------------------------------------------------------------------===//
// Every phase
//===----------------------------------------------------------------------===//

def TIRVerifyPhasePass : Pass<"tir-verify-phase", "::mlir::ModuleOp"> {
  let summary = "Check what must hold after a phase";
  let description = [{
    The contract between a phase and the next. Each phase's pipeline ends in
    this pass; it changes nothing.

    What it checks, by the phase's row in one table: which operations may be
    left, in kernels and in the function that calls them; where values may
    still be tensors; that shapes are static; how many public functions there
    are; which attributes the module carries; for `emitc` and `llvm`, that
    attributes and types are of that dialect or builtin, so that the packaged
    `mlir-translate` takes the module.

    An error names the operation, the place in the model it came from, the
    phase, the likely cause and what to do. Of several operations of one name
    the first is told and the others counted.
  }];
  let options = [
    Option<"phase", "phase", "std::string", "",
           "Name of the phase whose contract is checked: import, kernels, "
           "buffers, plan, abi, loops, emitc or llvm">
  ];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_PASSES_TD
