// RUN: tir-opt %s --tir-make-unpacked-api | FileCheck %s

// A region is passed as a pointer to its first element, so that a function may leave its offset open.

// CHECK-LABEL: func.func private @tvmgen_default_kernel(
// CHECK-SAME: %[[X:.*]]: memref<2x3xf32, strided<[8, 1]>>) -> i32
tir.prim_func private @kernel(%x: memref<2x3xf32, strided<[8, 1], offset: ?>>) {
  // CHECK: %[[CAST:.*]] = memref.cast %[[X]] : memref<2x3xf32, strided<[8, 1]>> to memref<2x3xf32, strided<[8, 1], offset: ?>>
  // CHECK: linalg.negf ins(%[[CAST]] :
  linalg.negf ins(%x : memref<2x3xf32, strided<[8, 1], offset: ?>>) outs(%x : memref<2x3xf32, strided<[8, 1], offset: ?>>)
  tir.return
}
// CHECK: func.func private @vendor(memref<3xf32>) -> i32
tir.prim_func private @vendor(memref<3xf32, strided<[1], offset: ?>>)

// CHECK-LABEL: func.func @tvmgen_default_main
tir.prim_func @main(%x: memref<4x8xf32>, %i: index) {
  // CHECK: %[[REGION:.*]] = memref.subview
  %region = memref.subview %x[%i, 2] [2, 3] [1, 1] : memref<4x8xf32> to memref<2x3xf32, strided<[8, 1], offset: ?>>
  // CHECK: %[[BASED:.*]] = tir.rebase %[[REGION]] : memref<2x3xf32, strided<[8, 1], offset: ?>> to memref<2x3xf32, strided<[8, 1]>>
  // CHECK: call @tvmgen_default_kernel(%[[BASED]]) : (memref<2x3xf32, strided<[8, 1]>>) -> i32
  tir.call_tir @kernel(%region) : (memref<2x3xf32, strided<[8, 1], offset: ?>>) -> ()
  // CHECK: %[[ROW:.*]] = memref.subview
  %row = memref.subview %x[1, 0] [1, 3] [1, 1] : memref<4x8xf32> to memref<3xf32, strided<[1], offset: 8>>
  // CHECK: %[[BASED:.*]] = tir.rebase %[[ROW]] : memref<3xf32, strided<[1], offset: 8>> to memref<3xf32>
  // CHECK: call @vendor(%[[BASED]]) : (memref<3xf32>) -> i32
  tir.call_extern @vendor(%row) : (memref<3xf32, strided<[1], offset: 8>>) -> ()
  // CHECK: call @undeclared(%{{.*}}) : (memref<3xf32>) -> i32
  tir.call_extern @undeclared(%row) : (memref<3xf32, strided<[1], offset: 8>>) -> ()
  tir.return
}
