// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-note @below {{it is in this 'tir.prim_func'}}
tir.prim_func @no_function(%code: i32) {
  // expected-error @below {{'tir.report_error' op must be in a 'func.func'}}
  tir.report_error %code, "add"
  tir.return
}

// -----

func.func @operator_with_nul(%code: i32) {
  // expected-error @below {{'tir.report_error' op has text with a NUL at 1, where the string would end in C}}
  tir.report_error %code, "a\00"
  return
}

// -----

func.func @device_with_nul(%code: i32) {
  // expected-error @below {{'tir.report_error' op has text with a NUL at 0, where the string would end in C}}
  tir.report_error %code, "a" on "\00"
  return
}

// -----

func.func @another_code(%code: i1) {
  // expected-error @below {{'tir.report_error' op operand #0 must be 32-bit signless integer, but got 'i1'}}
  "tir.report_error"(%code) <{op = "a"}> : (i1) -> ()
  return
}
