// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s --check-prefixes=CHECK,OURS
// RUN: tir-opt %s --convert-to-llvm | FileCheck %s --check-prefixes=CHECK,STOCK

module attributes {llvm.data_layout = "e-p:32:32"} {
  // Slots are allocated once, not in each iteration of the loop.
  // CHECK-LABEL: llvm.func @slots(
  // CHECK-SAME:    %[[N:.*]]: i64, %[[C:.*]]: i1)
  // CHECK:         %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK-NEXT:    %[[CODES:.*]] = llvm.alloca %[[TWO]] x i32
  // CHECK-NEXT:    %[[TWO:.*]] = llvm.mlir.constant(2 : i32)
  // CHECK-NEXT:    %[[VALUES:.*]] = llvm.alloca %[[TWO]] x i64
  // CHECK:       ^bb1
  // CHECK:         %[[SLOT:.*]] = llvm.getelementptr inbounds %[[VALUES]][1] : (!llvm.ptr) -> !llvm.ptr, i64
  // CHECK-NEXT:    llvm.store %[[N]], %[[SLOT]] : i64
  // CHECK-NEXT:    %[[INT:.*]] = llvm.mlir.constant(0 : i32)
  // CHECK-NEXT:    %[[SLOT:.*]] = llvm.getelementptr inbounds %[[CODES]][1] : (!llvm.ptr) -> !llvm.ptr, i32
  // CHECK-NEXT:    llvm.store %[[INT]], %[[SLOT]] : i32
  func.func @slots(%n: i64, %c: i1) {
    cf.br ^loop
  ^loop:
    %values, %codes = tir.packed_stack 2
    tir.packed_set %values, %codes[1] = %n : i64
    cf.cond_br %c, ^loop, ^end
  ^end:
    return
  }

  // CHECK-LABEL: llvm.func @set(
  // CHECK-SAME:    %[[V:.*]]: !llvm.ptr, %[[K:.*]]: !llvm.ptr, %[[B:.*]]: i1, %[[I:.*]]: i8, %[[F:.*]]: f32, %[[D:.*]]: f64, %[[H:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[X:.*]]: !llvm.ptr, %[[IX:.*]]: i{{32|64}})
  func.func @set(%values: !tir.values, %codes: !tir.type_codes, %b: i1, %i: i8, %f: f32, %d: f64, %h: !tir.handle,
                 %t: !tir.dltensor, %s: !tir.string, %x: !tir.device_context<"npu">, %ix: index) {
    // CHECK: %[[W:.*]] = llvm.zext %[[B]] : i1 to i64
    // CHECK: llvm.store %[[W]]
    // CHECK: llvm.mlir.constant(0 : i32)
    tir.packed_set %values, %codes[0] = %b : i1
    // CHECK: %[[W:.*]] = llvm.sext %[[I]] : i8 to i64
    // CHECK: llvm.store %[[W]]
    // CHECK: llvm.mlir.constant(0 : i32)
    tir.packed_set %values, %codes[0] = %i : i8
    // CHECK: %[[W:.*]] = llvm.fpext %[[F]] : f32 to f64
    // CHECK: llvm.store %[[W]]
    // CHECK: llvm.mlir.constant(2 : i32)
    tir.packed_set %values, %codes[0] = %f : f32
    // CHECK: llvm.store %[[D]]
    // CHECK: llvm.mlir.constant(2 : i32)
    tir.packed_set %values, %codes[0] = %d : f64
    // CHECK: llvm.store %[[H]]
    // CHECK: llvm.mlir.constant(3 : i32)
    tir.packed_set %values, %codes[0] = %h : !tir.handle
    // CHECK: llvm.mlir.constant(7 : i32)
    tir.packed_set %values, %codes[0] = %t : !tir.dltensor
    // CHECK: llvm.mlir.constant(11 : i32)
    tir.packed_set %values, %codes[0] = %s : !tir.string
    // CHECK: llvm.store %[[X]]
    // CHECK: llvm.mlir.constant(3 : i32)
    tir.packed_set %values, %codes[0] = %x : !tir.device_context<"npu">
    // OURS: %[[W:.*]] = llvm.sext %[[IX]] : i32 to i64
    // OURS: llvm.store %[[W]]
    // STOCK: llvm.store %[[IX]]
    tir.packed_set %values, %codes[0] = %ix : index
    return
  }

  // CHECK-LABEL: llvm.func @get(
  // CHECK-SAME:    %[[V:.*]]: !llvm.ptr, %[[K:.*]]: !llvm.ptr)
  // CHECK: %[[SLOT:.*]] = llvm.getelementptr inbounds %[[V]][3] : (!llvm.ptr) -> !llvm.ptr, i64
  // CHECK: %[[R:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> !llvm.ptr
  // CHECK: %[[SLOT:.*]] = llvm.getelementptr inbounds %[[K]][3] : (!llvm.ptr) -> !llvm.ptr, i32
  // CHECK: llvm.load %[[SLOT]] : !llvm.ptr -> i32
  func.func @get(%values: !tir.values, %codes: !tir.type_codes) -> i32 {
    %s = tir.packed_get %values[3] : !tir.string
    %code = tir.type_code_get %codes[3] : i32
    call @use(%s) : (!tir.string) -> ()
    return %code : i32
  }
  func.func private @use(!tir.string)
}
