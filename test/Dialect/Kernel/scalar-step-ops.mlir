// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s
// RUN: tir-opt %s --cse --canonicalize | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @dot_block
// CHECK: %{{.*}}:8 = kernel.dot_block %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}] rows %{{.*}} to %{{.*}} elements %{{.*}} to %{{.*}} init(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) rows 3 apart 30 size 9 padding -128 pixels 2 apart 3 : memref<?xi8>, memref<108xi8>
// CHECK: %{{.*}}:4 = kernel.dot_block {{.*}} pixels 1 apart 3 excess : memref<?xi8>, memref<108xi8>
// KEPT-LABEL: func.func @dot_block
// KEPT: kernel.dot_block
func.func @dot_block(%x: memref<?xi8>, %w: memref<108xi8>, %at: index, %bias: i32) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %nine = arith.constant 9 : index
  %acc:8 = kernel.dot_block %x[%at], %w[%zero] rows %at to %two elements %zero to %nine init(%bias, %bias, %bias, %bias)
      rows 3 apart 30 size 9 padding -128 pixels 2 apart 3 : memref<?xi8>, memref<108xi8>
  %few:4 = kernel.dot_block %x[%at], %w[%zero] rows %at to %two elements %two to %at init(%bias, %bias, %bias, %bias)
      rows 3 apart 30 size 9 padding 127 pixels 1 apart 3 excess : memref<?xi8>, memref<108xi8>
  return %acc#7, %few#3 : i32, i32
}

// CHECK-LABEL: func.func @other_blocks
// CHECK: %{{.*}}:16 = kernel.dot_block {{.*}} pixels 1 apart 9 : memref<?xi8>, memref<144xi8>
// CHECK: %[[SUM:.*]] = kernel.raise_elements %{{.*}}[%{{.*}}] rows %{{.*}} to %{{.*}} elements %{{.*}} to %{{.*}} rows 3 apart 30 size 3 padding -128, %{{.*}}[%{{.*}}] : memref<?xi8>, memref<9xi8>
// CHECK: kernel.dot_raised {{.*}} size 9 : memref<9xi8>, memref<36xi8>
// CHECK: kernel.dot_raised {{.*}} size 9 : memref<9xi8>, memref<36xi16>
// CHECK: kernel.requantize_approximate %{{.*}}, %{{.*}}, %[[SUM]] shift 4 bits 8
// KEPT-LABEL: func.func @other_blocks
// KEPT: kernel.raise_elements
func.func @other_blocks(%x: memref<?xi8>, %w: memref<144xi8>, %bytes: memref<36xi8>, %halves: memref<36xi16>,
                        %raised: memref<9xi8>, %at: index, %bias: i32) -> (i32, i32, i32, i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %nine = arith.constant 9 : index
  %wide:16 = kernel.dot_block %x[%at], %w[%zero] rows %zero to %one elements %zero to %nine
      init(%bias, %bias, %bias, %bias, %bias, %bias, %bias, %bias, %bias, %bias, %bias, %bias, %bias, %bias, %bias, %bias)
      rows 1 apart 9 size 9 padding 0 pixels 1 apart 9 : memref<?xi8>, memref<144xi8>
  %sum = kernel.raise_elements %x[%at] rows %at to %three elements %zero to %three
      rows 3 apart 30 size 3 padding -128, %raised[%zero] : memref<?xi8>, memref<9xi8>
  %acc:4 = kernel.dot_raised %raised[%zero], %bytes[%zero] init(%bias, %bias, %bias, %bias) size 9 : memref<9xi8>, memref<36xi8>
  %pairs:4 = kernel.dot_raised %raised[%zero], %halves[%zero] init(%bias, %bias, %bias, %bias) size 9 : memref<9xi8>, memref<36xi16>
  %q = kernel.requantize_approximate %bias, %bias, %sum shift 4 bits 8
  return %wide#15, %acc#3, %pairs#3, %q : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @dot_strip
// CHECK: %{{.*}}:4 = kernel.dot_strip %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}] rows %{{.*}} to %{{.*}} init %{{.*}} pixels 4
// KEPT-LABEL: func.func @dot_strip
// KEPT: kernel.dot_strip
func.func @dot_strip(%x: memref<8000xi8>, %w: memref<15xi8>, %at: index, %bias: i32) -> i32 {
  %zero = arith.constant 0 : index
  %acc:4 = kernel.dot_strip %x[%at], %w[%zero] rows %zero to %at init %bias pixels 4
      {rows = 5, columns = 3, column_begin = 1, column_end = 3, row_pitch = 320, column_pitch = 64, stride = 2,
       dilation = 1, padding = -5} : memref<8000xi8>, memref<15xi8>
  return %acc#3 : i32
}

// Six channels are a group and a half.
// CHECK-LABEL: func.func @unpack_channels
// CHECK: kernel.unpack_channels %{{.*}} group 4 excess : memref<96xi8> to tensor<6x1x1x12xi8>
// CHECK: kernel.unpack_channels %{{.*}} group 1 depthwise : memref<36xi8> to tensor<3x3x4x1xi8>
func.func @unpack_channels(%bytes: memref<96xi8>, %few: memref<36xi8>) -> (tensor<6x1x1x12xi8>, tensor<3x3x4x1xi8>) {
  %weights = kernel.unpack_channels %bytes group 4 excess : memref<96xi8> to tensor<6x1x1x12xi8>
  %taps = kernel.unpack_channels %few group 1 depthwise : memref<36xi8> to tensor<3x3x4x1xi8>
  return %weights, %taps : tensor<6x1x1x12xi8>, tensor<3x3x4x1xi8>
}
