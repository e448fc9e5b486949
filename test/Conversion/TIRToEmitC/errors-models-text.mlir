// Each model reports to its own hook, also from the functions that it calls. A function that two models call belongs to
// the first of them.
// RUN: tir-opt %s --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c | FileCheck %s

// CHECK-DAG:   {{^}}extern void tvmgen_left_on_error(
// CHECK-DAG:   {{^}}extern void tvmgen_right_on_error(
// CHECK-LABEL: {{^}}static TIR_COLD void tir_report_hook(
// CHECK:         tvmgen_left_on_error(code, {{.*}}, NULL);
// CHECK-LABEL: {{^}}static TIR_COLD void tir_report_hook_right(
// CHECK:         tvmgen_right_on_error(code, {{.*}}, NULL);
// CHECK-LABEL: int32_t shared(
// CHECK:         tvmgen_left_on_error(-1, "shared", NULL);
// CHECK-LABEL: int32_t only_right(
// CHECK:         tir_report_hook_right(-1, "only right: ", n);
// CHECK-LABEL: int32_t tvmgen_left_run(
// CHECK:         tvmgen_left_on_error(-1, "left", NULL);
// CHECK:         tir_report_hook(-1, "left: ", n);
// CHECK-LABEL: int32_t tvmgen_right_run(
// CHECK:         tvmgen_right_on_error(-1, "right", NULL);
// CHECK:         tir_report_hook_right(-1, "right: ", n);
func.func private @shared(%ok: i1) -> i32 {
  tir.assert %ok, "shared" {on_error = #tir.on_error<hook>}
  %code = arith.constant 0 : i32
  return %code : i32
}
func.func private @only_right(%ok: i1, %n: i64 {tir.name = "n"}) -> i32 {
  tir.assert %ok, "only right: ", %n {on_error = #tir.on_error<hook>}
  %code = arith.constant 0 : i32
  return %code : i32
}
func.func @tvmgen_left_run(%ok: i1, %n: i64 {tir.name = "n"}) -> i32 attributes {tir.model = #tir.model<name = "left">} {
  tir.assert %ok, "left" {on_error = #tir.on_error<hook>}
  tir.assert %ok, "left: ", %n {on_error = #tir.on_error<hook>}
  %code = call @shared(%ok) : (i1) -> i32
  return %code : i32
}
func.func @tvmgen_right_run(%ok: i1, %n: i64 {tir.name = "n"}) -> i32 attributes {tir.model = #tir.model<name = "right">} {
  tir.assert %ok, "right" {on_error = #tir.on_error<hook>}
  tir.assert %ok, "right: ", %n {on_error = #tir.on_error<hook>}
  %code = call @shared(%ok) : (i1) -> i32
  tir.check_return %code
  %code1 = call @only_right(%ok, %n) : (i1, i64) -> i32
  return %code1 : i32
}
