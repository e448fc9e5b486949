// RUN: tir-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --split-input-file | FileCheck %s
// RUN: tir-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --cse --canonicalize --split-input-file | FileCheck %s --check-prefix=CLEAN

// A callee with specific strides gets a buffer with these if the given one has others.

// CHECK-LABEL: func.func @other_strides
// CHECK-SAME: %[[X:.*]]: memref<2x3xi32>
// CHECK: %[[STORAGE:.*]] = memref.alloc() : memref<11xi32>
// CHECK: %[[STRIDED:.*]] = memref.reinterpret_cast %[[STORAGE]] to offset: [0], sizes: [2, 3], strides: [8, 1] : memref<11xi32> to memref<2x3xi32, strided<[8, 1]>>
// CHECK: memref.copy %[[X]], %[[STRIDED]]
// CHECK: tir.call_tir @takes_rows(%[[STRIDED]]) : (memref<2x3xi32, strided<[8, 1]>>) -> ()
tir.prim_func private @takes_rows(%x: memref<2x3xi32, strided<[8, 1], offset: ?>> {tir.effect = #tir.effect<read>}) {
  tir.return
}
func.func @other_strides(%x: tensor<2x3xi32>) {
  tir.call_tir @takes_rows(%x) : (tensor<2x3xi32>) -> ()
  return
}

// -----

// CHECK-LABEL: func.func @constant_offset
// CHECK: %[[STORAGE:.*]] = memref.alloc() : memref<6xi32>
// CHECK: memref.reinterpret_cast %[[STORAGE]] to offset: [2], sizes: [4], strides: [1] : memref<6xi32> to memref<4xi32, strided<[1], offset: 2>>
tir.prim_func private @takes_third(%x: memref<4xi32, strided<[1], offset: 2>> {tir.effect = #tir.effect<read>}) {
  tir.return
}
func.func @constant_offset(%x: tensor<4xi32>) {
  tir.call_tir @takes_third(%x) : (tensor<4xi32>) -> ()
  return
}

// -----

// A slice is passed as it is if the callee takes any strides, and is updated in place.

// CLEAN-LABEL: func.func @in_place
// CLEAN-SAME: %[[X:.*]]: memref<4x8xi32>
// CLEAN: %[[ROW:.*]] = memref.subview %[[X]][1, 2] [2, 3] [1, 1]
// CLEAN-NOT: memref.alloc
// CLEAN: tir.call_tir @updates(%[[ROW]])
// CLEAN-NOT: memref.copy
// CLEAN: return
tir.prim_func private @updates(%x: memref<2x3xi32, strided<[?, 1], offset: ?>>) {
  tir.return
}
func.func @in_place(%x: tensor<4x8xi32> {bufferization.writable = true}) -> tensor<4x8xi32> {
  %s = tensor.extract_slice %x[1, 2] [2, 3] [1, 1] : tensor<4x8xi32> to tensor<2x3xi32>
  %n = tir.call_tir @updates() outs(%s) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %r = tensor.insert_slice %n into %x[1, 2] [2, 3] [1, 1] : tensor<2x3xi32> into tensor<4x8xi32>
  return %r : tensor<4x8xi32>
}

// -----

// Extents that are known at run time: the copy has the slice's extents.

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:.*]]: memref<8x8xf32>, %[[N:.*]]: index
// CHECK: %[[SLICE:.*]] = memref.subview %[[X]][0, 2] [%[[N]], 4] [1, 1]
// CHECK: %[[COPY:.*]] = memref.alloc(%[[N]]) : memref<?x4xf32>
// CHECK: memref.copy %[[SLICE]], %[[COPY]]
// CHECK: tir.call_tir @takes_dynamic(%[[COPY]])
// CLEAN-LABEL: func.func @dynamic(
// CLEAN: memref.alloc(%{{.*}}) : memref<?x4xf32>
tir.prim_func private @takes_dynamic(%x: memref<?x4xf32> {tir.effect = #tir.effect<read>}) {
  tir.call_extern @sink(%x) : (memref<?x4xf32>) -> ()
  tir.return
}
func.func @dynamic(%x: tensor<8x8xf32>, %n: index) {
  %s = tensor.extract_slice %x[0, 2] [%n, 4] [1, 1] : tensor<8x8xf32> to tensor<?x4xf32>
  tir.call_tir @takes_dynamic(%s) : (tensor<?x4xf32>) -> ()
  return
}

// Known extents stay known.

// CHECK-LABEL: func.func @partly_dynamic(
// CHECK: memref.alloc() : memref<2x4xf32>
func.func @partly_dynamic(%x: tensor<8x8xf32>) {
  %s = tensor.extract_slice %x[0, 2] [2, 4] [1, 1] : tensor<8x8xf32> to tensor<2x4xf32>
  tir.call_tir @takes_dynamic(%s) : (tensor<2x4xf32>) -> ()
  return
}

// -----

// Strides that the callee leaves open are the strides of a buffer without gaps between the dimensions.

// CHECK-LABEL: func.func @dynamic_strides(
// CHECK-SAME: %[[X:.*]]: memref<8x8xf32>, %[[N:.*]]: index
// CHECK: %[[SLICE:.*]] = memref.subview %[[X]][0, 0] [%[[N]], 4] [1, 2]
// CHECK: %[[SPAN:.*]] = arith.muli %c4{{.*}}, %[[N]]
// CHECK: %[[STORAGE:.*]] = memref.alloc(%[[SPAN]]) : memref<?xf32>
// CHECK: %[[COPY:.*]] = memref.reinterpret_cast %[[STORAGE]] to offset: [0], sizes: [%[[N]], 4], strides: [4, 1] : memref<?xf32> to memref<?x4xf32, strided<[4, 1]>>
// CHECK: memref.copy %[[SLICE]], %[[COPY]]
// CHECK: tir.call_tir @takes_rows(%[[COPY]])
tir.prim_func private @takes_rows(%x: memref<?x?xf32, strided<[?, 1], offset: ?>> {tir.effect = #tir.effect<read>}) {
  tir.call_extern @sink(%x) : (memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
  tir.return
}
func.func @dynamic_strides(%x: tensor<8x8xf32>, %n: index) {
  %s = tensor.extract_slice %x[0, 0] [%n, 4] [1, 2] : tensor<8x8xf32> to tensor<?x4xf32>
  tir.call_tir @takes_rows(%s) : (tensor<?x4xf32>) -> ()
  return
}

// -----

// Rows that are eight elements apart, and columns with any stride.

// CHECK-LABEL: func.func @constant_row_stride(
// CHECK: %[[EXTENT:.*]] = memref.dim
// CHECK: %[[LEAST:.*]] = arith.maxsi %[[EXTENT]], %{{.*}}
// CHECK: %[[LAST:.*]] = arith.subi %[[LEAST]], %{{.*}}
// CHECK: %[[REACH:.*]] = arith.muli %[[LAST]], %c8
// CHECK: %[[STRIDE:.*]] = arith.addi %{{.*}}, %[[REACH]]
// CHECK: %[[SPAN:.*]] = arith.muli %[[STRIDE]], %{{.*}}
// CHECK: memref.alloc(%[[SPAN]])
// CHECK: memref.reinterpret_cast {{.*}} strides: [8, %[[STRIDE]]]
tir.prim_func private @takes_columns(%x: memref<?x4xf32, strided<[8, ?]>> {tir.effect = #tir.effect<read>}) {
  tir.return
}
func.func @constant_row_stride(%x: tensor<?x4xf32>) {
  tir.call_tir @takes_columns(%x) : (tensor<?x4xf32>) -> ()
  return
}
