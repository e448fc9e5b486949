// RUN: tir-opt %s --tir-hoist-loop-invariants | FileCheck %s

// CHECK-LABEL: func.func @invariants(
// CHECK-SAME:    %[[Y:.*]]: memref<?xi32>, %[[N:.*]]: index, %[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK:         arith.addi %[[A]], %[[B]] : i32
// CHECK-NEXT:    arith.remsi %[[A]], %c7
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.store
// CHECK-NEXT:      memref.store
func.func @invariants(%y: memref<?xi32>, %n: index, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : i32
  scf.for %i = %c0 to %n step %c1 {
    %sum = arith.addi %a, %b overflow<nsw> : i32
    memref.store %sum, %y[%i] : memref<?xi32>
    %rest = arith.remsi %a, %c7 : i32
    memref.store %rest, %y[%i] : memref<?xi32>
  }
  return
}

// The loop may run no iteration, and then nothing is divided by 0.

// CHECK-LABEL: func.func @divisions(
// CHECK-NOT:     arith.{{.*}} %[[A:arg2]], %[[B:arg3]]
// CHECK:         scf.for
// CHECK-DAG:       arith.divsi
// CHECK-DAG:       arith.remsi
// CHECK-DAG:       arith.remui
// CHECK-DAG:       arith.floordivsi
// CHECK-DAG:       math.ipowi
// CHECK:           memref.store
func.func @divisions(%y: memref<?xi32>, %n: index, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = arith.divsi %a, %b : i32
    %q = arith.remsi %p, %b : i32
    %r = arith.remui %q, %b : i32
    %s = arith.floordivsi %r, %b : i32
    %t = math.ipowi %b, %s : i32
    memref.store %t, %y[%i] : memref<?xi32>
  }
  return
}

// Out of two loops at once; values that the loop computes stay.

// CHECK-LABEL: func.func @nest(
// CHECK:         arith.muli %arg1, %arg1
// CHECK-NEXT:    scf.for %[[I:.*]] =
// CHECK-NEXT:      %[[ROW:.*]] = arith.muli %[[I]], %arg1
// CHECK-NEXT:      scf.for %[[J:.*]] =
// CHECK-NEXT:        arith.addi %[[ROW]], %[[J]]
func.func @nest(%y: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %all = arith.muli %n, %n : index
      %row = arith.muli %i, %n : index
      %at = arith.addi %row, %j : index
      memref.store %all, %y[%at] : memref<?xindex>
    }
  }
  return
}
