// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s

// Narrow floats are moved as integers, so that LLVM has no reason to convert them.

// CHECK-LABEL: llvm.mlir.global private constant @table(
// CHECK-SAME: dense<[15360, -32768]> : tensor<2xi16>
// CHECK-SAME: !llvm.array<2 x i16>
memref.global "private" constant @table : memref<2xf16> = dense<[1.0, -0.0]>

// CHECK-LABEL: llvm.func @moves(
// CHECK-SAME: %[[X:.*]]: !llvm.ptr, %[[C:.*]]: i1)
// CHECK-NOT: bf16
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(16256 : i16) : i16
// CHECK: %[[LOADED:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i16
// CHECK: %[[CHOSEN:.*]] = llvm.select %[[C]], %[[ONE]], %[[LOADED]] : i1, i16
// CHECK: llvm.store %[[CHOSEN]], %{{.*}} : i16, !llvm.ptr
func.func @moves(%x: memref<2xbf16>, %c: i1) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : bf16
  %loaded = memref.load %x[%c0] : memref<2xbf16>
  %chosen = arith.select %c, %one, %loaded : bf16
  memref.store %chosen, %x[%c0] : memref<2xbf16>
  return
}

// The instruction that converts takes a number made from the bits.

// CHECK-LABEL: llvm.func @widens(
// CHECK: %[[BITS:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i16
// CHECK: %[[HALF:.*]] = llvm.bitcast %[[BITS]] : i16 to f16
// CHECK: llvm.fpext %[[HALF]] : f16 to f32
func.func @widens(%i: index) -> f32 {
  %table = memref.get_global @table : memref<2xf16>
  %half = memref.load %table[%i] : memref<2xf16>
  %wide = arith.extf %half : f16 to f32
  return %wide : f32
}

// CHECK-LABEL: llvm.func @narrows(
// CHECK: %[[HALF:.*]] = llvm.fptrunc %{{.*}} : f32 to f16
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[HALF]] : f16 to i16
// CHECK: llvm.return %[[BITS]] : i16
func.func @narrows(%x: f32) -> f16 {
  %narrow = arith.truncf %x : f32 to f16
  return %narrow : f16
}
