// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @get() -> !tir.handle {
  // expected-error @below {{'tir.address_of' op points to @m, which is not a tir.func_registry or tir.metadata of this module}}
  %address = tir.address_of @m : !tir.handle
  return %address : !tir.handle
}

// -----

// expected-note @below {{it is a 'func.func'}}
func.func private @m()
func.func @get() -> !tir.handle {
  // expected-error @below {{'tir.address_of' op points to @m, which is not a tir.func_registry or tir.metadata of this module}}
  %address = tir.address_of @m : !tir.handle
  return %address : !tir.handle
}

// -----

tir.metadata @m "tvmgen_net" inputs [] outputs [] workspace_pools []
func.func @get() -> !tir.values {
  // expected-error @below {{custom op 'tir.address_of' invalid kind of type specified: expected tir.handle, but found '!tir.values'}}
  %address = tir.address_of @m : !tir.values
  return %address : !tir.values
}
