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

// What a callee does beyond its arguments counts, too: calls of something from
// outside the module neither vanish nor are merged, also on tensors and also
// through another kernel.

memref.global "private" @state : memref<1xf32> = uninitialized
memref.global "private" constant @table : memref<4xf32> = dense<1.0>
func.func private @log()
tir.prim_func private @logs(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  func.call @log() : () -> ()
  tir.return
}
tir.prim_func private @logs_inside(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                   %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  tir.call_tir @logs(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  tir.return
}
tir.prim_func private @counts(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                              %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %state = memref.get_global @state : memref<1xf32>
  %v = memref.load %x[%c0] : memref<4xf32>
  memref.store %v, %state[%c0] : memref<1xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.prim_func private @adds(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %table = memref.get_global @table : memref<4xf32>
  %own = memref.alloca() : memref<4xf32>
  linalg.add ins(%x, %table : memref<4xf32>, memref<4xf32>) outs(%own : memref<4xf32>)
  %view = memref.cast %own : memref<4xf32> to memref<?xf32>
  %out = memref.cast %y : memref<4xf32> to memref<?xf32>
  memref.copy %view, %out : memref<?xf32> to memref<?xf32>
  tir.return
}
tir.prim_func private @again(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                             %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  tir.call_tir @again(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// CHECK-LABEL: func.func @beyond_arguments
// CHECK-COUNT-2: tir.call_tir @logs(
// CHECK-COUNT-2: tir.call_tir @logs_inside(
// CHECK-COUNT-2: tir.call_tir @counts(
// CHECK-NOT:   tir.call_tir
// CHECK:       return
func.func @beyond_arguments(%x: tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = tir.call_tir @logs(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tir.call_tir @logs(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tir.call_tir @logs_inside(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = tir.call_tir @logs_inside(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = tir.call_tir @counts(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = tir.call_tir @counts(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // Nobody sees these.
  %6 = tir.call_tir @adds(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %7 = tir.call_tir @again(%x) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
