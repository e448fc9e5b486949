// RUN: tir-opt %s --tir-convert-to-llvm --tir-finalize-llvm | FileCheck %s

// On a Cortex-M, a function that guards the call of another one is as short as can be: LLVM keeps the flag's address in
// a register, and the other function is not inlined.
module attributes {llvm.target_triple = "thumbv7em-none-eabi",
                   llvm.data_layout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"} {
  // CHECK: llvm.mlir.global internal @flag
  memref.global "private" @flag : memref<1xi32> = dense<0>
  // CHECK: llvm.func internal @alone() attributes {{{.*}}no_inline
  func.func private @alone() attributes {no_inline} {
    return
  }
  // CHECK-LABEL: llvm.func @run()
  // CHECK-SAME:    passthrough = ["minsize", "optsize"]
  // CHECK:         %[[PLACE:.*]] = llvm.inline_asm "", "=l,0" %{{.*}} : (!llvm.ptr) -> !llvm.ptr
  // CHECK:         llvm.atomicrmw xchg %[[PLACE]], %{{.*}} monotonic
  // CHECK:         llvm.call @alone()
  // CHECK:         %[[SAME:.*]] = llvm.inline_asm "", "=l,0"
  // CHECK:         llvm.store %{{.*}}, %[[SAME]] atomic monotonic
  func.func @run() -> i32 {
    %flag = memref.get_global @flag : memref<1xi32>
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %before = memref.atomic_rmw assign %one, %flag[%c0] : (i32, memref<1xi32>) -> i32
    call @alone() : () -> ()
    %unused = memref.atomic_rmw assign %zero, %flag[%c0] : (i32, memref<1xi32>) -> i32
    return %before : i32
  }
  // Without a call, it is compiled as others are.
  // CHECK-LABEL: llvm.func @take()
  // CHECK-NOT:     passthrough
  // CHECK:         llvm.return
  func.func @take() -> i32 {
    %flag = memref.get_global @flag : memref<1xi32>
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %before = memref.atomic_rmw assign %one, %flag[%c0] : (i32, memref<1xi32>) -> i32
    return %before : i32
  }
}
