// RUN: tir-opt %s --tir-sequence-loops | FileCheck %s

// Reductions are loop-carried, in the order of their results.

// CHECK-LABEL: func.func @sums
// CHECK:         %[[R:.*]]:2 = scf.for %[[I:.*]] = %{{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) -> (i32, i32)
// CHECK:           %[[Q:.*]]:2 = scf.for %[[J:.*]] = %{{.*}} iter_args(%[[C:.*]] = %[[A]], %[[D:.*]] = %[[B]])
// CHECK:             %[[V:.*]] = memref.load %{{.*}}[%[[I]], %[[J]]]
// CHECK:             %[[SUM:.*]] = arith.addi %[[C]], %[[V]]
// CHECK:             %[[MAX:.*]] = arith.maxsi %[[D]], %[[V]]
// CHECK:             scf.yield %[[SUM]], %[[MAX]]
// CHECK:           scf.yield %[[Q]]#0, %[[Q]]#1
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @sums(%x: memref<4x4xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %least = arith.constant -5 : i32
  %r:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) init (%zero, %least) -> (i32, i32) {
    %v = memref.load %x[%i, %j] : memref<4x4xi32>
    scf.reduce(%v, %v : i32, i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }, {
    ^bb0(%a: i32, %b: i32):
      %s = arith.maxsi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r#0, %r#1 : i32, i32
}

// CHECK-LABEL: func.func @nested
// CHECK-NOT:     scf.parallel
// CHECK-NOT:     scf.forall
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             memref.store
// CHECK-NOT:     scf.parallel
// CHECK-NOT:     scf.forall
// CHECK:         return
func.func @nested(%x: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    scf.forall (%j) in (4) {
      %v = memref.load %x[%i, %j] : memref<4x4xi32>
      %w = arith.addi %v, %v : i32
      memref.store %w, %x[%i, %j] : memref<4x4xi32>
    }
    scf.reduce
  }
  return
}
