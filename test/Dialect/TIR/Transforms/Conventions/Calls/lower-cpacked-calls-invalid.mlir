// RUN: tir-opt %s --tir-lower-cpacked-calls --split-input-file --verify-diagnostics

tir.prim_func @f(%x: memref<?xi8>) {
  // expected-error@+1 {{'tir.call_cpacked' op argument #0 is 'memref<?xi8>', whose shape is not static; make it static}}
  tir.call_cpacked @g(%x) : (memref<?xi8>) -> ()
  tir.return
}

// -----

func.func @f(%x: tensor<4xi8>) -> tensor<4xi8> {
  // expected-error@+1 {{'tir.call_cpacked' op argument #0 is 'tensor<4xi8>', which is not a buffer; bufferize the calls first (phase 'buffers')}}
  %y = tir.call_cpacked @g() outs(%x) : (tensor<4xi8>) -> tensor<4xi8>
  return %y : tensor<4xi8>
}

// -----

// expected-note@+1 {{caller declared here}}
func.func @f(%x: memref<4xi8>) {
  // expected-error@+1 {{'tir.call_cpacked' op returns a code, but its caller cannot return it;}}
  tir.call_cpacked @g(%x) : (memref<4xi8>) -> ()
  return
}

// -----

// expected-note@+1 {{declared here}}
tir.prim_func private @g(%x: memref<4xi8>) {
  tir.return
}
tir.prim_func @f(%x: memref<4xi8>) {
  // expected-error@+1 {{'tir.call_cpacked' op calls @g with the packed signature, but it has a body and no shell that unpacks arguments; give it the packed convention and run tir-make-packed-api first}}
  tir.call_cpacked @g(%x) : (memref<4xi8>) -> ()
  tir.return
}

// -----

// expected-note@+1 {{declared here}}
tir.prim_func private @g(memref<4xi8>)
tir.prim_func @f(%x: memref<4xi8>) {
  tir.call_extern @g(%x) : (memref<4xi8>) -> ()
  // expected-error@+1 {{'tir.call_cpacked' op calls @g with the packed signature, but it is also called by tir.call_extern; a C function has one signature}}
  tir.call_cpacked @g(%x) : (memref<4xi8>) -> ()
  tir.return
}

// -----

// expected-note@+1 {{declared here}}
func.func private @g(i32)
tir.prim_func @f(%x: memref<4xi8>) {
  // expected-error@+1 {{'tir.call_cpacked' op calls @g with the packed signature, but it is declared as '(i32) -> ()'; expected '(!tir.values, !tir.type_codes, i32, !tir.values, !tir.type_codes, !tir.handle) -> i32'}}
  tir.call_cpacked @g(%x) : (memref<4xi8>) -> ()
  tir.return
}

// -----

// expected-note@+1 {{declared here}}
memref.global "private" @g : memref<4xi8>
tir.prim_func @f(%x: memref<4xi8>) {
  // expected-error@+1 {{'tir.call_cpacked' op calls @g with the packed signature, but it is not a function}}
  tir.call_cpacked @g(%x) : (memref<4xi8>) -> ()
  tir.return
}
