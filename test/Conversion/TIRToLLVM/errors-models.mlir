// Each model reports to its own hook, also from the functions that it calls. A function that two models call belongs to
// the first of them.
// RUN: tir-opt %s --tir-convert-to-llvm | FileCheck %s
// RUN: tir-opt %s --convert-to-llvm | FileCheck %s

// CHECK-NOT:   tir.note
// CHECK-LABEL: llvm.func internal @tir_report_hook(
// CHECK:         llvm.call @tvmgen_left_on_error(
// CHECK-LABEL: llvm.func internal @tir_report_hook_right(
// CHECK:         llvm.call @tvmgen_right_on_error(
// CHECK-LABEL: llvm.func @shared(
// CHECK:         llvm.call @tvmgen_left_on_error(
// CHECK-LABEL: llvm.func @only_right(
// CHECK:         llvm.call @tir_report_hook_right(
// CHECK-LABEL: llvm.func @tvmgen_left_run(
// CHECK:         llvm.call @tvmgen_left_on_error(
// CHECK:         llvm.call @tir_report_hook(
// CHECK-LABEL: llvm.func @tvmgen_right_run(
// CHECK:         llvm.call @tvmgen_right_on_error(
// CHECK:         llvm.call @tir_report_hook_right(
func.func private @shared(%ok: i1) -> i32 {
  tir.assert %ok, "shared" {on_error = #tir.on_error<hook>}
  %code = arith.constant 0 : i32
  return %code : i32
}
func.func private @only_right(%ok: i1, %n: i64) -> i32 {
  tir.assert %ok, "only right: ", %n {on_error = #tir.on_error<hook>}
  %code = arith.constant 0 : i32
  return %code : i32
}
func.func @tvmgen_left_run(%ok: i1, %n: i64) -> i32 attributes {tir.model = #tir.model<name = "left">} {
  tir.assert %ok, "left" {on_error = #tir.on_error<hook>}
  tir.assert %ok, "left: ", %n {on_error = #tir.on_error<hook>}
  %code = call @shared(%ok) : (i1) -> i32
  return %code : i32
}
func.func @tvmgen_right_run(%ok: i1, %n: i64) -> i32 attributes {tir.model = #tir.model<name = "right">} {
  tir.assert %ok, "right" {on_error = #tir.on_error<hook>}
  tir.assert %ok, "right: ", %n {on_error = #tir.on_error<hook>}
  %code = call @shared(%ok) : (i1) -> i32
  tir.check_return %code
  %code1 = call @only_right(%ok, %n) : (i1, i64) -> i32
  return %code1 : i32
}
