// RUN: tir-opt %s --tir-lower-copies | FileCheck %s

// CHECK-LABEL: func.func @whole
func.func @whole(%x: memref<4x8xi8>, %y: memref<4x8xi8>) {
  // CHECK-NEXT: memref.copy
  memref.copy %x, %y : memref<4x8xi8> to memref<4x8xi8>
  return
}

// CHECK-LABEL: func.func @into_region
// CHECK-SAME: %[[X:.*]]: memref<2x3xi8>, %[[Y:.*]]: memref<2x3xi8, strided<[8, 1], offset: ?>>
func.func @into_region(%x: memref<2x3xi8>, %y: memref<2x3xi8, strided<[8, 1], offset: ?>>) {
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[C2]]
  // CHECK: scf.for %[[J:.*]] = %{{.*}} to %[[C3]]
  // CHECK: %[[E:.*]] = memref.load %[[X]][%[[I]], %[[J]]]
  // CHECK: memref.store %[[E]], %[[Y]][%[[I]], %[[J]]]
  // CHECK-NOT: memref.copy
  memref.copy %x, %y : memref<2x3xi8> to memref<2x3xi8, strided<[8, 1], offset: ?>>
  return
}

// If one side knows the extent, it is a constant.
// CHECK-LABEL: func.func @half_known
func.func @half_known(%x: memref<?xi8>, %y: memref<5xi8>, %z: memref<?xi8>) {
  // CHECK: %[[C5:.*]] = arith.constant 5
  // CHECK: scf.for %{{.*}} = %{{.*}} to %[[C5]]
  memref.copy %x, %y : memref<?xi8> to memref<5xi8>
  // CHECK: %[[C5B:.*]] = arith.constant 5
  // CHECK: scf.for %{{.*}} = %{{.*}} to %[[C5B]]
  memref.copy %y, %z : memref<5xi8> to memref<?xi8>
  // CHECK: %[[DIM:.*]] = memref.dim
  // CHECK: scf.for %{{.*}} = %{{.*}} to %[[DIM]]
  memref.copy %x, %z : memref<?xi8> to memref<?xi8>
  return
}

// CHECK-LABEL: func.func @one_element
func.func @one_element(%x: memref<i8, strided<[], offset: ?>>, %y: memref<i8>) {
  // CHECK: %[[E:.*]] = memref.load %{{.*}}[]
  // CHECK: memref.store %[[E]], %{{.*}}[]
  memref.copy %x, %y : memref<i8, strided<[], offset: ?>> to memref<i8>
  return
}
