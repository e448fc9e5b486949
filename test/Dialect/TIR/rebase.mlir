// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s
// RUN: tir-opt %s --canonicalize | FileCheck %s --check-prefix=FOLDED

// CHECK-LABEL: func.func @region
func.func @region(%x: memref<4x8xf32>, %i: index) -> memref<2x3xf32, strided<[8, 1]>> {
  %region = memref.subview %x[%i, 2] [2, 3] [1, 1] : memref<4x8xf32> to memref<2x3xf32, strided<[8, 1], offset: ?>>
  // CHECK: tir.rebase %{{.*}} : memref<2x3xf32, strided<[8, 1], offset: ?>> to memref<2x3xf32, strided<[8, 1]>>
  %y = tir.rebase %region : memref<2x3xf32, strided<[8, 1], offset: ?>> to memref<2x3xf32, strided<[8, 1]>>
  return %y : memref<2x3xf32, strided<[8, 1]>>
}

// A single row does not need its stride.
// CHECK-LABEL: func.func @row
func.func @row(%x: memref<1x8xf32, strided<[?, 1], offset: 16>>) -> memref<1x8xf32> {
  // CHECK: tir.rebase %{{.*}} : memref<1x8xf32, strided<[?, 1], offset: 16>> to memref<1x8xf32>
  %y = tir.rebase %x : memref<1x8xf32, strided<[?, 1], offset: 16>> to memref<1x8xf32>
  return %y : memref<1x8xf32>
}

// CHECK-LABEL: func.func @from_element
// FOLDED-LABEL: func.func @from_element
func.func @from_element(%x: memref<32xf32>, %i: index) -> (memref<8xf32>, memref<32xf32>) {
  // CHECK: tir.rebase %{{.*}}[%{{.*}}] : memref<32xf32> to memref<8xf32>
  %y = tir.rebase %x[%i] : memref<32xf32> to memref<8xf32>
  %c0 = arith.constant 0 : index
  // FOLDED-COUNT-1: tir.rebase
  // FOLDED-NOT: tir.rebase
  %same = tir.rebase %x[%c0] : memref<32xf32> to memref<32xf32>
  return %y, %same : memref<8xf32>, memref<32xf32>
}
