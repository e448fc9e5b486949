// RUN: tir-opt %s --tir-resolve-packed-calls --verify-diagnostics --split-input-file

// expected-note @below {{callee declared here}}
tir.prim_func @f(%x: memref<4xf32>) attributes {exported_name = "f", registered} {
  tir.return
}
func.func @shape(%x: memref<5xf32>) {
  // expected-error @below {{'tir.call_tir' op argument #0 has extent 5 in dimension 0, expected 4}}
  tir.call_packed "f"(%x) : (memref<5xf32>) -> ()
  return
}

// -----

// expected-note @below {{function declared here}}
tir.prim_func @f(%x: memref<4xf32>) attributes {exported_name = "f", registered} {
  tir.return
}
func.func @value(%x: memref<4xf32>) -> i32 {
  // expected-error @below {{'tir.call_packed' op takes a value from "f", but this module's function of that name returns none; let it write the value into a buffer of one element}}
  %0 = tir.call_packed "f"(%x) : (memref<4xf32>) -> i32
  return %0 : i32
}
