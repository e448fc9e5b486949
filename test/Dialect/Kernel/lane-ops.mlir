// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: func.func @unpack
// CHECK: kernel.unpack_lanes %{{.*}} lanes 8 : memref<96xf32> to tensor<6x1x1x12xf32>
func.func @unpack(%packed: memref<96xf32>) -> tensor<6x1x1x12xf32> {
  %weights = kernel.unpack_lanes %packed lanes 8 : memref<96xf32> to tensor<6x1x1x12xf32>
  return %weights : tensor<6x1x1x12xf32>
}

// CHECK-LABEL: func.func @dot
// CHECK: kernel.dot_lanes %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}] rows %{{.*}} to %{{.*}}, %{{.*}}[%{{.*}}] pixels 2 channels 16
// CHECK-SAME: column_pitch = 16 : i64, columns = 3 : i64, depthwise
func.func @dot(%x: memref<?xf32>, %w: memref<144xf32>, %sums: memref<32xf32>, %at: index) {
  %begin = arith.constant 0 : index
  %end = arith.constant 3 : index
  kernel.dot_lanes %x[%at], %w[%begin] rows %begin to %end, %sums[%begin] pixels 2 channels 16
      {columns = 3, size = 1, row_pitch = 320, column_pitch = 16, element_pitch = 1, pixel_pitch = 32, weight_pitch = 16, depthwise}
      : memref<?xf32>, memref<144xf32>, memref<32xf32>
  return
}

// CHECK-LABEL: func.func @outputs
// CHECK: kernel.dot_lanes {{.*}} pixels 2 channels 16 from %{{.*}}[%{{.*}}] : memref<16xf32> add %{{.*}}[%{{.*}}] : memref<64xf32> clamp %{{.*}} to %{{.*}} {addend_pitch = 32 : i64,
// CHECK-SAME: sums_pitch = 32 : i64, weight_pitch = 16 : i64, weight_row_pitch = 48 : i64
// CHECK: kernel.dot_lanes {{.*}} pixels 2 channels 16 zero {
func.func @outputs(%x: memref<?xf32>, %w: memref<144xf32>, %bias: memref<16xf32>, %other: memref<64xf32>, %y: memref<64xf32>,
                   %at: index) {
  %begin = arith.constant 0 : index
  %end = arith.constant 3 : index
  %low = arith.constant 0.0 : f32
  %high = arith.constant 6.0 : f32
  kernel.dot_lanes %x[%at], %w[%begin] rows %begin to %end, %y[%at] pixels 2 channels 16
      from %bias[%begin] : memref<16xf32> add %other[%at] : memref<64xf32> clamp %low to %high
      {columns = 2, size = 1, row_pitch = 320, column_pitch = 16, element_pitch = 1, pixel_pitch = 32, weight_pitch = 16,
       weight_row_pitch = 48, sums_pitch = 32, addend_pitch = 32, depthwise}
      : memref<?xf32>, memref<144xf32>, memref<64xf32>
  kernel.dot_lanes %x[%at], %w[%begin] rows %begin to %end, %y[%begin] pixels 2 channels 16 zero
      {columns = 3, size = 1, row_pitch = 320, column_pitch = 16, element_pitch = 1, pixel_pitch = 32, weight_pitch = 16, depthwise}
      : memref<?xf32>, memref<144xf32>, memref<64xf32>
  return
}

// CHECK: schedule = #kernel.lanes<pixels = 4, lanes = 8>
func.func private @schedule() attributes {schedule = #kernel.lanes<pixels = 4, lanes = 8>}
