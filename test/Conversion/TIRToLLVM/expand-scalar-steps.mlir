// RUN: tir-opt %s --tir-expand-steps="target-triple=riscv32-unknown-elf" --cse | FileCheck %s
// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv6m-none-eabi target-cpu=cortex-m0plus" --cse | FileCheck %s --check-prefix=THUMB1

// Four elements of two pixels and their weights in an iteration.
// CHECK-LABEL: func.func @dot
// CHECK: %[[SUMS:.*]]:10 = scf.for %{{.*}} = %c0{{.*}} to %c16{{.*}} step %c1
// CHECK-COUNT-24: llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK-NOT: llvm.load
// CHECK: scf.yield
// CHECK: return %[[SUMS]]#7
func.func @dot(%x: memref<?xi8>, %w: memref<256xi8>, %at: index, %bias: i32) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 64 : index
  %acc:8 = kernel.dot_block %x[%at], %w[%zero] rows %zero to %one elements %zero to %size init(%bias, %bias, %bias, %bias)
      rows 1 apart 64 size 64 padding 0 pixels 2 apart 64 : memref<?xi8>, memref<256xi8>
  return %acc#7 : i32
}

// Rows above, in and below the input; in a row, elements before, in and after it. 128 times the elements' sum comes off
// in the end.
// CHECK-LABEL: func.func @part
// CHECK: scf.for
// CHECK: arith.extui
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.extui
// CHECK: scf.for
// CHECK: arith.extsi
// CHECK: arith.extui
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.shli %{{.*}}, %c7
// A Cortex-M0+ loads weights without a sign.
// THUMB1-LABEL: func.func @part
// THUMB1: arith.extsi %{{.*}} : i8 to i32
// THUMB1-COUNT-4: arith.extui %{{.*}} : i8 to i32
func.func @part(%x: memref<?xi8>, %w: memref<108xi8>, %at: index, %to: index, %bias: i32) -> i32 {
  %zero = arith.constant 0 : index
  %acc:4 = kernel.dot_block %x[%at], %w[%zero] rows %at to %to elements %at to %to init(%bias, %bias, %bias, %bias)
      rows 3 apart 30 size 9 padding -128 pixels 1 apart 3 excess : memref<?xi8>, memref<108xi8>
  return %acc#3 : i32
}

// Elements and weights are numbers without a sign.
// CHECK-LABEL: func.func @raised
// CHECK: scf.for
// CHECK: arith.xori %{{.*}}, %c128_i32
// CHECK: scf.for
// CHECK-COUNT-40: arith.extui %{{.*}} : i8 to i32
// CHECK: scf.for
// CHECK: arith.extui %{{.*}} : i16 to i32
func.func @raised(%x: memref<?xi8>, %y: memref<64xi8>, %w: memref<256xi8>, %pairs: memref<256xi16>, %at: index,
                  %bias: i32) -> (i32, i32, i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 64 : index
  %sum = kernel.raise_elements %x[%at] rows %zero to %one elements %zero to %size
      rows 1 apart 64 size 64 padding 0, %y[%zero] : memref<?xi8>, memref<64xi8>
  %acc:4 = kernel.dot_raised %y[%zero], %w[%zero] init(%bias, %bias, %bias, %bias) size 64 : memref<64xi8>, memref<256xi8>
  %both:4 = kernel.dot_raised %y[%zero], %pairs[%zero] init(%bias, %bias, %bias, %bias) size 64 : memref<64xi8>, memref<256xi16>
  return %sum, %acc#3, %both#3 : i32, i32, i32
}

// Three weights and four elements of a row.
// CHECK-LABEL: func.func @depthwise
// CHECK: %[[SUMS:.*]]:4 = scf.for
// CHECK-COUNT-7: llvm.load
// CHECK-NOT: llvm.load
// CHECK: return %[[SUMS]]#1
func.func @depthwise(%x: memref<8000xi8>, %w: memref<576xi8>, %at: index, %bias: i32) -> i32 {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %acc:2 = kernel.dot_strip %x[%at], %w[%zero] rows %zero to %three init %bias pixels 2
      {rows = 3, columns = 3, column_begin = 0, column_end = 3, row_pitch = 320, column_pitch = 64, stride = 1,
       dilation = 1, padding = 0} : memref<8000xi8>, memref<576xi8>
  return %acc#1 : i32
}

// A product of more than 32 bits is made of four products of halves.
// CHECK-LABEL: func.func @requantize
// CHECK: arith.muli {{.*}} : i64
// THUMB1-LABEL: func.func @requantize
// THUMB1-COUNT-4: arith.muli {{.*}} : i32
// THUMB1: arith.shrsi %{{.*}}, %c4_i32
// THUMB1: arith.minsi %{{.*}}, %c127_i32
// THUMB1: arith.maxsi %{{.*}}, %c-128_i32
func.func @requantize(%acc: i32, %multiplier: i32, %offset: i32) -> i32 {
  %q = kernel.requantize %acc, %multiplier, %offset shift 4 bits 8 : i32
  return %q : i32
}

// Without the product of the lower halves, on any processor.
// CHECK-LABEL: func.func @approximate
// CHECK-COUNT-3: arith.muli {{.*}} : i32
// CHECK-NOT: arith.muli
// CHECK: return
func.func @approximate(%acc: i32, %multiplier: i32, %offset: i32) -> i32 {
  %q = kernel.requantize_approximate %acc, %multiplier, %offset shift 4 bits 8
  return %q : i32
}
