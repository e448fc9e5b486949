// RUN: tir-opt %s --tir-make-packed-interface --split-input-file --verify-diagnostics

// expected-error @below {{has no public tir.prim_func to make the packed interface of}}
module {
}

// -----

// expected-note @below {{the other one is here}}
tir.prim_func @one(%x: memref<4xi8>) {
  tir.return
}
// expected-error @below {{'tir.prim_func' op is a second public function, but the packed interface has one entry; make all but one private}}
tir.prim_func @two(%x: memref<4xi8>) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #0 is 'f32', but each input and output of the packed interface is a buffer of static shape and the identity layout}}
tir.prim_func @main(%x: f32) {
  tir.return
}
