// RUN: tir-opt %s --remove-dead-values --split-input-file | FileCheck %s

// A kernel that is called on tensors keeps its arguments, used or not: an `outs` operand cannot be
// removed without its result.

// CHECK-LABEL: tir.prim_func private @on_tensors
// CHECK-SAME:    (%{{.*}}: memref<4xf32> {tir.effect = #tir.effect<read>},
// CHECK-SAME:     %{{.*}}: memref<4xf32> {tir.effect = #tir.effect<write>},
// CHECK-SAME:     %{{.*}}: memref<4xf32>)
tir.prim_func private @on_tensors(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xf32> {tir.effect = #tir.effect<write>},
                                  %unused: memref<4xf32>) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
// CHECK-LABEL: func.func @caller
// CHECK:         %[[R:.*]]:2 = tir.call_tir @on_tensors(%{{.*}}) outs(%{{.*}}, %{{.*}})
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @caller(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %r:2 = tir.call_tir @on_tensors(%x) outs(%e, %y)
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
        -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// On memrefs the argument is removed with its operand, and effects stay with their arguments.

// CHECK-LABEL: tir.prim_func private @on_memrefs
// CHECK-SAME:    (%{{.*}}: memref<4xf32> {tir.effect = #tir.effect<write>})
tir.prim_func private @on_memrefs(%unused: memref<4xf32> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xf32> {tir.effect = #tir.effect<write>},
                                  %scalar: i32) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<4xf32>)
  tir.return
}
// CHECK-LABEL: func.func @caller
// CHECK:         tir.call_tir @on_memrefs(%{{.*}}) : (memref<4xf32>) -> ()
func.func @caller(%x: memref<4xf32>, %y: memref<4xf32>) {
  %c1 = arith.constant 1 : i32
  tir.call_tir @on_memrefs(%x, %y, %c1) : (memref<4xf32>, memref<4xf32>, i32) -> ()
  return
}
