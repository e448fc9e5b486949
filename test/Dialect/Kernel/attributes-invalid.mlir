// RUN: tir-opt %s --split-input-file --verify-diagnostics

// The description of the dialect lists the discardable attributes.

// expected-error @below {{'tir.prim_func' op argument #0 carries "kernel.arguments", which has no meaning there; expected kernel.argument}}
// expected-note @below {{did you mean 'kernel.argument'?}}
tir.prim_func private @f(memref<4xi8> {kernel.arguments = #kernel.argument<scratch = true>})

// -----

// expected-error @below {{'tir.prim_func' op argument #0 carries "kernel.memory", which has no meaning there}}
// expected-note @below {{the description of the dialect lists the attributes and what carries them}}
tir.prim_func private @f(memref<4xi8> {kernel.memory})

// -----

// expected-error @below {{'func.func' op argument #0: 'kernel.argument' must be a #kernel.argument attribute, but is true}}
func.func private @f(memref<4xi8> {kernel.argument = true})

// -----

// The names of version 1 of the dialect.

// expected-error @below {{'tir.prim_func' op argument #0 carries "kernel.scratch", which has no meaning there}}
// expected-note @below {{write it as kernel.argument = #kernel.argument<scratch = …>}}
tir.prim_func private @f(memref<4xi8> {kernel.scratch})

// -----

// The names of version 3 of the dialect `tir`.

// expected-error @below {{'tir.prim_func' op argument #0 carries "tir.scratch", which has no meaning there}}
// expected-note @below {{write it as kernel.argument = #kernel.argument<scratch = true>}}
tir.prim_func private @f(memref<4xi8> {tir.scratch})

// -----

func.func @main() {
  // expected-error @below {{'memref.alloc' op carries 'tir.ring', which has no meaning there; write it as kernel.rows = #kernel.ring<…>}}
  %rows = memref.alloc() {tir.ring = #kernel.ring<rows = 1, tensor_rows = 2>} : memref<4xi8>
  return
}

// -----

// expected-error @below {{an argument has nothing that a kernel knows; leave the attribute out}}
tir.prim_func private @nothing(memref<4xi8> {kernel.argument = #kernel.argument<scratch = false>})

// -----

// expected-error @below {{duplicate or unknown struct parameter name: scrath}}
tir.prim_func private @misspelt(memref<4xi8> {kernel.argument = #kernel.argument<scrath = true>})

// -----

// expected-error @below {{a range consists of array<i64: 1, 2, 3>, expected the smallest and the largest element}}
tir.prim_func private @range_of_three(memref<4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<range = [1, 2, 3]>})

// -----

// expected-error @below {{a range consists of array<i64: 1, -1>, expected the smallest and the largest element}}
tir.prim_func private @range_order(memref<4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<range = [1, -1]>})

// -----

// expected-error @below {{'tir.prim_func' op argument #0: the range in 'kernel.argument' applies to a buffer of integers of up to 64 bits, but here it is array<i64: -1, 1> on 'memref<4xf32>'}}
tir.prim_func private @range_of_floats(memref<4xf32> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<range = [-1, 1]>})

// -----

// expected-error @below {{'tir.prim_func' op argument #0: the range in 'kernel.argument' consists of the smallest and the largest element of the buffer, but here it is array<i64: 0, 128> on 'memref<4xi8>'}}
tir.prim_func private @range_width(memref<4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<range = [0, 128]>})

// -----

// expected-error @below {{'tir.prim_func' op argument #0: the range in 'kernel.argument' applies to constant data, which is declared #tir.effect<read>, but here it is array<i64: 0, 1> on 'memref<4xi8>'}}
tir.prim_func private @range_of_written(memref<4xi8> {kernel.argument = #kernel.argument<range = [0, 1]>})
