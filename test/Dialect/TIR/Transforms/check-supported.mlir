// RUN: tir-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect --tir-check-supported

func.func @custom(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{operator 'tosa.custom' (operator_name "fft", domain_name "vendor") cannot be lowered; supported are TOSA 1.0 without tosa.custom, and linalg, tensor, arith, math and scf on tensors; express it in those, or take it out of the model}}
  %0 = tosa.custom %a {operator_name = "fft", domain_name = "vendor", implementation_attrs = ""} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @foreign(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error-re @below {{operator 'stablehlo.sine' cannot be lowered; supported are {{.*}}; run stablehlo-opt --stablehlo-legalize-to-linalg on it first}}
  %0 = "stablehlo.sine"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{input 1 of the entry function @unsigned is of type 'tensor<4xui8>'; expected a ranked tensor of i1, i4, i8, i16, i32, i48, i64, f16, bf16, f32 or f64: convert the model with a signed type at its boundary}}
func.func @unsigned(%a: tensor<4xf32>, %b: tensor<4xui8>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{output 0 of the entry function @unranked is of type 'tensor<*xf32>'; expected a ranked tensor}}
func.func @unranked(%a: tensor<4xf32>) -> tensor<*xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// expected-error @below {{the entry function @nothing has no output; expected at least one tensor: return what the model computes, or choose another function with --entry}}
func.func @nothing(%a: tensor<4xf32>) {
  return
}

// -----

// expected-error @below {{input 0 of the entry function @empty is of type 'tensor<0xf32>', which has no elements; expected at least one, as C has no empty arrays: leave it out of the model}}
func.func @empty(%a: tensor<0xf32>) -> tensor<0xf32> {
  return %a : tensor<0xf32>
}
