// RUN: tir-opt --tir-flatten-memrefs %s | FileCheck %s

// CHECK: memref.global "private" constant @weights : memref<6xi8> = dense<[1, 2, 3, 4, 5, 6]> {alignment = 16 : i64}
memref.global "private" constant @weights : memref<2x3xi8> = dense<[[1, 2, 3], [4, 5, 6]]> {alignment = 16 : i64}
// CHECK: memref.global "private" constant @scalar : memref<1xi32> = dense<7>
memref.global "private" constant @scalar : memref<i32> = dense<7>
// CHECK: memref.global "private" @workspace : memref<64xi8> = uninitialized
memref.global "private" @workspace : memref<64xi8> = uninitialized

// Signatures and the attributes of arguments.
// CHECK-LABEL: func.func private @callee(memref<6xi8> {tir.name = "x"}, memref<1xi32>) -> i32
func.func private @callee(memref<1x2x3xi8> {tir.name = "x"}, memref<i32>) -> i32

// CHECK-LABEL: func.func @index
// CHECK-SAME: (%[[X:.*]]: memref<120xi8>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK: %[[C5:.*]] = arith.constant 5 : index
// CHECK: %[[A:.*]] = arith.muli %[[I]], %[[C5]] overflow<nsw> : index
// CHECK: %[[B:.*]] = arith.addi %[[A]], %[[J]] overflow<nsw> : index
// CHECK: %[[C6:.*]] = arith.constant 6 : index
// CHECK: %[[C:.*]] = arith.muli %[[B]], %[[C6]] overflow<nsw> : index
// CHECK: memref.load %[[X]][%[[C]]] : memref<120xi8>
func.func @index(%x: memref<1x4x5x6xi8>, %i: index, %j: index) -> i8 {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0, %i, %j, %c0] : memref<1x4x5x6xi8>
  return %v : i8
}

// Constant indices fold.
// CHECK-LABEL: func.func @constant_index
// CHECK: %[[C17:.*]] = arith.constant 17 : index
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[C17]]] : memref<24xi8>
func.func @constant_index(%x: memref<4x6xi8>, %v: i8) {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  memref.store %v, %x[%c2, %c5] : memref<4x6xi8>
  return
}

// CHECK-LABEL: func.func @rank_zero
// CHECK: %[[S:.*]] = memref.get_global @scalar : memref<1xi32>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: memref.load %[[S]][%[[C0]]] : memref<1xi32>
func.func @rank_zero() -> i32 {
  %s = memref.get_global @scalar : memref<i32>
  %v = memref.load %s[] : memref<i32>
  return %v : i32
}

// CHECK-LABEL: func.func @reshape
// CHECK-SAME: (%[[X:.*]]: memref<24xf32>, %[[Y:.*]]: memref<24xf32>)
// CHECK-NEXT: memref.copy %[[X]], %[[Y]] : memref<24xf32> to memref<24xf32>
// CHECK-NEXT: return
func.func @reshape(%x: memref<2x3x4xf32>, %y: memref<4x6xf32>) {
  %flat = memref.collapse_shape %x [[0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
  %back = memref.expand_shape %flat [[0, 1]] output_shape [4, 6] : memref<24xf32> into memref<4x6xf32>
  memref.copy %back, %y : memref<4x6xf32> to memref<4x6xf32>
  return
}

// CHECK-LABEL: func.func @main
// CHECK: %[[V:.*]] = memref.view %{{.*}}[%{{.*}}][] : memref<64xi8> to memref<6xi8>
// CHECK: call @callee(%[[V]], %{{.*}}) : (memref<6xi8>, memref<1xi32>) -> i32
func.func @main(%s: memref<i32>) -> i32 {
  %c16 = arith.constant 16 : index
  %ws = memref.get_global @workspace : memref<64xi8>
  %v = memref.view %ws[%c16][] : memref<64xi8> to memref<1x2x3xi8>
  %r = call @callee(%v, %s) : (memref<1x2x3xi8>, memref<i32>) -> i32
  return %r : i32
}

// A buffer carried by a loop, and one on the stack.
// CHECK-LABEL: func.func @carried
// CHECK: memref.alloca() : memref<6xi8>
// CHECK: scf.for {{.*}} -> (memref<6xi8>)
func.func @carried(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloca() : memref<2x3xi8>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %a) -> (memref<2x3xi8>) {
    scf.yield %b : memref<2x3xi8>
  }
  return
}

// A region is the memory from its first element to its last.

// CHECK-LABEL: func.func @region(
// CHECK-SAME: %[[X:.*]]: memref<32xi8>, %[[I:.*]]: index) -> i8
func.func @region(%x: memref<4x8xi8>, %i: index) -> i8 {
  // CHECK: %[[ROW:.*]] = arith.muli %[[I]], %{{.*}} overflow<nsw> : index
  // CHECK: %[[FROM:.*]] = arith.addi %[[ROW]], %{{.*}} overflow<nsw> : index
  // CHECK: %[[REGION:.*]] = tir.rebase %[[X]][%[[FROM]]] : memref<32xi8> to memref<13xi8>
  %r = memref.subview %x[%i, 2] [2, 3] [1, 2] : memref<4x8xi8> to memref<2x3xi8, strided<[8, 2], offset: ?>>
  // CHECK: call @takes_region(%[[REGION]]) : (memref<13xi8>) -> ()
  %based = tir.rebase %r : memref<2x3xi8, strided<[8, 2], offset: ?>> to memref<2x3xi8, strided<[8, 2]>>
  call @takes_region(%based) : (memref<2x3xi8, strided<[8, 2]>>) -> ()
  %c1 = arith.constant 1 : index
  // CHECK: %[[ELEMENT:.*]] = arith.constant 10 : index
  // CHECK: memref.load %[[REGION]][%[[ELEMENT]]] : memref<13xi8>
  %v = memref.load %r[%c1, %c1] : memref<2x3xi8, strided<[8, 2], offset: ?>>
  return %v : i8
}
// CHECK: func.func private @takes_region(memref<13xi8>)
func.func private @takes_region(memref<2x3xi8, strided<[8, 2]>>)

// CHECK-LABEL: func.func @reinterpreted(
// CHECK-SAME: %[[X:.*]]: memref<32xi8>)
func.func @reinterpreted(%x: memref<4x8xi8>) -> memref<2x2xi8, strided<[8, 1], offset: 3>> {
  // CHECK: %[[C3:.*]] = arith.constant 3 : index
  // CHECK: tir.rebase %[[X]][%[[C3]]] : memref<32xi8> to memref<10xi8>
  %y = memref.reinterpret_cast %x to offset: [3], sizes: [2, 2], strides: [8, 1] : memref<4x8xi8> to memref<2x2xi8, strided<[8, 1], offset: 3>>
  return %y : memref<2x2xi8, strided<[8, 1], offset: 3>>
}

// Memory from an allocator: a pool of one buffer has its shape.

// CHECK-LABEL: func.func @allocated(
// CHECK: tir.pointer_cast %{{.*}} : !tir.handle to memref<32xi8>
func.func @allocated(%x: !tir.handle) -> memref<4x8xi8> {
  %y = tir.pointer_cast %x : !tir.handle to memref<4x8xi8>
  return %y : memref<4x8xi8>
}
