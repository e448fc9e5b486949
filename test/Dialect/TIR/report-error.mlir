// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: func.func @reports
// CHECK-SAME:    %[[CODE:.*]]: i32)
func.func @reports(%code: i32) {
  // CHECK: tir.report_error %[[CODE]], "add_1"{{$}}
  tir.report_error %code, "add_1" {on_error = #tir.on_error<code>}
  // CHECK: tir.report_error %[[CODE]], "add_1" on "npu0" {on_error = #tir.on_error<hook>}
  tir.report_error %code, "add_1" on "npu0" {on_error = #tir.on_error<hook>}
  // CHECK: tir.report_error %[[CODE]], "" {on_error = #tir.on_error<last_error>}
  tir.report_error %code, "" {on_error = #tir.on_error<last_error>}
  // CHECK: tir.report_error %[[CODE]], "add_1" {on_error = #tir.on_error<raise>}
  tir.report_error %code, "add_1" {on_error = #tir.on_error<raise>}
  return
}
