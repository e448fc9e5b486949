// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-note @below {{it is in this 'tir.prim_func'}}
tir.prim_func @no_function(%code: i32) {
  // expected-error @below {{'tir.check_return' op must be in a 'func.func'}}
  tir.check_return %code
  tir.return
}

// -----

// expected-note @below {{function declared here}}
func.func @another_result(%code: i32) -> i64 {
  // expected-error @below {{'tir.check_return' op returns an i32 code, but the function returns 'i64'}}
  tir.check_return %code
  %ok = arith.constant 0 : i64
  return %ok : i64
}

// -----

// expected-note @below {{function declared here}}
func.func @several_results(%code: i32) -> (i32, i32) {
  // expected-error @below {{'tir.check_return' op returns an i32 code, but the function returns 'i32', 'i32'}}
  tir.check_return %code
  return %code, %code : i32, i32
}

// -----

func.func @another_code(%code: i64) -> i32 {
  // expected-error @below {{'tir.check_return' op operand #0 must be 32-bit signless integer, but got 'i64'}}
  "tir.check_return"(%code) : (i64) -> ()
  %ok = arith.constant 0 : i32
  return %ok : i32
}
