// RUN: tir-opt %s -split-input-file -verify-diagnostics --tir-lower-tosa | FileCheck %s

// With stride 2, 2 of the 3 rows of the filter contribute to an output row: the rows of its phase, its number modulo
// 2. Row 3 is padding of the filter.
// CHECK-DAG: #[[INPUT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 floordiv 2 - d4 + 1, d2 - d5 + 2, d6)>
// CHECK-DAG: #[[FILTER:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d1 mod 2 + d4 * 2, d5, d6)>
// CHECK-DAG: #[[BIAS:.*]] = affine_map<(d0, d1, d2, d3) -> (d3)>
// CHECK-LABEL: func.func @strided
// CHECK: %[[X:.*]] = tensor.pad %arg0 low[0, 1, 2, 0] high[0, 1, 2, 0]
// CHECK: tensor.yield %c-3_i8
// CHECK: %[[W:.*]] = tensor.pad %arg1 low[0, 0, 0, 0] high[0, 1, 0, 0]
// CHECK: tensor.yield %c7_i8
// CHECK: linalg.generic {indexing_maps = [#[[BIAS]],
// CHECK: %[[SUM:.*]] = linalg.generic {indexing_maps = [#[[INPUT]], #[[FILTER]],
// CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
// CHECK-SAME: ins(%[[X]], %[[W]], %{{.*}} : tensor<1x5x8x2xi8>, tensor<3x4x3x2xi8>, tensor<2x3xi8>)
// CHECK: return %[[SUM]]
func.func @strided(%x: tensor<1x3x4x2xi8>, %w: tensor<3x3x3x2xi8>) -> tensor<1x7x6x3xi32> {
  %b = "tosa.const"() <{values = dense<[1, 2, 3]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %izp = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wzp = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.transpose_conv2d %x, %w, %b, %izp, %wzp {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 1>} : (tensor<1x3x4x2xi8>, tensor<3x3x3x2xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x7x6x3xi32>
  return %0 : tensor<1x7x6x3xi32>
}

// -----

// Another filter, stride and padding of the output along each axis: u is o - 1, so that o + 2 counts rows of phases.
// CHECK-DAG: #[[INPUT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, (d1 + 2) floordiv 3 - d4 + 1, d2 - d5 + 1, d6)>
// CHECK-DAG: #[[FILTER:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, (d1 + 2) mod 3 + d4 * 3, d5, d6)>
// CHECK-LABEL: func.func @uneven
// CHECK: %[[X:.*]] = tensor.pad %arg0 low[0, 2, 1, 0] high[0, 1, 3, 0]
// CHECK: %[[W:.*]] = tensor.pad %arg1 low[0, 0, 0, 0] high[0, 1, 0, 0]
// CHECK: linalg.generic {indexing_maps = [#[[INPUT]], #[[FILTER]],
// CHECK-SAME: ins(%[[X]], %[[W]], %{{.*}} : tensor<1x6x8x2xi8>, tensor<3x6x2x2xi8>, tensor<2x2xi8>)
func.func @uneven(%x: tensor<1x3x4x2xi8>, %w: tensor<3x5x2x2xi8>, %b: tensor<3xi32>) -> tensor<1x12x7x3xi32> {
  %zp = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.transpose_conv2d %x, %w, %b, %zp, %zp {acc_type = i32, out_pad = array<i64: 1, 0, 0, 2>, stride = array<i64: 3, 1>} : (tensor<1x3x4x2xi8>, tensor<3x5x2x2xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x12x7x3xi32>
  return %0 : tensor<1x12x7x3xi32>
}

// -----

// One bias for all channels.
// CHECK: #[[BIAS:.*]] = affine_map<(d0, d1, d2, d3) -> (0)>
// CHECK-LABEL: func.func @one_bias
// CHECK: linalg.generic {indexing_maps = [#[[BIAS]],
func.func @one_bias(%x: tensor<1x2x2x1xi8>, %w: tensor<3x1x1x1xi8>, %b: tensor<1xi32>) -> tensor<1x2x2x3xi32> {
  %zp = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.transpose_conv2d %x, %w, %b, %zp, %zp {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x1xi8>, tensor<3x1x1x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x3xi32>
  return %0 : tensor<1x2x2x3xi32>
}

// -----

// Products of i16 and i8 fit in 32 bits; their sum is of i48.
// CHECK-LABEL: func.func @sums
// CHECK: arith.muli %{{.*}} : i32
// CHECK: arith.extsi %{{.*}} : i32 to i48
// CHECK: arith.addi %{{.*}} : i48
func.func @sums(%x: tensor<1x2x2x1xi16>, %w: tensor<1x1x1x1xi8>, %b: tensor<1xi48>) -> tensor<1x2x2x1xi48> {
  %izp = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %wzp = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.transpose_conv2d %x, %w, %b, %izp, %wzp {acc_type = i48, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x1xi16>, tensor<1x1x1x1xi8>, tensor<1xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x2x2x1xi48>
  return %0 : tensor<1x2x2x1xi48>
}

// -----

// Sums of f16 in f32.
// CHECK-LABEL: func.func @floats
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @floats(%x: tensor<1x2x2x1xf16>, %w: tensor<1x2x2x1xf16>, %b: tensor<1xf16>) -> tensor<1x3x3x1xf16> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %0 = tosa.transpose_conv2d %x, %w, %b, %zp, %zp {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x1xf16>, tensor<1x2x2x1xf16>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x3x3x1xf16>
  return %0 : tensor<1x3x3x1xf16>
}
