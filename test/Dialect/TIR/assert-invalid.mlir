// RUN: tir-opt %s --verify-diagnostics --split-input-file

%c = arith.constant true
// expected-error @below {{'tir.assert' op must be in a 'func.func'}}
tir.assert %c, "no"

// -----

// expected-note @below {{function declared here}}
func.func @another_result(%c: i1) -> f32 {
  // expected-error @below {{'tir.assert' op returns the i32 code -1, but the function returns 'f32'}}
  tir.assert %c, "no"
  %ok = arith.constant 0.0 : f32
  return %ok : f32
}

// -----

// expected-note @below {{function declared here}}
func.func @no_result(%c: i1) {
  // expected-error @below {{'tir.assert' op returns the i32 code -1, but the function returns nothing}}
  tir.assert %c, "no"
  return
}

// -----

func.func @another_condition(%c: i32) -> i32 {
  // expected-error @below {{'tir.assert' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "tir.assert"(%c) <{message = "no"}> : (i32) -> ()
  return %c : i32
}

// -----

func.func @elsewhere(%c: i1) -> i32 {
  // expected-error @below {{failed to parse TIR_OnErrorAttr parameter}}
  // expected-error @below {{expected ::tir::OnError to be one of: code, last_error, hook, raise}}
  tir.assert %c, "no" {on_error = #tir.on_error<nowhere>}
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// -----

func.func @no_kind(%c: i1) -> i32 {
  // expected-error @below {{'tir.assert' op raises an exception without a name; drop 'kind' or name one, such as "ValueError"}}
  tir.assert %c, "no" {on_error = #tir.on_error<raise>, kind = ""}
  %ok = arith.constant 0 : i32
  return %ok : i32
}

// -----

func.func @narrow_number(%c: i1, %n: i32) -> i32 {
  // expected-note @above {{prior use here}}
  // expected-error @below {{use of value '%n' expects different type than prior uses: 'i64' vs 'i32'}}
  tir.assert %c, "expected 2, but it is ", %n
  return %n : i32
}

// -----

// expected-note @below {{the number comes from here}}
func.func @number_of_an_operator(%code: i32, %n: i64) {
  // expected-error @below {{'tir.report_error' op has a number after the name of an operator; only a 'message' takes a number}}
  tir.report_error %code, "add_1", %n {on_error = #tir.on_error<hook>}
  return
}
