// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s
// RUN: tir-opt %s --convert-to-llvm | FileCheck %s

// One declaration, and one constant for each text.
// CHECK-DAG: llvm.func @TVMAPISetLastError(!llvm.ptr)
// CHECK-DAG: llvm.func @TVMFFIErrorSetRaisedFromCStr(!llvm.ptr, !llvm.ptr)
// CHECK-DAG: llvm.func @tvmgen_net_on_error(i32, !llvm.ptr, !llvm.ptr)
// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[TEXT:tir_text_[0-9a-f]+]]("f: no \22x\22\0A\00")
// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[VALUE:tir_text_[0-9a-f]+]]("ValueError\00")
// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[RUNTIME:tir_text_[0-9a-f]+]]("RuntimeError\00")
// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[ADD:tir_text_[0-9a-f]+]]("add\00")
// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[NPU:tir_text_[0-9a-f]+]]("npu0\00")
// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[ADDNPU:tir_text_[0-9a-f]+]]("add on npu0 failed\00")
// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[ADDFAILED:tir_text_[0-9a-f]+]]("add failed\00")
// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[GOT:tir_text_[0-9a-f]+]]("expected 2, got \00")
// CHECK-DAG: llvm.mlir.global private unnamed_addr constant @[[BUTGOT:tir_text_[0-9a-f]+]]("expected 2, but got \00")
// CHECK-NOT: tir_text

module {
// CHECK-LABEL: llvm.func @asserts
// CHECK-SAME:    %[[C:.*]]: i1)
// CHECK-NEXT:    llvm.cond_br %[[C]], ^[[ON:bb[0-9]+]], ^[[LEAVE:bb[0-9]+]]
// CHECK:       ^[[LEAVE]]:
// CHECK-NEXT:    %[[MINUS:.*]] = llvm.mlir.constant(-1 : i32)
// CHECK-NEXT:    %[[T:.*]] = llvm.mlir.addressof @[[TEXT]]
// CHECK-NEXT:    llvm.call @TVMAPISetLastError(%[[T]])
// CHECK-NEXT:    llvm.return %[[MINUS]]
// CHECK:       ^[[ON]]:
// CHECK-NEXT:    llvm.cond_br %[[C]], ^[[ON:bb[0-9]+]], ^[[LEAVE:bb[0-9]+]]
// The hook gets the message for an operator, and no device.
// CHECK:       ^[[LEAVE]]:
// CHECK-NEXT:    %[[MINUS:.*]] = llvm.mlir.constant(-1 : i32)
// CHECK-DAG:     %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-DAG:     %[[T:.*]] = llvm.mlir.addressof @[[TEXT]]
// CHECK:         llvm.call @tvmgen_net_on_error(%[[MINUS]], %[[T]], %[[NULL]])
// CHECK-NEXT:    llvm.return %[[MINUS]]
// CHECK:       ^[[ON]]:
// CHECK-NEXT:    llvm.cond_br %[[C]], ^[[ON:bb[0-9]+]], ^[[LEAVE:bb[0-9]+]]
// CHECK:       ^[[LEAVE]]:
// CHECK-DAG:     %[[K:.*]] = llvm.mlir.addressof @[[VALUE]]
// CHECK-DAG:     %[[T:.*]] = llvm.mlir.addressof @[[TEXT]]
// CHECK:         llvm.call @TVMFFIErrorSetRaisedFromCStr(%[[K]], %[[T]])
// CHECK:       ^[[ON]]:
// CHECK-NEXT:    llvm.cond_br %[[C]], ^[[ON:bb[0-9]+]], ^[[LEAVE:bb[0-9]+]]
// CHECK:       ^[[LEAVE]]:
// CHECK-DAG:     %[[K:.*]] = llvm.mlir.addressof @[[RUNTIME]]
// CHECK-DAG:     %[[T:.*]] = llvm.mlir.addressof @[[TEXT]]
// CHECK:         llvm.call @TVMFFIErrorSetRaisedFromCStr(%[[K]], %[[T]])
func.func @asserts(%c: i1) -> i32 attributes {tir.model = #tir.model<name = "Net", source = "net.mlir">} {
  tir.assert %c, "f: no \"x\"\0A" {on_error = #tir.on_error<last_error>}
  tir.assert %c, "f: no \"x\"\0A" {on_error = #tir.on_error<hook>}
  tir.assert %c, "f: no \"x\"\0A" {on_error = #tir.on_error<raise>, kind = "ValueError"}
  tir.assert %c, "f: no \"x\"\0A" {on_error = #tir.on_error<raise>}
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: llvm.func @reports
// CHECK-SAME:    %[[CODE:.*]]: i32)
// CHECK:         %[[ZERO:.*]] = llvm.mlir.constant(0 : i32)
// CHECK-NEXT:    %[[FAILED:.*]] = llvm.icmp "ne" %[[CODE]], %[[ZERO]]
// CHECK-NEXT:    llvm.cond_br %[[FAILED]], ^[[TELL:bb[0-9]+]], ^[[ON:bb[0-9]+]]
// CHECK:       ^[[TELL]]:
// CHECK-DAG:     %[[O:.*]] = llvm.mlir.addressof @[[ADD]]
// CHECK-DAG:     %[[D:.*]] = llvm.mlir.addressof @[[NPU]]
// CHECK:         llvm.call @tvmgen_net_on_error(%[[CODE]], %[[O]], %[[D]])
// CHECK-NEXT:    llvm.br ^[[ON]]
// CHECK:       ^[[ON]]:
// CHECK:         %[[T:.*]] = llvm.mlir.addressof @[[ADDNPU]]
// CHECK-NEXT:    llvm.call @TVMAPISetLastError(%[[T]])
// CHECK:         %[[O:.*]] = llvm.mlir.addressof @[[ADDFAILED]]
// CHECK:         llvm.call @TVMFFIErrorSetRaisedFromCStr(%{{.*}}, %[[O]])
// CHECK-NOT:     llvm.call
// CHECK:         llvm.return
func.func @reports(%code: i32) {
  tir.report_error %code, "add" on "npu0" {on_error = #tir.on_error<hook>}
  tir.report_error %code, "add" on "npu0" {on_error = #tir.on_error<last_error>}
  tir.report_error %code, "add" {on_error = #tir.on_error<raise>}
  tir.report_error %code, "add" {on_error = #tir.on_error<code>}
  return
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

// The struct of a device belongs to the header; it needs no code.
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

// A function that runs only on errors appends a number to a text in its frame. The longest text of the object fits,
// with 20 digits and sign, and the NUL.
// CHECK-LABEL: llvm.func @numbers
// CHECK-SAME:    %[[C:.*]]: i1, %[[CODE:.*]]: i32, %[[N:.*]]: i64)
// CHECK:         %[[T:.*]] = llvm.mlir.addressof
// CHECK-NEXT:    llvm.call @tir_report_last_error(%[[T]], %[[N]]) : (!llvm.ptr, i64) -> ()
// CHECK-NEXT:    llvm.return
// CHECK:         %[[T:.*]] = llvm.mlir.addressof
// CHECK-NEXT:    llvm.call @tir_report_hook(%[[CODE]], %[[T]], %[[N]]) : (i32, !llvm.ptr, i64) -> ()
// CHECK-NEXT:    llvm.br
// CHECK:         llvm.call @tir_report_raise(%{{.*}}, %{{.*}}, %[[N]]) : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT:    llvm.return
// CHECK-NOT:     llvm.call
// CHECK:         llvm.return
func.func @numbers(%c: i1, %code: i32, %n: i64) -> i32 {
  tir.assert %c, "expected 2, got ", %n {on_error = #tir.on_error<last_error>}
  tir.report_error %code, "expected 2, but got ", %n {message, on_error = #tir.on_error<hook>}
  tir.assert %c, "expected 2, got ", %n {on_error = #tir.on_error<raise>}
  tir.assert %c, "nobody hears of it: ", %n
  return %code : i32
}
}
