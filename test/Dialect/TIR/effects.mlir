// RUN: tir-opt %s --canonicalize --cse | FileCheck %s

// A call on memrefs does to its operands what the callee says: calls that
// write stay and are not merged; a load moves over a call only where the callee
// reads.

tir.prim_func private @read(%x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  tir.return
}
tir.prim_func private @update(%x: memref<4xf32>) {
  tir.return
}

// CHECK-LABEL: func.func @reads_leave_loads_equal
// CHECK:         memref.load
// CHECK-NOT:     memref.load
// CHECK:         return
func.func @reads_leave_loads_equal(%x: memref<4xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0] : memref<4xf32>
  tir.call_tir @read(%x) : (memref<4xf32>) -> ()
  %b = memref.load %x[%c0] : memref<4xf32>
  return %a, %b : f32, f32
}

// CHECK-LABEL: func.func @writes_part_loads
// CHECK:         memref.load
// CHECK:         tir.call_tir @update
// CHECK:         memref.load
func.func @writes_part_loads(%x: memref<4xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0] : memref<4xf32>
  tir.call_tir @update(%x) : (memref<4xf32>) -> ()
  %b = memref.load %x[%c0] : memref<4xf32>
  return %a, %b : f32, f32
}
