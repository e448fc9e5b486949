// RUN: tir-opt %s --tir-expand-steps="target-triple=thumbv8.1m.main-none-eabi target-cpu=cortex-m55" | FileCheck %s

// The bitcode of the function is linked later.
// CHECK: llvm.func @tir_mve_copy_row(!llvm.ptr, !llvm.ptr, i32, i32, i32, i32, i32)
// CHECK-NOT: llvm.func
// CHECK-LABEL: func.func @copy
// CHECK: llvm.getelementptr %{{.*}} : (!llvm.ptr, i32) -> !llvm.ptr, i8
// CHECK: llvm.call @tir_mve_copy_row(
// CHECK: llvm.call @tir_mve_copy_row(
// CHECK-NOT: kernel.call_step
func.func @copy(%x: memref<100xi8>, %rows: memref<48xi8>, %at: index) {
  %0 = arith.constant 0 : index
  kernel.call_step "mve_copy_row"(%x, %rows) at(%0, %0) numbers(%at, %0, %at) sizes [9, -3]
      : memref<100xi8>, memref<48xi8>
  kernel.call_step "mve_copy_row"(%x, %rows) at(%0, %at) numbers(%at, %0, %at) sizes [9, -3]
      : memref<100xi8>, memref<48xi8>
  return
}
