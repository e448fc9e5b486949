// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @no_identifier() {
  // expected-error @below {{'tir.call_extern' op calls @while, but that is a keyword of C or C++, so no function of yours can have that name; rename it}}
  tir.call_extern @while() : () -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>) attributes {calling_convention = #tir.calling_convention<packed>}
func.func @packed(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_extern' op calls a function of the convention 'packed'; call it by call_cpacked, or by call_packed if it is registered}}
  tir.call_extern @k(%x) : (memref<4xi8>) -> ()
  return
}

// -----

func.func @void_with_value() {
  // expected-error @below {{'tir.call_extern' op is 'void', but has a result; drop one of them}}
  %0 = tir.call_extern void @f() : () -> i32
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>)
func.func @drops_code(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_extern' op is 'void', but a tir.prim_func returns a code, which must be checked; drop 'void' and the result}}
  tir.call_extern void @k(%x) : (memref<4xi8>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>)
func.func @takes_value(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_extern' op takes a value, but a tir.prim_func returns a code, which must be checked; drop 'void' and the result}}
  %0 = tir.call_extern @k(%x) : (memref<4xi8>) -> i32
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4x4xi8>)
func.func @layout(%x: memref<4x4xi8, strided<[8, 1]>>) {
  // expected-error @below {{'tir.call_extern' op argument #0 has stride 8 in dimension 0, expected 4}}
  tir.call_extern @k(%x) : (memref<4x4xi8, strided<[8, 1]>>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, i32)
func.func @scalar(%x: memref<4xi8>, %n: i64) {
  // expected-error @below {{'tir.call_extern' op argument #1 is 'i64', expected 'i32'}}
  tir.call_extern @k(%x, %n) : (memref<4xi8>, i64) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">)
func.func @lacks_context(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_extern' op has no 'context(...)', but the callee takes '!tir.device_context<"npu">' as its last argument}}
  tir.call_extern @k(%x) : (memref<4xi8>) -> ()
  return
}

// -----

func.func @value_on_tensors(%x: tensor<4xi8>) {
  // expected-error @below {{'tir.call_extern' op returns a value, but on tensors its results are its outs}}
  %0 = tir.call_extern @mean(%x) : (tensor<4xi8>) -> f32
  return
}

// -----

func.func @library(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_extern' op calls @abs, but that is a function of the C library, so no function of yours can have that name; rename it}}
  tir.call_extern @abs(%x) : (memref<4xi8>) -> ()
  return
}
