// RUN: tir-opt %s --mlir-print-elementsattrs-with-hex-if-larger=1000 --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s

// All channels have one rescale, whose short form is part of the kernel. Only the biases are stored.
// CHECK: memref.global "private" constant @single_folded_bias : memref<8xi32> = dense<50>
// CHECK-NOT: @single_rescale
// CHECK-LABEL: tir.prim_func private @single
// CHECK-NOT: tosa.apply_scale
// CHECK: kernel.requantize %{{.*}}, %c{{[0-9]+}}_i32{{.*}}, %c{{-?[0-9]+}}_i32{{.*}} shift {{[0-9]+}} bits 8 : i32

// Double rounding takes a second offset for negative sums, although the kernel has one pixel: it is not stored either.
// CHECK-LABEL: tir.prim_func private @double
// CHECK-NOT: tosa.apply_scale
// CHECK: kernel.requantize %{{.*}}, %c{{[0-9]+}}_i32{{.*}}, %c{{-?[0-9]+}}_i32{{.*}} sign %c{{[0-9]+}}_i32{{.*}} shift {{[0-9]+}} bits 8 : i32
memref.global "private" constant @single_weights : memref<8x1x1x256xi8> = dense<2>
memref.global "private" constant @double_weights : memref<8x1x1x256xi8> = dense<3>
memref.global "private" constant @bias : memref<8xi32> = dense<50>

#by_channel = affine_map<(d0, d1, d2, d3) -> (d3)>
#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

tir.prim_func private @single(
    %x: memref<1x1x1x256xi8> {tir.effect = #tir.effect<read>},
    %w: memref<8x1x1x256xi8> {tir.effect = #tir.effect<read>},
    %b: memref<8xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x1x8xi8> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x256xi8> to tensor<1x1x1x256xi8>
  %weights = bufferization.to_tensor %w restrict : memref<8x1x1x256xi8> to tensor<8x1x1x256xi8>
  %bias = bufferization.to_tensor %b restrict : memref<8xi32> to tensor<8xi32>
  %zero = arith.constant 0 : i32
  %multiplier = arith.constant 1442659569 : i32
  %shift = arith.constant 40 : i8
  %output_zero_point = arith.constant 5 : i32
  %min = arith.constant -128 : i32
  %max = arith.constant 127 : i32
  %empty = tensor.empty() : tensor<1x1x1x8xi32>
  %init = linalg.generic {indexing_maps = [#by_channel, #all],
                          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<8xi32>) outs(%empty : tensor<1x1x1x8xi32>) {
  ^bb0(%element: i32, %old: i32):
    linalg.yield %element : i32
  } -> tensor<1x1x1x8xi32>
  %sums = linalg.conv_2d_nhwc_fhwc_q
      ins(%in, %weights, %zero, %zero : tensor<1x1x1x256xi8>, tensor<8x1x1x256xi8>, i32, i32)
      outs(%init : tensor<1x1x1x8xi32>) -> tensor<1x1x1x8xi32>
  %out = tensor.empty() : tensor<1x1x1x8xi8>
  %result = linalg.generic {indexing_maps = [#all, #all],
                            iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums : tensor<1x1x1x8xi32>) outs(%out : tensor<1x1x1x8xi8>) {
  ^bb0(%sum: i32, %old: i8):
    %scaled = tosa.apply_scale %sum, %multiplier, %shift {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %moved = arith.addi %scaled, %output_zero_point : i32
    %low = arith.maxsi %moved, %min : i32
    %high = arith.minsi %low, %max : i32
    %byte = arith.trunci %high : i32 to i8
    linalg.yield %byte : i8
  } -> tensor<1x1x1x8xi8>
  bufferization.materialize_in_destination %result in restrict writable %y : (tensor<1x1x1x8xi8>, memref<1x1x1x8xi8>) -> ()
  tir.return
}

tir.prim_func private @double(
    %x: memref<1x1x1x256xi8> {tir.effect = #tir.effect<read>},
    %w: memref<8x1x1x256xi8> {tir.effect = #tir.effect<read>},
    %b: memref<8xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x1x8xi8> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x256xi8> to tensor<1x1x1x256xi8>
  %weights = bufferization.to_tensor %w restrict : memref<8x1x1x256xi8> to tensor<8x1x1x256xi8>
  %bias = bufferization.to_tensor %b restrict : memref<8xi32> to tensor<8xi32>
  %zero = arith.constant 0 : i32
  %multiplier = arith.constant 1462485049 : i32
  %shift = arith.constant 40 : i8
  %output_zero_point = arith.constant 96 : i32
  %min = arith.constant -128 : i32
  %max = arith.constant 127 : i32
  %empty = tensor.empty() : tensor<1x1x1x8xi32>
  %init = linalg.generic {indexing_maps = [#by_channel, #all],
                          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<8xi32>) outs(%empty : tensor<1x1x1x8xi32>) {
  ^bb0(%element: i32, %old: i32):
    linalg.yield %element : i32
  } -> tensor<1x1x1x8xi32>
  %sums = linalg.conv_2d_nhwc_fhwc_q
      ins(%in, %weights, %zero, %zero : tensor<1x1x1x256xi8>, tensor<8x1x1x256xi8>, i32, i32)
      outs(%init : tensor<1x1x1x8xi32>) -> tensor<1x1x1x8xi32>
  %out = tensor.empty() : tensor<1x1x1x8xi8>
  %result = linalg.generic {indexing_maps = [#all, #all],
                            iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums : tensor<1x1x1x8xi32>) outs(%out : tensor<1x1x1x8xi8>) {
  ^bb0(%sum: i32, %old: i8):
    %scaled = tosa.apply_scale %sum, %multiplier, %shift {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
    %moved = arith.addi %scaled, %output_zero_point : i32
    %low = arith.maxsi %moved, %min : i32
    %high = arith.minsi %low, %max : i32
    %byte = arith.trunci %high : i32 to i8
    linalg.yield %byte : i8
  } -> tensor<1x1x1x8xi8>
  bufferization.materialize_in_destination %result in restrict writable %y : (tensor<1x1x1x8xi8>, memref<1x1x1x8xi8>) -> ()
  tir.return
}

tir.prim_func @main(%x: memref<1x1x1x256xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x1x8xi8> {tir.effect = #tir.effect<write>},
                    %z: memref<1x1x1x8xi8> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x256xi8> to tensor<1x1x1x256xi8>
  %single_weights = memref.get_global @single_weights : memref<8x1x1x256xi8>
  %v = bufferization.to_tensor %single_weights restrict : memref<8x1x1x256xi8> to tensor<8x1x1x256xi8>
  %double_weights = memref.get_global @double_weights : memref<8x1x1x256xi8>
  %w = bufferization.to_tensor %double_weights restrict : memref<8x1x1x256xi8> to tensor<8x1x1x256xi8>
  %bias = memref.get_global @bias : memref<8xi32>
  %b = bufferization.to_tensor %bias restrict : memref<8xi32> to tensor<8xi32>
  %empty = tensor.empty() : tensor<1x1x1x8xi8>
  %first = tir.call_tir @single(%in, %v, %b) outs(%empty)
      : (tensor<1x1x1x256xi8>, tensor<8x1x1x256xi8>, tensor<8xi32>, tensor<1x1x1x8xi8>) -> tensor<1x1x1x8xi8>
  %second = tir.call_tir @double(%in, %w, %b) outs(%empty)
      : (tensor<1x1x1x256xi8>, tensor<8x1x1x256xi8>, tensor<8xi32>, tensor<1x1x1x8xi8>) -> tensor<1x1x1x8xi8>
  bufferization.materialize_in_destination %first in restrict writable %y : (tensor<1x1x1x8xi8>, memref<1x1x1x8xi8>) -> ()
  bufferization.materialize_in_destination %second in restrict writable %z : (tensor<1x1x1x8xi8>, memref<1x1x1x8xi8>) -> ()
  tir.return
}
