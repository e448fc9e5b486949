//===- OutliningPasses.td - Passes that divide tensor programs into kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_KERNELS_OUTLININGPASSES_TD
#define TIR_DIALECT_TIR_TRANSFORMS_KERNELS_OUTLININGPASSES_TD

include "mlir/Pass/PassBase.td"

def TIROutlineKernelsPass : Pass<"tir-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Fuse operations into kernels and give each its own function";
  let description = [{
    Partitions each function on static tensors into kernels and turns every
    kernel into a private `tir.prim_func`. An operation is computed in its
    consumer's kernel if no element is computed twice then (a rescale after a
    convolution, a sum of a sum), or if computing it again is as cheap as
    reading it (padding, slices, broadcasts, fills, casts). Floats that are made
    of stored integers for a sum are made again for each reader where the
    block's peak of memory depends on them. The function itself
    becomes a `tir.prim_func` over its inputs and outputs that only reshapes,
    branches and calls.

    Upstream's `linalg-fuse-elementwise-ops` neither fuses into reductions nor
    out of them, and stores padded inputs, accumulators and broadcasts in
    memory.

    Existing calls (a kernel that a pass has claimed for a device) stay as they
    are, between the kernels. So does control flow (`scf.if`, `scf.for`,
    `scf.while`); each of its blocks is partitioned like a function. Both
    branches of an `scf.if` write the same tensors, and each iteration of a loop
    leaves carried values where it found them, so every buffer has one place. In
    a sequence of loops in which each begins with the result of the one before,
    sixteen loops share a buffer and the next one begins with a copy:
    bufferization compares all uses of values that may share a buffer with each
    other.

    A slice of elements that lie side by side, at a place that follows from the
    counters of the `scf.for` around it, stays between kernels, too: these get
    its address. Rows that a loop inserts into a tensor that it carries are
    written there, and the tensor is not copied.

    Input: one block of structured linalg and tensor operations. Output: kernels
    with `#tir.kernel`; constants of more than one distinct element as
    `memref.global`, each once and 16-byte aligned; arguments with `tir.effect`
    and `tir.name`.

    Example:

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %empty = tensor.empty() : tensor<4xf32>
      %y = linalg.exp ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @exp(%x: memref<4xf32> {…}, %y: memref<4xf32> {…})
        attributes {tir.function = #tir.function<kernel = <fused = [], kind = "elementwise", place = "exp">>} {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %empty = tensor.empty() : tensor<4xf32>
      %out = linalg.exp ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    tir.prim_func @main(…
      %out = tir.call_tir @exp(%in) outs(%init) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>…
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect", "::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
}

def TIRFuseSoftmaxPass : Pass<"tir-fuse-softmax", "::mlir::ModuleOp"> {
  let summary = "Make one kernel of the kernels of a softmax";
  let description = [{
    No operation of a softmax can be computed inside its reader without computing
    elements again, so that `tir-outline-kernels` makes four kernels of a softmax
    of floats, and seven of an int8 softmax as TensorFlow Lite's converter
    writes it. This pass joins them: the new kernel has the operations of all,
    and a `kernel.keep` in place of each tensor between them. `#kernel.rowwise`
    computes it row by row, so that nothing is stored but one row.

    A softmax is recognised by what its kernels reduce, and not by their
    arithmetic, which differs between front ends. It begins with a call of a
    kernel that reduces elements to their maximum. The calls that read the
    result, directly or through others, follow up to the first one

    - after which nothing reads the results of the calls before it,
    - with a sum of as many elements among these,
    - and which writes as many elements as the maximum reads, without reducing.

    Each of these calls must be in the same block, and of a kernel that

    - is a private `tir.prim_func` with a body, whose attributes only say where
      it comes from and what it computes: it needs no device, and has no name in
      C;
    - computes one output by structured operations of linalg;
    - reduces nothing but such a sum, and writes as many elements as the maximum
      or its operand has.

    If any other operation reads one of the results, as an output of the model
    does, nothing is joined. A logarithm of a softmax fits as well.

    The place of the new kernel is `softmax#0`, with a number for each, after the
    name of the layer if there is one; `fused` lists the operations. A kernel
    that is called from elsewhere remains. Equal softmaxes get equal kernels, so
    `tir-merge-kernels` follows in the phase `schedule`. With
    `schedule=elementwise`, that phase does not run the pass.

    Input: the output of the phase `kernels`. Output: the same.

    Example:

    ```mlir
    tir.prim_func private @reduce_max_0(%x: memref<2x8xf32> {tir.effect = #tir.effect<read>, tir.name = "input"},
                                        %y: memref<2xf32> {tir.effect = #tir.effect<write>, tir.name = "output"})
        attributes {tir.function = #tir.function<kernel = <fused = ["reduce_max#0"], place = "reduce_max#0">>} {
      %in = bufferization.to_tensor %x restrict : memref<2x8xf32> to tensor<2x8xf32>
      %least = arith.constant 0xFF800000 : f32
      %empty = tensor.empty() : tensor<2xf32>
      %init = linalg.fill ins(%least : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
      %out = linalg.reduce {arith.maximumf} ins(%in : tensor<2x8xf32>) outs(%init : tensor<2xf32>)
          dimensions = [1]
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<2xf32>, memref<2xf32>) -> ()
      tir.return
    }
    tir.prim_func private @exp_0(%x: memref<2x8xf32> {tir.effect = #tir.effect<read>, tir.name = "input"},
                                 %m: memref<2xf32> {tir.effect = #tir.effect<read>, tir.name = "input1"},
                                 %y: memref<2x8xf32> {tir.effect = #tir.effect<write>, tir.name = "output"})
        attributes {tir.function = #tir.function<kernel = <fused = ["sub#0", "exp#0"], place = "exp#0">>} {
      %in = bufferization.to_tensor %x restrict : memref<2x8xf32> to tensor<2x8xf32>
      %max = bufferization.to_tensor %m restrict : memref<2xf32> to tensor<2xf32>
      %empty = tensor.empty() : tensor<2x8xf32>
      %wide = linalg.broadcast ins(%max : tensor<2xf32>) outs(%empty : tensor<2x8xf32>) dimensions = [1]
      %less = linalg.sub ins(%in, %wide : tensor<2x8xf32>, tensor<2x8xf32>)
          outs(%empty : tensor<2x8xf32>) -> tensor<2x8xf32>
      %out = linalg.exp ins(%less : tensor<2x8xf32>) outs(%empty : tensor<2x8xf32>) -> tensor<2x8xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<2x8xf32>, memref<2x8xf32>) -> ()
      tir.return
    }
    tir.prim_func private @reduce_sum_0(%x: memref<2x8xf32> {tir.effect = #tir.effect<read>, tir.name = "input"},
                                        %y: memref<2xf32> {tir.effect = #tir.effect<write>, tir.name = "output"})
        attributes {tir.function = #tir.function<kernel = <fused = ["reduce_sum#0"], place = "reduce_sum#0">>} {
      %in = bufferization.to_tensor %x restrict : memref<2x8xf32> to tensor<2x8xf32>
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<2xf32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
      %out = linalg.reduce {arith.addf} ins(%in : tensor<2x8xf32>) outs(%init : tensor<2xf32>)
          dimensions = [1]
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<2xf32>, memref<2xf32>) -> ()
      tir.return
    }
    tir.prim_func private @div_0(%x: memref<2x8xf32> {tir.effect = #tir.effect<read>, tir.name = "input"},
                                 %s: memref<2xf32> {tir.effect = #tir.effect<read>, tir.name = "input1"},
                                 %y: memref<2x8xf32> {tir.effect = #tir.effect<write>, tir.name = "output"})
        attributes {tir.function = #tir.function<kernel = <fused = ["div#0"], place = "div#0">>} {
      %in = bufferization.to_tensor %x restrict : memref<2x8xf32> to tensor<2x8xf32>
      %sum = bufferization.to_tensor %s restrict : memref<2xf32> to tensor<2xf32>
      %empty = tensor.empty() : tensor<2x8xf32>
      %wide = linalg.broadcast ins(%sum : tensor<2xf32>) outs(%empty : tensor<2x8xf32>) dimensions = [1]
      %out = linalg.div ins(%in, %wide : tensor<2x8xf32>, tensor<2x8xf32>)
          outs(%empty : tensor<2x8xf32>) -> tensor<2x8xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<2x8xf32>, memref<2x8xf32>) -> ()
      tir.return
    }
    tir.prim_func @main(%a: memref<2x8xf32> {tir.effect = #tir.effect<read>},
                        %b: memref<2x8xf32> {tir.effect = #tir.effect<write>}) {
      %x = bufferization.to_tensor %a restrict : memref<2x8xf32> to tensor<2x8xf32>
      %e0 = tensor.empty() : tensor<2xf32>
      %max = tir.call_tir @reduce_max_0(%x) outs(%e0) : (tensor<2x8xf32>, tensor<2xf32>) -> tensor<2xf32>
      %e1 = tensor.empty() : tensor<2x8xf32>
      %exp = tir.call_tir @exp_0(%x, %max) outs(%e1)
          : (tensor<2x8xf32>, tensor<2xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
      %e2 = tensor.empty() : tensor<2xf32>
      %sum = tir.call_tir @reduce_sum_0(%exp) outs(%e2) : (tensor<2x8xf32>, tensor<2xf32>) -> tensor<2xf32>
      %e3 = bufferization.to_tensor %b restrict writable : memref<2x8xf32> to tensor<2x8xf32>
      %y = tir.call_tir @div_0(%exp, %sum) outs(%e3)
          : (tensor<2x8xf32>, tensor<2xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
      bufferization.materialize_in_destination %y in restrict writable %b
          : (tensor<2x8xf32>, memref<2x8xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @softmax_0(%x: memref<2x8xf32> {…}, %y: memref<2x8xf32> {…})
        attributes {tir.function = #tir.function<kernel = <fused = ["reduce_max#0", "sub#0", "exp#0", "reduce_sum#0", "div#0"], kind = "softmax", place = "softmax#0">>} {…
      %max = kernel.keep %greatest : tensor<2xf32>…
      %exp = kernel.keep %powers : tensor<2x8xf32>…
      %sum = kernel.keep %total : tensor<2xf32>…
    tir.prim_func @main(…
      tir.call_tir @softmax_0(%x) outs(%e3) : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>…
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect", "::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
}

def TIRSplitSumsPass : Pass<"tir-split-sums", "::mlir::ModuleOp"> {
  let summary = "Split kernels that compute something from a sum of rows";
  let description = [{
    Splits a kernel that combines all rows of its input, such as a global
    average pooling, into one that computes the sums and one that computes the
    output from them. `tir-make-row-kernels` can then make a function that adds
    one row to the sums. The second kernel names the whole one in `split_from`
    of `#tir.kernel`, and `tir-choose-rows` puts them together again if they do
    not run by rows.

    Kernels with one output are split where everything is computed from one
    such operation, which starts from a constant. Its rows may be computed from
    rows of the kernel's inputs.

    What makes pixels of planes that the kernel reads, or planes of its pixels,
    becomes a kernel of its own in the same way, on a tensor of all rows of all
    planes.

    With `join`, a sum of sums of integers, such as a mean over rows and then
    over columns, becomes one sum first, which takes less memory.

    Input: kernels on tensors. Output: the same kernels, which nothing calls,
    and calls of two kernels each.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-split-sums
    !t = tensor<1x6x4xi32>
    !s = tensor<1x1x4xi32>
    #in = affine_map<(n, c, h) -> (n, h, c)>
    #out = affine_map<(n, c, h) -> (n, 0, c)>
    #id = affine_map<(a, b, c) -> (a, b, c)>
    tir.prim_func private @half(%x: memref<1x6x4xi32> {tir.effect = #tir.effect<read>}, %y: memref<1x1x4xi32> {tir.effect = #tir.effect<write>}) {
      %zero = arith.constant 0 : i32
      %in = bufferization.to_tensor %x restrict : memref<1x6x4xi32> to !t
      %e = tensor.empty() : !s
      %start = linalg.fill ins(%zero : i32) outs(%e : !s) -> !s
      %sum = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%in : !t) outs(%start : !s) {
      ^bb0(%a: i32, %b: i32):
        %c = arith.addi %a, %b : i32
        linalg.yield %c : i32
      } -> !s
      %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%sum : !s) outs(%e : !s) {
      ^bb0(%a: i32, %b: i32):
        %one = arith.constant 1 : i32
        %c = arith.shrsi %a, %one : i32
        linalg.yield %c : i32
      } -> !s
      bufferization.materialize_in_destination %out in restrict writable %y : (!s, memref<1x1x4xi32>) -> ()
      tir.return
    }
    tir.prim_func @main(%x: memref<1x6x4xi32> {tir.effect = #tir.effect<read>}, %y: memref<1x1x4xi32> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<1x6x4xi32> to !t
      %e = tensor.empty() : !s
      %a = tir.call_tir @half(%in) outs(%e) : (!t, !s) -> !s
      bufferization.materialize_in_destination %a in restrict writable %y : (!s, memref<1x1x4xi32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      %3 = tir.call_tir @half_sum(%0) outs(%2) : (tensor<1x6x4xi32>, tensor<1x1x4xi32>) -> tensor<1x1x4xi32>
      %4 = tir.call_tir @half_of_sum(%3) outs(%1) : (tensor<1x1x4xi32>, tensor<1x1x4xi32>) -> tensor<1x1x4xi32>
    ```
  }];
  let dependentDialects = ["::tir::kernel::KernelDialect", 
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
  let options = [
    Option<"joins", "join", "bool", "false",
           "Make one sum of a sum of sums of integers">
  ];
}

def TIRMakeRowKernelsPass : Pass<"tir-make-row-kernels", "::mlir::ModuleOp"> {
  let summary = "Make kernels that compute one row of another kernel's output";
  let description = [{
    For each kernel whose output has rows, adds a private function that computes
    one of them, and names it in `row_kernel` of `#tir.kernel`. Rows are the slices
    along the outermost dimension of the output that is not 1, if it is not the
    last one.
    The function has the operations of the kernel on slices of its tensors:
    `window` in `kernel.argument` on each argument says which rows it gets or writes. Arguments
    without it, such as weights, are the kernel's own.

    If the output has no rows, but the kernel combines the input's rows, the
    function adds one row of the input to what the output contains. The
    output's window then has the stride 0, and `padding` is what the output must
    contain before the first row.

    Rows before a tensor and after it are not in the shapes; the caller passes
    rows of padding for them. So all rows have one function, and a caller can
    have the rows of a window anywhere, if they are contiguous.

    A kernel gets no such function if some operation reads rows in another way
    than as a window that moves by a fixed number of rows, if its value depends
    on the number of the row, or if two operations need different windows of a
    tensor. Padding must be a constant, and applied to an argument of the kernel.

    Input: kernels on tensors. Output: the same, and more kernels.

    Source: none in TVM v0.14; MLIR's `TilingInterface` makes the slices,
    whose tiles at borders have dynamic shapes.

    Example:

    ```mlir --tir-make-row-kernels
    !in = memref<1x8x8x4xi8>
    !out = memref<1x4x4x4xi8>
    tir.prim_func private @max_pool(%x: !in {tir.effect = #tir.effect<read>}, %y: !out {tir.effect = #tir.effect<write>}) {
      %least = arith.constant -128 : i8
      %in = bufferization.to_tensor %x restrict : !in to tensor<1x8x8x4xi8>
      %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 0, 0, 0] {
      ^bb0(%n: index, %h: index, %w: index, %c: index):
        tensor.yield %least : i8
      } : tensor<1x8x8x4xi8> to tensor<1x9x9x4xi8>
      %window = tensor.empty() : tensor<3x3xi8>
      %none = tensor.empty() : tensor<1x4x4x4xi8>
      %init = linalg.fill ins(%least : i8) outs(%none : tensor<1x4x4x4xi8>) -> tensor<1x4x4x4xi8>
      %max = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>}
        ins(%padded, %window : tensor<1x9x9x4xi8>, tensor<3x3xi8>) outs(%init : tensor<1x4x4x4xi8>) -> tensor<1x4x4x4xi8>
      bufferization.materialize_in_destination %max in restrict writable %y : (tensor<1x4x4x4xi8>, !out) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @max_pool(…
    tir.prim_func private @max_pool_row(%arg0: memref<1x3x8x4xi8> {kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 2, first = -1, rows = 3, padding = -128 : i8>>, tir.effect = #tir.effect<read>}, %arg1: memref<1x1x4x4xi8> {kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 0, rows = 1>>, tir.effect = #tir.effect<write>}) {
      %c-128_i8 = arith.constant -128 : i8
      %0 = bufferization.to_tensor %arg0 restrict : memref<1x3x8x4xi8> to tensor<1x3x8x4xi8>
      %padded = tensor.pad %0 low[0, 0, 1, 0] high[0, 0, 0, 0] {
    ```
  }];
  let dependentDialects = ["::tir::kernel::KernelDialect"];
}

def TIRMergeKernelsPass : Pass<"tir-merge-kernels", "::mlir::ModuleOp"> {
  let summary = "Let equal kernels share one function";
  let description = [{
    A network repeats its layers: many kernels differ only in the constants that
    their calls pass. Such kernels become one function, the first of them, which
    all calls then use. LLVM's `mergefunc` does the same for functions of LLVM,
    and TVM's Relay lowered equal functions once; MLIR has no such pass.

    Two kernels are equal if their bodies are equal (`OperationEquivalence`,
    without locations, and in any order of operations without effects), and
    their types and attributes too, except for attributes that say where they
    come from and for `range` in `kernel.argument`. The ranges of an argument are merged: the
    result contains both, so everything that is proven from it is true for each
    call. A number in the body, such as a zero point, keeps two kernels apart,
    because arithmetic with it is simpler than with an argument. So does an
    argument that is a constant in one kernel and an activation in the other.

    Only calls of the module may refer to a kernel that is merged: it has a
    place in the model, is private, has a body, and neither an exported name nor
    a name in the function registry; only `tir.call_tir` operations use its symbol. A
    kernel whose body contains calls is not merged either, because the error
    that such a call reports names its place in the model.

    The function keeps the name and the place of the first kernel.
    In its `#tir.kernel`, `shared_by` lists the places of all kernels, and `fused`
    the operations of all; its location fuses theirs. Each call says in
    `#tir.layer` what its own kernel was, which the plan, the report and the names
    of buffers and outputs use.

    The pass runs at the end of the phase `kernels`, and at the end of `plan`
    for kernels on buffers that came with the model; it may run wherever calls
    are `tir.call_tir`. Its run time is linear in the size of the module.

    Input: kernels and their calls, on tensors or buffers. Output: the same; a
    `#tir.plan` and the outputs of `tir-expose-kernels` name the functions that
    are left.

    Example:

    ```mlir
    tir.prim_func private @scale_0(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                                   %w: memref<4xi8> {kernel.argument = #kernel.argument<range = [1, 5]>, tir.effect = #tir.effect<read>},
                                   %y: memref<4xi8> {tir.effect = #tir.effect<write>})
        attributes {tir.function = #tir.function<kernel = <fused = ["mul#0"], place = "mul#0">>} {
      linalg.mul ins(%x, %w : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
      tir.return
    }
    tir.prim_func private @scale_1(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                                   %w: memref<4xi8> {kernel.argument = #kernel.argument<range = [-3, 2]>, tir.effect = #tir.effect<read>},
                                   %y: memref<4xi8> {tir.effect = #tir.effect<write>})
        attributes {tir.function = #tir.function<kernel = <fused = ["mul#1"], place = "mul#1">>} {
      linalg.mul ins(%x, %w : memref<4xi8>, memref<4xi8>) outs(%y : memref<4xi8>)
      tir.return
    }
    memref.global "private" constant @w0 : memref<4xi8> = dense<[1, 2, 3, 5]>
    memref.global "private" constant @w1 : memref<4xi8> = dense<[-3, 0, 1, 2]>
    tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>},
                        %y: memref<4xi8> {tir.effect = #tir.effect<write>},
                        %z: memref<4xi8> {tir.effect = #tir.effect<write>}) {
      %w0 = memref.get_global @w0 : memref<4xi8>
      %w1 = memref.get_global @w1 : memref<4xi8>
      tir.call_tir @scale_0(%x, %w0, %y) : (memref<4xi8>, memref<4xi8>, memref<4xi8>) -> ()
      tir.call_tir @scale_1(%y, %w1, %z) : (memref<4xi8>, memref<4xi8>, memref<4xi8>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @scale_0(%x: memref<4xi8> {…}, %w: memref<4xi8> {kernel.argument = #kernel.argument<range = [-3, 5]>, …}, %y: memref<4xi8> {…})
        attributes {tir.function = #tir.function<kernel = <fused = ["mul#0", "mul#1"], place = "mul#0", shared_by = ["mul#0", "mul#1"]>>} {…}…
    tir.prim_func @main(…
      tir.call_tir @scale_0(%x, %w0, %y) {tir.call = #tir.call<layer = <fused = ["mul#0"], place = "mul#0">>} : …
      tir.call_tir @scale_0(%y, %w1, %z) {tir.call = #tir.call<layer = <fused = ["mul#1"], place = "mul#1">>} : …
    ```
  }];
  let dependentDialects = ["::tir::kernel::KernelDialect"];
}

#endif // TIR_DIALECT_TIR_TRANSFORMS_KERNELS_OUTLININGPASSES_TD
