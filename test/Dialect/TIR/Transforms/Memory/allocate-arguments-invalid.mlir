// RUN: tir-opt %s --tir-allocate-arguments --verify-diagnostics --split-input-file

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<?xi32>', but an input or output in a pool (--io=pool) is a buffer of static shape, the identity layout and the default memory space}}
tir.prim_func @main(%x: memref<4xi32>, %y: memref<?xi32>) {
  tir.return
}

// -----

// expected-error @below {{argument #0 is 'memref<4xi32, 1>', but an input or output in a pool (--io=pool)}}
tir.prim_func @main(%x: memref<4xi32, 1>) {
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func @main(%x: memref<4xi32>) {
  tir.return
}
tir.prim_func private @other(%x: memref<4xi32>) {
  // expected-error @below {{'tir.call_tir' op refers to @main, whose inputs and outputs are to lie in a pool (--io=pool), where only the application writes and reads them; call another function that both share}}
  tir.call_tir @main(%x) : (memref<4xi32>) -> ()
  tir.return
}
