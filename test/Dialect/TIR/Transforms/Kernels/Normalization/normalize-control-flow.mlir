// RUN: tir-opt %s --tir-normalize-control-flow --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-normalize-control-flow --tir-normalize-control-flow --split-input-file | FileCheck %s

// The condition is evaluated before the loop and at the end of each iteration; the values that the first region passes
// on, in any order, are carried.

// CHECK-LABEL: func.func @rotated
// CHECK-SAME:    %[[X:.*]]: tensor<i32>, %[[Y:.*]]: tensor<4xf32>, %[[ONE:.*]]: tensor<i32>
// CHECK:         %[[FIRST:.*]] = arith.cmpi sge, %[[X]], %[[ONE]] : tensor<i32>
// CHECK:         %[[LOOP:.*]]:3 = scf.while (%[[M:.*]] = %[[FIRST]], %[[B:.*]] = %[[Y]], %[[A:.*]] = %[[X]])
// CHECK-NEXT:      %[[C:.*]] = tensor.extract %[[M]][] : tensor<i1>
// CHECK-NEXT:      scf.condition(%[[C]]) %[[M]], %[[B]], %[[A]]
// CHECK:         ^bb0(%{{.*}}: tensor<i1>, %[[T:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<i32>):
// CHECK-NEXT:      %[[J:.*]] = arith.subi %[[I]], %[[ONE]]
// CHECK-NEXT:      %[[AGAIN:.*]] = arith.cmpi sge, %[[J]], %[[ONE]]
// CHECK-NEXT:      scf.yield %[[AGAIN]], %[[T]], %[[J]]
// CHECK:         return %[[LOOP]]#1 : tensor<4xf32>

func.func @rotated(%x: tensor<i32>, %y: tensor<4xf32>, %one: tensor<i32>) -> tensor<4xf32> {
  %r:2 = scf.while (%i = %x, %t = %y) : (tensor<i32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>) {
    %more = arith.cmpi sge, %i, %one : tensor<i32>
    %c = tensor.extract %more[] : tensor<i1>
    scf.condition(%c) %t, %i : tensor<4xf32>, tensor<i32>
  } do {
  ^bb0(%t: tensor<4xf32>, %i: tensor<i32>):
    %j = arith.subi %i, %one : tensor<i32>
    scf.yield %j, %t : tensor<i32>, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}

// -----

// A result that is a number goes through memory.

// CHECK-LABEL: func.func @number
// CHECK:         %[[V:.*]] = tensor.extract
// CHECK:         %[[C:.*]] = arith.cmpi slt, %[[V]]
// CHECK:         %[[M:.*]] = tensor.from_elements %[[C]] : tensor<i1>
// CHECK:         scf.while (%{{.*}} = %[[M]]
// CHECK:           arith.addi
// CHECK:           tensor.extract
// CHECK:           arith.cmpi
// CHECK:           tensor.from_elements

func.func @number(%x: tensor<2xi32>) -> tensor<2xi32> {
  %c0 = arith.constant 0 : index
  %limit = arith.constant 10 : i32
  %r = scf.while (%t = %x) : (tensor<2xi32>) -> tensor<2xi32> {
    %s = arith.addi %t, %t : tensor<2xi32>
    %v = tensor.extract %s[%c0] : tensor<2xi32>
    %c = arith.cmpi slt, %v, %limit : i32
    scf.condition(%c) %t : tensor<2xi32>
  } do {
  ^bb0(%t: tensor<2xi32>):
    %u = arith.addi %t, %t : tensor<2xi32>
    scf.yield %u : tensor<2xi32>
  }
  return %r : tensor<2xi32>
}

// -----

// A counter that kernels need, and one that they do not need.

// CHECK-LABEL: func.func @counter
// CHECK:         scf.for %[[I:.*]] = %{{.*}} iter_args
// CHECK-NEXT:      %[[N:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK-NEXT:      %[[T:.*]] = tensor.from_elements %[[N]] : tensor<i64>
// CHECK-NEXT:      %[[L:.*]] = tensor.extract %[[T]][] : tensor<i64>
// CHECK-NEXT:      %[[K:.*]] = arith.index_cast %[[L]] : i64 to index
// CHECK-NEXT:      %[[F:.*]] = arith.index_cast %[[K]] : index to i32
// CHECK-NEXT:      linalg.fill ins(%[[F]] : i32)
// CHECK:         scf.for
// CHECK-NEXT:      arith.addi

func.func @counter(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %x) -> (tensor<4xi32>) {
    %f = arith.index_cast %i : index to i32
    %u = linalg.fill ins(%f : i32) outs(%t : tensor<4xi32>) -> tensor<4xi32>
    scf.yield %u : tensor<4xi32>
  }
  %z = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %x) -> (tensor<4xi32>) {
    %u = arith.addi %t, %t : tensor<4xi32>
    scf.yield %u : tensor<4xi32>
  }
  return %y, %z : tensor<4xi32>, tensor<4xi32>
}

// -----

// A number of an outer block is computed again where a kernel needs it.

// CHECK-LABEL: func.func @outer
// CHECK-SAME:    %[[C:.*]]: tensor<i1>,
// CHECK:         scf.if
// CHECK-NEXT:      %[[AGAIN:.*]] = tensor.extract %[[C]][] : tensor<i1>
// CHECK-NEXT:      arith.select %[[AGAIN]]

func.func @outer(%c: tensor<i1>, %x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %n = tensor.extract %c[] : tensor<i1>
  %r = scf.if %n -> (tensor<4xi32>) {
    %s = arith.select %n, %x, %y : tensor<4xi32>
    scf.yield %s : tensor<4xi32>
  } else {
    scf.yield %x : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
