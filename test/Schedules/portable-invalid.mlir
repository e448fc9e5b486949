// RUN: tir-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'tir.prim_func' op has no argument number 1 with #kernel.argument<scratch = true> of at least 128 i32, which #kernel.portable needs for a block of 8 pixels}}
tir.prim_func private @conv(
    %x: memref<1x3x3x24xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<17x32xi8> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %sums: memref<127xi32> {tir.effect = #tir.effect<write>, tir.name = "sums", kernel.argument = #kernel.argument<scratch = true>},
    %pixels: memref<256xi16> {tir.effect = #tir.effect<write>, tir.name = "pixels", kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x3x3x17xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.portable<pixels = 8>} {
  %in = bufferization.to_tensor %x restrict : memref<1x3x3x24xi8> to tensor<1x3x3x24xi8>
  %rows = bufferization.to_tensor %w restrict : memref<17x32xi8> to tensor<17x32xi8>
  %used = tensor.extract_slice %rows[0, 0] [17, 24] [1, 1] : tensor<17x32xi8> to tensor<17x24xi8>
  %weights = tensor.expand_shape %used [[0], [1, 2, 3]] output_shape [17, 1, 1, 24] : tensor<17x24xi8> into tensor<17x1x1x24xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x3x17xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x3x3x17xi32>) -> tensor<1x3x3x17xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x3x3x24xi8>, tensor<17x1x1x24xi8>)
      outs(%init : tensor<1x3x3x17xi32>) -> tensor<1x3x3x17xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x3x3x17xi32>, memref<1x3x3x17xi32>) -> ()
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op has no argument number 2 with #kernel.argument<scratch = true> of at least 256 i16, which #kernel.portable needs for a block of 8 pixels}}
tir.prim_func private @conv(
    %x: memref<1x3x3x24xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<17x32xi8> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %sums: memref<128xi32> {tir.effect = #tir.effect<write>, tir.name = "sums", kernel.argument = #kernel.argument<scratch = true>},
    %pixels: memref<256xi16> {tir.effect = #tir.effect<write>, tir.name = "pixels"},
    %y: memref<1x3x3x17xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.portable<pixels = 8>} {
  %in = bufferization.to_tensor %x restrict : memref<1x3x3x24xi8> to tensor<1x3x3x24xi8>
  %rows = bufferization.to_tensor %w restrict : memref<17x32xi8> to tensor<17x32xi8>
  %used = tensor.extract_slice %rows[0, 0] [17, 24] [1, 1] : tensor<17x32xi8> to tensor<17x24xi8>
  %weights = tensor.expand_shape %used [[0], [1, 2, 3]] output_shape [17, 1, 1, 24] : tensor<17x24xi8> into tensor<17x1x1x24xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x3x17xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x3x3x17xi32>) -> tensor<1x3x3x17xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x3x3x24xi8>, tensor<17x1x1x24xi8>)
      outs(%init : tensor<1x3x3x17xi32>) -> tensor<1x3x3x17xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x3x3x17xi32>, memref<1x3x3x17xi32>) -> ()
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op has no argument number 2 with #kernel.argument<scratch = true> of at least 64 i8, which #kernel.portable needs for a block of 1 pixels}}
tir.prim_func private @depthwise(
    %x: memref<1x4x4x72xi8> {tir.effect = #tir.effect<read>},
    %w: memref<9x72xi8> {tir.effect = #tir.effect<read>},
    %sums: memref<64xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %padding: memref<64xi16> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x4x4x72x1xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.portable<pixels = 1>} {
  %in = bufferization.to_tensor %x restrict : memref<1x4x4x72xi8> to tensor<1x4x4x72xi8>
  %rows = bufferization.to_tensor %w restrict : memref<9x72xi8> to tensor<9x72xi8>
  %weights = tensor.expand_shape %rows [[0, 1], [2, 3]] output_shape [3, 3, 72, 1] : tensor<9x72xi8> into tensor<3x3x72x1xi8>
  %outside = arith.constant -7 : i8
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %outside : i8
  } : tensor<1x4x4x72xi8> to tensor<1x6x6x72xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x4x4x72x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x4x4x72x1xi32>) -> tensor<1x4x4x72x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm ins(%padded, %weights : tensor<1x6x6x72xi8>, tensor<3x3x72x1xi8>)
      outs(%init : tensor<1x4x4x72x1xi32>) -> tensor<1x4x4x72x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x4x4x72x1xi32>, memref<1x4x4x72x1xi32>) -> ()
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op has blocks of 2 pixels, expected 1: it is a depthwise convolution, which computes one pixel at a time}}
tir.prim_func private @depthwise(
    %x: memref<1x4x4x72xi8> {tir.effect = #tir.effect<read>},
    %w: memref<9x72xi8> {tir.effect = #tir.effect<read>},
    %sums: memref<64xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %padding: memref<64xi8> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x4x4x72x1xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.portable<pixels = 2>} {
  %in = bufferization.to_tensor %x restrict : memref<1x4x4x72xi8> to tensor<1x4x4x72xi8>
  %rows = bufferization.to_tensor %w restrict : memref<9x72xi8> to tensor<9x72xi8>
  %weights = tensor.expand_shape %rows [[0, 1], [2, 3]] output_shape [3, 3, 72, 1] : tensor<9x72xi8> into tensor<3x3x72x1xi8>
  %outside = arith.constant -7 : i8
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %outside : i8
  } : tensor<1x4x4x72xi8> to tensor<1x6x6x72xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x4x4x72x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x4x4x72x1xi32>) -> tensor<1x4x4x72x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm ins(%padded, %weights : tensor<1x6x6x72xi8>, tensor<3x3x72x1xi8>)
      outs(%init : tensor<1x4x4x72x1xi32>) -> tensor<1x4x4x72x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x4x4x72x1xi32>, memref<1x4x4x72x1xi32>) -> ()
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op has rows of 48 weights, expected 32}}
tir.prim_func private @conv(
    %x: memref<1x3x3x24xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<17x48xi8> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %sums: memref<128xi32> {tir.effect = #tir.effect<write>, tir.name = "sums", kernel.argument = #kernel.argument<scratch = true>},
    %pixels: memref<256xi16> {tir.effect = #tir.effect<write>, tir.name = "pixels", kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x3x3x17xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.portable<pixels = 8>} {
  %in = bufferization.to_tensor %x restrict : memref<1x3x3x24xi8> to tensor<1x3x3x24xi8>
  %rows = bufferization.to_tensor %w restrict : memref<17x48xi8> to tensor<17x48xi8>
  %used = tensor.extract_slice %rows[0, 0] [17, 24] [1, 1] : tensor<17x48xi8> to tensor<17x24xi8>
  %weights = tensor.expand_shape %used [[0], [1, 2, 3]] output_shape [17, 1, 1, 24] : tensor<17x24xi8> into tensor<17x1x1x24xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x3x17xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x3x3x17xi32>) -> tensor<1x3x3x17xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x3x3x24xi8>, tensor<17x1x1x24xi8>)
      outs(%init : tensor<1x3x3x17xi32>) -> tensor<1x3x3x17xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x3x3x17xi32>, memref<1x3x3x17xi32>) -> ()
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op is not a kernel for #kernel.portable, expected one convolution of int8 tensors with weights from rows of a buffer; run tir-schedule-kernels, which lays out the constants}}
tir.prim_func private @conv(
    %x: memref<1x3x3x24xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<17x32xi8> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %sums: memref<128xi32> {tir.effect = #tir.effect<write>, tir.name = "sums", kernel.argument = #kernel.argument<scratch = true>},
    %pixels: memref<256xi16> {tir.effect = #tir.effect<write>, tir.name = "pixels", kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x3x3x17xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.portable<pixels = 8>} {
  %in = bufferization.to_tensor %x restrict : memref<1x3x3x24xi8> to tensor<1x3x3x24xi8>
  %rows = bufferization.to_tensor %w restrict : memref<17x32xi8> to tensor<17x32xi8>
  %used = tensor.extract_slice %rows[0, 8] [17, 24] [1, 1] : tensor<17x32xi8> to tensor<17x24xi8>
  %weights = tensor.expand_shape %used [[0], [1, 2, 3]] output_shape [17, 1, 1, 24] : tensor<17x24xi8> into tensor<17x1x1x24xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x3x17xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x3x3x17xi32>) -> tensor<1x3x3x17xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x3x3x24xi8>, tensor<17x1x1x24xi8>)
      outs(%init : tensor<1x3x3x17xi32>) -> tensor<1x3x3x17xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x3x3x17xi32>, memref<1x3x3x17xi32>) -> ()
  tir.return
}

// -----

// expected-error @below {{#kernel.portable has blocks of 9 pixels, expected 1 to 8, whose sums fit the vector registers}}
tir.prim_func private @nine() attributes {schedule = #kernel.portable<pixels = 9>}
