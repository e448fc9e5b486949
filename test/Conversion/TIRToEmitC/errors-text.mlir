// Checks and error reports in C.
// RUN: tir-opt %s --tir-flatten-memrefs --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c | FileCheck %s

// CHECK: #include "tvm/runtime/c_runtime_api.h"
// CHECK-NOT: c_backend_api.h
module {
  // A function that runs only on errors appends a number to a text in its frame. The longest text of the file fits,
  // with 20 digits and sign, and the NUL.
  // CHECK:      #define TIR_COLD __attribute__((cold, noinline))
  // CHECK:      static const char *tir_append_number(char *buffer, int32_t size, const char *text, int64_t number) {
  // CHECK:      {{^}}extern void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *message);
  // CHECK:      {{^}}static TIR_COLD void tir_report_raise(const char *kind, const char *text, int64_t number) {
  // CHECK-NEXT:   char buffer[41];
  // CHECK-NEXT:   const char *[[TOLD:.*]] = tir_append_number(buffer, 41, text, number);
  // CHECK-NEXT:   TVMFFIErrorSetRaisedFromCStr(kind, [[TOLD]]);
  // CHECK-NEXT: }
  // CHECK:      {{^}}extern void tvmgen_net_on_error(int32_t code, const char *op, const char *device);
  // CHECK:      {{^}}static TIR_COLD void tir_report_hook(int32_t code, const char *text, int64_t number) {
  // CHECK-NEXT:   char buffer[41];
  // CHECK-NEXT:   const char *[[TOLD:.*]] = tir_append_number(buffer, 41, text, number);
  // CHECK-NEXT:   tvmgen_net_on_error(code, [[TOLD]], NULL);
  // CHECK-NEXT: }
  // CHECK:      {{^}}static TIR_COLD void tir_report_last_error(const char *text, int64_t number) {
  // CHECK-NEXT:   char buffer[41];
  // CHECK-NEXT:   const char *[[TOLD:.*]] = tir_append_number(buffer, 41, text, number);
  // CHECK-NEXT:   TVMAPISetLastError([[TOLD]]);
  // CHECK-NEXT: }

  // CHECK-LABEL: int32_t checks(TVMValue *args, int *type_codes, int num_args) {
  func.func @checks(%values: !tir.values {tir.name = "args"}, %codes: !tir.type_codes {tir.name = "type_codes"},
                    %count: i32 {tir.name = "num_args", tir.port = #tir.port<c_type = "int">}) -> i32 attributes {tir.model = #tir.model<name = "Net", source = "net.mlir">} {
    // CHECK:      if (num_args != 2) {
    // CHECK-NEXT:   tvmgen_net_on_error(-1, "checks: expected 2 arguments", NULL);
    // CHECK-NEXT:   return -1;
    // CHECK-NEXT: }
    %two = arith.constant 2 : i32
    %is = arith.cmpi eq, %count, %two : i32
    tir.assert %is, "checks: expected 2 arguments" {on_error = #tir.on_error<hook>}
    // CHECK-NEXT: if (args == NULL) {
    // CHECK-NEXT:   TVMAPISetLastError("checks: args is NULL");
    // CHECK-NEXT:   return -1;
    // CHECK-NEXT: }
    %null = tir.is_null %values : !tir.values
    %true = arith.constant true
    %some = arith.xori %null, %true : i1
    tir.assert %some, "checks: args is NULL" {on_error = #tir.on_error<last_error>}
    // CHECK-NEXT: DLTensor *[[T:.*]] = (DLTensor *)args[0].v_handle;
    // CHECK-NEXT: if ([[T]]->ndim > 2) {
    // CHECK-NEXT:   TVMFFIErrorSetRaisedFromCStr("ValueError", "checks: x: ndim");
    // CHECK-NEXT:   return -1;
    // CHECK-NEXT: }
    %t = tir.packed_get %values[0] : !tir.dltensor
    %n = tir.dltensor_get %t, ndim : i32
    %most = arith.cmpi sle, %n, %two : i32
    tir.assert %most, "checks: x: ndim" {on_error = #tir.on_error<raise>, kind = "ValueError"}
    // CHECK-NEXT: const tir_int64 *[[S:.*]] = [[T]]->strides;
    // CHECK-NEXT: bool [[OK:.*]];
    // CHECK-NEXT: if ([[S]] == NULL) {
    // CHECK-NEXT:   [[OK]] = true;
    // CHECK-NEXT: } else {
    // CHECK-NEXT:   [[OK]] = [[S]][1] == 1;
    // CHECK-NEXT: }
    // CHECK-NEXT: if (![[OK]]) {
    // CHECK-NEXT:   TVMFFIErrorSetRaisedFromCStr("RuntimeError", "checks: x: strides");
    // CHECK-NEXT:   return -1;
    // CHECK-NEXT: }
    %strides = tir.dltensor_get %t, strides : memref<2xi64>
    %compact = tir.is_null %strides : memref<2xi64>
    %ok = scf.if %compact -> i1 {
      scf.yield %true : i1
    } else {
      %c1 = arith.constant 1 : index
      %s = memref.load %strides[%c1] : memref<2xi64>
      %one = arith.constant 1 : i64
      %e = arith.cmpi eq, %s, %one : i64
      scf.yield %e : i1
    }
    tir.assert %ok, "checks: x: strides" {on_error = #tir.on_error<raise>}
    // CHECK-NEXT: return (int32_t)((uint32_t)(int32_t)num_args + 2u);
    %sum = arith.addi %count, %two : i32
    return %sum : i32
  }

  // `<` on floats has no opposite.
  // CHECK-LABEL: int32_t floats(float x, float y) {
  // CHECK-NEXT:    if (!(x < y)) {
  // CHECK-NEXT:      return -1;
  // CHECK-NEXT:    }
  // CHECK-NEXT:    if (x != y) {
  // CHECK-NEXT:      return -1;
  func.func @floats(%x: f32 {tir.name = "x"}, %y: f32 {tir.name = "y"}) -> i32 {
    %lt = arith.cmpf olt, %x, %y : f32
    tir.assert %lt, "nobody hears of it"
    %eq = arith.cmpf oeq, %x, %y : f32
    tir.assert %eq, "nobody hears of it"
    %ok = arith.constant 0 : i32
    return %ok : i32
  }

  func.func private @kernel() -> i32
  // CHECK-LABEL: int32_t reports(void) {
  func.func @reports() -> i32 {
    // CHECK-NEXT: const int32_t code = kernel();
    // CHECK-NEXT: if (code != 0) {
    // CHECK-NEXT:   tvmgen_net_on_error(code, "add_1", "npu0");
    // CHECK-NEXT:   return code;
    // CHECK-NEXT: }
    %code = call @kernel() : () -> i32
    tir.report_error %code, "add_1" on "npu0" {on_error = #tir.on_error<hook>}
    tir.check_return %code
    // CHECK-NEXT: const int32_t code1 = kernel();
    // CHECK-NEXT: if (code1 != 0) {
    // CHECK-NEXT:   tvmgen_net_on_error(code1, "add_2", NULL);
    // CHECK-NEXT: }
    // CHECK-NEXT: if (code1 != 0) {
    // CHECK-NEXT:   TVMAPISetLastError("add_3 on npu0 failed");
    // CHECK-NEXT: }
    // CHECK-NEXT: if (code1 != 0) {
    // CHECK-NEXT:   TVMFFIErrorSetRaisedFromCStr("RuntimeError", "add_4 failed");
    // CHECK-NEXT: }
    // CHECK-NEXT: return code1;
    %code1 = call @kernel() : () -> i32
    tir.report_error %code1, "add_2" {on_error = #tir.on_error<hook>}
    tir.report_error %code1, "add_3" on "npu0" {on_error = #tir.on_error<last_error>}
    tir.report_error %code1, "add_4" {on_error = #tir.on_error<raise>}
    tir.report_error %code1, "silence"
    return %code1 : i32
  }

  // CHECK-LABEL: int32_t numbers(int64_t n) {
  // CHECK-NEXT:    const bool [[OK:.*]] = n == 2;
  // CHECK-NEXT:    if (![[OK]]) {
  // CHECK-NEXT:      tir_report_last_error("expected 2, got ", n);
  // CHECK-NEXT:      return -1;
  // CHECK-NEXT:    }
  // CHECK-NEXT:    if (![[OK]]) {
  // CHECK-NEXT:      tir_report_hook(-1, "expected 2, but got ", n);
  // CHECK-NEXT:      return -1;
  // CHECK-NEXT:    }
  // CHECK-NEXT:    if (![[OK]]) {
  // CHECK-NEXT:      tir_report_raise("ValueError", "expected 2, got ", n);
  // CHECK-NEXT:      return -1;
  // CHECK-NEXT:    }
  // CHECK-NEXT:    if (![[OK]]) {
  // CHECK-NEXT:      return -1;
  // CHECK-NEXT:    }
  // CHECK-NEXT:    const int32_t code = kernel();
  // CHECK-NEXT:    if (code != 0) {
  // CHECK-NEXT:      tir_report_hook(code, "the code of ", n);
  // CHECK-NEXT:      return code;
  // CHECK-NEXT:    }
  func.func @numbers(%n: i64 {tir.name = "n"}) -> i32 {
    %two = arith.constant 2 : i64
    %ok = arith.cmpi eq, %n, %two : i64
    tir.assert %ok, "expected 2, got ", %n {on_error = #tir.on_error<last_error>}
    tir.assert %ok, "expected 2, but got ", %n {on_error = #tir.on_error<hook>}
    tir.assert %ok, "expected 2, got ", %n {on_error = #tir.on_error<raise>, kind = "ValueError"}
    tir.assert %ok, "expected 2, and nobody hears of ", %n
    %code = call @kernel() : () -> i32
    tir.report_error %code, "the code of ", %n {message, on_error = #tir.on_error<hook>}
    tir.check_return %code
    return %code : i32
  }

  // The callee's int32_t is an int.
  // CHECK-LABEL: int32_t caller(
  // CHECK: checks(arg0, arg1, 2)
  // CHECK: checks(arg0, arg1, (int)n)
  func.func @caller(%v: !tir.values, %c: !tir.type_codes, %n: i32 {tir.name = "n"}) -> i32 {
    %two = arith.constant 2 : i32
    %code = call @checks(%v, %c, %two) : (!tir.values, !tir.type_codes, i32) -> i32
    tir.check_return %code
    %code1 = call @checks(%v, %c, %n) : (!tir.values, !tir.type_codes, i32) -> i32
    return %code1 : i32
  }
}
