//===- Passes.td - Passes that make buffers and place them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_MEMORY_PASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_MEMORY_PASSES_TD

include "tir/Dialect/TIR/Transforms/OnErrorOption.td"

def TIRBufferizePass : Pass<"tir-bufferize", "::mlir::ModuleOp"> {
  let summary = "Bufferize the functions that call kernels on tensors";
  let description = [{
    Runs upstream's one-shot bufferization on each `tir.prim_func` that is
    public or contains a `tir.call_tir` on tensors, and on nothing else: the
    bodies of kernels stay on tensors until the phase `loops`, which lowers them
    without storing intermediate tensors in memory. (`one-shot-bufferize` cannot
    select functions.)

    Input: destination-passing calls between `bufferization.to_tensor` and
    `bufferization.materialize_in_destination`. Output: the same calls on
    memrefs; each destination that is not an argument has its own
    `memref.alloc`.

    Example:

    ```mlir
    tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %e = tensor.empty() : tensor<4xf32>
      %t = tir.call_tir @relu(%in) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %f = tensor.empty() : tensor<4xf32>
      %u = tir.call_tir @relu(%t) outs(%f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %u in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      %a = memref.alloc() : memref<4xf32>
      tir.call_tir @relu(%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
      %b = memref.alloc() : memref<4xf32>
      tir.call_tir @relu(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
      memref.copy %b, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def TIRDeclarePoolsPass : Pass<"tir-declare-pools", "::mlir::ModuleOp"> {
  let summary = "Declare memory pools";
  let description = [{
    Adds a `tir.pool` to the module for each item of `pools`, in their order, for
    `tir-plan-memory`. An item has the form
    `NAME:SIZE[:alignment][:section][:ro][:external]`: the name of the pool, the
    most bytes that may be in it, its alignment (default: 16), the section of the
    linker script that contains it, whether it is for constants, and whether the
    application passes its memory with each run.

    Source: TVM v0.14 `include/tvm/ir/memory_pools.h` (`PoolInfo`).

    Example:

    ```mlir --tir-declare-pools=pools=dtcm:32768:32:.dtcm,dram:1000000:external
    module {
    }
    ```

    becomes

    ```mlir
    module {
      tir.pool @dtcm {alignment = 32 : i64, section = ".dtcm", size_hint = 32768 : i64}
      tir.pool @dram {external, size_hint = 1000000 : i64}
    }
    ```
  }];
  let options = [
    ListOption<"pools", "pools", "std::string", "The pools to declare">
  ];
  let dependentDialects = ["::tir::TIRDialect"];
}

def TIRAllocateArgumentsPass
    : Pass<"tir-allocate-arguments", "::mlir::ModuleOp"> {
  let summary = "Make inputs and outputs part of the memory plan";
  let description = [{
    Replaces the buffer arguments of each public `tir.prim_func` by allocations
    that `tir-plan-memory` places in a pool with everything else. `tir.argument`
    on an allocation contains the attributes of the argument; the C interface
    describes inputs and outputs by them. Arguments that provide a pool
    (`tir.pool`) stay.

    Invariants: the arguments are memrefs of static shape and identity layout,
    and nothing in the module calls the function.

    Source: TVM v0.14 `src/tir/usmp/transform/create_io_allocates.cc`.

    Example:

    ```mlir
    tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.name = "x"},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.name = "y"}) {
      tir.call_tir @relu(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main() {
      %x = memref.alloc() {tir.argument = {tir.effect = #tir.effect<read>, tir.name = "x"}} : memref<4xf32>
      %y = memref.alloc() {tir.argument = {tir.effect = #tir.effect<write>, tir.name = "y"}} : memref<4xf32>
      tir.call_tir @relu(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def TIRViewConcatenationsPass
    : Pass<"tir-view-concatenations", "::mlir::ModuleOp"> {
  let summary = "Compute tensors in the place that they have in a concatenation";
  let description = [{
    Removes calls of kernels that only put tensors one behind the other: along
    the outermost dimension that is not 1, so that each of them is a contiguous
    part of the result. Their buffers become views of one buffer, into which the
    kernels that compute them write directly.

    A call stays if something else writes one of these buffers after it, or
    writes the result; if one tensor is in the result twice; if a callee outside
    of the module uses one of the buffers, since it may expect an alignment; or
    if more bytes would be live at some step than before, because the result is
    then live from the first of its parts on.

    Input: public functions on memrefs, kernels on tensors, as after
    `tir-bufferize`. Output: the same.

    Example:

    ```mlir --tir-view-concatenations
    !half = memref<1x16xi8>
    !whole = memref<1x32xi8>
    tir.prim_func private @concat(%x: !half {tir.effect = #tir.effect<read>}, %y: !half {tir.effect = #tir.effect<read>},
                                  %z: !whole {tir.effect = #tir.effect<write>}) {
      %first = bufferization.to_tensor %x restrict : !half to tensor<1x16xi8>
      %second = bufferization.to_tensor %y restrict : !half to tensor<1x16xi8>
      %none = tensor.empty() : tensor<1x32xi8>
      %one = tensor.insert_slice %first into %none[0, 0] [1, 16] [1, 1] : tensor<1x16xi8> into tensor<1x32xi8>
      %both = tensor.insert_slice %second into %one[0, 16] [1, 16] [1, 1] : tensor<1x16xi8> into tensor<1x32xi8>
      bufferization.materialize_in_destination %both in restrict writable %z : (tensor<1x32xi8>, !whole) -> ()
      tir.return
    }
    tir.prim_func @main(%x: !half {tir.effect = #tir.effect<read>}, %y: !half {tir.effect = #tir.effect<read>},
                        %z: !whole {tir.effect = #tir.effect<write>}) {
      %a = memref.alloc() : !half
      memref.copy %x, %a : !half to !half
      %b = memref.alloc() : !half
      memref.copy %y, %b : !half to !half
      %c = memref.alloc() : !whole
      tir.call_tir @concat(%a, %b, %c) : (!half, !half, !whole) -> ()
      memref.copy %c, %z : !whole to !whole
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      %bytes = memref.alloc() {alignment = 1 : i64} : memref<32xi8>
      %c0 = arith.constant 0 : index
      %c = memref.view %bytes[%c0][] : memref<32xi8> to memref<1x32xi8>
      %c0_0 = arith.constant 0 : index
      %a = memref.view %bytes[%c0_0][] : memref<32xi8> to memref<1x16xi8>
      %c16 = arith.constant 16 : index
      %b = memref.view %bytes[%c16][] : memref<32xi8> to memref<1x16xi8>
      memref.copy %arg0, %a : memref<1x16xi8> to memref<1x16xi8>
      memref.copy %arg1, %b : memref<1x16xi8> to memref<1x16xi8>
      memref.copy %c, %arg2 : memref<1x32xi8> to memref<1x32xi8>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TIRStreamRowsPass : Pass<"tir-stream-rows", "::mlir::ModuleOp"> {
  let summary = "Run calls in turns, a row at a time";
  let description = [{
    Replaces calls with the same `tir.rows` that follow each other in a public
    function by one loop. In each iteration, each kernel makes its next row if
    it is its turn. A tensor between the calls that nothing else uses becomes a
    ring: the rows that its readers still need, one behind the other, the newest
    one last. They move down when the oldest ones have been read. Rows outside
    of a tensor are rows of padding, so that kernels do not treat the borders
    apart. When each row is made follows from the windows of the kernels
    (`tir.window`) alone, and nothing is computed twice.

    Where one kernel alone reads a ring and its schedule can move the rows, the
    kernel does so (`tir.moves`), and there is no copy.

    Calls that cannot run in turns, because they need rows of a tensor at
    different rates, become several loops.

    Input: calls on memrefs of functions whose arguments have windows. Output:
    loops with a `tir.call_tir` for a row of each kernel, on buffers that
    `tir.rebase` addresses.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-stream-rows
    !in = memref<1x8x4xi8>
    !out = memref<1x8x4xi8>
    !rows = memref<1x3x4xi8>
    !row = memref<1x1x4xi8>
    tir.prim_func private @blur_row(
        %x: !rows {tir.effect = #tir.effect<read>, tir.window = #tir.row_window<dim = 1, unit = 1, stride = 1, first = -1, rows = 3, padding = 0 : i8>},
        %y: !row {tir.effect = #tir.effect<write>, tir.window = #tir.row_window<dim = 1, unit = 1, stride = 1, first = 0, rows = 1>}) {
      tir.return
    }
    tir.prim_func @main(%x: !in {tir.effect = #tir.effect<read>}, %y: !out {tir.effect = #tir.effect<write>}) {
      %a = memref.alloc() : !out
      tir.call_tir @blur_row(%x, %a) {tir.rows = 0 : i64} : (!in, !out) -> ()
      tir.call_tir @blur_row(%a, %y) {tir.rows = 0 : i64} : (!out, !out) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      %alloc = memref.alloc() {tir.ring = 8 : i64, tir.ring_rows = array<i64: 3, 8>} : memref<12xi8>
      %c0 = arith.constant 0 : index
      %0 = tir.rebase %alloc[%c0] : memref<12xi8> to memref<8xi8>
      tir.call_tir @fill_rows(%0) : (memref<8xi8>) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def TIROrderStepsPass : Pass<"tir-order-steps", "::mlir::ModuleOp"> {
  let summary = "Order the calls of main so that they need less memory";
  let description = [{
    Brings the operations of a public function in the order with the fewest bytes
    live at once, if that is fewer than in the given order. Branches of a network
    are then computed one after the other, the one that needs the most memory for
    itself first. Bytes that buffers share by their distances do not count.

    Operations that use a buffer that one of them writes keep their order, and so
    do those with effects beside the buffers that they get, such as calls of
    functions outside of the module that are not declared to have none. An
    operation with regions is one step. The search is exact; it gives up after a
    fixed number of steps, and the order then stays as it is.

    Input: public functions on memrefs, with the distances of their callees.
    Output: the same.

    Source: none in TVM v0.14, which keeps the order of the graph. The search is
    over sets of steps, like the schedules of SERENITY (Ahn et al., MLSys 2020).

    Example:

    ```mlir --tir-order-steps
    !small = memref<4xi8>
    !large = memref<64xi8>
    tir.prim_func private @widen(%x: !small {tir.effect = #tir.effect<read>}, %y: !large {tir.effect = #tir.effect<write>}) {
      tir.return
    }
    tir.prim_func private @narrow(%x: !large {tir.effect = #tir.effect<read>}, %y: !small {tir.effect = #tir.effect<write>}) {
      tir.return
    }
    tir.prim_func @main(%x: !small {tir.effect = #tir.effect<read>}, %y: !small {tir.effect = #tir.effect<write>},
                        %z: !small {tir.effect = #tir.effect<write>}) {
      %a = memref.alloc() : !large
      tir.call_tir @widen(%x, %a) : (!small, !large) -> ()
      %b = memref.alloc() : !large
      tir.call_tir @widen(%x, %b) : (!small, !large) -> ()
      tir.call_tir @narrow(%a, %y) : (!large, !small) -> ()
      tir.call_tir @narrow(%b, %z) : (!large, !small) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      %a = memref.alloc() : memref<64xi8>
      %b = memref.alloc() : memref<64xi8>
      tir.call_tir @widen(%arg0, %a) : (memref<4xi8>, memref<64xi8>) -> ()
      tir.call_tir @narrow(%a, %arg1) : (memref<64xi8>, memref<4xi8>) -> ()
      tir.call_tir @widen(%arg0, %b) : (memref<4xi8>, memref<64xi8>) -> ()
      tir.call_tir @narrow(%b, %arg2) : (memref<64xi8>, memref<4xi8>) -> ()
    ```
  }];
}

def TIRInferDistancesPass
    : Pass<"tir-infer-distances", "::mlir::ModuleOp"> {
  let summary = "Derive how close to their inputs kernels may write";
  let description = [{
    Sets `tir.distances` on the output of each kernel whose body works on tensors
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
    with the output gets no distance. Kernels that already have distances keep
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
                                   %y: memref<1x4x4x4xi8> {tir.distances = array<i64: 0, 0>, tir.effect = #tir.effect<write>}) {…
    ```
  }];
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
    contents, unless the kernel may write over it (`tir.distances`, which
    `tir-infer-distances` sets); if the result is read after the copy; if the
    destination is not an allocation, such as a state variable, which changes
    only at the end of a run; or if the callee is outside of the module, since it
    may expect an alignment. MLIR has no such pass: One-Shot Bufferize allocates
    a result in place only if the tensor is given as its destination.

    Input: public functions on memrefs, kernels on tensors with their distances.
    Output: the same.

    Example:

    ```mlir --tir-elide-copies
    !cells = memref<8xf32>
    tir.prim_func private @forget(%x: !cells {tir.effect = #tir.effect<read>},
                                  %y: !cells {tir.effect = #tir.effect<write>, tir.distances = array<i64: 0, 0>}) {
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
}

def TIRVerifyDistancesPass
    : Pass<"tir-verify-distances", "::mlir::ModuleOp"> {
  let summary = "Check distances against the loops of kernels";
  let description = [{
    Follows the loops of each kernel that declares `tir.distances`, in the order
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
                                   %y: memref<8xi8> {tir.distances = array<i64: 0, 7>, tir.effect = #tir.effect<write>}) {
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

def TIRStoreWordsPass : Pass<"tir-store-words", "::mlir::ModuleOp"> {
  let summary = "Store rows as the words that their reader multiplies";
  let description = [{
    A kernel that multiplies 16-bit numbers widens its int8 input first, a few
    pixels at a time, into scratch memory. Where a buffer of one iteration of a
    loop is written by one call and read by another one, and nothing else uses
    it, this pass lets the first kernel store its elements as these numbers
    (`tir.widen_words`), and the second one multiply them where they are
    (`tir.narrow_words`). The second kernel then has no `tir.scratch` any longer.

    The schedules of both kernels must be able to do it (`canWriteWords`,
    `canReadWords`), and all calls of both kernels pass such buffers. The buffer
    takes twice as many bytes, and the scratch memory none. Kernels stay as they
    are if a plan would otherwise become more than 15 % larger, or, without
    `may-grow`, larger at all, or if the module declares pools for buffers. The
    kernels lose their distances: their output does not overlap their input.

    Input: main functions on memrefs, with the loops of `tir-stream-rows`, and
    kernels on tensors with schedules. Output: the same.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-store-words
    !row = memref<1x1x3x4xi8>
    !t = tensor<1x1x3x4xi8>
    !sums = tensor<1x1x3x4xi32>
    #id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
    memref.global "private" constant @scales : memref<1x1x4x1xi8> = dense<2>
    memref.global "private" constant @weights : memref<4xi32> = dense<[65538, 196612, 327686, 458760]>
    tir.prim_func private @depthwise(%x: !row {tir.effect = #tir.effect<read>}, %w: memref<1x1x4x1xi8> {tir.effect = #tir.effect<read>},
                                     %y: !row {tir.effect = #tir.effect<write>}) attributes {schedule = #tir.blocked<pixels = 2>} {
      %zero = arith.constant 0 : i32
      %in = bufferization.to_tensor %x restrict : !row to !t
      %weights = bufferization.to_tensor %w restrict : memref<1x1x4x1xi8> to tensor<1x1x4x1xi8>
      %e = tensor.empty() : tensor<1x1x3x4x1xi32>
      %init = linalg.fill ins(%zero : i32) outs(%e : tensor<1x1x3x4x1xi32>) -> tensor<1x1x3x4x1xi32>
      %all = linalg.depthwise_conv_2d_nhwc_hwcm ins(%in, %weights : !t, tensor<1x1x4x1xi8>)
          outs(%init : tensor<1x1x3x4x1xi32>) -> tensor<1x1x3x4x1xi32>
      %sums = tensor.collapse_shape %all [[0], [1], [2], [3, 4]] : tensor<1x1x3x4x1xi32> into !sums
      %f = tensor.empty() : !t
      %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%sums : !sums) outs(%f : !t) {
      ^bb0(%a: i32, %b: i8):
        %c = arith.trunci %a : i32 to i8
        linalg.yield %c : i8
      } -> !t
      bufferization.materialize_in_destination %out in restrict writable %y : (!t, !row) -> ()
      tir.return
    }
    tir.prim_func private @pointwise(%x: !row {tir.effect = #tir.effect<read>}, %w: memref<4xi32> {tir.effect = #tir.effect<read>},
                                     %s: memref<6xi32> {tir.effect = #tir.effect<write>, tir.scratch},
                                     %y: memref<1x1x3x4xi32> {tir.effect = #tir.effect<write>}) attributes {schedule = #tir.blocked<pixels = 3>} {
      %zero = arith.constant 0 : i32
      %in = bufferization.to_tensor %x restrict : !row to !t
      %weights = tir.unpack_pairs %w segment 4 : memref<4xi32> to tensor<4x1x1x4xi8>
      %e = tensor.empty() : !sums
      %init = linalg.fill ins(%zero : i32) outs(%e : !sums) -> !sums
      %sums = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : !t, tensor<4x1x1x4xi8>) outs(%init : !sums) -> !sums
      bufferization.materialize_in_destination %sums in restrict writable %y : (!sums, memref<1x1x3x4xi32>) -> ()
      tir.return
    }
    tir.prim_func @main(%x: !row {tir.effect = #tir.effect<read>}, %y: memref<1x1x3x4xi32> {tir.effect = #tir.effect<write>}) {
      %v = memref.get_global @scales : memref<1x1x4x1xi8>
      %w = memref.get_global @weights : memref<4xi32>
      %none = arith.constant 0 : index
      %one = arith.constant 1 : index
      %rows = arith.constant 8 : index
      scf.for %i = %none to %rows step %one {
        %row = memref.alloc() : !row
        tir.call_tir @depthwise(%x, %v, %row) : (!row, memref<1x1x4x1xi8>, !row) -> ()
        %s = memref.alloc() : memref<6xi32>
        tir.call_tir @pointwise(%row, %w, %s, %y) : (!row, memref<4xi32>, memref<6xi32>, memref<1x1x3x4xi32>) -> ()
      }
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @depthwise(…
      %7 = tir.widen_words %6 : tensor<1x1x3x4xi8> to tensor<6xi32>
      bufferization.materialize_in_destination %7 in restrict writable %arg2 : (tensor<6xi32>, memref<6xi32>) -> ()…
    tir.prim_func private @pointwise(…
      %0 = tir.narrow_words %arg0 : memref<6xi32> to tensor<1x1x3x4xi8>
      %1 = tir.unpack_pairs %arg1 segment 4 in_order : memref<4xi32> to tensor<4x1x1x4xi8>…
      scf.for %arg2 = %c0 to %c8 step %c1 {
        %alloc = memref.alloc() : memref<6xi32>
        tir.call_tir @depthwise(%arg0, %0, %alloc) : (memref<1x1x3x4xi8>, memref<1x1x4x1xi8>, memref<6xi32>) -> ()
        tir.call_tir @pointwise(%alloc, %1, %arg1) : (memref<6xi32>, memref<4xi32>, memref<1x1x3x4xi32>) -> ()
      }…
    ```
  }];
  let options = [
    Option<"overlap", "overlap", "::tir::OverlapChoice",
           "::tir::OverlapChoice::Auto",
           "Whether kernels write over their inputs, in the plan",
           [{::llvm::cl::values(
               clEnumValN(::tir::OverlapChoice::Auto, "auto",
                          "where that saves memory"),
               clEnumValN(::tir::OverlapChoice::Off, "off",
                          "never"))}]>,
    Option<"overwriteInputs", "overwrite-inputs", "bool", "false",
           "Whether the memory of inputs serves for buffers after their last "
           "use, in the plan">,
    Option<"alignment", "alignment", "uint64_t", "16",
           "Smallest alignment of a buffer in the plan">,
    Option<"mayGrow", "may-grow", "bool", "true",
           "Whether a plan may become up to 15 % larger">
  ];
  let dependentDialects = ["::mlir::memref::MemRefDialect",
                           "::tir::TIRDialect"];
}

def TIRPlanMemoryPass : Pass<"tir-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Give each buffer of the main function a static place";
  let description = [{
    Replaces each `memref.alloc` of the public `tir.prim_func`. A buffer lives
    from the first to the last step that uses it, itself or through a view; a
    step is a `tir.call_tir`, a `memref.copy` or another operation that accesses
    memory. With `strategy=packed`, buffers that never live at the same step
    share bytes of one global. With `strategy=separate`, each buffer has its own
    global, so that a sanitizer detects every access beyond its end.

    If that makes the global smaller, a kernel writes its output over an input
    that no later step reads, unless `overlap=off`. `tir.distances` on the output
    says how close after it the input may begin; `tir-infer-distances` derives
    it. Arguments that overlap get `tir.noalias = false`; a function that other
    calls use differently gets a variant for them, `NAME_in_place`. Distances
    that no call uses are removed.

    A loop of known bounds in the function's block is followed iteration by
    iteration. What it uses first in a late iteration may lie where a buffer is
    that it has read by then, and that no later step reads. Otherwise, a buffer
    lives through the whole loop if it is allocated in front of it.

    If the module declares pools for buffers (`tir.pool` without `size`), buffers
    lie in these instead of in one workspace: as many as fit in the first one,
    the rest in the next. A buffer that a kernel uses whose argument has
    `tir.pools` lies in one of those. Models of one module share the pools. If the
    module declares read-only pools, each constant belongs to the first one that
    has room, and gets its section. It is an error if the pools are too small.

    An allocation with `tir.argument` is an input or output. An input lives from
    the start of a run to its last use, so that a run overwrites it; an output
    lives from its first use to the end.

    With `overwrite-inputs`, the memory of each input that is an argument serves
    for buffers after the last kernel has read it. It counts as a pool that comes
    before all others. The argument then has `tir.overwritten`.

    If the pools and the variables of the model take more than `limit` bytes,
    the pass fails and reports the step at which most bytes are live, with the
    buffers that are live there.

    Input: public `tir.prim_func`s with bodies, on memrefs; their allocations
    are in their blocks and have a static shape and the identity layout. No
    function calls itself by `tir.call_tir`, directly or through others, because
    its memory would have no bound. Output: no `memref.alloc` or
    `memref.dealloc` in them, and on each the attribute `tir.plan`. Each has
    pools of its own; kernels are shared. The plan:

    | field | meaning |
    |---|---|
    | `strategy` | `packed` or `separate` |
    | `pools` | name (that of the global), `bytes`, `alignment`, `limit`, `section` and `external` of a declared pool, `input` if it is the memory of the input of that number, `lower_bound` (largest sum of live bytes; of buffers that may overlap, only the bytes that cannot overlap count), `gap` (bytes above it), `optimal` (no smaller plan exists), `method` that found the plan |
    | `buffers` | name (the kernel that writes it first), `pool`, `offset`, `bytes`, `alignment`, `first` and `last` step; `over`: the names of the buffers that it is written over, absent if there are none |
    | `steps` | what runs at each step: name (the kernel, or the operation), and the bytes of the regions that it `reads`, those that it `writes`, and the `constants` it reads, each counted once; for a call of an external function, also the place as `external` and the `device` whose context is passed |
    | `arguments` | the inputs and outputs in pools: `kind` (`input` or `output`), `type`, `pool`, `offset`, and the other `attributes` of the argument; absent if there are none |
    | `loops` | the `first` and `last` step of each loop; absent if there is none |
    | `profile` | the kernels with hooks; only after `tir-insert-profile-hooks` |
    | `lower_bound` | of all pools together, if there are several, whose own `lower_bound` then is 0; absent otherwise |
    | `inputs_outputs_live_bytes` | largest sum of live bytes when inputs (until they are last used) and outputs (from when they are first written) count, too |

    Example:

    ```mlir
    tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                        %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %a = memref.alloc() : memref<4xf32>
      %b = memref.alloc() : memref<4xf32>
      tir.call_tir @relu(%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.call_tir @relu(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.call_tir @relu(%b, %y) : (memref<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    memref.global "private" @workspace : memref<32xi8> = uninitialized {alignment = 16 : i64}
    tir.prim_func @main(…
      %workspace = memref.get_global @workspace : memref<32xi8>
      %c0 = arith.constant 0 : index
      %a = memref.view %workspace[%c0][] : memref<32xi8> to memref<4xf32>
      %c16 = arith.constant 16 : index
      %b = memref.view %workspace[%c16][] : memref<32xi8> to memref<4xf32>
      tir.call_tir @relu(%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()…
    ```
  }];
  let options = [
    Option<"strategy", "strategy", "::tir::PlanStrategy",
           "::tir::PlanStrategy::Packed",
           "How buffers are laid out",
           [{::llvm::cl::values(
               clEnumValN(::tir::PlanStrategy::Packed, "packed",
                          "all in one workspace, which they share"),
               clEnumValN(::tir::PlanStrategy::Separate, "separate",
                          "each in its own global"))}]>,
    Option<"alignment", "alignment", "uint64_t", "16",
           "Smallest alignment of a buffer, a power of two; a buffer whose "
           "element type or allocation needs more gets more">,
    Option<"limit", "limit", "uint64_t", "0",
           "Most bytes of all pools and variables of a model (default: no "
           "limit)">,
    Option<"overwriteInputs", "overwrite-inputs", "bool", "false",
           "Whether the memory of inputs serves for buffers after their last "
           "use">,
    Option<"overlap", "overlap", "::tir::OverlapChoice",
           "::tir::OverlapChoice::Auto",
           "Whether kernels write over their inputs",
           [{::llvm::cl::values(
               clEnumValN(::tir::OverlapChoice::Auto, "auto",
                          "where that saves memory"),
               clEnumValN(::tir::OverlapChoice::Off, "off",
                          "never"))}]>
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def TIRPlaceSectionsPass : Pass<"tir-place-sections", "::mlir::ModuleOp"> {
  let summary = "Set the sections and alignments of static data";
  let description = [{
    Gives each constant (`memref.global constant`, a read-only `tir.pool`) the
    section `constants-section` and at least the alignment
    `constants-alignment`, and each array for data between kernels the section
    `workspace-section`. What has a section of its own keeps it. The pools of
    `tir.plan` then have it, too.

    It runs before constants are placed in pools, for their alignment, and after
    `tir-place-workspace`, when all constants and arrays are known.

    Source: TVM v0.14 `src/target/source/source_module.cc`
    (`GenerateWorkspaceBuffer`, `GenerateConstantBuffer`) and
    `src/target/source/codegen_c.cc` (`AllocateConstNode`).

    Example:

    ```mlir --tir-place-sections="constants-section=.rodata.tvm workspace-section=.bss.noinit.tvm constants-alignment=16"
    memref.global "private" constant @weights : memref<2xi8> = dense<[1, 2]>
    memref.global "private" @workspace : memref<32xi8> = uninitialized {alignment = 16 : i64}
    ```

    becomes

    ```mlir
    memref.global "private" constant @weights : memref<2xi8> = dense<[1, 2]> {alignment = 16 : i64, tir.section = ".rodata.tvm"}
    memref.global "private" @workspace : memref<32xi8> = uninitialized {alignment = 16 : i64, tir.section = ".bss.noinit.tvm"}
    ```
  }];
  let options = [
    Option<"constantsSection", "constants-section", "std::string", "\"\"",
           "Section of constants (default: the compiler's)">,
    Option<"workspaceSection", "workspace-section", "std::string", "\"\"",
           "Section of arrays for data between kernels (default: the "
           "compiler's)">,
    Option<"constantsAlignment", "constants-alignment", "uint64_t", "1",
           "Smallest alignment of a constant, a power of two">
  ];
}

def TIRPlaceWorkspacePass
    : Pass<"tir-place-workspace", "::mlir::ModuleOp"> {
  let summary = "Decide where the memory of the pools comes from";
  let description = [{
    Gives the pools of each model's `tir.plan` their memory:

    | workspace | the pools are |
    |---|---|
    | `internal` | the globals that `tir-plan-memory` made |
    | `external` | arguments of the main function after its outputs, each one `memref<?xi8>` of the pool's size (`tir.pool`); the globals are removed |
    | `backend` | allocated by `TVMBackendAllocWorkspace` when the function begins and freed in any case, the last one first; the globals are removed |

    A declared pool that is `external` is such an argument in any case. One with
    a section cannot be allocated by the runtime.

    The generated code checks the result of the runtime: `NULL`, or an address
    without the alignment of the plan, is the error −1, whose text goes where
    `on-error` says. Constants stay where they are.

    Input: a module after `tir-plan-memory` whose main functions are not called in
    the module.

    Source: TVM v0.14 `src/tir/transforms/lower_tvm_builtin.cc`
    (`VisitStmt_(AllocateNode)`), which assumes the alignment.

    Example:

    ```mlir --tir-place-workspace=workspace=external
    module {
      memref.global "private" @workspace : memref<64xi8> = uninitialized {alignment = 16 : i64}
      tir.prim_func private @kernel(%x: memref<64xi8>) {
        tir.return
      }
      tir.prim_func @main()
          attributes {tir.plan = {pools = [{name = "workspace", bytes = 64 : i64, alignment = 16 : i64} ]}} {
        %pool = memref.get_global @workspace : memref<64xi8>
        tir.call_tir @kernel(%pool) : (memref<64xi8>) -> ()
        tir.return
      }
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(%pool: memref<64xi8> {tir.alignment = 16 : i64, tir.effect = #tir.effect<read_write>, tir.name = "workspace", tir.pool = "workspace"})…
      tir.call_tir @kernel(%pool) : (memref<64xi8>) -> ()
      tir.return
    }
    ```
  }];
  let options = [
    Option<"workspace", "workspace", "::tir::Workspace",
           "::tir::Workspace::Internal", "Where the memory comes from",
           [{::llvm::cl::values(
               clEnumValN(::tir::Workspace::Internal, "internal",
                          "static arrays of the model"),
               clEnumValN(::tir::Workspace::External, "external",
                          "the application: an argument for each pool"),
               clEnumValN(::tir::Workspace::Backend, "backend",
                          "the runtime: TVMBackendAllocWorkspace"))}]>,
    TIR_OnErrorOption,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_MEMORY_PASSES_TD
