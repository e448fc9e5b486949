// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4 target-features=+strict-align" | FileCheck %s
// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=ANYWHERE

// Where words that are not aligned are faults, an instruction by name loads none of the elements, which begin anywhere.

// CHECK-LABEL: func.func @pixel(
// CHECK:         llvm.load volatile %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i32
// ANYWHERE-LABEL: func.func @pixel(
// ANYWHERE:         llvm.inline_asm has_side_effects "ldr $0
// ANYWHERE-NOT:     {alignment = 1 : i64}
// ANYWHERE:         return
func.func @pixel(%x: memref<128xi8>, %w: memref<128xi32>) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %acc:4 = kernel.dot_pixel %x[%zero], %w[%zero] size 128 pairs 2 : memref<128xi8>, memref<128xi32>
  return %acc#0, %acc#3 : i32, i32
}
