// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s
// A step whose results nothing reads is kept, since it writes memory.
// RUN: tir-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @steps
// CHECK: kernel.call_step "mve_copy_row"(%{{.*}}, %{{.*}}) at(%{{.*}}, %{{.*}}) numbers(%{{.*}}, %{{.*}}, %{{.*}}) sizes [9, -3] : memref<100xi8>, memref<48xi8>
// CHECK: kernel.call_step "mve_dot_rows"(%{{.*}}) at(%{{.*}}) numbers() sizes [16, 9, 16, 3, 4] : memref<48xi8>, memref<64xi8>, memref<16xi32>
// CHECK: kernel.call_step "mve_dot_window"(
// CHECK: kernel.call_step "mve_interleave_rows"(
// CHECK: kernel.call_step "mve_dot_columns"(
// CHECK: kernel.call_step "mve_dot_segments"(
// CHECK: kernel.call_step "mve_requantize"(
// CHECK: kernel.call_step "mve_requantize_uniform"(
// CHECK: kernel.call_step "mve_rescale"(
// CHECK: kernel.call_step "mve_add_elements"(
func.func @steps(%x: memref<100xi8>, %rows: memref<48xi8>, %w: memref<64xi8>, %sums: memref<16xi32>,
                 %words: memref<31xi32>, %numbers: memref<4xi32>, %y: memref<12xi8>, %at: index) {
  %0 = arith.constant 0 : index
  kernel.call_step "mve_copy_row"(%x, %rows) at(%0, %0) numbers(%at, %0, %at) sizes [9, -3]
      : memref<100xi8>, memref<48xi8>
  kernel.call_step "mve_dot_rows"(%rows, %w, %sums) at(%0, %0, %0) numbers() sizes [16, 9, 16, 3, 4]
      : memref<48xi8>, memref<64xi8>, memref<16xi32>
  kernel.call_step "mve_dot_window"(%x, %rows, %w, %sums) at(%0, %0, %0, %0) numbers(%at, %0, %at, %0, %at)
      sizes [3, 3, 20, 4, 4, 4] : memref<100xi8>, memref<48xi8>, memref<64xi8>, memref<16xi32>
  kernel.call_step "mve_interleave_rows"(%x, %words) at(%0, %0) numbers(%at, %0, %at, %0, %at) sizes [3, 4, 16, 4, 4, -3]
      : memref<100xi8>, memref<31xi32>
  kernel.call_step "mve_dot_columns"(%words, %w, %sums) at(%0, %0, %0) numbers() sizes [3, 1, 2, 4]
      : memref<31xi32>, memref<64xi8>, memref<16xi32>
  kernel.call_step "mve_dot_segments"(%x, %rows, %w, %sums) at(%0, %0, %0, %0) numbers(%at, %0, %at, %0, %at)
      sizes [1, 3, 48, 8, 1, 16, 2, 4, -3] : memref<100xi8>, memref<48xi8>, memref<64xi8>, memref<16xi32>
  kernel.call_step "mve_requantize"(%sums, %numbers, %numbers, %numbers, %numbers, %numbers, %y)
      at(%0, %0, %0, %0, %0, %0, %0) numbers() sizes [4, 8, 0, -128, 127, 3, 4]
      : memref<16xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<12xi8>
  kernel.call_step "mve_requantize_uniform"(%sums, %numbers, %y) at(%0, %0, %0) numbers()
      sizes [4, 8, 1073741824, -100, 3, -128, 127, 3, 4] : memref<16xi32>, memref<4xi32>, memref<12xi8>
  kernel.call_step "mve_rescale"(%sums, %numbers, %numbers, %rows, %y) at(%0, %0, %0, %0, %0) numbers() sizes [4, 1, 0, 33, 0, -7, -128, 127, 3, 4]
      : memref<16xi32>, memref<4xi32>, memref<4xi32>, memref<48xi8>, memref<12xi8>
  kernel.call_step "mve_add_elements"(%y, %x, %y) at(%0, %0, %0) numbers() sizes [300, -200, 1000, 9, -128, 127, 4, 4, 3, 4]
      : memref<12xi8>, memref<100xi8>, memref<12xi8>
  return
}
