// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

// CHECK-LABEL: func.func @checks
// CHECK-SAME:    %[[C:.*]]: i1)
func.func @checks(%c: i1) -> i32 {
  // CHECK: tir.assert %[[C]], "expected 2 arguments"{{$}}
  tir.assert %c, "expected 2 arguments" {on_error = #tir.on_error<code>}
  // CHECK: scf.if
  scf.if %c {
    // CHECK: tir.assert %[[C]], "f: x is NULL" {on_error = #tir.on_error<last_error>}
    tir.assert %c, "f: x is NULL" {on_error = #tir.on_error<last_error>}
  }
  // CHECK: tir.assert %[[C]], "f: x is NULL" {kind = "ValueError", on_error = #tir.on_error<raise>}
  tir.assert %c, "f: x is NULL" {on_error = #tir.on_error<raise>, kind = "ValueError"}
  // CHECK: %[[N:.*]] = arith.constant 5 : i64
  // CHECK: tir.assert %[[C]], "expected 2, but it is ", %[[N]] {on_error = #tir.on_error<hook>}
  %n = arith.constant 5 : i64
  tir.assert %c, "expected 2, but it is ", %n {on_error = #tir.on_error<hook>}
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// CHECK-LABEL: tir.prim_func @before_its_code_is_known
// CHECK-SAME:    %[[C:.*]]: i1)
tir.prim_func @before_its_code_is_known(%c: i1) {
  // CHECK: tir.assert %[[C]], "no memory"{{$}}
  tir.assert %c, "no memory"
  tir.return
}

// CHECK-LABEL: func.func @report
// CHECK-SAME:    %[[C:.*]]: i32
// CHECK-SAME:    , %[[N:.*]]: i64)
func.func @report(%c: i32, %n: i64) {
  // CHECK: tir.report_error %[[C]], "no memory" {message, on_error = #tir.on_error<hook>}
  tir.report_error %c, "no memory" {message, on_error = #tir.on_error<hook>}
  // CHECK: tir.report_error %[[C]], "bytes: ", %[[N]] {message}
  tir.report_error %c, "bytes: ", %n {message}
  return
}
