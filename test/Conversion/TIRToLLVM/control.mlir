// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s
// RUN: tir-opt %s --convert-to-llvm | FileCheck %s

// One declaration, and one constant for each text.
// CHECK-DAG: llvm.func @TVMFuncGetGlobal(!llvm.ptr, !llvm.ptr) -> i32
// CHECK-DAG: llvm.func @TVMAPISetLastError(!llvm.ptr)
// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[NAME:tir_text_[0-9a-f]+]]("some.name\00")
// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[TEXT:tir_text_[0-9a-f]+]]("f: no \22x\22\0A\00")
// CHECK-NOT: tir_text

// CHECK-LABEL: llvm.func @find
// CHECK:         %[[SLOT:.*]] = llvm.alloca %{{.*}} x !llvm.ptr
// CHECK:         %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:    llvm.store %[[NULL]], %[[SLOT]]
// CHECK-NEXT:    %[[N:.*]] = llvm.mlir.addressof @[[NAME]]
// CHECK-NEXT:    %[[CODE:.*]] = llvm.call @TVMFuncGetGlobal(%[[N]], %[[SLOT]]) : (!llvm.ptr, !llvm.ptr) -> i32
// CHECK-NEXT:    %[[F:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> !llvm.ptr
// CHECK:         %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:    %[[UNKNOWN:.*]] = llvm.icmp "eq" %[[F]], %[[NULL]]
// CHECK-NEXT:    llvm.cond_br %[[UNKNOWN]], ^[[ON:bb[0-9]+]], ^[[LEAVE:bb[0-9]+]]
// CHECK:       ^[[LEAVE]]:
// CHECK-NEXT:    %[[T:.*]] = llvm.mlir.addressof @[[TEXT]]
// CHECK-NEXT:    llvm.call @TVMAPISetLastError(%[[T]])
// CHECK-NEXT:    %[[MINUS:.*]] = llvm.mlir.constant(-1 : i32)
// CHECK-NEXT:    llvm.return %[[MINUS]]
// CHECK:       ^[[ON]]:
// CHECK-NEXT:    return %[[CODE]]
func.func @find() -> i32 {
  %code, %f = tir.get_function "some.name"
  %null = tir.is_null %f : !tir.handle
  tir.assert %null, "f: no \"x\"\0A" {on_error = #tir.on_error<last_error>}
  return %code : i32
}

// CHECK-LABEL: llvm.func @silent
// CHECK-SAME:    %[[C:.*]]: i1
// CHECK-NEXT:    llvm.cond_br %[[C]], ^[[ON:bb[0-9]+]], ^[[LEAVE:bb[0-9]+]]
// CHECK:       ^[[LEAVE]]:
// CHECK-NEXT:    %[[MINUS:.*]] = llvm.mlir.constant(-1 : i32)
// CHECK-NEXT:    llvm.return %[[MINUS]]
func.func @silent(%c: i1) -> i32 {
  tir.assert %c, "nobody hears of it"
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: llvm.func @texts
// CHECK: llvm.mlir.addressof @[[TEXT]]
// CHECK: llvm.mlir.addressof @[[NAME]]
// CHECK: llvm.mlir.addressof @[[NAME]]
func.func @texts() -> (!tir.string, !tir.string, i32) {
  %a = tir.string_constant "f: no \"x\"\0A"
  %b = tir.string_constant "some.name"
  %code, %f = tir.get_function "some.name"
  return %a, %b, %code : !tir.string, !tir.string, i32
}

// The struct of a device is the header's; no code is left of it.
// CHECK-NOT: tir.device
tir.device @npu0 {kind = "npu"}
tir.struct @outputs ["first", "second"]

// CHECK-LABEL: llvm.func @set_field
// CHECK-SAME:    %[[S:.*]]: !llvm.ptr, %[[C:.*]]: !llvm.ptr)
// CHECK:         %[[FIELD:.*]] = llvm.getelementptr inbounds %[[S]][0, 1]
// CHECK-SAME:      !llvm.struct<(ptr, ptr)>
// CHECK-NEXT:    llvm.store %[[C]], %[[FIELD]]
func.func @set_field(%outputs: !tir.handle, %c: !tir.device_context<"npu">) {
  tir.struct_set %outputs[@outputs, "second"] = %c : !tir.device_context<"npu">
  return
}
