// RUN: tir-opt %s --tir-promote-variables --split-input-file | FileCheck %s

// A read gives the last written value, and keeps it. A variable without an initial value begins at 0.
// CHECK: memref.global "private" @a : memref<2xi32> = dense<[1, 2]> {tir.global = #tir.global<variable = true>}
// CHECK: memref.global "private" @b : memref<2xi32> = dense<0> {tir.global = #tir.global<variable = true>}
// CHECK: memref.global "private" @unused : memref<f32> = dense<5.000000e-01> {tir.global = #tir.global<variable = true>}
tosa.variable @a = dense<[1, 2]> : tensor<2xi32>
tosa.variable @b : tensor<2xi32>
tosa.variable @unused = dense<0.5> : tensor<f32>
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<2xi32>, %[[A:.*]]: tensor<2xi32> {tir.port = #tir.port<value_of = @a>}, %[[B:.*]]: tensor<2xi32> {tir.port = #tir.port<value_of = @b>})
// CHECK-SAME:    -> (tensor<2xi32> {tir.name = "y"}, tensor<2xi32> {tir.port = #tir.port<value_of = @a>})
func.func @main(%x: tensor<2xi32>) -> (tensor<2xi32> {tir.name = "y"}) {
  %a0 = tosa.variable_read @a : tensor<2xi32>
  // CHECK: %[[S:.*]] = arith.addi %[[A]], %[[X]]
  %s = arith.addi %a0, %x : tensor<2xi32>
  tosa.variable_write @a, %s : tensor<2xi32>
  %a1 = tosa.variable_read @a : tensor<2xi32>
  %b = tosa.variable_read @b : tensor<2xi32>
  // CHECK: %[[T:.*]] = arith.muli %[[S]], %[[B]]
  %t = arith.muli %a1, %b : tensor<2xi32>
  tosa.variable_write @a, %t : tensor<2xi32>
  // CHECK: %[[Y:.*]] = arith.subi %[[A]], %[[S]]
  %y = arith.subi %a0, %a1 : tensor<2xi32>
  // CHECK: return %[[Y]], %[[T]]
  return %y : tensor<2xi32>
}

// -----

// Variables that a branch writes become its results, in the order of the declarations; variables that it only reads are
// available.
tosa.variable @a = dense<1> : tensor<i32>
tosa.variable @b = dense<2> : tensor<i32>
tosa.variable @c = dense<3> : tensor<i32>
// CHECK-LABEL: func.func @branch(
// CHECK-SAME:    %[[COND:.*]]: i1, %[[X:.*]]: tensor<i32>, %[[A:.*]]: tensor<i32> {tir.port = #tir.port<value_of = @a>}, %[[B:.*]]: tensor<i32> {tir.port = #tir.port<value_of = @b>}, %[[C:.*]]: tensor<i32> {tir.port = #tir.port<value_of = @c>})
func.func @branch(%cond: i1, %x: tensor<i32>) -> tensor<i32> {
  // CHECK: %[[R:.*]]:3 = scf.if %[[COND]] -> (tensor<i32>, tensor<i32>, tensor<i32>)
  %r = scf.if %cond -> tensor<i32> {
    tosa.variable_write @b, %x : tensor<i32>
    %c = tosa.variable_read @c : tensor<i32>
    // CHECK: scf.yield %[[C]], %[[X]], %[[A]]
    scf.yield %c : tensor<i32>
  } else {
    %b = tosa.variable_read @b : tensor<i32>
    tosa.variable_write @a, %b : tensor<i32>
    // CHECK: scf.yield %[[B]], %[[B]], %[[B]]
    scf.yield %b : tensor<i32>
  }
  // Without the other branch, the value stays.
  // CHECK: %[[S:.*]] = scf.if %[[COND]] -> (tensor<i32>)
  scf.if %cond {
    // CHECK: scf.yield %[[X]]
    tosa.variable_write @a, %x : tensor<i32>
  }
  // CHECK: } else {
  // CHECK: scf.yield %[[R]]#2
  // CHECK: return %[[R]]#0, %[[S]], %[[R]]#1
  return %r : tensor<i32>
}

// -----

tosa.variable @a = dense<1> : tensor<i32>
tosa.variable @step = dense<2> : tensor<i32>
// CHECK-LABEL: func.func @loops(
// CHECK-SAME:    %[[N:.*]]: index, %[[X:.*]]: tensor<i32>, %[[A:.*]]: tensor<i32> {tir.port = #tir.port<value_of = @a>}, %[[STEP:.*]]: tensor<i32> {tir.port = #tir.port<value_of = @step>})
func.func @loops(%n: index, %x: tensor<i32>) -> tensor<i32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // CHECK: %[[F:.*]]:2 = scf.for {{.*}} iter_args(%[[Y:.*]] = %[[X]], %[[I:.*]] = %[[A]]) -> (tensor<i32>, tensor<i32>)
  %y = scf.for %i = %zero to %n step %one iter_args(%old = %x) -> tensor<i32> {
    %a = tosa.variable_read @a : tensor<i32>
    %step = tosa.variable_read @step : tensor<i32>
    // CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %[[STEP]]
    %next = arith.addi %a, %step : tensor<i32>
    tosa.variable_write @a, %next : tensor<i32>
    // CHECK: scf.yield %[[Y]], %[[NEXT]]
    scf.yield %old : tensor<i32>
  }
  // The condition writes, too, even when it is false.
  // CHECK: %[[W:.*]]:2 = scf.while (%[[V:.*]] = %[[F]]#0, %[[B:.*]] = %[[F]]#1)
  %z = scf.while (%v = %y) : (tensor<i32>) -> tensor<i32> {
    %a = tosa.variable_read @a : tensor<i32>
    // CHECK: %[[HALF:.*]] = arith.shrsi %[[B]], %[[X]]
    %half = arith.shrsi %a, %x : tensor<i32>
    tosa.variable_write @a, %half : tensor<i32>
    %number = tensor.extract %half[] : tensor<i32>
    %c = arith.trunci %number : i32 to i1
    // CHECK: scf.condition(%{{.*}}) %[[V]], %[[HALF]]
    scf.condition(%c) %v : tensor<i32>
  } do {
  // CHECK: ^bb0(%[[U:.*]]: tensor<i32>, %[[D:.*]]: tensor<i32>):
  ^bb0(%u: tensor<i32>):
    %a = tosa.variable_read @a : tensor<i32>
    // CHECK: %[[E:.*]] = arith.muli %[[D]], %[[U]]
    %more = arith.muli %a, %u : tensor<i32>
    tosa.variable_write @a, %more : tensor<i32>
    // CHECK: scf.yield %[[U]], %[[E]]
    scf.yield %u : tensor<i32>
  }
  // CHECK: return %[[W]]#0, %[[W]]#1
  return %z : tensor<i32>
}

// -----

// Without variables, nothing changes.
// CHECK-LABEL: func.func @none(%{{.*}}: tensor<2xf32>) -> tensor<2xf32> {
func.func @none(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
