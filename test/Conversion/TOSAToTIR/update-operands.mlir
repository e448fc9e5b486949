// RUN: tir-opt %s --tir-convert-custom-ops="custom-op=accumulate:accumulate:updates=1" | FileCheck %s

// The first result is the operand after the call; the others are new.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>, %[[SUM:.*]]: tensor<4xi32>)
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<2xi8>
// CHECK: %[[R:.*]]:2 = tir.call_tir @accumulate_call(%[[X]]) outs(%[[SUM]], %[[EMPTY]])
// CHECK: return %[[R]]#0, %[[R]]#1
// CHECK: tir.prim_func private @accumulate(memref<?xi32> {tir.effect = #tir.effect<read>, tir.name = "input0"}, memref<?xi32> {tir.effect = #tir.effect<read_write>, tir.name = "input1"}, memref<?xi8> {tir.effect = #tir.effect<write>, tir.name = "output0"})

func.func @main(%x: tensor<4xi32>, %sum: tensor<4xi32>) -> (tensor<4xi32>, tensor<2xi8>) {
  %0:2 = tosa.custom %x, %sum {operator_name = "accumulate", domain_name = "app", implementation_attrs = ""}
      : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<2xi8>)
  return %0#0, %0#1 : tensor<4xi32>, tensor<2xi8>
}
