// UNSUPPORTED: fast-tier
// Kernels compute the same as upstream's bufferization and loops.
// RUN: python3 %S/../Inputs/compare_kernels.py %s %t | FileCheck %s
// If padding changes nothing, the loops omit it; elsewhere each element is tested.
// RUN: tir-opt %s --tir-lower-kernels | FileCheck %s --check-prefix=LOOPS

// CHECK: {{^[0-9]+}} kernels, 0 differences


// Padding of zeros on both sides: loop bounds.
// LOOPS-LABEL: func.func @convolution(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @convolution(%x: memref<1x5x6x2xi32>, %w: memref<3x3x3x2xi32>, %y: memref<1x5x6x3xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<1x5x6x2xi32> to tensor<1x5x6x2xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3x3x3x2xi32> to tensor<3x3x3x2xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%padded0: index, %padded1: index, %padded2: index, %padded3: index):
    tensor.yield %fill : i32
  } : tensor<1x5x6x2xi32> to tensor<1x7x8x2xi32>
  %empty = tensor.empty() : tensor<1x5x6x3xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x5x6x3xi32>) -> tensor<1x5x6x3xi32>
  %conv = linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%padded, %wt : tensor<1x7x8x2xi32>, tensor<3x3x3x2xi32>) outs(%init : tensor<1x5x6x3xi32>) -> tensor<1x5x6x3xi32>
  bufferization.materialize_in_destination %conv in restrict writable %y : (tensor<1x5x6x3xi32>, memref<1x5x6x3xi32>) -> ()
  return
}


// More padding on one side than on the other, strides and dilations.
// LOOPS-LABEL: func.func @strided(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @strided(%x: memref<1x7x9x1xi32>, %w: memref<2x3x2x1xi32>, %y: memref<1x3x4x2xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<1x7x9x1xi32> to tensor<1x7x9x1xi32>
  %wt = bufferization.to_tensor %w restrict : memref<2x3x2x1xi32> to tensor<2x3x2x1xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[0, 2, 0, 0] high[0, 1, 3, 0] {
  ^bb0(%padded0: index, %padded1: index, %padded2: index, %padded3: index):
    tensor.yield %fill : i32
  } : tensor<1x7x9x1xi32> to tensor<1x10x12x1xi32>
  %empty = tensor.empty() : tensor<1x3x4x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x3x4x2xi32>) -> tensor<1x3x4x2xi32>
  %conv = linalg.conv_2d_nhwc_fhwc {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>}
      ins(%padded, %wt : tensor<1x10x12x1xi32>, tensor<2x3x2x1xi32>) outs(%init : tensor<1x3x4x2xi32>) -> tensor<1x3x4x2xi32>
  bufferization.materialize_in_destination %conv in restrict writable %y : (tensor<1x3x4x2xi32>, memref<1x3x4x2xi32>) -> ()
  return
}


// Padding only before the rows, and only after the columns.
// LOOPS-LABEL: func.func @low_only(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @low_only(%x: memref<1x6x6x1xi32>, %w: memref<1x3x3x1xi32>, %y: memref<1x6x6x1xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<1x6x6x1xi32> to tensor<1x6x6x1xi32>
  %wt = bufferization.to_tensor %w restrict : memref<1x3x3x1xi32> to tensor<1x3x3x1xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[0, 2, 0, 0] high[0, 0, 2, 0] {
  ^bb0(%padded0: index, %padded1: index, %padded2: index, %padded3: index):
    tensor.yield %fill : i32
  } : tensor<1x6x6x1xi32> to tensor<1x8x8x1xi32>
  %empty = tensor.empty() : tensor<1x6x6x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x6x6x1xi32>) -> tensor<1x6x6x1xi32>
  %conv = linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%padded, %wt : tensor<1x8x8x1xi32>, tensor<1x3x3x1xi32>) outs(%init : tensor<1x6x6x1xi32>) -> tensor<1x6x6x1xi32>
  bufferization.materialize_in_destination %conv in restrict writable %y : (tensor<1x6x6x1xi32>, memref<1x6x6x1xi32>) -> ()
  return
}


// Padding that changes the sum.
// LOOPS-LABEL: func.func @padding_counts(
// LOOPS:         scf.if
func.func @padding_counts(%x: memref<1x5x5x1xi32>, %w: memref<2x3x3x1xi32>, %y: memref<1x5x5x2xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<1x5x5x1xi32> to tensor<1x5x5x1xi32>
  %wt = bufferization.to_tensor %w restrict : memref<2x3x3x1xi32> to tensor<2x3x3x1xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 3 : i32
  %padded = tensor.pad %xt low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%padded0: index, %padded1: index, %padded2: index, %padded3: index):
    tensor.yield %fill : i32
  } : tensor<1x5x5x1xi32> to tensor<1x7x7x1xi32>
  %empty = tensor.empty() : tensor<1x5x5x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x5x5x2xi32>) -> tensor<1x5x5x2xi32>
  %conv = linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%padded, %wt : tensor<1x7x7x1xi32>, tensor<2x3x3x1xi32>) outs(%init : tensor<1x5x5x2xi32>) -> tensor<1x5x5x2xi32>
  bufferization.materialize_in_destination %conv in restrict writable %y : (tensor<1x5x5x2xi32>, memref<1x5x5x2xi32>) -> ()
  return
}


// Floats, and a start other than zero.
// LOOPS-LABEL: func.func @floats(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @floats(%x: memref<1x5x4x2xf32>, %w: memref<2x3x3x2xf32>, %y: memref<1x3x4x2xf32>) {
  %xt = bufferization.to_tensor %x restrict : memref<1x5x4x2xf32> to tensor<1x5x4x2xf32>
  %wt = bufferization.to_tensor %w restrict : memref<2x3x3x2xf32> to tensor<2x3x3x2xf32>
  %zero = arith.constant 2.0 : f32
  %fill = arith.constant 0.0 : f32
  %padded = tensor.pad %xt low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%padded0: index, %padded1: index, %padded2: index, %padded3: index):
    tensor.yield %fill : f32
  } : tensor<1x5x4x2xf32> to tensor<1x7x6x2xf32>
  %empty = tensor.empty() : tensor<1x3x4x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3x4x2xf32>) -> tensor<1x3x4x2xf32>
  %conv = linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%padded, %wt : tensor<1x7x6x2xf32>, tensor<2x3x3x2xf32>) outs(%init : tensor<1x3x4x2xf32>) -> tensor<1x3x4x2xf32>
  bufferization.materialize_in_destination %conv in restrict writable %y : (tensor<1x3x4x2xf32>, memref<1x3x4x2xf32>) -> ()
  return
}


// A filter of a single element needs no loops.
func.func @single_tap(%x: memref<1x4x4x1xi32>, %w: memref<2x1x1x1xi32>, %y: memref<1x6x6x2xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<1x4x4x1xi32> to tensor<1x4x4x1xi32>
  %wt = bufferization.to_tensor %w restrict : memref<2x1x1x1xi32> to tensor<2x1x1x1xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%padded0: index, %padded1: index, %padded2: index, %padded3: index):
    tensor.yield %fill : i32
  } : tensor<1x4x4x1xi32> to tensor<1x6x6x1xi32>
  %empty = tensor.empty() : tensor<1x6x6x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x6x6x2xi32>) -> tensor<1x6x6x2xi32>
  %conv = linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%padded, %wt : tensor<1x6x6x1xi32>, tensor<2x1x1x1xi32>) outs(%init : tensor<1x6x6x2xi32>) -> tensor<1x6x6x2xi32>
  bufferization.materialize_in_destination %conv in restrict writable %y : (tensor<1x6x6x2xi32>, memref<1x6x6x2xi32>) -> ()
  return
}


// Padding as wide as the filter: some elements are empty sums.
// LOOPS-LABEL: func.func @beyond(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @beyond(%x: memref<1x3x3x1xi32>, %w: memref<1x2x2x1xi32>, %y: memref<1x6x7x1xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<1x3x3x1xi32> to tensor<1x3x3x1xi32>
  %wt = bufferization.to_tensor %w restrict : memref<1x2x2x1xi32> to tensor<1x2x2x1xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[0, 2, 3, 0] high[0, 2, 2, 0] {
  ^bb0(%padded0: index, %padded1: index, %padded2: index, %padded3: index):
    tensor.yield %fill : i32
  } : tensor<1x3x3x1xi32> to tensor<1x7x8x1xi32>
  %empty = tensor.empty() : tensor<1x6x7x1xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x6x7x1xi32>) -> tensor<1x6x7x1xi32>
  %conv = linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>}
      ins(%padded, %wt : tensor<1x7x8x1xi32>, tensor<1x2x2x1xi32>) outs(%init : tensor<1x6x7x1xi32>) -> tensor<1x6x7x1xi32>
  bufferization.materialize_in_destination %conv in restrict writable %y : (tensor<1x6x7x1xi32>, memref<1x6x7x1xi32>) -> ()
  return
}


// Padding as small as the start changes no maximum.
// LOOPS-LABEL: func.func @maximum(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @maximum(%x: memref<1x4x5x2xi8>, %y: memref<1x3x4x2xi8>) {
  %xt = bufferization.to_tensor %x restrict : memref<1x4x5x2xi8> to tensor<1x4x5x2xi8>
  %start = arith.constant -8 : i8
  %fill = arith.constant -8 : i8
  %padded = tensor.pad %xt low[0, 1, 2, 0] high[0, 2, 1, 0] {
  ^bb0(%padded0: index, %padded1: index, %padded2: index, %padded3: index):
    tensor.yield %fill : i8
  } : tensor<1x4x5x2xi8> to tensor<1x7x8x2xi8>
  %window = tensor.empty() : tensor<3x2xi8>
  %empty = tensor.empty() : tensor<1x3x4x2xi8>
  %init = linalg.fill ins(%start : i8) outs(%empty : tensor<1x3x4x2xi8>) -> tensor<1x3x4x2xi8>
  %pool = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%padded, %window : tensor<1x7x8x2xi8>, tensor<3x2xi8>) outs(%init : tensor<1x3x4x2xi8>) -> tensor<1x3x4x2xi8>
  bufferization.materialize_in_destination %pool in restrict writable %y : (tensor<1x3x4x2xi8>, memref<1x3x4x2xi8>) -> ()
  return
}


// Padding larger than the start does.
// LOOPS-LABEL: func.func @maximum_of_padding(
// LOOPS:         scf.if
func.func @maximum_of_padding(%x: memref<1x4x5x2xi8>, %y: memref<1x3x4x2xi8>) {
  %xt = bufferization.to_tensor %x restrict : memref<1x4x5x2xi8> to tensor<1x4x5x2xi8>
  %start = arith.constant -8 : i8
  %fill = arith.constant 3 : i8
  %padded = tensor.pad %xt low[0, 1, 2, 0] high[0, 2, 1, 0] {
  ^bb0(%padded0: index, %padded1: index, %padded2: index, %padded3: index):
    tensor.yield %fill : i8
  } : tensor<1x4x5x2xi8> to tensor<1x7x8x2xi8>
  %window = tensor.empty() : tensor<3x2xi8>
  %empty = tensor.empty() : tensor<1x3x4x2xi8>
  %init = linalg.fill ins(%start : i8) outs(%empty : tensor<1x3x4x2xi8>) -> tensor<1x3x4x2xi8>
  %pool = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%padded, %window : tensor<1x7x8x2xi8>, tensor<3x2xi8>) outs(%init : tensor<1x3x4x2xi8>) -> tensor<1x3x4x2xi8>
  bufferization.materialize_in_destination %pool in restrict writable %y : (tensor<1x3x4x2xi8>, memref<1x3x4x2xi8>) -> ()
  return
}


// Padding as large as the start changes no minimum.
// LOOPS-LABEL: func.func @minimum(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @minimum(%x: memref<1x4x5x2xi8>, %y: memref<1x3x4x2xi8>) {
  %xt = bufferization.to_tensor %x restrict : memref<1x4x5x2xi8> to tensor<1x4x5x2xi8>
  %start = arith.constant 8 : i8
  %fill = arith.constant 8 : i8
  %padded = tensor.pad %xt low[0, 1, 2, 0] high[0, 2, 1, 0] {
  ^bb0(%padded0: index, %padded1: index, %padded2: index, %padded3: index):
    tensor.yield %fill : i8
  } : tensor<1x4x5x2xi8> to tensor<1x7x8x2xi8>
  %window = tensor.empty() : tensor<3x2xi8>
  %empty = tensor.empty() : tensor<1x3x4x2xi8>
  %init = linalg.fill ins(%start : i8) outs(%empty : tensor<1x3x4x2xi8>) -> tensor<1x3x4x2xi8>
  %pool = linalg.pooling_nhwc_min {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%padded, %window : tensor<1x7x8x2xi8>, tensor<3x2xi8>) outs(%init : tensor<1x3x4x2xi8>) -> tensor<1x3x4x2xi8>
  bufferization.materialize_in_destination %pool in restrict writable %y : (tensor<1x3x4x2xi8>, memref<1x3x4x2xi8>) -> ()
  return
}


// Padding smaller than the start does.
// LOOPS-LABEL: func.func @minimum_of_padding(
// LOOPS:         scf.if
func.func @minimum_of_padding(%x: memref<1x4x5x2xi8>, %y: memref<1x3x4x2xi8>) {
  %xt = bufferization.to_tensor %x restrict : memref<1x4x5x2xi8> to tensor<1x4x5x2xi8>
  %start = arith.constant 8 : i8
  %fill = arith.constant -3 : i8
  %padded = tensor.pad %xt low[0, 1, 2, 0] high[0, 2, 1, 0] {
  ^bb0(%padded0: index, %padded1: index, %padded2: index, %padded3: index):
    tensor.yield %fill : i8
  } : tensor<1x4x5x2xi8> to tensor<1x7x8x2xi8>
  %window = tensor.empty() : tensor<3x2xi8>
  %empty = tensor.empty() : tensor<1x3x4x2xi8>
  %init = linalg.fill ins(%start : i8) outs(%empty : tensor<1x3x4x2xi8>) -> tensor<1x3x4x2xi8>
  %pool = linalg.pooling_nhwc_min {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%padded, %window : tensor<1x7x8x2xi8>, tensor<3x2xi8>) outs(%init : tensor<1x3x4x2xi8>) -> tensor<1x3x4x2xi8>
  bufferization.materialize_in_destination %pool in restrict writable %y : (tensor<1x3x4x2xi8>, memref<1x3x4x2xi8>) -> ()
  return
}


// A loop that reads backwards, with more padding at one end.
// LOOPS-LABEL: func.func @backwards(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @backwards(%x: memref<5xi32>, %w: memref<3xi32>, %y: memref<7xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<5xi32> to tensor<5xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3xi32> to tensor<3xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[1] high[3] {
  ^bb0(%padded0: index):
    tensor.yield %fill : i32
  } : tensor<5xi32> to tensor<9xi32>
  %empty = tensor.empty() : tensor<7xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<7xi32>) -> tensor<7xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i - k + 2)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt : tensor<9xi32>, tensor<3xi32>) outs(%init : tensor<7xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %product = arith.muli %a, %b : i32
    %next = arith.addi %acc, %product : i32
    linalg.yield %next : i32
  } -> tensor<7xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<7xi32>, memref<7xi32>) -> ()
  return
}


// The same with padding only at the beginning.
// LOOPS-LABEL: func.func @backwards_low(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @backwards_low(%x: memref<5xi32>, %w: memref<3xi32>, %y: memref<6xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<5xi32> to tensor<5xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3xi32> to tensor<3xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[3] high[0] {
  ^bb0(%padded0: index):
    tensor.yield %fill : i32
  } : tensor<5xi32> to tensor<8xi32>
  %empty = tensor.empty() : tensor<6xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<6xi32>) -> tensor<6xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i - k + 2)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt : tensor<8xi32>, tensor<3xi32>) outs(%init : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %product = arith.muli %a, %b : i32
    %next = arith.addi %acc, %product : i32
    linalg.yield %next : i32
  } -> tensor<6xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<6xi32>, memref<6xi32>) -> ()
  return
}


// Backwards, two at a time.
// LOOPS-LABEL: func.func @backwards_strided(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @backwards_strided(%x: memref<6xi32>, %w: memref<3xi32>, %y: memref<4xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<6xi32> to tensor<6xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3xi32> to tensor<3xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[2] high[3] {
  ^bb0(%padded0: index):
    tensor.yield %fill : i32
  } : tensor<6xi32> to tensor<11xi32>
  %empty = tensor.empty() : tensor<4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<4xi32>) -> tensor<4xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i - k * 2 + 5)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt : tensor<11xi32>, tensor<3xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %product = arith.muli %a, %b : i32
    %next = arith.addi %acc, %product : i32
    linalg.yield %next : i32
  } -> tensor<4xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<4xi32>, memref<4xi32>) -> ()
  return
}


// A loop of which two steps read the same element.
// LOOPS-LABEL: func.func @halves(
// LOOPS:         scf.if
func.func @halves(%x: memref<4xi32>, %w: memref<4xi32>, %y: memref<4xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<4xi32> to tensor<4xi32>
  %wt = bufferization.to_tensor %w restrict : memref<4xi32> to tensor<4xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[2] high[2] {
  ^bb0(%padded0: index):
    tensor.yield %fill : i32
  } : tensor<4xi32> to tensor<8xi32>
  %empty = tensor.empty() : tensor<4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<4xi32>) -> tensor<4xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i + k floordiv 2)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt : tensor<8xi32>, tensor<4xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %product = arith.muli %a, %b : i32
    %next = arith.addi %acc, %product : i32
    linalg.yield %next : i32
  } -> tensor<4xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<4xi32>, memref<4xi32>) -> ()
  return
}


// The operands are swapped.
// LOOPS-LABEL: func.func @reversed_product(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @reversed_product(%x: memref<5xi32>, %w: memref<3xi32>, %y: memref<5xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<5xi32> to tensor<5xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3xi32> to tensor<3xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[1] high[1] {
  ^bb0(%padded0: index):
    tensor.yield %fill : i32
  } : tensor<5xi32> to tensor<7xi32>
  %empty = tensor.empty() : tensor<5xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<5xi32>) -> tensor<5xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt : tensor<7xi32>, tensor<3xi32>) outs(%init : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %product = arith.muli %b, %a : i32
    %next = arith.addi %product, %acc : i32
    linalg.yield %next : i32
  } -> tensor<5xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<5xi32>, memref<5xi32>) -> ()
  return
}


// Padding of the zero point.
// LOOPS-LABEL: func.func @biased_padding(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @biased_padding(%x: memref<5xi32>, %w: memref<3xi32>, %y: memref<5xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<5xi32> to tensor<5xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3xi32> to tensor<3xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 4 : i32
  %padded = tensor.pad %xt low[1] high[1] {
  ^bb0(%padded0: index):
    tensor.yield %fill : i32
  } : tensor<5xi32> to tensor<7xi32>
  %empty = tensor.empty() : tensor<5xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<5xi32>) -> tensor<5xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt : tensor<7xi32>, tensor<3xi32>) outs(%init : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %zp = arith.constant 4 : i32
    %shifted = arith.subi %a, %zp : i32
    %product = arith.muli %shifted, %b : i32
    %next = arith.addi %product, %acc : i32
    linalg.yield %next : i32
  } -> tensor<5xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<5xi32>, memref<5xi32>) -> ()
  return
}


// A zero point that is a separate operand.
// LOOPS-LABEL: func.func @zero_point_operand(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @zero_point_operand(%x: memref<5xi8>, %w: memref<3xi8>, %y: memref<5xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<5xi8> to tensor<5xi8>
  %wt = bufferization.to_tensor %w restrict : memref<3xi8> to tensor<3xi8>
  %zero = arith.constant 0 : i32
  %zp = arith.constant 4 : i8
  %padded = tensor.pad %xt low[1] high[1] {
  ^bb0(%padded0: index):
    tensor.yield %zp : i8
  } : tensor<5xi8> to tensor<7xi8>
  %empty = tensor.empty() : tensor<5xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<5xi32>) -> tensor<5xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> ()>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt, %zp : tensor<7xi8>, tensor<3xi8>, i8) outs(%init : tensor<5xi32>) {
  ^bb0(%a: i8, %b: i8, %z: i8, %acc: i32):
    %a32 = arith.extsi %a : i8 to i32
    %b32 = arith.extsi %b : i8 to i32
    %z32 = arith.extsi %z : i8 to i32
    %shifted = arith.subi %a32, %z32 : i32
    %product = arith.muli %shifted, %b32 : i32
    %next = arith.addi %acc, %product : i32
    linalg.yield %next : i32
  } -> tensor<5xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<5xi32>, memref<5xi32>) -> ()
  return
}

// A sum that counts its elements counts the padding.
// LOOPS-LABEL: func.func @counted_padding(
// LOOPS:         scf.if
func.func @counted_padding(%x: memref<5xi32>, %w: memref<3xi32>, %y: memref<5xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<5xi32> to tensor<5xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3xi32> to tensor<3xi32>
  %zero = arith.constant 0 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[1] high[1] {
  ^bb0(%padded0: index):
    tensor.yield %fill : i32
  } : tensor<5xi32> to tensor<7xi32>
  %empty = tensor.empty() : tensor<5xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<5xi32>) -> tensor<5xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt : tensor<7xi32>, tensor<3xi32>) outs(%init : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %one = arith.constant 1 : i32
    %product = arith.muli %a, %b : i32
    %sum0 = arith.addi %product, %acc : i32
    %next = arith.addi %sum0, %one : i32
    linalg.yield %next : i32
  } -> tensor<5xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<5xi32>, memref<5xi32>) -> ()
  return
}


// An accumulator that changes without the input.
// LOOPS-LABEL: func.func @doubled(
// LOOPS:         scf.if
func.func @doubled(%x: memref<5xi32>, %w: memref<3xi32>, %y: memref<5xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<5xi32> to tensor<5xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3xi32> to tensor<3xi32>
  %zero = arith.constant 1 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[1] high[1] {
  ^bb0(%padded0: index):
    tensor.yield %fill : i32
  } : tensor<5xi32> to tensor<7xi32>
  %empty = tensor.empty() : tensor<5xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<5xi32>) -> tensor<5xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt : tensor<7xi32>, tensor<3xi32>) outs(%init : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %product = arith.muli %a, %b : i32
    %twice = arith.addi %acc, %acc : i32
    %next = arith.addi %twice, %product : i32
    linalg.yield %next : i32
  } -> tensor<5xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<5xi32>, memref<5xi32>) -> ()
  return
}


// A maximum with swapped operands, from the padding.
// LOOPS-LABEL: func.func @maximum_from_padding(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @maximum_from_padding(%x: memref<5xi32>, %w: memref<3xi32>, %y: memref<5xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<5xi32> to tensor<5xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3xi32> to tensor<3xi32>
  %zero = arith.constant -5 : i32
  %fill = arith.constant -5 : i32
  %padded = tensor.pad %xt low[1] high[1] {
  ^bb0(%padded0: index):
    tensor.yield %fill : i32
  } : tensor<5xi32> to tensor<7xi32>
  %empty = tensor.empty() : tensor<5xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<5xi32>) -> tensor<5xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt : tensor<7xi32>, tensor<3xi32>) outs(%init : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %next = arith.maxsi %a, %acc : i32
    linalg.yield %next : i32
  } -> tensor<5xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<5xi32>, memref<5xi32>) -> ()
  return
}

// A maximum with swapped operands, from a start above the padding.
// LOOPS-LABEL: func.func @maximum_from_start(
// LOOPS:         scf.if
func.func @maximum_from_start(%x: memref<5xi32>, %w: memref<3xi32>, %y: memref<5xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<5xi32> to tensor<5xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3xi32> to tensor<3xi32>
  %zero = arith.constant -4 : i32
  %fill = arith.constant -5 : i32
  %padded = tensor.pad %xt low[1] high[1] {
  ^bb0(%padded0: index):
    tensor.yield %fill : i32
  } : tensor<5xi32> to tensor<7xi32>
  %empty = tensor.empty() : tensor<5xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<5xi32>) -> tensor<5xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt : tensor<7xi32>, tensor<3xi32>) outs(%init : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %next = arith.maxsi %a, %acc : i32
    linalg.yield %next : i32
  } -> tensor<5xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<5xi32>, memref<5xi32>) -> ()
  return
}


// An operand that is not an input is unknown.
// LOOPS-LABEL: func.func @maximum_of_product(
// LOOPS-NOT:     scf.if
// LOOPS:         return
func.func @maximum_of_product(%x: memref<5xi32>, %w: memref<3xi32>, %y: memref<5xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<5xi32> to tensor<5xi32>
  %wt = bufferization.to_tensor %w restrict : memref<3xi32> to tensor<3xi32>
  %zero = arith.constant -9 : i32
  %fill = arith.constant 0 : i32
  %padded = tensor.pad %xt low[1] high[1] {
  ^bb0(%padded0: index):
    tensor.yield %fill : i32
  } : tensor<5xi32> to tensor<7xi32>
  %empty = tensor.empty() : tensor<5xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<5xi32>) -> tensor<5xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%padded, %wt : tensor<7xi32>, tensor<3xi32>) outs(%init : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %product = arith.muli %b, %b : i32
    %next = arith.maxsi %product, %acc : i32
    linalg.yield %next : i32
  } -> tensor<5xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<5xi32>, memref<5xi32>) -> ()
  return
}


// A reduction with two results.
func.func @two_results(%x: memref<3x5xi32>, %y: memref<3xi32>, %z: memref<3xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<3x5xi32> to tensor<3x5xi32>
  %least = arith.constant -100 : i32
  %first = arith.constant 0 : i32
  %e0 = tensor.empty() : tensor<3xi32>
  %i0 = linalg.fill ins(%least : i32) outs(%e0 : tensor<3xi32>) -> tensor<3xi32>
  %i1 = linalg.fill ins(%first : i32) outs(%e0 : tensor<3xi32>) -> tensor<3xi32>
  %both:2 = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%xt : tensor<3x5xi32>) outs(%i0, %i1 : tensor<3xi32>, tensor<3xi32>) {
  ^bb0(%a: i32, %best: i32, %at: i32):
    %k = linalg.index 1 : index
    %here = arith.index_cast %k : index to i32
    %larger = arith.cmpi sgt, %a, %best : i32
    %next = arith.select %larger, %a, %best : i32
    %place = arith.select %larger, %here, %at : i32
    linalg.yield %next, %place : i32, i32
  } -> (tensor<3xi32>, tensor<3xi32>)
  bufferization.materialize_in_destination %both#0 in restrict writable %y : (tensor<3xi32>, memref<3xi32>) -> ()
  bufferization.materialize_in_destination %both#1 in restrict writable %z : (tensor<3xi32>, memref<3xi32>) -> ()
  return
}


// The second result of an elementwise operation.
func.func @second_of_two(%x: memref<6xi32>, %y: memref<6xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<6xi32> to tensor<6xi32>
  %e0 = tensor.empty() : tensor<6xi32>
  %both:2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%xt : tensor<6xi32>) outs(%e0, %e0 : tensor<6xi32>, tensor<6xi32>) {
  ^bb0(%a: i32, %o0: i32, %o1: i32):
    %i = linalg.index 0 : index
    %here = arith.index_cast %i : index to i32
    %sum = arith.addi %a, %here : i32
    %product = arith.muli %a, %here : i32
    linalg.yield %sum, %product : i32, i32
  } -> (tensor<6xi32>, tensor<6xi32>)
  bufferization.materialize_in_destination %both#1 in restrict writable %y : (tensor<6xi32>, memref<6xi32>) -> ()
  return
}


// A result whose dimensions are in another order.
func.func @transposed_result(%x: memref<3x4x2xi32>, %y: memref<2x3x4xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<3x4x2xi32> to tensor<3x4x2xi32>
  %e0 = tensor.empty() : tensor<2x3x4xi32>
  %moved = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%xt : tensor<3x4x2xi32>) outs(%e0 : tensor<2x3x4xi32>) {
  ^bb0(%a: i32, %o0: i32):
    linalg.yield %a : i32
  } -> tensor<2x3x4xi32>
  bufferization.materialize_in_destination %moved in restrict writable %y : (tensor<2x3x4xi32>, memref<2x3x4xi32>) -> ()
  return
}


// A product of matrices, added to the existing values.
func.func @matrix(%a: memref<3x4xi32>, %b: memref<4x5xi32>, %c: memref<3x5xi32>, %y: memref<3x5xi32>) {
  %at = bufferization.to_tensor %a restrict : memref<3x4xi32> to tensor<3x4xi32>
  %bt = bufferization.to_tensor %b restrict : memref<4x5xi32> to tensor<4x5xi32>
  %ct = bufferization.to_tensor %c restrict : memref<3x5xi32> to tensor<3x5xi32>
  %sum = linalg.matmul ins(%at, %bt : tensor<3x4xi32>, tensor<4x5xi32>) outs(%ct : tensor<3x5xi32>) -> tensor<3x5xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<3x5xi32>, memref<3x5xi32>) -> ()
  return
}


// Adjacent parts, each stored separately.
func.func @concatenation(%a: memref<2x2xi8>, %b: memref<2x1xi8>, %c: memref<2x4xi8>, %y: memref<2x7xi8>) {
  %at = bufferization.to_tensor %a restrict : memref<2x2xi8> to tensor<2x2xi8>
  %bt = bufferization.to_tensor %b restrict : memref<2x1xi8> to tensor<2x1xi8>
  %ct = bufferization.to_tensor %c restrict : memref<2x4xi8> to tensor<2x4xi8>
  %all = tensor.concat dim(1) %at, %bt, %ct : (tensor<2x2xi8>, tensor<2x1xi8>, tensor<2x4xi8>) -> tensor<2x7xi8>
  bufferization.materialize_in_destination %all in restrict writable %y : (tensor<2x7xi8>, memref<2x7xi8>) -> ()
  return
}


// Parts read element by element.
func.func @element_of_concatenation(%a: memref<2x2xi8>, %b: memref<2x1xi8>, %c: memref<2x4xi8>, %y: memref<2x7xi8>) {
  %at = bufferization.to_tensor %a restrict : memref<2x2xi8> to tensor<2x2xi8>
  %bt = bufferization.to_tensor %b restrict : memref<2x1xi8> to tensor<2x1xi8>
  %ct = bufferization.to_tensor %c restrict : memref<2x4xi8> to tensor<2x4xi8>
  %all = tensor.concat dim(1) %at, %bt, %ct : (tensor<2x2xi8>, tensor<2x1xi8>, tensor<2x4xi8>) -> tensor<2x7xi8>
  %empty = tensor.empty() : tensor<2x7xi8>
  %sum = linalg.add ins(%all, %all : tensor<2x7xi8>, tensor<2x7xi8>) outs(%empty : tensor<2x7xi8>) -> tensor<2x7xi8>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<2x7xi8>, memref<2x7xi8>) -> ()
  return
}


// A slice in a tensor, every second element of it, stored separately.
func.func @inserted(%s: memref<3x2xi8>, %d: memref<4x8xi8>, %y: memref<4x8xi8>) {
  %st = bufferization.to_tensor %s restrict : memref<3x2xi8> to tensor<3x2xi8>
  %dt = bufferization.to_tensor %d restrict : memref<4x8xi8> to tensor<4x8xi8>
  %all = tensor.insert_slice %st into %dt[1, 1] [3, 2] [1, 3] : tensor<3x2xi8> into tensor<4x8xi8>
  bufferization.materialize_in_destination %all in restrict writable %y : (tensor<4x8xi8>, memref<4x8xi8>) -> ()
  return
}


// A slice of fewer dimensions.
func.func @inserted_row(%s: memref<3xi8>, %d: memref<4x5x2xi8>, %y: memref<4x5x2xi8>) {
  %st = bufferization.to_tensor %s restrict : memref<3xi8> to tensor<3xi8>
  %dt = bufferization.to_tensor %d restrict : memref<4x5x2xi8> to tensor<4x5x2xi8>
  %all = tensor.insert_slice %st into %dt[2, 1, 1] [1, 3, 1] [1, 1, 1] : tensor<3xi8> into tensor<4x5x2xi8>
  bufferization.materialize_in_destination %all in restrict writable %y : (tensor<4x5x2xi8>, memref<4x5x2xi8>) -> ()
  return
}


// A slice in a slice in a part of a concatenation.
func.func @inserted_in_slice(%s: memref<2x2xi8>, %d: memref<3x4xi8>, %e: memref<8x4xi8>, %f: memref<1x4xi8>, %y: memref<9x4xi8>) {
  %st = bufferization.to_tensor %s restrict : memref<2x2xi8> to tensor<2x2xi8>
  %dt = bufferization.to_tensor %d restrict : memref<3x4xi8> to tensor<3x4xi8>
  %et = bufferization.to_tensor %e restrict : memref<8x4xi8> to tensor<8x4xi8>
  %ft = bufferization.to_tensor %f restrict : memref<1x4xi8> to tensor<1x4xi8>
  %inner = tensor.insert_slice %st into %dt[1, 0] [2, 2] [1, 2] : tensor<2x2xi8> into tensor<3x4xi8>
  %outer = tensor.insert_slice %inner into %et[1, 0] [3, 4] [3, 1] : tensor<3x4xi8> into tensor<8x4xi8>
  %all = tensor.concat dim(0) %ft, %outer : (tensor<1x4xi8>, tensor<8x4xi8>) -> tensor<9x4xi8>
  bufferization.materialize_in_destination %all in restrict writable %y : (tensor<9x4xi8>, memref<9x4xi8>) -> ()
  return
}


// Elements of a tensor with a slice in it.
func.func @element_of_inserted(%s: memref<3x2xi8>, %d: memref<4x8xi8>, %y: memref<4x8xi8>) {
  %st = bufferization.to_tensor %s restrict : memref<3x2xi8> to tensor<3x2xi8>
  %dt = bufferization.to_tensor %d restrict : memref<4x8xi8> to tensor<4x8xi8>
  %all = tensor.insert_slice %st into %dt[1, 1] [3, 2] [1, 3] : tensor<3x2xi8> into tensor<4x8xi8>
  %empty = tensor.empty() : tensor<4x8xi8>
  %sum = linalg.add ins(%all, %dt : tensor<4x8xi8>, tensor<4x8xi8>) outs(%empty : tensor<4x8xi8>) -> tensor<4x8xi8>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<4x8xi8>, memref<4x8xi8>) -> ()
  return
}


// Elements of a tensor with a slice of fewer dimensions in it.
func.func @element_of_inserted_row(%s: memref<3xi8>, %d: memref<4x5x2xi8>, %y: memref<4x5x2xi8>) {
  %st = bufferization.to_tensor %s restrict : memref<3xi8> to tensor<3xi8>
  %dt = bufferization.to_tensor %d restrict : memref<4x5x2xi8> to tensor<4x5x2xi8>
  %all = tensor.insert_slice %st into %dt[2, 1, 1] [1, 3, 1] [1, 1, 1] : tensor<3xi8> into tensor<4x5x2xi8>
  %empty = tensor.empty() : tensor<4x5x2xi8>
  %sum = linalg.add ins(%all, %dt : tensor<4x5x2xi8>, tensor<4x5x2xi8>) outs(%empty : tensor<4x5x2xi8>) -> tensor<4x5x2xi8>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<4x5x2xi8>, memref<4x5x2xi8>) -> ()
  return
}


// Elements of a tensor that a slice covers.
func.func @element_of_whole(%s: memref<3xi8>, %y: memref<1x3xi8>) {
  %st = bufferization.to_tensor %s restrict : memref<3xi8> to tensor<3xi8>
  %dest = tensor.empty() : tensor<1x3xi8>
  %all = tensor.insert_slice %st into %dest[0, 0] [1, 3] [1, 1] : tensor<3xi8> into tensor<1x3xi8>
  %empty = tensor.empty() : tensor<1x3xi8>
  %sum = linalg.add ins(%all, %all : tensor<1x3xi8>, tensor<1x3xi8>) outs(%empty : tensor<1x3xi8>) -> tensor<1x3xi8>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<1x3xi8>, memref<1x3xi8>) -> ()
  return
}


// A slice of fewer dimensions, with every second element of a row.
func.func @extracted(%x: memref<3x4x6xi8>, %y: memref<2x3xi8>) {
  %xt = bufferization.to_tensor %x restrict : memref<3x4x6xi8> to tensor<3x4x6xi8>
  %slice = tensor.extract_slice %xt[1, 2, 1] [2, 1, 3] [1, 1, 2] : tensor<3x4x6xi8> to tensor<2x3xi8>
  bufferization.materialize_in_destination %slice in restrict writable %y : (tensor<2x3xi8>, memref<2x3xi8>) -> ()
  return
}


// Dimensions collapsed and expanded, some of them with a single element.
func.func @expanded(%x: memref<6x4xi8>, %y: memref<2x12xi8>) {
  %xt = bufferization.to_tensor %x restrict : memref<6x4xi8> to tensor<6x4xi8>
  %more = tensor.expand_shape %xt [[0, 1, 2], [3, 4]] output_shape [2, 1, 3, 4, 1] : tensor<6x4xi8> into tensor<2x1x3x4x1xi8>
  %fewer = tensor.collapse_shape %more [[0, 1], [2, 3, 4]] : tensor<2x1x3x4x1xi8> into tensor<2x12xi8>
  %empty = tensor.empty() : tensor<2x12xi8>
  %sum = linalg.add ins(%fewer, %fewer : tensor<2x12xi8>, tensor<2x12xi8>) outs(%empty : tensor<2x12xi8>) -> tensor<2x12xi8>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<2x12xi8>, memref<2x12xi8>) -> ()
  return
}


// One index of three.
func.func @collapsed(%x: memref<2x3x4xi8>, %y: memref<24xi8>) {
  %xt = bufferization.to_tensor %x restrict : memref<2x3x4xi8> to tensor<2x3x4xi8>
  %fewer = tensor.collapse_shape %xt [[0, 1, 2]] : tensor<2x3x4xi8> into tensor<24xi8>
  bufferization.materialize_in_destination %fewer in restrict writable %y : (tensor<24xi8>, memref<24xi8>) -> ()
  return
}


// Stored padding, with a different value for each place.
func.func @padded(%x: memref<2x3xi32>, %y: memref<3x5xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<2x3xi32> to tensor<2x3xi32>
  %padded = tensor.pad %xt low[1, 0] high[0, 2] {
  ^bb0(%i: index, %j: index):
    %sum = arith.addi %i, %j : index
    %value = arith.index_cast %sum : index to i32
    tensor.yield %value : i32
  } : tensor<2x3xi32> to tensor<3x5xi32>
  bufferization.materialize_in_destination %padded in restrict writable %y : (tensor<3x5xi32>, memref<3x5xi32>) -> ()
  return
}


// Padding on every side.
func.func @padded_constant(%x: memref<2x3xi32>, %y: memref<5x6xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<2x3xi32> to tensor<2x3xi32>
  %seven = arith.constant 7 : i32
  %padded = tensor.pad %xt low[2, 1] high[1, 2] {
  ^bb0(%padded0: index, %padded1: index):
    tensor.yield %seven : i32
  } : tensor<2x3xi32> to tensor<5x6xi32>
  bufferization.materialize_in_destination %padded in restrict writable %y : (tensor<5x6xi32>, memref<5x6xi32>) -> ()
  return
}


// Elements computed from their indices, and one number for all.
func.func @generated(%x: memref<2xi32>, %y: memref<3x4xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<2xi32> to tensor<2xi32>
  %c0 = arith.constant 0 : index
  %one = tensor.extract %xt[%c0] : tensor<2xi32>
  %all = tensor.splat %one : tensor<3x4xi32>
  %made = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c10 = arith.constant 10 : index
    %tens = arith.muli %i, %c10 : index
    %sum = arith.addi %tens, %j : index
    %value = arith.index_cast %sum : index to i32
    tensor.yield %value : i32
  } : tensor<3x4xi32>
  %empty = tensor.empty() : tensor<3x4xi32>
  %sum = linalg.add ins(%all, %made : tensor<3x4xi32>, tensor<3x4xi32>) outs(%empty : tensor<3x4xi32>) -> tensor<3x4xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<3x4xi32>, memref<3x4xi32>) -> ()
  return
}


// A value with two users is computed separately for each place.
func.func @shared(%x: memref<4x6xi32>, %y: memref<4x6xi32>) {
  %xt = bufferization.to_tensor %x restrict : memref<4x6xi32> to tensor<4x6xi32>
  %zero = arith.constant 0 : i32
  %e0 = tensor.empty() : tensor<4x6xi32>
  %square = linalg.mul ins(%xt, %xt : tensor<4x6xi32>, tensor<4x6xi32>) outs(%e0 : tensor<4x6xi32>) -> tensor<4x6xi32>
  %e1 = tensor.empty() : tensor<4xi32>
  %i1 = linalg.fill ins(%zero : i32) outs(%e1 : tensor<4xi32>) -> tensor<4xi32>
  %sums = linalg.reduce ins(%square : tensor<4x6xi32>) outs(%i1 : tensor<4xi32>) dimensions = [1]
    (%a: i32, %acc: i32) {
      %next = arith.addi %acc, %a : i32
      linalg.yield %next : i32
    }
  %difference = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (3 - i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%square, %sums, %sums : tensor<4x6xi32>, tensor<4xi32>, tensor<4xi32>) outs(%e0 : tensor<4x6xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %o: i32):
    %d = arith.subi %a, %b : i32
    %e = arith.muli %d, %c : i32
    linalg.yield %e : i32
  } -> tensor<4x6xi32>
  bufferization.materialize_in_destination %difference in restrict writable %y : (tensor<4x6xi32>, memref<4x6xi32>) -> ()
  return
}
