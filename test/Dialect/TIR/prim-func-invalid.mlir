// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-error @below {{'tir.prim_func' op has results, but a prim_func writes what it computes into its arguments; pass a buffer for each result}}
tir.prim_func private @result(memref<4xf32>) -> i32

// -----

// expected-error @below {{'tir.prim_func' op argument #1 is a tensor ('tensor<4xf32>'), but a prim_func works on buffers; make it a memref}}
tir.prim_func private @tensor(i32, tensor<4xf32>)

// -----

// expected-error @below {{'tir.prim_func' op argument #0: 'tir.effect' must be a #tir.effect attribute, but is "read"}}
tir.prim_func private @effect_of_another_kind(memref<4xf32> {tir.effect = "read"})

// -----

// expected-error @below {{'tir.prim_func' op argument #0 has 'tir.effect', but is no buffer ('i32')}}
tir.prim_func private @effect_on_scalar(i32 {tir.effect = #tir.effect<read>})

// -----

// expected-error @below {{'tir.prim_func' op has a body of 2 blocks, but it must have one; use scf for control flow}}
tir.prim_func @two_blocks() {
  cf.br ^next
^next:
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op must end in 'tir.return'}}
tir.prim_func @another_end() {
  llvm.unreachable
}

// -----

// expected-error @below {{custom op 'tir.prim_func' expected non-empty function body}}
tir.prim_func @empty() {
}

// -----

// expected-note @below {{see existing symbol definition here}}
tir.prim_func private @twice() {
  tir.return
}
// expected-error @below {{redefinition of symbol named 'twice'}}
tir.prim_func private @twice() {
  tir.return
}

// -----

// expected-error @below {{expected ::tir::Effect to be one of: read, write, read_write}}
// expected-error @below {{failed to parse TIR_EffectAttr parameter 'value' which is to be a `::tir::Effect`}}
tir.prim_func private @unknown_effect(memref<4xf32> {tir.effect = #tir.effect<update>})
