//===- OverlapPasses.td - Passes that let buffers share memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_MEMORY_OVERLAPPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_MEMORY_OVERLAPPASSES_TD

include "tir/Dialect/TIR/Transforms/OnErrorOption.td"

def TIRInferDistancesPass
    : Pass<"tir-infer-distances", "::mlir::ModuleOp"> {
  let summary = "Derive how close to their inputs kernels may write";
  let description = [{
    Sets `distances` of `tir.port` on the output of each kernel whose body works on tensors
    and that has one output. `tir-plan-memory` may then write the output over an
    input that no later step reads. A distance is the least number of bytes that
    the input has to begin after the output, so that each element is read before
    it is overwritten; the input may also begin anywhere above that.

    The schedule of the kernel says how far the loops have read when they store
    an element. The operations say which elements of the input are still needed
    after that: the index maps of linalg, pads, slices and reshapes. Images are
    considered pixel by pixel; large ones, row by row. The two types must be
    equal, or one of them `i8`, because C compilers assume that memory of one type
    is not accessed by another. An input that could share fewer than 16 bytes
    with the output gets no distance. Nor does a kernel that puts tensors one
    after the other, each in loops of its own, unless `pieces` is given and they
    are stored from front to back. Kernels that already have distances keep
    them, and those whose schedule does not know its order get none.

    Input: kernels on tensors, with their schedules. Output: the same, with
    distances.

    Example:

    ```mlir --tir-infer-distances
    !image = tensor<1x8x8x4xi8>
    !buffer = memref<1x8x8x4xi8>
    tir.prim_func private @maximum(%x: !buffer {tir.effect = #tir.effect<read>},
                                   %y: memref<1x4x4x4xi8> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : !buffer to !image
      %window = tensor.empty() : tensor<2x2xi8>
      %least = arith.constant dense<-128> : tensor<1x4x4x4xi8>
      %out = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>}
          ins(%in, %window : !image, tensor<2x2xi8>) outs(%least : tensor<1x4x4x4xi8>)
          -> tensor<1x4x4x4xi8>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<1x4x4x4xi8>, memref<1x4x4x4xi8>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @maximum(%x: memref<1x8x8x4xi8> {tir.effect = #tir.effect<read>},
                                   %y: memref<1x4x4x4xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0]>}) {…
    ```
  }];
  let options = [
    Option<"pieces", "pieces", "bool", /*default=*/"false",
           "Whether kernels that put tensors one after the other get distances, "
           "too">,
  ];
}

def TIRElideCopiesPass : Pass<"tir-elide-copies", "::mlir::ModuleOp"> {
  let summary = "Write results where they are copied to";
  let description = [{
    Lets a kernel write its output into the buffer, or the part of a buffer, that
    a `memref.copy` of the same block copies it to, and removes the copy and the
    buffer between. Bufferization leaves such copies at the end of a loop: for
    each value that the loop carries, and for each part of a result that an
    iteration computes.

    A copy stays if the kernel or an operation before the copy needs the old
    contents, unless the kernel may write over it (`distances` of `tir.port`, which
    `tir-infer-distances` sets); if the result is read after the copy; if the
    destination is not an allocation, such as a state variable, which changes
    only at the end of a run; or if the callee is outside of the module, since it
    may expect an alignment. With `variables`, state variables may change before:
    then a run that fails leaves some of them with new values. MLIR has no such pass: One-Shot Bufferize allocates
    a result in place only if the tensor is given as its destination.

    Input: public functions on memrefs, kernels on tensors with their distances.
    Output: the same.

    Example:

    ```mlir --tir-elide-copies
    !cells = memref<8xf32>
    tir.prim_func private @forget(%x: !cells {tir.effect = #tir.effect<read>},
                                  %y: !cells {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0]>}) {
      %in = bufferization.to_tensor %x restrict : !cells to tensor<8xf32>
      %none = tensor.empty() : tensor<8xf32>
      %out = linalg.tanh ins(%in : tensor<8xf32>) outs(%none : tensor<8xf32>) -> tensor<8xf32>
      bufferization.materialize_in_destination %out in restrict writable %y : (tensor<8xf32>, !cells) -> ()
      tir.return
    }
    tir.prim_func @main(%x: !cells {tir.effect = #tir.effect<read>}, %z: !cells {tir.effect = #tir.effect<write>}) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c5 = arith.constant 5 : index
      %state = memref.alloc() : !cells
      memref.copy %x, %state : !cells to !cells
      scf.for %step = %c0 to %c5 step %c1 {
        %next = memref.alloc() : !cells
        tir.call_tir @forget(%state, %next) : (!cells, !cells) -> ()
        memref.copy %next, %state : !cells to !cells
      }
      memref.copy %state, %z : !cells to !cells
      tir.return
    }
    ```

    becomes

    ```mlir
      scf.for %arg2 = %c0 to %c5 step %c1 {
        tir.call_tir @forget(%alloc, %alloc) : (memref<8xf32>, memref<8xf32>) -> ()
      }
    ```
  }];
  let options = [
    Option<"variables", "variables", "bool", /*default=*/"false",
           "Whether state variables may change before the end of a run">,
  ];
}

def TIRVerifyDistancesPass
    : Pass<"tir-verify-distances", "::mlir::ModuleOp"> {
  let summary = "Check distances against the loops of kernels";
  let description = [{
    Follows the loops of each kernel that declares `distances` of `tir.port`, in the order
    in which they run, and derives from their loads and stores how close to its
    output an input may begin. A smaller distance than that is an error. The pass
    shares no code with `tir-infer-distances`, which derives distances before
    there are loops.

    A loop that contains stores to the output runs iteration by iteration, and
    any other loop at once, with a range for its index. A kernel that takes more
    than `max-steps` operations is not checked.

    Input: a module after the phase `loops`. Output: the same.

    Example:

    ```mlir --tir-verify-distances
    tir.prim_func private @reverse(%x: memref<8xi8> {tir.effect = #tir.effect<read>},
                                   %y: memref<8xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 7]>}) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c7 = arith.constant 7 : index
      %c8 = arith.constant 8 : index
      scf.for %i = %c0 to %c8 step %c1 {
        %j = arith.subi %c7, %i : index
        %element = memref.load %x[%j] : memref<8xi8>
        memref.store %element, %y[%i] : memref<8xi8>
      }
      tir.return
    }
    ```

    The distance is right: before element 0 of `%x` is read, seven elements are
    written.
  }];
  let options = [
    Option<"maxSteps", "max-steps", "uint64_t", "100000000",
           "Most operations of a kernel that are followed">,
    Option<"report", "report", "bool", "false",
           "Report the least distance that the loops require">
  ];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_MEMORY_OVERLAPPASSES_TD
