// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: func.func @unpack
// CHECK: kernel.unpack_byte_lanes %{{.*}} lanes 8 together 4 segment 3 : memref<96xi8> to tensor<6x1x3x3xi8>
// CHECK: kernel.unpack_byte_lanes %{{.*}} lanes 8 together 2 segment 3 depthwise : memref<96xi8> to tensor<3x3x6x1xi8>
func.func @unpack(%packed: memref<96xi8>) -> (tensor<6x1x3x3xi8>, tensor<3x3x6x1xi8>) {
  %weights = kernel.unpack_byte_lanes %packed lanes 8 together 4 segment 3 : memref<96xi8> to tensor<6x1x3x3xi8>
  %windows = kernel.unpack_byte_lanes %packed lanes 8 together 2 segment 3 depthwise : memref<96xi8> to tensor<3x3x6x1xi8>
  return %weights, %windows : tensor<6x1x3x3xi8>, tensor<3x3x6x1xi8>
}

// CHECK-LABEL: func.func @dot
// CHECK: kernel.dot_byte_lanes %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}] from %{{.*}}[%{{.*}}] rows %{{.*}} to %{{.*}}, %{{.*}}[%{{.*}}] pixels 2 channels 6
// CHECK-SAME: {border = array<i64: -1, 2, 1, 5>, column_pitch = 3 : i64, columns = 3 : i64, joined, lanes = 8 : i64, padding = -7 : i64,
// CHECK: kernel.dot_window_lanes %{{.*}} pixels 2 channels 6
// CHECK: kernel.requantize_lanes %{{.*}} pixels 2 channels 6 sign %{{.*}} : memref<6xi32> add %{{.*}} : memref<12xi8> {factors = array<i64: 3, 5, 7, 2, -100, 100>,
func.func @dot(%x: memref<?xi8>, %w: memref<?xi8>, %start: memref<6xi32>, %sums: memref<16xi32>, %y: memref<12xi8>, %end: index) {
  %zero = arith.constant 0 : index
  kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 2 channels 6
      {rows = 3, columns = 3, size = 3, row_pitch = 15, column_pitch = 3, pixel_pitch = 6, lanes = 8, together = 4, joined,
       padding = -7, border = array<i64: -1, 2, 1, 5>, sums_pitch = 8}
      : memref<?xi8>, memref<?xi8>, memref<6xi32>, memref<16xi32>
  kernel.dot_window_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero] pixels 2 channels 6
      {rows = 3, columns = 3, row_pitch = 30, column_pitch = 6, pixel_pitch = 12, lanes = 8, together = 2, padding = 0, sums_pitch = 8}
      : memref<?xi8>, memref<?xi8>, memref<6xi32>, memref<16xi32>
  kernel.requantize_lanes %sums[%zero], %start, %start, %start[%zero], %y[%zero] pixels 2 channels 6 sign %start : memref<6xi32>
      add %y : memref<12xi8>
      {fraction_bits = 8, low = -128, high = 127, factors = array<i64: 3, 5, 7, 2, -100, 100>, sums_pitch = 8, outputs_pitch = 6}
      : memref<16xi32>, memref<6xi32>, memref<6xi32>, memref<6xi32>, memref<12xi8>
  return
}

// CHECK: schedule = #kernel.byte_lanes<pixels = 6, lanes = 64, products = 4>
func.func private @schedule() attributes {schedule = #kernel.byte_lanes<pixels = 6, lanes = 64, products = 4>}
