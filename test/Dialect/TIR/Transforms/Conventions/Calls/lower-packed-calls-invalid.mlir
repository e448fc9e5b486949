// RUN: tir-opt %s --tir-lower-packed-calls --split-input-file --verify-diagnostics

tir.prim_func @f(%x: memref<4x4xi8, strided<[?, 1]>>) {
  // expected-error@+1 {{'tir.call_packed' op argument #0 is 'memref<4x4xi8, strided<[?, 1]>>', whose strides are not static; copy the region into a separate buffer}}
  tir.call_packed "g"(%x) : (memref<4x4xi8, strided<[?, 1]>>) -> ()
  tir.return
}

// -----

tir.prim_func @f() {
  // expected-error@+1 {{'tir.call_packed' op returns 'f16', which does not fit into a slot; use a buffer of one element}}
  %x = tir.call_packed "g"() : () -> f16
  tir.return
}
