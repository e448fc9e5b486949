// RUN: tir-opt %s --tir-flatten-memrefs --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c | FileCheck %s

// A private function that is not to be inlined says so once, whatever it contains.

// CHECK: {{^}}TIR_NOINLINE static int32_t alone(void) {
func.func private @alone() -> i32 attributes {no_inline} {
  %0 = arith.constant 0 : i32
  return %0 : i32
}
// CHECK: {{^}}TIR_NOINLINE static int32_t first(
func.func private @first(%x: memref<4xi32>) -> i32 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<4xi32>
  return %0 : i32
}
// CHECK: {{^}}int32_t sum(
func.func @sum(%x: memref<4xi32>) -> i32 {
  %0 = call @alone() : () -> i32
  %1 = call @first(%x) : (memref<4xi32>) -> i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
