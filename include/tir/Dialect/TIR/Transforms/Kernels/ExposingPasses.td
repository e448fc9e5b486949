//===- ExposingPasses.td - Passes that show what kernels compute
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_EXPOSINGPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_EXPOSINGPASSES_TD

include "mlir/Pass/PassBase.td"

def TIRExposeKernelsPass : Pass<"tir-expose-kernels", "::mlir::ModuleOp"> {
  let summary = "Add the results of each kernel to the outputs";
  let description = [{
    Each tensor that a call in a main function's block returns becomes an
    output of the model, and so do the results of control flow (`scf.if`,
    `scf.for`, `scf.while`) around calls. Two programs from one model can then
    be compared kernel by kernel: on two targets, or from two compilers.

    The model's own outputs stay first, under their names; the others follow in
    the order of the steps. An output has the kernel's name, followed by the
    argument's name if the kernel has several results, and by a number if the name
    is taken. If that is not a C identifier, `kernel_` is prepended.
    `#tir.exposed`, which the header and the report show, names the kernel that
    computes it (for control flow, the operation), its place, and the outputs
    from which it was computed, so that a difference can be traced to its origin.

    The value is copied immediately after the call, before a later call may
    update it in place. A kernel that writes an output of the model still does
    so. No buffer lives longer than before, and only the copies are added.
    Variables do not change either.

    Input: a module after the phase `kernels`; calls that write memrefs are an
    error. Results that are not tensors, and tensors of `index`, which has no
    type in C's interface, get no output. Output: a module for the phase
    `schedule`.

    Example:

    ```mlir
    tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>})
        attributes {tir.function = #tir.function<kernel = <place = "clamp#0">>} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %e = tensor.empty() : tensor<4xf32>
      %t = tir.call_tir @relu(%in) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %t in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(%x: memref<4xf32> {…}, %y: memref<4xf32> {…, tir.name = "output"},
                        %relu: memref<4xf32> {tir.effect = #tir.effect<write>,
                            tir.name = "relu",
                            tir.port = #tir.port<exposed = <kernel = "relu", place = "clamp#0", reads = []>>}) {
      …
      %t = tir.call_tir @relu(%in) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %t in restrict writable %relu
          : (tensor<4xf32>, memref<4xf32>) -> ()…
    ```
  }];
  let dependentDialects = ["::tir::kernel::KernelDialect", "::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_EXPOSINGPASSES_TD
