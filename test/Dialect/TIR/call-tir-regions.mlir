// RUN: tir-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --split-input-file | FileCheck %s
// RUN: tir-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --cse --canonicalize --split-input-file | FileCheck %s --check-prefix=CLEAN

// A callee with strides of its own gets a buffer with these, where the one at hand has others.

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

// A slice goes as it is where the callee takes any, and comes back in place.

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
