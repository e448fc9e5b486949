// RUN: tir-opt %s --mlir-print-elementsattrs-with-hex-if-larger=1000 --tir-schedule-kernels="target-triple=thumbv6m-none-eabi target-cpu=cortex-m0plus" | FileCheck %s --check-prefix=RAISED
// RUN: tir-opt %s --mlir-print-elementsattrs-with-hex-if-larger=1000 --tir-schedule-kernels="target-triple=thumbv6m-none-eabi target-cpu=cortex-m0plus flash=100000" | FileCheck %s --check-prefix=PAIRS
// RUN: tir-opt %s --mlir-print-elementsattrs-with-hex-if-larger=1000 --tir-schedule-kernels="target-triple=thumbv7m-none-eabi target-cpu=cortex-m3" | FileCheck %s --check-prefix=EIGHT

// The weights have 128 more. The convolution has the zero point -128, and the biases the rest: 100 - 127 * 16 * 2.
// RAISED: memref.global "private" constant @conv_packed_weights : memref<256xi8> = dense<-126>
// RAISED: memref.global "private" constant @conv_folded_bias : memref<16xi32> = dense<-3964>
// RAISED-LABEL: tir.prim_func private @conv
// RAISED-SAME: memref<16xi8> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>, tir.name = "elements"}
// RAISED-SAME: schedule = #kernel.scalar<pixels = 1, excess = true, raised = true>
// RAISED: linalg.conv_2d_nhwc_fhwc_q ins(%{{.*}}, %{{.*}}, %c-128_i32{{.*}}, %c0_i32{{.*}} :

// Where the flash is limited, weights may have 16 bits, in words.
// PAIRS: memref.global "private" constant @conv_packed_weights : memref<256xi16> = dense<130> {alignment = 4 : i64}
// PAIRS-LABEL: tir.prim_func private @conv
// PAIRS-SAME: schedule = #kernel.scalar<pixels = 1, excess = true, raised = true, pairs = true>
// PAIRS: kernel.unpack_channels %{{.*}} group 4 excess : memref<256xi16> to tensor<16x1x1x16xi8>

// One pixel leaves registers for eight sums.
// EIGHT-LABEL: tir.prim_func private @conv
// EIGHT-SAME: schedule = #kernel.scalar<pixels = 1, channels = 8>
// EIGHT: kernel.unpack_channels %{{.*}} group 8 : memref<256xi8> to tensor<16x1x1x16xi8>
memref.global "private" constant @conv_weights : memref<16x1x1x16xi8> = dense<2>
memref.global "private" constant @conv_bias : memref<16xi32> = dense<100>

#by_channel = affine_map<(d0, d1, d2, d3) -> (d3)>
#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

tir.prim_func private @conv(
    %x: memref<1x1x1x16xi8> {tir.effect = #tir.effect<read>},
    %w: memref<16x1x1x16xi8> {tir.effect = #tir.effect<read>},
    %b: memref<16xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x1x16xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x16xi8> to tensor<1x1x1x16xi8>
  %weights = bufferization.to_tensor %w restrict : memref<16x1x1x16xi8> to tensor<16x1x1x16xi8>
  %bias = bufferization.to_tensor %b restrict : memref<16xi32> to tensor<16xi32>
  %zero_point = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x1x16xi32>
  %init = linalg.generic {indexing_maps = [#by_channel, #all],
                          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<16xi32>) outs(%empty : tensor<1x1x1x16xi32>) {
  ^bb0(%element: i32, %old: i32):
    linalg.yield %element : i32
  } -> tensor<1x1x1x16xi32>
  %out = linalg.conv_2d_nhwc_fhwc_q
      ins(%in, %weights, %zero_point, %zero : tensor<1x1x1x16xi8>, tensor<16x1x1x16xi8>, i32, i32)
      outs(%init : tensor<1x1x1x16xi32>) -> tensor<1x1x1x16xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x16xi32>, memref<1x1x1x16xi32>) -> ()
  tir.return
}

tir.prim_func @main(%x: memref<1x1x1x16xi8> {tir.effect = #tir.effect<read>},
                    %y: memref<1x1x1x16xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x16xi8> to tensor<1x1x1x16xi8>
  %conv_weights = memref.get_global @conv_weights : memref<16x1x1x16xi8>
  %w = bufferization.to_tensor %conv_weights restrict : memref<16x1x1x16xi8> to tensor<16x1x1x16xi8>
  %conv_bias = memref.get_global @conv_bias : memref<16xi32>
  %b = bufferization.to_tensor %conv_bias restrict : memref<16xi32> to tensor<16xi32>
  %empty = tensor.empty() : tensor<1x1x1x16xi32>
  %a = tir.call_tir @conv(%in, %w, %b) outs(%empty)
      : (tensor<1x1x1x16xi8>, tensor<16x1x1x16xi8>, tensor<16xi32>, tensor<1x1x1x16xi32>) -> tensor<1x1x1x16xi32>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x1x1x16xi32>, memref<1x1x1x16xi32>) -> ()
  tir.return
}
