// RUN: tir-opt %s --tir-convert-to-llvm --canonicalize --cse | FileCheck %s
// RUN: tir-opt %s --convert-to-llvm --canonicalize --cse --reconcile-unrealized-casts
// RUN: sed 's/module {/module attributes {llvm.data_layout = "e-p:32:32"} {/' %s | tir-opt --tir-convert-to-llvm | FileCheck %s --check-prefix=P32

module {
  // CHECK-LABEL: llvm.func @null()
  // CHECK:         %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
  // CHECK:         llvm.return %[[NULL]]
  func.func @null() -> !tir.device_context<"npu"> {
    %c = tir.null : !tir.device_context<"npu">
    return %c : !tir.device_context<"npu">
  }

  // CHECK-LABEL: llvm.func @is_null
  // CHECK-SAME:    %[[X:.*]]: !llvm.ptr)
  // CHECK:         llvm.icmp "eq" %[[X]], %{{.*}} : !llvm.ptr
  func.func @is_null(%x: memref<4xi8>) -> i1 {
    %n = tir.is_null %x : memref<4xi8>
    return %n : i1
  }

  // CHECK-LABEL: llvm.func @misalignment
  // CHECK-SAME:    %[[X:.*]]: !llvm.ptr)
  // CHECK-DAG:     %[[A:.*]] = llvm.ptrtoint %[[X]] : !llvm.ptr to i64
  // CHECK-DAG:     %[[MASK:.*]] = llvm.mlir.constant(15 : i64)
  // CHECK:         %[[REST:.*]] = llvm.and %[[A]], %[[MASK]]
  // CHECK-NEXT:    llvm.return %[[REST]] : i64
  // P32-LABEL:   llvm.func @misalignment
  // P32:           llvm.ptrtoint %{{.*}} : !llvm.ptr to i32
  // P32:           %[[REST:.*]] = llvm.and
  // P32:           llvm.zext %[[REST]] : i32 to i64
  func.func @misalignment(%x: memref<4xi8>) -> i64 {
    %n = tir.misalignment %x, 16 : memref<4xi8>
    return %n : i64
  }

  // CHECK-LABEL: llvm.func @as_handle
  // CHECK-SAME:    %[[X:.*]]: !llvm.ptr)
  // CHECK-NEXT:    llvm.return %[[X]]
  func.func @as_handle(%x: memref<4xi8>) -> !tir.handle {
    %h = tir.pointer_cast %x : memref<4xi8> to !tir.handle
    return %h : !tir.handle
  }

  // CHECK-LABEL: llvm.func @load
  // CHECK-SAME:    %[[H:.*]]: !llvm.ptr, %[[N:.*]]: i64, %[[I:.*]]: i64)
  // CHECK-NEXT:    %[[B:.*]] = llvm.getelementptr %[[H]][%[[N]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  // CHECK-NEXT:    %[[E:.*]] = llvm.getelementptr inbounds|nuw %[[B]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // CHECK-NEXT:    llvm.load %[[E]]
  func.func @load(%h: !tir.handle, %n: i64, %i: index) -> f32 {
    %x = tir.pointer_cast %h[%n] : !tir.handle to memref<4xf32>
    %e = memref.load %x[%i] : memref<4xf32>
    return %e : f32
  }
}
