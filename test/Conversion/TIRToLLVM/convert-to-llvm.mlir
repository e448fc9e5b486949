// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s
// RUN: tir-opt %s --convert-to-llvm | FileCheck %s --check-prefix=STOCK

// A buffer is one raw pointer, and an index is as wide as a pointer here.
// CHECK: module attributes {llvm.data_layout = "e-p:32:32"}
module attributes {llvm.data_layout = "e-p:32:32"} {
  // CHECK-NOT: tir.struct
  // STOCK-NOT: tir.struct
  tir.struct @outputs ["first", "second", "third"]

  // CHECK: llvm.func @kernel(!llvm.ptr) -> i32
  func.func private @kernel(memref<4xi8>) -> i32

  // CHECK-LABEL: llvm.func @run(
  // CHECK-SAME: %[[OUTPUTS:.*]]: !llvm.ptr, %{{.*}}: i32) -> i32
  // STOCK-LABEL: llvm.func @run(
  // STOCK-SAME: %[[OUTPUTS:.*]]: !llvm.ptr, %{{.*}}: i64) -> i32
  func.func @run(%outputs: !tir.handle, %i: index) -> i32 {
    // CHECK: %[[FIELD:.*]] = llvm.getelementptr inbounds %[[OUTPUTS]][0, 2]
    // CHECK-SAME: !llvm.struct<(ptr, ptr, ptr)>
    // CHECK: llvm.load %[[FIELD]] : !llvm.ptr -> !llvm.ptr
    // STOCK: llvm.getelementptr inbounds %[[OUTPUTS]][0, 2]
    %y = tir.struct_get %outputs[@outputs, "third"] : memref<4xi8>

    // CHECK: %[[CODE:.*]] = llvm.call @kernel(%{{.*}}) : (!llvm.ptr) -> i32
    // CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i32) : i32
    // CHECK: %[[FAILED:.*]] = llvm.icmp "ne" %[[CODE]], %[[ZERO]] : i32
    // CHECK: llvm.cond_br %[[FAILED]], ^[[LEAVE:bb[0-9]+]], ^[[ON:bb[0-9]+]]
    // CHECK: ^[[LEAVE]]:
    // CHECK-NEXT: llvm.return %[[CODE]] : i32
    // CHECK: ^[[ON]]:
    // STOCK: llvm.icmp "ne"
    %code = func.call @kernel(%y) : (memref<4xi8>) -> i32
    tir.check_return %code
    %ok = arith.constant 0 : i32
    return %ok : i32
  }

  // CHECK-LABEL: llvm.func @handle(
  // CHECK-SAME: %[[OUTPUTS:.*]]: !llvm.ptr) -> !llvm.ptr
  // CHECK: %[[FIELD:.*]] = llvm.getelementptr inbounds %[[OUTPUTS]][0, 1]
  // CHECK: %[[HANDLE:.*]] = llvm.load %[[FIELD]]
  // CHECK: llvm.return %[[HANDLE]] : !llvm.ptr
  func.func @handle(%outputs: !tir.handle) -> !tir.handle {
    %h = tir.struct_get %outputs[@outputs, "second"] : !tir.handle
    return %h : !tir.handle
  }

  // A copy of a whole buffer is a memcpy.
  // CHECK-LABEL: llvm.func @copy
  // CHECK: "llvm.intr.memcpy"
  func.func @copy(%x: memref<4xi8>, %y: memref<4xi8>) {
    memref.copy %x, %y : memref<4xi8> to memref<4xi8>
    return
  }
}
