// RUN: tir-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'tir.prim_func' op has no argument with #kernel.argument<scratch = true> of at least 6 i32, which #kernel.blocked needs for a block of 3 pixels}}
tir.prim_func private @pointwise(
    %x: memref<1x2x4x4xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<4xi32> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %scratch: memref<6xi32> {tir.effect = #tir.effect<write>},
    %y: memref<1x2x4x3xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x4x4xi8> to tensor<1x2x4x4xi8>
  %weights = kernel.unpack_pairs %w segment 4 : memref<4xi32> to tensor<3x1x1x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x4x3xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x4x4xi8>, tensor<3x1x1x4xi8>)
      outs(%init : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x4x3xi32>, memref<1x2x4x3xi32>) -> ()
  tir.return
}
// -----

// expected-error @below {{'tir.prim_func' op has no argument with #kernel.argument<scratch = true> of at least 6 i32, which #kernel.blocked needs for a block of 3 pixels}}
tir.prim_func private @pointwise(
    %x: memref<1x2x4x4xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<4xi32> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %scratch: memref<5xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x2x4x3xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x4x4xi8> to tensor<1x2x4x4xi8>
  %weights = kernel.unpack_pairs %w segment 4 : memref<4xi32> to tensor<3x1x1x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x4x3xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x4x4xi8>, tensor<3x1x1x4xi8>)
      outs(%init : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x4x3xi32>, memref<1x2x4x3xi32>) -> ()
  tir.return
}
// -----

// expected-error @below {{'tir.prim_func' op has no argument with #kernel.argument<scratch = true> of at least 6 i32, which #kernel.blocked needs for a block of 3 pixels}}
tir.prim_func private @pointwise(
    %x: memref<1x2x4x4xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<4xi32> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %scratch: memref<6xi64> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x2x4x3xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x4x4xi8> to tensor<1x2x4x4xi8>
  %weights = kernel.unpack_pairs %w segment 4 : memref<4xi32> to tensor<3x1x1x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x4x3xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x4x4xi8>, tensor<3x1x1x4xi8>)
      outs(%init : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x4x3xi32>, memref<1x2x4x3xi32>) -> ()
  tir.return
}
// -----

// Weights that tir-schedule-kernels has not laid out.
// expected-error @below {{'tir.prim_func' op is not a kernel for #kernel.blocked, expected one convolution of int8 or int16 tensors with weights from kernel.unpack_pairs or kernel.unpack_taps, or a depthwise one with windows other than 3 x 3; run tir-schedule-kernels, which lays out the constants}}
tir.prim_func private @pointwise(
    %x: memref<1x2x4x4xi8> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<3x1x1x4xi8> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %scratch: memref<6xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x2x4x3xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x4x4xi8> to tensor<1x2x4x4xi8>
  %weights = bufferization.to_tensor %w restrict : memref<3x1x1x4xi8> to tensor<3x1x1x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x4x3xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x4x4xi8>, tensor<3x1x1x4xi8>)
      outs(%init : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x4x3xi32>, memref<1x2x4x3xi32>) -> ()
  tir.return
}
// -----

// expected-error @below {{'tir.prim_func' op is not a kernel for #kernel.blocked, expected one convolution of int8 or int16 tensors with weights from kernel.unpack_pairs or kernel.unpack_taps, or a depthwise one with windows other than 3 x 3; run tir-schedule-kernels, which lays out the constants}}
tir.prim_func private @negate(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                              %y: memref<4xf32> {tir.effect = #tir.effect<write>}) attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %out = linalg.negf ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// Six channels are not a multiple of four.
// expected-error @below {{'tir.prim_func' op is not a kernel for #kernel.blocked, expected}}
tir.prim_func private @depthwise(
    %x: memref<1x5x6x6xi8> {tir.effect = #tir.effect<read>},
    %w: memref<3x3x6x1xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x5x6x6x1xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 2>} {
  %in = bufferization.to_tensor %x restrict : memref<1x5x6x6xi8> to tensor<1x5x6x6xi8>
  %weights = bufferization.to_tensor %w restrict : memref<3x3x6x1xi8> to tensor<3x3x6x1xi8>
  %padding = arith.constant 2 : i8
  %zero_point = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %padding : i8
  } : tensor<1x5x6x6xi8> to tensor<1x7x8x6xi8>
  %empty = tensor.empty() : tensor<1x5x6x6x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x5x6x6x1xi32>) -> tensor<1x5x6x6x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm_q
      ins(%padded, %weights, %zero_point, %zero : tensor<1x7x8x6xi8>, tensor<3x3x6x1xi8>, i32, i32)
      outs(%init : tensor<1x5x6x6x1xi32>) -> tensor<1x5x6x6x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x5x6x6x1xi32>, memref<1x5x6x6x1xi32>) -> ()
  tir.return
}

// -----

// A declaration has no body to check.
tir.prim_func private @declared(memref<4xi8>) attributes {schedule = #kernel.blocked<pixels = 3>}

// -----

// expected-error @below {{#kernel.blocked has blocks of 0 pixels, expected 1 to 12, whose code is not too long}}
#none = #kernel.blocked<pixels = 0>

// -----

// expected-error @below {{'tir.prim_func' op has blocks of 3 pixels, expected 1 to 2: it is a depthwise convolution, which computes two rows together}}
tir.prim_func private @row_pairs(
    %x: memref<1x4x5x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<12xi32> {tir.effect = #tir.effect<read>},
    %scratch: memref<40xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x2x3x4x1xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x4x5x4xi8> to tensor<1x4x5x4xi8>
  %weights = kernel.unpack_taps %w : memref<12xi32> to tensor<3x3x4x1xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x3x4x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x3x4x1xi32>) -> tensor<1x2x3x4x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm ins(%in, %weights : tensor<1x4x5x4xi8>, tensor<3x3x4x1xi8>)
      outs(%init : tensor<1x2x3x4x1xi32>) -> tensor<1x2x3x4x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x3x4x1xi32>, memref<1x2x3x4x1xi32>) -> ()
  tir.return
}

// -----

// One row by itself.
// expected-error @below {{'tir.prim_func' op has blocks of 3 pixels, expected an even number, or a block for the whole row: kernel.dot_columns reads two columns together, of which a block begins with the first one}}
tir.prim_func private @odd_blocks(
    %x: memref<1x3x7x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<12xi32> {tir.effect = #tir.effect<read>},
    %scratch: memref<48xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x1x5x4x1xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x3x7x4xi8> to tensor<1x3x7x4xi8>
  %weights = kernel.unpack_taps %w : memref<12xi32> to tensor<3x3x4x1xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x5x4x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x5x4x1xi32>) -> tensor<1x1x5x4x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm ins(%in, %weights : tensor<1x3x7x4xi8>, tensor<3x3x4x1xi8>)
      outs(%init : tensor<1x1x5x4x1xi32>) -> tensor<1x1x5x4x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x5x4x1xi32>, memref<1x1x5x4x1xi32>) -> ()
  tir.return
}

// -----

// Two rows together leave one.
// expected-error @below {{'tir.prim_func' op has blocks of 1 pixels, expected an even number, or a block for the whole row}}
tir.prim_func private @odd_row(
    %x: memref<1x5x5x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<12xi32> {tir.effect = #tir.effect<read>},
    %scratch: memref<40xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x3x3x4x1xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 1>} {
  %in = bufferization.to_tensor %x restrict : memref<1x5x5x4xi8> to tensor<1x5x5x4xi8>
  %weights = kernel.unpack_taps %w : memref<12xi32> to tensor<3x3x4x1xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x3x4x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x3x3x4x1xi32>) -> tensor<1x3x3x4x1xi32>
  %out = linalg.depthwise_conv_2d_nhwc_hwcm ins(%in, %weights : tensor<1x5x5x4xi8>, tensor<3x3x4x1xi8>)
      outs(%init : tensor<1x3x3x4x1xi32>) -> tensor<1x3x3x4x1xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x3x3x4x1xi32>, memref<1x3x3x4x1xi32>) -> ()
  tir.return
}
// -----

// Words whose weights have the order of kernel.widen_bytes.
// expected-error @below {{'tir.prim_func' op has an input of words (kernel.narrow_words) or weights for it (kernel.unpack_pairs in_order), expected both or none, and words only for a convolution of 1 x 1 with an even number of channels; run tir-store-rows-as-int16}}
tir.prim_func private @pointwise(
    %x: memref<16xi32> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<4xi32> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %y: memref<1x2x4x3xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = kernel.narrow_words %x : memref<16xi32> to tensor<1x2x4x4xi8>
  %weights = kernel.unpack_pairs %w segment 4 : memref<4xi32> to tensor<3x1x1x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x4x3xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x4x4xi8>, tensor<3x1x1x4xi8>)
      outs(%init : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x4x3xi32>, memref<1x2x4x3xi32>) -> ()
  tir.return
}
// -----

// Words of pixels whose channels are odd, so that words have elements of two pixels.
// expected-error @below {{'tir.prim_func' op has an input of words (kernel.narrow_words) or weights for it (kernel.unpack_pairs in_order), expected both or none, and words only for a convolution of 1 x 1 with an even number of channels; run tir-store-rows-as-int16}}
tir.prim_func private @pointwise(
    %x: memref<12xi32> {tir.effect = #tir.effect<read>, tir.name = "input"},
    %w: memref<4xi32> {tir.effect = #tir.effect<read>, tir.name = "weights"},
    %y: memref<1x2x4x3xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = kernel.narrow_words %x : memref<12xi32> to tensor<1x2x4x3xi8>
  %weights = kernel.unpack_pairs %w segment 3 in_order : memref<4xi32> to tensor<3x1x1x3xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x4x3xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x4x3xi8>, tensor<3x1x1x3xi8>)
      outs(%init : tensor<1x2x4x3xi32>) -> tensor<1x2x4x3xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x4x3xi32>, memref<1x2x4x3xi32>) -> ()
  tir.return
}
