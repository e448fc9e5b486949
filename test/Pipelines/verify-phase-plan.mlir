// RUN: tir-opt %s --split-input-file --verify-diagnostics --tir-verify-phase=phase=plan

// The place in the model is part of the text.
module {
  tir.prim_func @main(%x: memref<4xi8>) attributes {tir.model = #tir.model<name = "m", plan = <pools = []>>} {
    // expected-error @unknown {{must not be left after the phase 'plan' (from 'm.mlir:conv2d#3'): no offset was planned for it}}
    %b = memref.alloc() : memref<4xi8> loc("m.mlir:conv2d#3")
    memref.copy %x, %b : memref<4xi8> to memref<4xi8>
    tir.return
  }
}

// -----

// A kernel's body is still on tensors; the main function is not.
module {
  tir.prim_func private @kernel(%x: memref<4xi8>) {
    %t = tensor.empty() : tensor<4xi8>
    tir.return
  }
  tir.prim_func @main(%x: memref<4xi8>) attributes {tir.model = #tir.model<name = "m", plan = <pools = []>>} {
    // expected-error @+1 {{must not be left in the main function after the phase 'plan'}}
    %t = tensor.empty() : tensor<4xi8>
    tir.return
  }
}

// -----

// External data has a name that cannot be predicted, with the model's prefix.
module {
  // expected-error @below {{'memref.global' op has no value in this module, but generated code has all of its data; give it an initial value, or make it an argument}}
  memref.global "private" constant @table : memref<4xi8>
  tir.prim_func @main(%x: memref<4xi8>) attributes {tir.model = #tir.model<name = "m", plan = <pools = []>>} {
    tir.return
  }
}
