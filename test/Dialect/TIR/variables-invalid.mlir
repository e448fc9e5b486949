// RUN: tir-opt %s --split-input-file --verify-diagnostics

// An input or an output that is the value of a variable.

// expected-error @below {{'tir.prim_func' op argument #0 is the variable @history, but there is no memref.global of that name with #tir.global<variable = true>; declare it}}
tir.prim_func @main(%x: memref<4xi8> {tir.port = #tir.port<value_of = @history>}) {
  tir.return
}

// -----

// expected-note @below {{it is this 'memref.global'}}
memref.global "private" @history : memref<4xi8> = dense<0>
// expected-error @below {{'func.func' op argument #0 is the variable @history, but there is no memref.global of that name with #tir.global<variable = true>; declare it}}
func.func @main(%x: tensor<4xi8> {tir.port = #tir.port<value_of = @history>}) {
  return
}

// -----

func.func @misspelt() {
  // expected-error @below {{'memref.alloc' op carries 'tir.leyer', which has no meaning there; expected one of tir.call, tir.function, tir.global, tir.port, tir.interface, tir.model, tir.name}}
  %x = memref.alloc() {tir.leyer} : memref<4x8xi8>
  return
}
