// RUN: tir-opt %s --tir-make-row-kernels --split-input-file | FileCheck %s

// A convolution with a stride of 2: padding before and after the rows becomes part of the window, and padding
// beside them stays. The initial values have the shape of a row; weights and bias stay.

// CHECK-LABEL: tir.prim_func private @conv(
// CHECK-SAME:    attributes {tir.function = #tir.function<kernel = <macs = 4608, row_kernel = @conv_row>>}
// CHECK-LABEL: tir.prim_func private @conv_row(
// CHECK-SAME:    %[[X:[^:]*]]: memref<1x3x8x4xi8> {kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 2, first = -1, rows = 3, padding = 7 : i8>>, tir.effect = #tir.effect<read>}
// CHECK-SAME:    %[[W:[^:]*]]: memref<8x3x3x4xi8> {tir.effect = #tir.effect<read>}
// CHECK-SAME:    %[[B:[^:]*]]: memref<8xi32> {tir.effect = #tir.effect<read>}
// CHECK-SAME:    %[[Y:[^:]*]]: memref<1x1x4x8xi32> {kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 0, rows = 1>>, tir.effect = #tir.effect<write>})
// CHECK-SAME:    attributes {tir.function = #tir.function<kernel = <macs = 1152>>}
// CHECK:         %[[IN:.*]] = bufferization.to_tensor %[[X]] restrict : memref<1x3x8x4xi8> to tensor<1x3x8x4xi8>
// CHECK:         %[[PADDED:.*]] = tensor.pad %[[IN]] low[0, 0, 1, 0] high[0, 0, 1, 0]
// CHECK:         : tensor<1x3x8x4xi8> to tensor<1x3x10x4xi8>
// CHECK:         linalg.generic
// CHECK-SAME:      outs(%{{.*}} : tensor<1x1x4x8xi32>)
// CHECK:         linalg.conv_2d_nhwc_fhwc
// CHECK-SAME:      outs(%{{.*}} : tensor<1x1x4x8xi32>)
// CHECK:         bufferization.materialize_in_destination %{{.*}} in restrict writable %[[Y]] : (tensor<1x1x4x8xi32>, memref<1x1x4x8xi32>)
tir.prim_func private @conv(%x: memref<1x8x8x4xi8> {tir.effect = #tir.effect<read>},
                            %w: memref<8x3x3x4xi8> {tir.effect = #tir.effect<read>},
                            %b: memref<8xi32> {tir.effect = #tir.effect<read>},
                            %y: memref<1x4x4x8xi32> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <macs = 4608>>} {
  %zero = arith.constant 7 : i8
  %in = bufferization.to_tensor %x restrict : memref<1x8x8x4xi8> to tensor<1x8x8x4xi8>
  %weights = bufferization.to_tensor %w restrict : memref<8x3x3x4xi8> to tensor<8x3x3x4xi8>
  %bias = bufferization.to_tensor %b restrict : memref<8xi32> to tensor<8xi32>
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %zero : i8
  } : tensor<1x8x8x4xi8> to tensor<1x10x10x4xi8>
  %none = tensor.empty() : tensor<1x4x4x8xi32>
  %init = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
                          iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<8xi32>) outs(%none : tensor<1x4x4x8xi32>) {
  ^bb0(%value: i32, %out: i32):
    linalg.yield %value : i32
  } -> tensor<1x4x4x8xi32>
  %sum = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%padded, %weights : tensor<1x10x10x4xi8>, tensor<8x3x3x4xi8>) outs(%init : tensor<1x4x4x8xi32>)
      -> tensor<1x4x4x8xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<1x4x4x8xi32>, memref<1x4x4x8xi32>) -> ()
  tir.return
}

// -----

// Rows that a reshape puts into one dimension are units of several elements. The second input has one row for all.

// CHECK-LABEL: tir.prim_func private @flat_row(
// CHECK-SAME:    memref<1x1x3x4xf32> {kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 0, rows = 1>>, tir.effect = #tir.effect<read>}
// CHECK-SAME:    memref<3x4xf32> {tir.effect = #tir.effect<read>}
// CHECK-SAME:    memref<1x1x3x4xf32> {kernel.argument = #kernel.argument<window = <{{[^>]*}}>>, tir.effect = #tir.effect<write>
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0, 1, 2], [3]] : tensor<1x1x3x4xf32> into tensor<3x4xf32>
// CHECK:         linalg.generic
// CHECK-SAME:      outs(%{{.*}} : tensor<3x4xf32>)
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2], [3]] output_shape [1, 1, 3, 4] : tensor<3x4xf32> into tensor<1x1x3x4xf32>
#id = affine_map<(a, b) -> (a, b)>
tir.prim_func private @flat(%x: memref<1x5x3x4xf32> {tir.effect = #tir.effect<read>},
                            %z: memref<3x4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<1x5x3x4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x5x3x4xf32> to tensor<1x5x3x4xf32>
  %flat = tensor.collapse_shape %in [[0, 1, 2], [3]] : tensor<1x5x3x4xf32> into tensor<15x4xf32>
  %none = tensor.empty() : tensor<15x4xf32>
  %double = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%flat : tensor<15x4xf32>) outs(%none : tensor<15x4xf32>) {
  ^bb0(%value: f32, %out: f32):
    %sum = arith.addf %value, %value : f32
    linalg.yield %sum : f32
  } -> tensor<15x4xf32>
  %result = tensor.expand_shape %double [[0, 1, 2], [3]] output_shape [1, 5, 3, 4] : tensor<15x4xf32> into tensor<1x5x3x4xf32>
  bufferization.materialize_in_destination %result in restrict writable %y : (tensor<1x5x3x4xf32>, memref<1x5x3x4xf32>) -> ()
  tir.return
}

// -----

// Paddings and offsets may be operands: the rows' become 0, and the others stay.

// CHECK-LABEL: tir.prim_func private @operands_row(
// CHECK-SAME:    %[[X:[^:]*]]: memref<1x1x8x4xf32> {kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 1, rows = 1>>, tir.effect = #tir.effect<read>}
// CHECK:         %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[SLICE:.*]] = tensor.extract_slice %{{.*}}[0, 0, %[[C1]], 0] [1, 1, 6, 4] [1, 1, 1, 1]
// CHECK-SAME:      : tensor<1x1x8x4xf32> to tensor<1x1x6x4xf32>
// CHECK:         tensor.pad %[[SLICE]] low[0, 0, 0, 0] high[0, 0, 0, 4]
// CHECK:         : tensor<1x1x6x4xf32> to tensor<1x1x6x8xf32>
tir.prim_func private @operands(%x: memref<1x8x8x4xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<1x6x6x8xf32> {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %in = bufferization.to_tensor %x restrict : memref<1x8x8x4xf32> to tensor<1x8x8x4xf32>
  %slice = tensor.extract_slice %in[0, %c1, %c1, 0] [1, 6, 6, 4] [1, 1, 1, 1]
      : tensor<1x8x8x4xf32> to tensor<1x6x6x4xf32>
  %padded = tensor.pad %slice low[%c0, %c0, %c0, %c0] high[%c0, %c0, %c0, %c4] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<1x6x6x4xf32> to tensor<1x6x6x8xf32>
  %none = tensor.empty() : tensor<1x6x6x8xf32>
  %abs = linalg.abs ins(%padded : tensor<1x6x6x8xf32>) outs(%none : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  bufferization.materialize_in_destination %abs in restrict writable %y : (tensor<1x6x6x8xf32>, memref<1x6x6x8xf32>) -> ()
  tir.return
}

// -----

// What has no rows: a vector, a value that depends on its row, rows in another order, and a convolution with all channels of
// which the result has one in each row, that the same channel of the input is added to.

// CHECK-NOT: _row
#id1 = affine_map<(a) -> (a)>
tir.prim_func private @vector(%x: memref<8xf32> {tir.effect = #tir.effect<read>},
                              %y: memref<8xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<8xf32> to tensor<8xf32>
  bufferization.materialize_in_destination %in in restrict writable %y : (tensor<8xf32>, memref<8xf32>) -> ()
  tir.return
}
#id2 = affine_map<(a, b) -> (a, b)>
tir.prim_func private @position(%y: memref<4x8xi32> {tir.effect = #tir.effect<write>}) {
  %none = tensor.empty() : tensor<4x8xi32>
  %result = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%none : tensor<4x8xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %number = arith.index_cast %i : index to i32
    linalg.yield %number : i32
  } -> tensor<4x8xi32>
  bufferization.materialize_in_destination %result in restrict writable %y : (tensor<4x8xi32>, memref<4x8xi32>) -> ()
  tir.return
}
tir.prim_func private @flipped(%x: memref<4x8xi32> {tir.effect = #tir.effect<read>},
                               %y: memref<4x8xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4x8xi32> to tensor<4x8xi32>
  %none = tensor.empty() : tensor<4x8xi32>
  %result = linalg.generic {indexing_maps = [affine_map<(a, b) -> (3 - a, b)>, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%in : tensor<4x8xi32>) outs(%none : tensor<4x8xi32>) {
  ^bb0(%value: i32, %out: i32):
    linalg.yield %value : i32
  } -> tensor<4x8xi32>
  bufferization.materialize_in_destination %result in restrict writable %y : (tensor<4x8xi32>, memref<4x8xi32>) -> ()
  tir.return
}
tir.prim_func private @residual(%x: memref<4x8xi32> {tir.effect = #tir.effect<read>},
                                %w: memref<4x4xi32> {tir.effect = #tir.effect<read>},
                                %y: memref<4x8xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4x8xi32> to tensor<4x8xi32>
  %weights = bufferization.to_tensor %w restrict : memref<4x4xi32> to tensor<4x4xi32>
  %zero = arith.constant 0 : i32
  %none = tensor.empty() : tensor<4x8xi32>
  %init = linalg.fill ins(%zero : i32) outs(%none : tensor<4x8xi32>) -> tensor<4x8xi32>
  %sum = linalg.matmul ins(%weights, %in : tensor<4x4xi32>, tensor<4x8xi32>) outs(%init : tensor<4x8xi32>) -> tensor<4x8xi32>
  %result = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%in, %sum : tensor<4x8xi32>, tensor<4x8xi32>) outs(%none : tensor<4x8xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %c = arith.addi %a, %b : i32
    linalg.yield %c : i32
  } -> tensor<4x8xi32>
  bufferization.materialize_in_destination %result in restrict writable %y : (tensor<4x8xi32>, memref<4x8xi32>) -> ()
  tir.return
}

// -----

// A slice takes rows from another one on, and other elements of each row.

// CHECK-LABEL: tir.prim_func private @part(
// CHECK-LABEL: tir.prim_func private @part_row(
// CHECK-SAME:    memref<1x1x4xi8> {kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 2, rows = 1>>, tir.effect = #tir.effect<read>}
// CHECK:         tensor.extract_slice %{{.*}}[0, 0, 1] [1, 1, 3] [1, 1, 1] : tensor<1x1x4xi8> to tensor<1x1x3xi8>
#id = affine_map<(a, b, c) -> (a, b, c)>
tir.prim_func private @part(%x: memref<1x8x4xi8> {tir.effect = #tir.effect<read>},
                            %y: memref<1x5x3xi8> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x8x4xi8> to tensor<1x8x4xi8>
  %part = tensor.extract_slice %in[0, 2, 1] [1, 5, 3] [1, 1, 1] : tensor<1x8x4xi8> to tensor<1x5x3xi8>
  %e = tensor.empty() : tensor<1x5x3xi8>
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%part : tensor<1x5x3xi8>) outs(%e : tensor<1x5x3xi8>) {
  ^bb0(%a: i8, %b: i8):
    %n = arith.addi %a, %a : i8
    linalg.yield %n : i8
  } -> tensor<1x5x3xi8>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x5x3xi8>, memref<1x5x3xi8>) -> ()
  tir.return
}

// -----

// If the output does not have rows, each row of the input is added to it.

// CHECK-LABEL: tir.prim_func private @sum(
// CHECK-LABEL: tir.prim_func private @sum_row(
// CHECK-SAME:    %[[X:[^:]*]]: memref<1x1x4xi32> {kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 0, rows = 1>>, tir.effect = #tir.effect<read>}
// CHECK-SAME:    %[[Y:[^:]*]]: memref<1x1x4xi32> {kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 0, first = 0, rows = 1, padding = 5 : i32>>, tir.effect = #tir.effect<read_write>}
// CHECK-NOT:     linalg.fill
// CHECK:         %[[SUMS:.*]] = bufferization.to_tensor %[[Y]] restrict writable
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%{{.*}} : tensor<1x1x4xi32>) outs(%[[SUMS]] : tensor<1x1x4xi32>)
tir.prim_func private @sum(%x: memref<1x6x4xi32> {tir.effect = #tir.effect<read>},
                           %y: memref<1x1x4xi32> {tir.effect = #tir.effect<write>}) {
  %five = arith.constant 5 : i32
  %in = bufferization.to_tensor %x restrict : memref<1x6x4xi32> to tensor<1x6x4xi32>
  %e = tensor.empty() : tensor<1x1x4xi32>
  %start = linalg.fill ins(%five : i32) outs(%e : tensor<1x1x4xi32>) -> tensor<1x1x4xi32>
  %sum = linalg.generic {indexing_maps = [affine_map<(n, c, h) -> (n, h, c)>, affine_map<(n, c, h) -> (n, 0, c)>],
                         iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%in : tensor<1x6x4xi32>) outs(%start : tensor<1x1x4xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    linalg.yield %c : i32
  } -> tensor<1x1x4xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<1x1x4xi32>, memref<1x1x4xi32>) -> ()
  tir.return
}

// -----

// A scalar has no dimension that a window could have.

// CHECK-LABEL: tir.prim_func private @total(
// CHECK-NOT:   row_kernel
// CHECK-NOT:   @total_row
tir.prim_func private @total(%x: memref<2x8xf32> {tir.effect = #tir.effect<read>},
                             %y: memref<f32> {tir.effect = #tir.effect<write>}) {
  %zero = arith.constant 0.0 : f32
  %in = bufferization.to_tensor %x restrict : memref<2x8xf32> to tensor<2x8xf32>
  %e = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {indexing_maps = [affine_map<(h, w) -> (h, w)>, affine_map<(h, w) -> ()>],
                         iterator_types = ["reduction", "reduction"]}
      ins(%in : tensor<2x8xf32>) outs(%start : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<f32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<f32>, memref<f32>) -> ()
  tir.return
}

// -----

// The rows of the output are columns of the input, which are not contiguous. Those of the input are added up.

// CHECK-LABEL: tir.prim_func private @columns(
// CHECK-SAME:  row_kernel = @columns_row
// CHECK-LABEL: tir.prim_func private @columns_row(
// CHECK-SAME:  memref<1x4x2xi8> {{.*}}kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>
// CHECK-SAME:  memref<1x4x2xi8> {kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 0{{.*}}tir.effect = #tir.effect<read_write>
tir.prim_func private @columns(%x: memref<3x4x2xi8> {tir.effect = #tir.effect<read>},
                               %y: memref<1x4x2xi8> {tir.effect = #tir.effect<write>}) {
  %zero = arith.constant 0 : i8
  %in = bufferization.to_tensor %x restrict : memref<3x4x2xi8> to tensor<3x4x2xi8>
  %e = tensor.empty() : tensor<1x4x2xi8>
  %start = linalg.fill ins(%zero : i8) outs(%e : tensor<1x4x2xi8>) -> tensor<1x4x2xi8>
  %sum = linalg.generic {indexing_maps = [affine_map<(n, w, c, h) -> (h, w, c)>, affine_map<(n, w, c, h) -> (n, w, c)>],
                         iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%in : tensor<3x4x2xi8>) outs(%start : tensor<1x4x2xi8>) {
  ^bb0(%a: i8, %b: i8):
    %c = arith.addi %a, %b : i8
    linalg.yield %c : i8
  } -> tensor<1x4x2xi8>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<1x4x2xi8>, memref<1x4x2xi8>) -> ()
  tir.return
}
