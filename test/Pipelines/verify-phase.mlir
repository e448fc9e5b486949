// RUN: tir-opt %s --split-input-file --verify-diagnostics --tir-verify-phase=phase=import
// RUN: not tir-opt %s --split-input-file --tir-verify-phase=phase=loop 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: there is no phase 'loop'; the phases are import, kernels, schedule, buffers, plan, loops, abi, emitc, llvm

module attributes {tir.model = {name = "good", source = "good.mlir"}} {
  func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
    %empty = tensor.empty() : tensor<4xi8>
    %y = linalg.copy ins(%x : tensor<4xi8>) outs(%empty : tensor<4xi8>) -> tensor<4xi8>
    return %y : tensor<4xi8>
  }
}

// -----

// The first operation of a name is reported, the others are counted.
// expected-remark @+1 {{1 more 'tosa.custom' operations are left in the same way}}
module attributes {tir.model = {name = "m", source = "m.mlir"}} {
  func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
    // expected-error @+1 {{must not be left after the phase 'import': no lowering from TOSA to linalg is known for this operator}}
    %y = tosa.custom %x {operator_name = "a", domain_name = "b", implementation_attrs = ""} : (tensor<4xi8>) -> tensor<4xi8>
    %z = tosa.custom %y {operator_name = "a", domain_name = "b", implementation_attrs = ""} : (tensor<4xi8>) -> tensor<4xi8>
    return %z : tensor<4xi8>
  }
}

// -----

module attributes {tir.model = {name = "m", source = "m.mlir"}} {
  // expected-error @+1 {{has the type 'tensor<?xi8>' after the phase 'import', expected a static shape: give the extents of dynamic inputs with --input-shape}}
  func.func @main(%x: tensor<?xi8>) {
    return
  }
}

// -----

// expected-error @+2 {{lacks the attribute 'tir.model' after the phase 'import'; start from an earlier phase}}
// expected-error @+1 {{must contain exactly one public 'func.func' after the phase 'import', but contains 2 public functions; name the model's function with --entry=FUNC}}
module {
  // expected-note @+1 {{this is a public 'func.func'}}
  func.func @a() {
    return
  }
  // expected-note @+1 {{this is a public 'func.func'}}
  func.func @b() {
    return
  }
}
