// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s
// RUN: tir-opt %s --convert-to-llvm | FileCheck %s

// CHECK:      llvm.mlir.global internal @sram() {addr_space = 0 : i32, alignment = 64 : i64, section = ".sram"} : !llvm.array<256 x i8> {
// CHECK-NEXT:   %[[ZERO:.*]] = llvm.mlir.zero : !llvm.array<256 x i8>
// CHECK-NEXT:   llvm.return %[[ZERO]]
tir.pool @sram {size = 256 : i64, size_hint = 1024 : i64, alignment = 64 : i64, section = ".sram"}
// CHECK: llvm.mlir.global internal constant @commands(dense<[1, 2, 3, 4]> : tensor<4xi32>) {addr_space = 0 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>
tir.pool @commands {read_only, contents = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>}

// CHECK-LABEL: llvm.func @view
// CHECK:         %[[POOL:.*]] = llvm.mlir.addressof @sram
// CHECK:         %[[OFFSET:.*]] = llvm.mlir.constant(128 : i64) : i64
// CHECK:         %[[X:.*]] = llvm.getelementptr inbounds %[[POOL]][%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK:         llvm.insertvalue %[[X]], %{{.*}}[1]
// CHECK:         %[[Y:.*]] = llvm.mlir.addressof @commands
// CHECK-NOT:     getelementptr
// CHECK:         llvm.insertvalue %[[Y]], %{{.*}}[1]
func.func @view(%i: index) -> i32 {
  %x = tir.pool_view @sram[128] : memref<4x4xi32>
  %y = tir.pool_view @commands[0] : memref<4xi32>
  %a = memref.load %x[%i, %i] : memref<4x4xi32>
  %b = memref.load %y[%i] : memref<4xi32>
  %c = arith.addi %a, %b : i32
  return %c : i32
}
