// RUN: tir-opt %s --split-input-file --verify-diagnostics

// The description of the dialect lists the discardable attributes.

// expected-error @below {{'tir.prim_func' op argument #0 carries "kernel.scrath", which has no meaning there; expected kernel.fed, kernel.range, kernel.scratch, kernel.window}}
// expected-note @below {{did you mean 'kernel.scratch'?}}
tir.prim_func private @f(memref<4xi8> {kernel.scrath})

// -----

// expected-error @below {{'tir.prim_func' op argument #0 carries "kernel.memory", which has no meaning there}}
// expected-note @below {{the description of the dialect lists the attributes and what carries them}}
tir.prim_func private @f(memref<4xi8> {kernel.memory})

// -----

// expected-error @below {{'func.func' op argument #0: 'kernel.scratch' must be nothing, but is true}}
func.func private @f(memref<4xi8> {kernel.scratch = true})

// -----

// The names of version 3 of the dialect `tir`.

// expected-error @below {{'tir.prim_func' op argument #0 carries "tir.scratch", which has no meaning there}}
// expected-note @below {{write it as kernel.scratch}}
tir.prim_func private @f(memref<4xi8> {tir.scratch})

// -----

func.func @main() {
  // expected-error @below {{'memref.alloc' op carries 'tir.ring', which has no meaning there; write it as kernel.ring = …}}
  %rows = memref.alloc() {tir.ring = #kernel.ring<rows = 1, tensor_rows = 2>} : memref<4xi8>
  return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #0: 'kernel.range' must be an array of two i64, but is [-1, 1]}}
tir.prim_func private @range_value(memref<4xi8> {tir.effect = #tir.effect<read>, kernel.range = [-1, 1]})

// -----

// expected-error @below {{'tir.prim_func' op argument #0: 'kernel.range' applies to a buffer of integers of up to 64 bits, but here it is array<i64: -1, 1> on 'memref<4xf32>'}}
tir.prim_func private @range_of_floats(memref<4xf32> {tir.effect = #tir.effect<read>, kernel.range = array<i64: -1, 1>})

// -----

// expected-error @below {{'tir.prim_func' op argument #0: 'kernel.range' consists of the smallest and the largest element of the buffer, but here it is array<i64: 1, -1> on 'memref<4xi8>'}}
tir.prim_func private @range_order(memref<4xi8> {tir.effect = #tir.effect<read>, kernel.range = array<i64: 1, -1>})

// -----

// expected-error @below {{'tir.prim_func' op argument #0: 'kernel.range' consists of the smallest and the largest element of the buffer, but here it is array<i64: 0, 128> on 'memref<4xi8>'}}
tir.prim_func private @range_width(memref<4xi8> {tir.effect = #tir.effect<read>, kernel.range = array<i64: 0, 128>})

// -----

// expected-error @below {{'tir.prim_func' op argument #0: 'kernel.range' applies to constant data, which is declared #tir.effect<read>, but here it is array<i64: 0, 1> on 'memref<4xi8>'}}
tir.prim_func private @range_of_written(memref<4xi8> {kernel.range = array<i64: 0, 1>})
