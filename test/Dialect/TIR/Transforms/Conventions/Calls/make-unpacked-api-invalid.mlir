// RUN: tir-opt %s --tir-make-unpacked-api --split-input-file --verify-diagnostics

// Extents and strides that no operation of the body needs may be open.
// expected-note @below {{of this function}}
tir.prim_func @dynamic(%x: memref<?xi8>, %y: memref<?x?xi8>, %i: index) {
  %a = memref.load %x[%i] : memref<?xi8>
  // expected-error @below {{'memref.load' op needs extent 1 of argument #1 ('memref<?x?xi8>'), which an unpacked function cannot receive: it only gets a data pointer; make it constant, or pass such fields as arguments (pass-dynamic-fields)}}
  %b = memref.load %y[%i, %i] : memref<?x?xi8>
  tir.return
}

// -----

// expected-note @below {{of this function}}
tir.prim_func private @strided(%x: memref<4xi8, strided<[?]>>, %i: index) {
  // expected-error @below {{'memref.load' op needs stride 0 of argument #0 ('memref<4xi8, strided<[?]>>'), which an unpacked function cannot receive}}
  %a = memref.load %x[%i] : memref<4xi8, strided<[?]>>
  tir.return
}

// -----

// expected-note @below {{of this function}}
tir.prim_func @viewed(%x: memref<?xi8>, %i: index) {
  // expected-error @below {{'memref.subview' op needs the shape of argument #0 ('memref<?xi8>'), which is not constant, for more than loads and stores; lower it to these first (fold-memref-alias-ops, convert-linalg-to-loops)}}
  %a = memref.subview %x[%i] [4] [1] : memref<?xi8> to memref<4xi8, strided<[1], offset: ?>>
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #0 is 'memref<4xi8, strided<[?]>>', whose strides an unpacked function cannot receive: it only gets a data pointer; make it constant}}
tir.prim_func private @outside(memref<4xi8, strided<[?]>>)

// -----

tir.prim_func private @kernel(%x: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  tir.return
}
func.func @on_tensors(%x: tensor<4xi8>) -> tensor<4xi8> {
  // expected-error @below {{'tir.call_tir' op is on tensors, but the unpacked convention passes buffers; bufferize the calls first (phase 'buffers')}}
  %y = tir.call_tir @kernel() outs(%x) : (tensor<4xi8>) -> tensor<4xi8>
  return %y : tensor<4xi8>
}

// -----

// expected-error @below {{'tir.prim_func' op asks for the packed convention, but tir-make-unpacked-api gives each function with a body the unpacked one; drop the attribute}}
tir.prim_func @packed(%x: memref<4xi8>) attributes {calling_convention = #tir.calling_convention<packed>} {
  tir.return
}

// -----

tir.prim_func private @kernel(%x: memref<4xi8>) {
  tir.return
}
// expected-note @below {{caller declared here}}
func.func @no_code(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_tir' op returns a code, but its caller cannot return it; make the caller a tir.prim_func, or let it return one i32}}
  tir.call_tir @kernel(%x) : (memref<4xi8>) -> ()
  return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #0 is 'memref<4xi8, strided<[1], offset: 2>>', but an unpacked function only gets a pointer to the first element; make the offset dynamic (offset: ?) or 0}}
tir.prim_func private @offset(%x: memref<4xi8, strided<[1], offset: 2>>) {
  tir.return
}

// -----

tir.prim_func @main(%x: memref<8xi8>, %n: index) {
  %slice = memref.subview %x[1] [4] [%n] : memref<8xi8> to memref<4xi8, strided<[?], offset: 1>>
  // expected-error @below {{'tir.call_extern' op argument #0 is 'memref<4xi8, strided<[?], offset: 1>>', whose strides an unpacked function cannot receive}}
  tir.call_extern @f(%slice) : (memref<4xi8, strided<[?], offset: 1>>) -> ()
  tir.return
}

// -----

tir.prim_func @main(%x: memref<8xi8>, %n: i32) {
  // expected-note @below {{declared here}}
  tir.call_extern @f(%x) : (memref<8xi8>) -> ()
  // expected-error @below {{'tir.call_extern' op calls @f as '(i32) -> i32', but it is declared as '(memref<8xi8>) -> i32'; a C function has one signature}}
  tir.call_extern @f(%n) : (i32) -> ()
  tir.return
}

// -----

// expected-note @below {{declared here}}
memref.global "private" @f : memref<4xi8> = uninitialized
tir.prim_func @main() {
  // expected-error @below {{'tir.call_extern' op calls @tvmgen_default_f as '() -> i32', but it is not a function}}
  tir.call_extern @f() : () -> ()
  tir.return
}

// -----

// expected-note @below {{the other is here}}
func.func private @vendor()
// expected-error @below {{'tir.prim_func' op is called 'vendor' in C, as is another symbol; rename it}}
tir.prim_func private @k(memref<4xi8>) attributes {exported_name = "vendor"}
