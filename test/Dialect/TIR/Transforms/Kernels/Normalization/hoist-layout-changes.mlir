// RUN: tir-opt %s --tir-hoist-layout-changes --split-input-file | FileCheck %s

#same = affine_map<(a, b, c, d) -> (a, b, c, d)>
#channel = affine_map<(a, b, c, d) -> (b)>

// The scales of channels move with their channels.
// CHECK: #[[SAME:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK: #[[LAST:.*]] = affine_map<(d0, d1, d2, d3) -> (d3)>
// CHECK-LABEL: func.func @planes
// CHECK-SAME: %[[X:.*]]: tensor<1x3x8x5xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[X]] : tensor<1x3x8x5xf32>) outs(%{{.*}} : tensor<1x8x5x3xf32>) permutation = [0, 2, 3, 1]
// CHECK: %[[M:.*]] = linalg.generic {indexing_maps = [#[[SAME]], #[[LAST]], #[[SAME]]]
// CHECK-SAME: ins(%[[T]], %{{.*}} : tensor<1x8x5x3xf32>, tensor<3xf32>)
// CHECK: %[[Q:.*]] = linalg.generic {indexing_maps = [#[[SAME]], #[[SAME]]]
// CHECK-SAME: ins(%[[M]] : tensor<1x8x5x3xf32>) outs(%{{.*}} : tensor<1x8x5x3xi8>)
// CHECK: return %[[Q]]
func.func @planes(%x: tensor<1x3x8x5xf32>) -> tensor<1x8x5x3xi8> {
  %scales = arith.constant dense<[0.5, 0.25, 2.0]> : tensor<3xf32>
  %0 = tensor.empty() : tensor<1x3x8x5xf32>
  %1 = linalg.generic {indexing_maps = [#same, #channel, #same],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %scales : tensor<1x3x8x5xf32>, tensor<3xf32>) outs(%0 : tensor<1x3x8x5xf32>) {
  ^bb0(%in: f32, %scale: f32, %out: f32):
    %m = arith.mulf %in, %scale : f32
    linalg.yield %m : f32
  } -> tensor<1x3x8x5xf32>
  %2 = tensor.empty() : tensor<1x3x8x5xi8>
  %3 = linalg.generic {indexing_maps = [#same, #same],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1 : tensor<1x3x8x5xf32>) outs(%2 : tensor<1x3x8x5xi8>) {
  ^bb0(%in: f32, %out: i8):
    %q = arith.fptosi %in : f32 to i8
    linalg.yield %q : i8
  } -> tensor<1x3x8x5xi8>
  %4 = tensor.empty() : tensor<1x8x5x3xi8>
  %5 = linalg.transpose ins(%3 : tensor<1x3x8x5xi8>) outs(%4 : tensor<1x8x5x3xi8>) permutation = [0, 2, 3, 1]
  return %5 : tensor<1x8x5x3xi8>
}

// -----

#same = affine_map<(a, b, c, d) -> (a, b, c, d)>

// Planes of one channel only get another shape.
// CHECK-LABEL: func.func @one_channel
// CHECK-SAME: %[[X:.*]]: tensor<1x1x8x5xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2], [3]] : tensor<1x1x8x5xf32> into tensor<1x8x5xf32>
// CHECK: %[[E:.*]] = tensor.expand_shape %[[C]] {{\[\[}}0], [1], [2, 3]] output_shape [1, 8, 5, 1]
// CHECK: linalg.generic {{.*}} ins(%[[E]] : tensor<1x8x5x1xf32>) outs(%{{.*}} : tensor<1x8x5x1xi8>)
func.func @one_channel(%x: tensor<1x1x8x5xf32>) -> tensor<1x8x5x1xi8> {
  %0 = tensor.empty() : tensor<1x1x8x5xi8>
  %1 = linalg.generic {indexing_maps = [#same, #same],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x1x8x5xf32>) outs(%0 : tensor<1x1x8x5xi8>) {
  ^bb0(%in: f32, %out: i8):
    %q = arith.fptosi %in : f32 to i8
    linalg.yield %q : i8
  } -> tensor<1x1x8x5xi8>
  %2 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<1x1x8x5xi8> into tensor<1x8x5xi8>
  %3 = tensor.expand_shape %2 [[0], [1], [2, 3]] output_shape [1, 8, 5, 1] : tensor<1x8x5xi8> into tensor<1x8x5x1xi8>
  return %3 : tensor<1x8x5x1xi8>
}

// -----

#same = affine_map<(a, b, c, d) -> (a, b, c, d)>
#back = affine_map<(a, b, c, d) -> (a, b, c, 7 - d)>

// What something else reads, too, stays, and so does what reads other elements.
// CHECK-LABEL: func.func @two_readers
// CHECK: %[[Q:.*]] = linalg.generic
// CHECK: linalg.transpose ins(%[[Q]]
func.func @two_readers(%x: tensor<1x3x8x8xf32>) -> (tensor<1x3x8x8xi8>, tensor<1x8x8x3xi8>) {
  %0 = tensor.empty() : tensor<1x3x8x8xi8>
  %1 = linalg.generic {indexing_maps = [#same, #same],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x3x8x8xf32>) outs(%0 : tensor<1x3x8x8xi8>) {
  ^bb0(%in: f32, %out: i8):
    %q = arith.fptosi %in : f32 to i8
    linalg.yield %q : i8
  } -> tensor<1x3x8x8xi8>
  %2 = tensor.empty() : tensor<1x8x8x3xi8>
  %3 = linalg.transpose ins(%1 : tensor<1x3x8x8xi8>) outs(%2 : tensor<1x8x8x3xi8>) permutation = [0, 2, 3, 1]
  return %1, %3 : tensor<1x3x8x8xi8>, tensor<1x8x8x3xi8>
}

// CHECK-LABEL: func.func @reversed
// CHECK: %[[Q:.*]] = linalg.generic
// CHECK: linalg.transpose ins(%[[Q]]
func.func @reversed(%x: tensor<1x3x8x8xf32>) -> tensor<1x8x8x3xi8> {
  %0 = tensor.empty() : tensor<1x3x8x8xi8>
  %1 = linalg.generic {indexing_maps = [#back, #same],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x3x8x8xf32>) outs(%0 : tensor<1x3x8x8xi8>) {
  ^bb0(%in: f32, %out: i8):
    %q = arith.fptosi %in : f32 to i8
    linalg.yield %q : i8
  } -> tensor<1x3x8x8xi8>
  %2 = tensor.empty() : tensor<1x8x8x3xi8>
  %3 = linalg.transpose ins(%1 : tensor<1x3x8x8xi8>) outs(%2 : tensor<1x8x8x3xi8>) permutation = [0, 2, 3, 1]
  return %3 : tensor<1x8x8x3xi8>
}

// -----

#same = affine_map<(a, b, c) -> (a, b, c)>
#channel = affine_map<(a, b, c) -> (a, b, 0)>

// Changes around a product vanish, and its constants are one for each channel.
// CHECK: #[[SAME:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK: #[[LAST:.*]] = affine_map<(d0, d1, d2, d3) -> (d3)>
// CHECK-LABEL: func.func @between_convolutions
// CHECK-SAME: %[[X:.*]]: tensor<1x1x8x4xi32>
// CHECK-NOT: linalg.transpose
// CHECK: %[[Y:.*]] = linalg.generic {indexing_maps = [#[[SAME]], #[[LAST]], #[[SAME]]]
// CHECK-SAME: ins(%[[X]], %{{.*}} : tensor<1x1x8x4xi32>, tensor<4xi32>) outs(%{{.*}} : tensor<1x1x8x4xi32>)
// CHECK: return %[[Y]]
func.func @between_convolutions(%x: tensor<1x1x8x4xi32>) -> tensor<1x1x8x4xi32> {
  %scales = arith.constant dense<[[[3], [5], [7], [9]]]> : tensor<1x4x1xi32>
  %0 = tensor.empty() : tensor<1x4x1x8xi32>
  %1 = linalg.transpose ins(%x : tensor<1x1x8x4xi32>) outs(%0 : tensor<1x4x1x8xi32>) permutation = [0, 3, 1, 2]
  %2 = tensor.collapse_shape %1 [[0], [1, 2], [3]] : tensor<1x4x1x8xi32> into tensor<1x4x8xi32>
  %3 = tensor.empty() : tensor<1x4x8xi32>
  %4 = linalg.generic {indexing_maps = [#same, #channel, #same], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%2, %scales : tensor<1x4x8xi32>, tensor<1x4x1xi32>) outs(%3 : tensor<1x4x8xi32>) {
  ^bb0(%in: i32, %scale: i32, %out: i32):
    %m = arith.muli %in, %scale : i32
    linalg.yield %m : i32
  } -> tensor<1x4x8xi32>
  %5 = tensor.expand_shape %4 [[0], [1, 2], [3]] output_shape [1, 4, 1, 8] : tensor<1x4x8xi32> into tensor<1x4x1x8xi32>
  %6 = tensor.empty() : tensor<1x1x8x4xi32>
  %7 = linalg.transpose ins(%5 : tensor<1x4x1x8xi32>) outs(%6 : tensor<1x1x8x4xi32>) permutation = [0, 2, 3, 1]
  return %7 : tensor<1x1x8x4xi32>
}

// -----

#same = affine_map<(a, b, c, d) -> (a, b, c, d)>
#scalar = affine_map<(a, b, c, d) -> ()>

// A number beside the tensor stays as it is.
// CHECK-LABEL: func.func @number
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%[[T]], %{{.*}} : tensor<1x8x8x3xf32>, f32)
func.func @number(%x: tensor<1x3x8x8xf32>) -> tensor<1x8x8x3xf32> {
  %scale = arith.constant 0.5 : f32
  %0 = tensor.empty() : tensor<1x3x8x8xf32>
  %1 = linalg.generic {indexing_maps = [#same, #scalar, #same],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %scale : tensor<1x3x8x8xf32>, f32) outs(%0 : tensor<1x3x8x8xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %m = arith.mulf %in, %s : f32
    linalg.yield %m : f32
  } -> tensor<1x3x8x8xf32>
  %2 = tensor.empty() : tensor<1x8x8x3xf32>
  %3 = linalg.transpose ins(%1 : tensor<1x3x8x8xf32>) outs(%2 : tensor<1x8x8x3xf32>) permutation = [0, 2, 3, 1]
  return %3 : tensor<1x8x8x3xf32>
}
