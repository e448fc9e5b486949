// RUN: tir-opt %s --split-input-file --verify-diagnostics --tir-verify-phase=phase=import
// RUN: not tir-opt %s --split-input-file --tir-verify-phase=phase=loop 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: there is no phase 'loop'; the phases are import, kernels, schedule, buffers, plan, loops, abi, emitc, llvm

module {
  func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> attributes {tir.model = #tir.model<name = "good", source = "good.mlir">} {
    %empty = tensor.empty() : tensor<4xi8>
    %y = linalg.copy ins(%x : tensor<4xi8>) outs(%empty : tensor<4xi8>) -> tensor<4xi8>
    return %y : tensor<4xi8>
  }
}

// -----

// The first operation of a name is reported, the others are counted.
// expected-remark @+1 {{1 more 'tosa.custom' operations are left in the same way}}
module {
  func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    // expected-error @+1 {{must not be left after the phase 'import': no lowering from TOSA to linalg is known for this operator}}
    %y = tosa.custom %x {operator_name = "a", domain_name = "b", implementation_attrs = ""} : (tensor<4xi8>) -> tensor<4xi8>
    %z = tosa.custom %y {operator_name = "a", domain_name = "b", implementation_attrs = ""} : (tensor<4xi8>) -> tensor<4xi8>
    return %z : tensor<4xi8>
  }
}

// -----

module {
  // expected-error @+1 {{has the type 'tensor<?xi8>' after the phase 'import', expected a static shape: give the extents of dynamic inputs with --input-shape}}
  func.func @main(%x: tensor<?xi8>) attributes {tir.model = #tir.model<name = "m", source = "m.mlir">} {
    return
  }
}

// -----

// Each public function is a model.
module {
  func.func @a() attributes {tir.model = #tir.model<name = "a">} {
    return
  }
  // expected-error @below {{'func.func' op is public, but lacks the attribute 'tir.model' with a name after the phase 'import'; make it private, start from an earlier phase, or give the file that one wrote with --dump-phases}}
  func.func @b() {
    return
  }
  // expected-error @+2 {{'tir.prim_func' op is public after the phase 'import', but expected each public function to be a 'func.func'; name the model's function with --entry=FUNC}}
  // expected-error @+1 {{'tir.prim_func' op must not be left in the main function after the phase 'import'}}
  tir.prim_func @c() {
    // expected-error @+1 {{'tir.return' op must not be left in the main function after the phase 'import'}}
    tir.return
  }
}

// -----

// expected-error @below {{'builtin.module' op contains no model after the phase 'import'; expected a public 'func.func' with 'tir.model': start from an earlier phase, or give the file that one wrote with --dump-phases}}
module {
}
