// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s
// RUN: tir-opt %s --convert-to-llvm --reconcile-unrealized-casts | FileCheck %s --check-prefix=STOCK

// CHECK-LABEL: llvm.func @from
// CHECK-SAME: %[[X:.*]]: !llvm.ptr, %[[I:.*]]: i64) -> !llvm.ptr
// STOCK-LABEL: llvm.func @from
func.func @from(%x: memref<32xf32>, %i: index) -> memref<8xf32> {
  // CHECK: %[[FROM:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // STOCK: llvm.getelementptr inbounds %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %y = tir.rebase %x[%i] : memref<32xf32> to memref<8xf32>
  return %y : memref<8xf32>
}

// The offset of the descriptor is added to the pointer.
// CHECK-LABEL: llvm.func @region
// STOCK-LABEL: llvm.func @region
func.func @region(%x: memref<4x8xf32>, %i: index) -> memref<2x3xf32, strided<[8, 1]>> {
  %region = memref.reinterpret_cast %x to offset: [%i], sizes: [2, 3], strides: [8, 1]
      : memref<4x8xf32> to memref<2x3xf32, strided<[8, 1], offset: ?>>
  // CHECK: %[[OFFSET:.*]] = llvm.extractvalue %{{.*}}[2]
  // CHECK-NEXT: llvm.getelementptr %{{.*}}[%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // STOCK: %[[OFFSET:.*]] = llvm.extractvalue %{{.*}}[2]
  // STOCK-NEXT: llvm.getelementptr %{{.*}}[%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %y = tir.rebase %region : memref<2x3xf32, strided<[8, 1], offset: ?>> to memref<2x3xf32, strided<[8, 1]>>
  return %y : memref<2x3xf32, strided<[8, 1]>>
}
