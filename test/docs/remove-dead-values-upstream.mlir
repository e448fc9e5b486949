// RUN: not mlir-opt %s --remove-dead-values 2>&1 | FileCheck %s

// The effect of upstream's pass on a function that is called by its address (docs/UpstreamFaults.md): the same as on
// one that tir.call_extern names. If this test fails, upstream has fixed it.

// CHECK: error: 'func.constant' op reference to function with mismatched type
func.func private @kernel(%x: memref<4xi8>, %unused: i32) {
  %c0 = arith.constant 0 : index
  %v = arith.constant 1 : i8
  memref.store %v, %x[%c0] : memref<4xi8>
  return
}
func.func @run(%x: memref<4xi8>, %n: i32) {
  %f = func.constant @kernel : (memref<4xi8>, i32) -> ()
  func.call_indirect %f(%x, %n) : (memref<4xi8>, i32) -> ()
  return
}
