// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: func.func @null
func.func @null() -> (!tir.handle, !tir.device_context<"npu">, !tir.values, !tir.type_codes, !tir.dltensor, !tir.string) {
  // CHECK: tir.null : !tir.handle
  %0 = tir.null : !tir.handle
  // CHECK: tir.null : !tir.device_context<"npu">
  %1 = tir.null : !tir.device_context<"npu">
  // CHECK: tir.null : !tir.values
  %2 = tir.null : !tir.values
  // CHECK: tir.null : !tir.type_codes
  %3 = tir.null : !tir.type_codes
  // CHECK: tir.null : !tir.dltensor
  %4 = tir.null : !tir.dltensor
  // CHECK: tir.null : !tir.string
  %5 = tir.null : !tir.string
  return %0, %1, %2, %3, %4, %5 : !tir.handle, !tir.device_context<"npu">, !tir.values, !tir.type_codes, !tir.dltensor, !tir.string
}

// CHECK-LABEL: func.func @compare
func.func @compare(%h: !tir.handle, %x: memref<4xi8>) -> (i1, i64, i64) {
  // CHECK: tir.is_null %{{.*}} : memref<4xi8>
  %0 = tir.is_null %x : memref<4xi8>
  // CHECK: tir.misalignment %{{.*}}, 1 : memref<4xi8>
  %1 = tir.misalignment %x, 1 : memref<4xi8>
  // CHECK: tir.misalignment %{{.*}}, 4611686018427387904 : !tir.handle
  %2 = tir.misalignment %h, 4611686018427387904 : !tir.handle
  return %0, %1, %2 : i1, i64, i64
}

// CHECK-LABEL: func.func @cast
func.func @cast(%h: !tir.handle, %x: memref<4xi8>, %n: i64) {
  // CHECK: tir.pointer_cast %{{.*}} : !tir.handle to memref<4xi8>
  %0 = tir.pointer_cast %h : !tir.handle to memref<4xi8>
  // CHECK: tir.pointer_cast %{{.*}} : memref<4xi8> to !tir.handle
  %1 = tir.pointer_cast %x : memref<4xi8> to !tir.handle
  // CHECK: tir.pointer_cast %{{.*}}[%{{.*}}] : !tir.handle to !tir.dltensor
  %2 = tir.pointer_cast %h[%n] : !tir.handle to !tir.dltensor
  return
}
