//===- KernelPasses.td - Passes that rewrite kernels before schedules
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_SCHEDULES_KERNELPASSES_TD
#define TIR_SCHEDULES_KERNELPASSES_TD

include "mlir/Pass/PassBase.td"
include "tir/TargetInfo/MachineOptions.td"

def TIRTabulateDifferencesPass
    : Pass<"tir-tabulate-differences", "::mlir::ModuleOp"> {
  let summary = "Replace functions of differences from a maximum by tables";
  let description = [{
    A softmax of int8 elements takes the exponential of each element's difference
    from the maximum of its row, which is one of 256 numbers, -255 to 0. TOSA
    computes it from four tables of 513 numbers of 16 bits, each of which is
    interpolated. The pass computes it for all differences, and
    replaces it by one table of 256 numbers: 1 kB instead of 4 kB. The
    maximum is the one of the int8 elements themselves, whose zero point does not
    matter for a difference.

    Nothing is known of a softmax here: the pass replaces a tensor that is a function of
    such a difference, element by element, if it reads other tables so far, and
    if anything else than another such function reads it. What it computes is
    folded by the operations' own folders.

    The pass runs when everything is linalg on tensors, before kernels are made.

    Source: TensorFlow Lite's `SOFTMAX` as Arm's converter writes it in TOSA 1.0.

    Example:

    ```mlir
    func.func @main(%x: tensor<2x4xi8>) -> tensor<2x4xi16> {
      %table = arith.constant dense<7> : tensor<1024xi16>
      %most = arith.constant -2147483648 : i32
      %0 = tensor.empty() : tensor<2x4xi32>
      %wide = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
          ins(%x : tensor<2x4xi8>) outs(%0 : tensor<2x4xi32>) {
      ^bb0(%in: i8, %out: i32):
        %e = arith.extsi %in : i8 to i32
        linalg.yield %e : i32
      } -> tensor<2x4xi32>
      %1 = tensor.empty() : tensor<2xi32>
      %2 = linalg.fill ins(%most : i32) outs(%1 : tensor<2xi32>) -> tensor<2xi32>
      %max = linalg.reduce { arith.maxsi } ins(%wide : tensor<2x4xi32>) outs(%2 : tensor<2xi32>) dimensions = [1]
      %rows = tensor.expand_shape %max [[0, 1]] output_shape [2, 1] : tensor<2xi32> into tensor<2x1xi32>
      %differences = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
          ins(%wide, %rows : tensor<2x4xi32>, tensor<2x1xi32>) outs(%0 : tensor<2x4xi32>) {
      ^bb0(%in: i32, %row: i32, %out: i32):
        %d = arith.subi %in, %row : i32
        linalg.yield %d : i32
      } -> tensor<2x4xi32>
      %3 = tensor.empty() : tensor<2x4xi16>
      %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
          ins(%differences : tensor<2x4xi32>) outs(%3 : tensor<2x4xi16>) {
      ^bb0(%in: i32, %out: i16):
        %c512 = arith.constant 512 : i32
        %at = arith.addi %in, %c512 : i32
        %index = arith.index_cast %at : i32 to index
        %t = tensor.extract %table[%index] : tensor<1024xi16>
        linalg.yield %t : i16
      } -> tensor<2x4xi16>
      return %y : tensor<2x4xi16>
    }
    ```

    becomes one `linalg.reduce` of int8 elements, and one `linalg.generic` that reads a
    table of 256 numbers, by the low byte of a difference.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def TIRTabulateElementsPass
    : Pass<"tir-tabulate-elements", "::mlir::ModuleOp"> {
  let summary = "Replace functions of one int8 element by tables";
  let description = [{
    What is computed from an int8 element and constants, element by element, has 256
    values. If its result is an int8 tensor, and takes more than a rescale does for
    enough elements that 256 bytes are worth it, or takes a table already, the pass
    replaces it by one table of these values, such as a leaky ReLU. The eight bits of
    an element are its position in the table, to which compilers need not add
    anything. What it computes is folded by the operations' own folders.

    Only processors without vectors get tables: a Cortex-M0+ to M7, and a RISC-V without
    vectors. On other targets, nothing changes.

    The pass runs when everything is linalg on tensors, before kernels are made.

    Source: TensorFlow Lite's `HARD_SWISH` as Arm's converter writes it in TOSA 1.0,
    which is a table, too.

    Example:

    ```mlir --tir-tabulate-elements=target-triple=thumbv7em-none-eabi
    func.func @main(%x: tensor<16x16xi8>) -> tensor<16x16xi8> {
      %factor = arith.constant 1717986918 : i32
      %shift = arith.constant 34 : i8
      %low = arith.constant -128 : i32
      %high = arith.constant 127 : i32
      %0 = tensor.empty() : tensor<16x16xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
          ins(%x : tensor<16x16xi8>) outs(%0 : tensor<16x16xi8>) {
      ^bb0(%in: i8, %out: i8):
        %wide = arith.extsi %in : i8 to i32
        %square = arith.muli %wide, %wide : i32
        %less = tosa.apply_scale %wide, %factor, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
        %more = arith.maxsi %wide, %less : i32
        %sum = arith.addi %square, %more : i32
        %a = arith.maxsi %sum, %low : i32
        %b = arith.minsi %a, %high : i32
        %narrow = arith.trunci %b : i32 to i8
        linalg.yield %narrow : i8
      } -> tensor<16x16xi8>
      return %y : tensor<16x16xi8>
    }
    ```

    becomes one `linalg.generic` that reads a table of 256 numbers.
  }];
  let options = machineOptions;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
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

#endif // TIR_SCHEDULES_KERNELPASSES_TD
