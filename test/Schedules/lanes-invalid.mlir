// RUN: tir-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'tir.prim_func' op is not a kernel for #kernel.lanes, expected sums of products of f32 tensors for the same elements, with weights from kernel.unpack_lanes if they are convolutions; run tir-schedule-kernels, which lays out the constants}}
tir.prim_func private @weights_as_in_the_model(
    %x: memref<1x2x2x4xf32> {tir.effect = #tir.effect<read>},
    %w: memref<8x1x1x4xf32> {tir.effect = #tir.effect<read>},
    %sums: memref<32xf32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x2x2x8xf32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.lanes<pixels = 4, lanes = 8>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x2x4xf32> to tensor<1x2x2x4xf32>
  %weights = bufferization.to_tensor %w restrict : memref<8x1x1x4xf32> to tensor<8x1x1x4xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x2x4xf32>, tensor<8x1x1x4xf32>)
      outs(%init : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x2x8xf32>, memref<1x2x2x8xf32>) -> ()
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op has weights in groups of 4 channels, expected 8}}
tir.prim_func private @other_groups(
    %x: memref<1x2x2x4xf32> {tir.effect = #tir.effect<read>},
    %w: memref<32xf32> {tir.effect = #tir.effect<read>},
    %sums: memref<32xf32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x2x2x8xf32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.lanes<pixels = 4, lanes = 8>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x2x4xf32> to tensor<1x2x2x4xf32>
  %weights = kernel.unpack_lanes %w lanes 4 : memref<32xf32> to tensor<8x1x1x4xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x2x4xf32>, tensor<8x1x1x4xf32>)
      outs(%init : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x2x8xf32>, memref<1x2x2x8xf32>) -> ()
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op has no argument with #kernel.argument<scratch = true> of at least 32 f32, which #kernel.lanes needs for the sums of a block}}
tir.prim_func private @few_sums(
    %x: memref<1x2x2x4xf32> {tir.effect = #tir.effect<read>},
    %w: memref<32xf32> {tir.effect = #tir.effect<read>},
    %sums: memref<31xf32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x2x2x8xf32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.lanes<pixels = 4, lanes = 8>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x2x4xf32> to tensor<1x2x2x4xf32>
  %weights = kernel.unpack_lanes %w lanes 8 : memref<32xf32> to tensor<8x1x1x4xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
  %products = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x2x4xf32>, tensor<8x1x1x4xf32>)
      outs(%init : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
  // No step computes this from its sums.
  %out = linalg.exp ins(%products : tensor<1x2x2x8xf32>) outs(%empty : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x2x8xf32>, memref<1x2x2x8xf32>) -> ()
  tir.return
}
