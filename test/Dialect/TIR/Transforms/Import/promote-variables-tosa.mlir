// RUN: tir-opt %s --tir-lower-tosa --tir-promote-variables --split-input-file | FileCheck %s

// TOSA's own control flow gets results for the variables that it reads and writes.
// CHECK-LABEL: func.func @branch(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4xi32>, %{{.*}}: tensor<i1>, %[[V:[^:]*]]: tensor<4xi32> {tir.port = #tir.port<value_of = @v>})
// CHECK:         scf.if %{{.*}} -> (tensor<4xi32>, tensor<4xi32>) {
// CHECK:           scf.yield %[[V]], %[[X]]
// CHECK:         } else {
// CHECK:           scf.yield %[[X]], %[[V]]
tosa.variable @v = dense<1> : tensor<4xi32>
func.func @branch(%x: tensor<4xi32>, %c: tensor<i1>) -> tensor<4xi32> {
  %y = tosa.cond_if %c : tensor<i1> -> tensor<4xi32> {
    %old = tosa.variable_read @v : tensor<4xi32>
    tosa.variable_write @v, %x : tensor<4xi32>
    tosa.yield %old : tensor<4xi32>
  } else {
    tosa.yield %x : tensor<4xi32>
  }
  return %y : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4xi32>, %[[V:[^:]*]]: tensor<4xi32> {tir.port = #tir.port<value_of = @v>})
// CHECK:         scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[V]]) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>)
// CHECK:         ^bb0(%{{.*}}: tensor<i32>, %[[NOW:.*]]: tensor<4xi32>):
// CHECK:           ins(%[[NOW]], %[[X]]
// CHECK-NOT:     tosa.variable
tosa.variable @v = dense<1> : tensor<4xi32>
func.func @loop(%x: tensor<4xi32>) -> tensor<i32> {
  %zero = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %three = "tosa.const"() <{values = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %one = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %n = tosa.while_loop (%i = %zero) : (tensor<i32>) -> tensor<i32> {
    %more = tosa.greater %three, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>):
    %old = tosa.variable_read @v : tensor<4xi32>
    %new = tosa.bitwise_xor %old, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    tosa.variable_write @v, %new : tensor<4xi32>
    %next = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %next : tensor<i32>
  }
  return %n : tensor<i32>
}
