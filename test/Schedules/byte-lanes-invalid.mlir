// RUN: tir-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'tir.prim_func' op is not a kernel for #kernel.byte_lanes, expected one convolution of int8 tensors with weights from kernel.unpack_byte_lanes in its groups; run tir-schedule-kernels, which lays out the constants}}
tir.prim_func private @weights_as_in_the_model(
    %x: memref<1x2x2x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<8x1x1x4xi8> {tir.effect = #tir.effect<read>},
    %b: memref<8xi32> {tir.effect = #tir.effect<read>},
    %sums: memref<32xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x2x2x8xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.byte_lanes<pixels = 4, lanes = 8, products = 2>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x2x4xi8> to tensor<1x2x2x4xi8>
  %weights = bufferization.to_tensor %w restrict : memref<8x1x1x4xi8> to tensor<8x1x1x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x2x8xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x2x8xi32>) -> tensor<1x2x2x8xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x2x4xi8>, tensor<8x1x1x4xi8>)
      outs(%init : tensor<1x2x2x8xi32>) -> tensor<1x2x2x8xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x2x8xi32>, memref<1x2x2x8xi32>) -> ()
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op expected sums that start with a number for each channel, and the zero point 0, as what #kernel.byte_lanes adds to elements}}
tir.prim_func private @no_biases(
    %x: memref<1x2x2x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<32xi8> {tir.effect = #tir.effect<read>},
    %sums: memref<32xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x2x2x8xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.byte_lanes<pixels = 4, lanes = 8, products = 2>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x2x4xi8> to tensor<1x2x2x4xi8>
  %weights = kernel.unpack_byte_lanes %w lanes 8 together 2 segment 4 : memref<32xi8> to tensor<8x1x1x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x2x8xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x2x8xi32>) -> tensor<1x2x2x8xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x2x4xi8>, tensor<8x1x1x4xi8>)
      outs(%init : tensor<1x2x2x8xi32>) -> tensor<1x2x2x8xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x2x8xi32>, memref<1x2x2x8xi32>) -> ()
  tir.return
}
