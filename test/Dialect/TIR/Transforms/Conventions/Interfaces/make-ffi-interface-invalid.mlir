// RUN: tir-opt %s --tir-make-ffi-interface --split-input-file --verify-diagnostics

// expected-error @below {{has no tir.prim_func @__tvm_main__ for loaders to call; run tir-make-c-interface or tir-make-packed-interface first}}
module {
}

// -----

// expected-error @below {{'tir.prim_func' op argument #0 is 'i32', but tvm-ffi only passes tensors and device contexts to a model}}
tir.prim_func private @__tvm_main__(%n: i32) {
  tir.return
}
