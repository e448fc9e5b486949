//===- Passes.td - The pass that chooses schedules
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SCHEDULES_PASSES_TD
#define TIR_SCHEDULES_PASSES_TD

include "mlir/Pass/PassBase.td"
include "tir/TargetInfo/MachineOptions.td"

// Options of passes that search for schedules.
defvar searchOptions = [
  Option<"schedule", "schedule", "::tir::ScheduleChoice",
         "::tir::ScheduleChoice::Auto", "Which schedules kernels may get",
         [{::llvm::cl::values(
           clEnumValN(::tir::ScheduleChoice::Auto, "auto",
                      "the one with the fewest estimated cycles"),
           clEnumValN(::tir::ScheduleChoice::Elementwise, "elementwise",
                      "each element by itself"))}]>
] # machineOptions # [
  Option<"onlyObjects", "only-objects", "bool", "false",
         "Whether no C is made, so that schedules may have steps for which "
         "only LLVM has vectors">
];

def TIRChooseRowsPass : Pass<"tir-choose-rows", "::mlir::ModuleOp"> {
  let summary = "Choose the calls that run by rows";
  let description = [{
    Lets calls in the main functions run by rows, where that makes the memory
    that is live at once smaller: such a call calls the function that computes
    one row (`row_kernel` of `#tir.kernel`), and gets `kernel.rows`, the number of its group. The
    calls of a group follow each other. `tir-stream-rows` makes a loop of each
    group, in which the tensors between its calls take only a few rows.

    The pass cuts the calls into groups so that the largest number of bytes that
    any group needs is as small as possible; of several such cuts, it takes the
    one with the fewest estimated cycles. With `rows=auto`, all calls together
    may take at most 2 % more estimated cycles than without rows, or 10 % on
    processors that `#kernel.scalar` serves and in networks of floats or int16
    elements, or a quarter more on Cortex-M55 and M85, and where `#kernel.lanes` computes any of them. The pass estimates as
    `tir-schedule-kernels` does, for the same target.
    `rows=min-ram` has no such bound.

    With `overwrite-inputs`, inputs count like other tensors, and their memory is
    free row by row.

    The application can hand over the rows of one input while the model runs:
    with `feed-rows=NAME`, all calls that read the input of that name are in one
    group, even with `rows=off` and if that takes more cycles. It is an error if
    they cannot be.

    Input: the output of `tir-make-row-kernels`. Output: kernels without
    a `row_kernel`, all of which are called.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-make-row-kernels --tir-choose-rows=rows=min-ram
    !t = tensor<1x64x4xi8>
    !m = memref<1x64x4xi8>
    #id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
    tir.prim_func private @not(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : !m to !t
      %e = tensor.empty() : !t
      %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%in : !t) outs(%e : !t) {
      ^bb0(%a: i8, %b: i8):
        %c = arith.constant -1 : i8
        %n = arith.xori %a, %c : i8
        linalg.yield %n : i8
      } -> !t
      bufferization.materialize_in_destination %out in restrict writable %y : (!t, !m) -> ()
      tir.return
    }
    tir.prim_func @main(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : !m to !t
      %e = tensor.empty() : !t
      %a = tir.call_tir @not(%in) outs(%e) : (!t, !t) -> !t
      %f = tensor.empty() : !t
      %b = tir.call_tir @not(%a) outs(%f) : (!t, !t) -> !t
      bufferization.materialize_in_destination %b in restrict writable %y : (!t, !m) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      %2 = tir.call_tir @not_row(%0) outs(%1) {kernel.rows = 0 : i64} : (tensor<1x64x4xi8>, tensor<1x64x4xi8>) -> tensor<1x64x4xi8>
      %3 = tensor.empty() : tensor<1x64x4xi8>
      %4 = tir.call_tir @not_row(%2) outs(%3) {kernel.rows = 0 : i64} : (tensor<1x64x4xi8>, tensor<1x64x4xi8>) -> tensor<1x64x4xi8>
    ```
  }];
  let dependentDialects = ["::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
  let options = [
    Option<"rows", "rows", "::tir::RowsChoice", "::tir::RowsChoice::Auto",
           "Which calls run by rows",
           [{::llvm::cl::values(
             clEnumValN(::tir::RowsChoice::Auto, "auto",
                        "those that save memory, for at most 2 % more "
                        "estimated cycles"),
             clEnumValN(::tir::RowsChoice::Off, "off", "none"),
             clEnumValN(::tir::RowsChoice::MinRAM, "min-ram",
                        "those that save memory"))}]>,
    Option<"feedRows", "feed-rows", "std::string", "",
           "The input whose rows the application hands over one by one">,
    Option<"overwriteInputs", "overwrite-inputs", "bool", "false",
           "Let other tensors lie where inputs are that nobody reads any more, "
           "so that inputs count">
  ] # searchOptions;
}

def TIRChooseBandsPass : Pass<"tir-choose-bands", "::mlir::ModuleOp"> {
  let summary = "Choose the calls that run in bands of columns";
  let description = [{
    Lets calls that follow each other compute some columns of the last one's
    result, then the next ones. Tensors between them then have fewer columns.
    What two bands need of such a tensor is computed twice, so that no columns
    have to be kept from band to band.

    Each kernel gets a function for the columns of a band, which bands of equal
    shape share, and a function for a row of it. Another kernel copies the
    columns of each band into the whole result (`insert`), and one copies columns
    of a tensor of which there are more than its reader needs (`columns`).

    With `ram=BYTES`, the pass chooses the calls and the numbers of bands with
    the fewest estimated cycles of those that need at most so many bytes, or,
    if there are none, the fewest bytes. Without it, nothing runs in bands.
    `bands=FIRST:END:COUNT` lets the calls from number FIRST to END - 1 run in
    COUNT bands, and may be given several times. It is an error if a column of
    the result depends on more than some columns of what they read.

    Input: the output of `tir-make-row-kernels`. Output: the same, with more
    kernels.

    Source: none in TVM v0.14; patches of MCUNetV2 (arXiv 2110.15352) and
    msf-CNN (arXiv 2505.11483).

    Example:

    ```mlir --tir-make-row-kernels --tir-choose-bands=bands=0:2:2
    !t = tensor<1x8x6x4xi8>
    !m = memref<1x8x6x4xi8>
    #id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
    tir.prim_func private @not(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : !m to !t
      %e = tensor.empty() : !t
      %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%in : !t) outs(%e : !t) {
      ^bb0(%a: i8, %b: i8):
        %c = arith.constant -1 : i8
        %n = arith.xori %a, %c : i8
        linalg.yield %n : i8
      } -> !t
      bufferization.materialize_in_destination %out in restrict writable %y : (!t, !m) -> ()
      tir.return
    }
    tir.prim_func @main(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : !m to !t
      %e = tensor.empty() : !t
      %a = tir.call_tir @not(%in) outs(%e) : (!t, !t) -> !t
      %f = tensor.empty() : !t
      %b = tir.call_tir @not(%a) outs(%f) : (!t, !t) -> !t
      bufferization.materialize_in_destination %b in restrict writable %y : (!t, !m) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func @main(…
      tir.call_tir @not_columns(…
      tir.call_tir @not_band(…
      tir.call_tir @not_band(…
      tir.call_tir @not_insert(…
      tir.call_tir @not_columns_0(…
      tir.call_tir @not_band(…
      tir.call_tir @not_band(…
      tir.call_tir @not_insert_1(…
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect", "::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
  let options = [
    Option<"ram", "ram", "uint64_t", "0",
           "The bytes that the block may need by estimate (0: no bands)">,
    ListOption<"bands", "bands", "std::string",
               "FIRST:END:COUNT of calls that run in bands">,
    Option<"overwriteInputs", "overwrite-inputs", "bool", "false",
           "Let other tensors lie where inputs are that nobody reads any more, "
           "so that inputs count">,
    Option<"schedule", "schedule", "::tir::ScheduleChoice",
           "::tir::ScheduleChoice::Auto", "Which schedules kernels may get",
           [{::llvm::cl::values(
             clEnumValN(::tir::ScheduleChoice::Auto, "auto",
                        "the one with the fewest estimated cycles"),
             clEnumValN(::tir::ScheduleChoice::Elementwise, "elementwise",
                        "each element by itself"))}]>,
    Option<"triple", "target-triple", "std::string", "",
           "Target triple (default: this machine's)">,
    Option<"cpu", "target-cpu", "std::string", "",
           "CPU, such as cortex-m4 (default: the generic one)">,
    Option<"features", "target-features", "std::string", "",
           "Features to add or remove, such as +dsp,-mve">,
    Option<"onlyObjects", "only-objects", "bool", "false",
           "Whether no C is made, so that schedules may have steps for which "
           "only LLVM has vectors">
  ];
}

def TIRApproximateFunctionsPass : Pass<"tir-approximate-functions", "::mlir::ModuleOp"> {
  let summary = "Let functions of f32 be computed in lanes";
  let description = [{
    Gives `math.exp`, `math.tanh` and `math.erf` of f32 the flag `afn` on targets
    with vectors of floats, and where nothing is known of the target. Both back
    ends compute such a function by products and sums, without a branch or a table,
    so that loops of it become loops of vectors: generated C by functions such as
    `tir_exp`, objects by `tir-expand-functions`. The bits are the same for vectors
    of any length, without vectors, and with every schedule. An exponential is
    within 1.1 units of the last place, an error function within 1.2, and a
    hyperbolic tangent within 1.5; infinity, NaN and subnormal numbers are as in
    C99. Elsewhere, the functions of the C library remain.

    Input: any module. Output: the same operations.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-approximate-functions=target-triple=x86_64-linux-gnu
    func.func @f(%x: f32) -> f32 {
      %y = math.exp %x : f32
      return %y : f32
    }
    ```

    becomes

    ```mlir
    %0 = math.exp %arg0 fastmath<afn> : f32
    ```
  }];
  let options = machineOptions;
}

def TIRNarrowSumsPass : Pass<"tir-narrow-sums", "::mlir::ModuleOp"> {
  let summary = "Add int16 products in 32 bits where no sum needs more";
  let description = [{
    TOSA sums products of int16 elements with int8 weights in 48 bits, which are
    64 bits here. Most layers need fewer: with constant weights and biases, the
    sums of each output channel are at most the bias and 32,768 times the sizes of
    the weights. If the sums of all channels in all calls of a kernel fit 32 bits,
    in whichever order they are added, the convolution, what adds its biases, and
    the rescale work on 32 bits. The numbers are the same. Processors multiply and
    add 32 bits in one instruction, and the schedules that compute blocks of sums
    in registers take such kernels.

    A rescale by 2^s / 2^s, as the converter of TFLite writes it for a fully
    connected layer, is left out.

    Kernels stay as they are if a call passes weights or biases that are not
    constant, if the weights are to be replaced later (`seal-weights`), or if
    something else than a rescale takes the sums.

    Input: the output of `tir-merge-kernels`, for `schedule=auto`. Output: the same
    kernels, with biases as `i32`.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-narrow-sums
    !x = memref<1x1x1x2xi16>
    !w = memref<1x1x1x2xi8>
    !y = memref<1x1x1x1xi16>
    #id = affine_map<(n, h, w, c) -> (n, h, w, c)>
    #channel = affine_map<(n, h, w, c) -> (c)>
    memref.global "private" constant @weights : !w = dense<[[[[5, -7]]]]>
    memref.global "private" constant @bias : memref<1xi64> = dense<1000>
    tir.prim_func private @sum(%x: !x {tir.effect = #tir.effect<read>}, %w: !w {tir.effect = #tir.effect<read>},
                               %b: memref<1xi64> {tir.effect = #tir.effect<read>}, %y: !y {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : !x to tensor<1x1x1x2xi16>
      %weights = bufferization.to_tensor %w restrict : !w to tensor<1x1x1x2xi8>
      %bias = bufferization.to_tensor %b restrict : memref<1xi64> to tensor<1xi64>
      %empty = tensor.empty() : tensor<1x1x1x1xi64>
      %init = linalg.generic {indexing_maps = [#channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%bias : tensor<1xi64>) outs(%empty : tensor<1x1x1x1xi64>) {
      ^bb0(%a: i64, %o: i64):
        linalg.yield %a : i64
      } -> tensor<1x1x1x1xi64>
      %sum = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x1x1x2xi16>, tensor<1x1x1x2xi8>)
          outs(%init : tensor<1x1x1x1xi64>) -> tensor<1x1x1x1xi64>
      %e = tensor.empty() : tensor<1x1x1x1xi16>
      %m = arith.constant 20000 : i32
      %s = arith.constant 20 : i8
      %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%sum : tensor<1x1x1x1xi64>) outs(%e : tensor<1x1x1x1xi16>) {
      ^bb0(%a: i64, %o: i16):
        %q = tosa.apply_scale %a, %m, %s {rounding_mode = SINGLE_ROUND} : (i64, i32, i8) -> i32
        %t = arith.trunci %q : i32 to i16
        linalg.yield %t : i16
      } -> tensor<1x1x1x1xi16>
      bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x1xi16>, !y) -> ()
      tir.return
    }
    tir.prim_func @main(%x: !x {tir.effect = #tir.effect<read>}, %y: !y {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : !x to tensor<1x1x1x2xi16>
      %gw = memref.get_global @weights : !w
      %w = bufferization.to_tensor %gw restrict : !w to tensor<1x1x1x2xi8>
      %gb = memref.get_global @bias : memref<1xi64>
      %b = bufferization.to_tensor %gb restrict : memref<1xi64> to tensor<1xi64>
      %e = tensor.empty() : tensor<1x1x1x1xi16>
      %a = tir.call_tir @sum(%in, %w, %b) outs(%e)
          : (tensor<1x1x1x2xi16>, tensor<1x1x1x2xi8>, tensor<1xi64>, tensor<1x1x1x1xi16>) -> tensor<1x1x1x1xi16>
      bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x1x1x1xi16>, !y) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    memref.global "private" constant @bias_0 : memref<1xi32> = dense<1000>…
    tir.prim_func private @sum(…
      %5 = linalg.conv_2d_nhwc_fhwc…
        %8 = tosa.apply_scale %in, %c20000_i32, %c20_i8 {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    ```
  }];
  let dependentDialects = ["::tir::TIRDialect", "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def TIRSplitProductsPass : Pass<"tir-split-products", "::mlir::ModuleOp"> {
  let summary = "Keep sums of products apart from what reduces them";
  let description = [{
    Splits a kernel that computes a sum of f32 products and then reduces it, such
    as a convolution before a global average pooling, into one that computes the
    sums and one that computes the output from them. `#kernel.lanes` can then compute
    the sums. So do kernels that transpose an operand or the result of a product of
    matrices, as attention has them, unless the operand is constant: the
    transposition gets a kernel of its own, for up to a quarter more memory. Other
    kernels stay whole if the tensor between both would make the memory larger that
    is live at once. So do all kernels on targets without vectors of floats.

    Input: the output of the phase `kernels`. Output: the same kernels, or several
    in place of one, whose calls follow each other.

    Source: none in TVM v0.14.

    Example:

    ```mlir --tir-split-products=target-triple=x86_64-linux-gnu
    !t = tensor<1x4x8xf32>
    !m = memref<1x4x8xf32>
    #in = affine_map<(b, c, r) -> (b, r, c)>
    #out = affine_map<(b, c, r) -> (b, c)>
    tir.prim_func private @mean(%x: !m {tir.effect = #tir.effect<read>}, %w: memref<1x8x8xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<1x8xf32> {tir.effect = #tir.effect<write>}) {
      %zero = arith.constant 0.0 : f32
      %in = bufferization.to_tensor %x restrict : !m to !t
      %weights = bufferization.to_tensor %w restrict : memref<1x8x8xf32> to tensor<1x8x8xf32>
      %e = tensor.empty() : !t
      %start = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
      %products = linalg.batch_matmul ins(%in, %weights : !t, tensor<1x8x8xf32>) outs(%start : !t) -> !t
      %f = tensor.empty() : tensor<1x8xf32>
      %none = linalg.fill ins(%zero : f32) outs(%f : tensor<1x8xf32>) -> tensor<1x8xf32>
      %sum = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%products : !t) outs(%none : tensor<1x8xf32>) {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        linalg.yield %c : f32
      } -> tensor<1x8xf32>
      bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<1x8xf32>, memref<1x8xf32>) -> ()
      tir.return
    }
    func.func @main(%x: !t, %w: tensor<1x8x8xf32>) -> tensor<1x8xf32> {
      %large = tensor.empty() : tensor<1x64xf32>
      %e = tensor.empty() : tensor<1x8xf32>
      %y = tir.call_tir @mean(%x, %w) outs(%e) : (!t, tensor<1x8x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
      return %y : tensor<1x8xf32>
    }
    ```

    The call stays whole here, since nothing else is live. In a network with larger
    tensors elsewhere, it calls `mean_products`, which writes the products to a
    tensor, and `mean_of_products`, which reads this tensor.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::tensor::TensorDialect",
    "::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
  let options = machineOptions;
}

def TIRSeparateScalesPass : Pass<"tir-separate-scales", "::mlir::ModuleOp"> {
  let summary = "Make numbers of rescales constants that calls pass";
  let description = [{
    Replaces multipliers, shifts and zero points in the bodies of kernels by
    elements of a tensor `scales` that each call passes, so that the code does
    not depend on the scales of a quantised model (`--weights=blob`).

    With `fix-sums`, functions of one or two int8 elements that consist of such
    rescales, such as a residual addition, become a sum of two products and an
    offset, with two shifts that are the same for all scales, if there is one that
    is exact for all elements. Its numbers are elements of `scales`, too.

    A rescale by exactly 1, which only makes numbers wider, stays as it is.
    Kernels of convolutions and products of matrices are left to their
    schedules, which store such numbers for each channel.
    Input: kernels on tensors without a schedule.

    Example:

    ```mlir --tir-separate-scales
    #map = affine_map<(d0) -> (d0)>
    tir.prim_func private @rescale(%x: memref<4xi32> {tir.effect = #tir.effect<read>}, %y: memref<4xi32> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<4xi32> to tensor<4xi32>
      %empty = tensor.empty() : tensor<4xi32>
      %m = arith.constant 1518500250 : i32
      %s = arith.constant 35 : i8
      %out = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%in : tensor<4xi32>) outs(%empty : tensor<4xi32>) {
      ^bb0(%e: i32, %o: i32):
        %r = tosa.apply_scale %e, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
        linalg.yield %r : i32
      } -> tensor<4xi32>
      bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xi32>, memref<4xi32>) -> ()
      tir.return
    }
    tir.prim_func @main(%x: memref<4xi32> {tir.effect = #tir.effect<read>}, %y: memref<4xi32> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<4xi32> to tensor<4xi32>
      %empty = tensor.empty() : tensor<4xi32>
      %out = tir.call_tir @rescale(%in) outs(%empty) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
      bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xi32>, memref<4xi32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    memref.global "private" constant @rescale_scales : memref<2xi32> = dense<[1518500250, 35]>
    ```
  }];
  let options = [Option<
      "fixSums", "fix-sums", "bool", /*default=*/"false",
      "Bring functions of one or two int8 elements, such as residual additions, "
      "into one form">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect",
                           "::tir::TIRDialect"];
}

def TIRScheduleKernelsPass : Pass<"tir-schedule-kernels", "::mlir::ModuleOp"> {
  let summary = "Choose how each kernel is computed";
  let description = [{
    Adds the attribute `schedule` to each private `tir.prim_func` whose body works
    on tensors. The phase `loops` makes its loops according to this attribute. A
    kernel that has a schedule keeps it.

    The candidates are `#kernel.elementwise`, which can compute every kernel, and
    what the schedule providers of the context propose for the target. A plugin
    can add a provider (`tir/Schedules/ScheduleProvider.h`). The pass takes the
    candidate with the fewest estimated cycles; of several such candidates, it
    takes the first. A schedule gives the constants that calls pass to the kernel
    the layout that it needs, and may add an argument with `scratch`; if it cannot
    compute the kernel with these constants, the next candidate follows. With
    `schedule=elementwise`, the pass asks no provider. All schedules of a kernel
    compute the same bits, so that `#kernel.elementwise` is the reference for the
    others. `tir-fuse-softmax` comes before this pass, unless
    `schedule=elementwise`.

    `ram` and `flash` limit the memory of the module; 0 means no limit. A
    schedule is left out if its `scratch` would make the tensors that live
    at one of the kernel's calls larger than `ram`. `flash` is for code and
    constants: while the estimate is above it, the pass takes another schedule
    for the kernel that then saves the most bytes for each cycle that it costs.
    No limit is an error here: `tir-plan-memory` checks the RAM, and the size of
    the code is known after it is compiled.

    Each kernel gets the estimate of its schedule (`cycles` of `#tir.kernel`),
    which the report adds up for each step of a run.

    Input: the output of the phase `kernels`. Output: the same with schedules.

    Example:

    ```mlir
    tir.prim_func private @exp(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                               %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
      %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %empty = tensor.empty() : tensor<4xf32>
      %out = linalg.exp ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %out in restrict writable %y
          : (tensor<4xf32>, memref<4xf32>) -> ()
      tir.return
    }
    ```

    becomes

    ```mlir
    tir.prim_func private @exp(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                               %y: memref<4xf32> {tir.effect = #tir.effect<write>})
        attributes {schedule = #kernel.elementwise, tir.function = #tir.function<kernel = <cycles = 12>>} {
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect", "::tir::TIRDialect",
                           "::tir::kernel::KernelDialect"];
  let options = searchOptions # [
    Option<"ram", "ram", "uint64_t", "0",
           "Most bytes of RAM, without inputs and outputs (default: no limit)">,
    Option<"flash", "flash", "uint64_t", "0",
           "Most bytes of code and constants (default: no limit)">
  ];
}

#endif // TIR_SCHEDULES_PASSES_TD
