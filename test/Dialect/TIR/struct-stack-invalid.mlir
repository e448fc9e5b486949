// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @f() -> !tir.handle {
  // expected-error @below {{'tir.struct_stack' op allocates @inputs, which is not a tir.struct of this module; declare it}}
  %inputs = tir.struct_stack @inputs : !tir.handle
  return %inputs : !tir.handle
}

// -----

// expected-note @below {{it is a 'tir.metadata'}}
tir.metadata @inputs "tvmgen_net" inputs [] outputs [] workspace_pools []
func.func @f() -> !tir.handle {
  // expected-error @below {{'tir.struct_stack' op allocates @inputs, which is not a tir.struct of this module; declare it}}
  %inputs = tir.struct_stack @inputs : !tir.handle
  return %inputs : !tir.handle
}

// -----

tir.struct @inputs ["x"]
func.func @f() -> i32 {
  // expected-error @below {{custom op 'tir.struct_stack' invalid kind of type specified: expected tir.handle, but found 'i32'}}
  %inputs = tir.struct_stack @inputs : i32
  return %inputs : i32
}

// -----

// expected-note @below {{the struct is declared here}}
tir.struct @state ["x"] : [memref<4xi8>]
func.func @arrays() {
  // expected-error @below {{'tir.struct_stack' op allocates @state, whose fields are arrays, which may be large; expected a struct of pointers}}
  %state = tir.struct_stack @state : !tir.handle
  return
}
