// RUN: tir-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect --tir-check-supported

func.func @custom(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'fft' is a custom operator of the domain 'vendor', of which only its vendor knows what it computes; name the function of your application that computes it, and a device if it needs one (--custom-op=fft:FUNCTION[:DEVICE]), or take it out of the model}}
  %0 = tosa.custom %a {operator_name = "fft", domain_name = "vendor", implementation_attrs = ""} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @small_floats(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{operator 'tosa.cast' is not supported on '(tensor<4xf32>) -> tensor<4xf8E4M3FN>'; supported are i1 -> i8, i1 -> i16, i1 -> i32, i8 -> i1, }}
  %0 = tosa.cast %a : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  return %a : tensor<4xf32>
}

// -----

func.func @large_integers(%a: tensor<4xi64>) -> tensor<4xi64> {
  // expected-error @below {{operator 'tosa.add' is not supported on '(tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>'; supported are i32 -> i32, f16 -> f16, f32 -> f32, bf16 -> bf16: cast to and from one of these in the model}}
  %0 = tosa.add %a, %a : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// Numbers of 64 bits can be moved.
func.func @large_integers_that_move(%c: tensor<2x2xi1>, %a: tensor<2x2xi64>) -> tensor<4xi64> {
  %b = "tosa.const"() <{values = dense<7> : tensor<2x2xi64>}> : () -> tensor<2x2xi64>
  %s = tosa.select %c, %a, %b : (tensor<2x2xi1>, tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  %t = tosa.transpose %s {perms = array<i32: 1, 0>} : (tensor<2x2xi64>) -> tensor<2x2xi64>
  %shape = tosa.const_shape {values = dense<4> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.reshape %t, %shape : (tensor<2x2xi64>, !tosa.shape<1>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// Types that TOSA has, but not for this operator: it means the same on them.
func.func @small_integers(%a: tensor<4xi8>) -> tensor<4xi8> {
  %0 = tosa.add %a, %a : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// The error names the type of sums if it differs from the result's type.
func.func @convolution(%x: tensor<1x4x4x2xi32>, %w: tensor<3x1x1x2xi32>, %b: tensor<3xi32>, %z: tensor<1xi32>) -> tensor<1x4x4x3xi32> {
  // expected-error @below {{supported are i8 x i8 -> i32, f16 x f16 -> f16, f16 x f16 -> f16 with sums in f32, f32 x f32 -> f32, i8 x i4 -> i32, i16 x i8 -> i48, bf16 x bf16 -> bf16 with sums in f32: cast}}
  %0 = "tosa.conv2d"(%x, %w, %b, %z, %z) <{acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}> : (tensor<1x4x4x2xi32>, tensor<3x1x1x2xi32>, tensor<3xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1x4x4x3xi32>
  return %0 : tensor<1x4x4x3xi32>
}

// -----

// Shapes may be computed from any of these types.
func.func @shape(%x: tensor<2x4xi8>) -> tensor<8xi8> {
  %a = tosa.dim %x {axis = 0 : i32} : (tensor<2x4xi8>) -> !tosa.shape<1>
  %b = tosa.dim %x {axis = 1 : i32} : (tensor<2x4xi8>) -> !tosa.shape<1>
  %s = tosa.mul_shape %a, %b : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %0 = tosa.reshape %x, %s : (tensor<2x4xi8>, !tosa.shape<1>) -> tensor<8xi8>
  return %0 : tensor<8xi8>
}

// -----

// Booleans can be gathered, which upstream's table does not include.
func.func @booleans(%x: tensor<1x4x2xi1>, %i: tensor<1x3xi32>) -> tensor<1x3x2xi1> {
  %0 = tosa.gather %x, %i : (tensor<1x4x2xi1>, tensor<1x3xi32>) -> tensor<1x3x2xi1>
  return %0 : tensor<1x3x2xi1>
}

// -----

func.func @foreign(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error-re @below {{operator 'stablehlo.sine' cannot be lowered; supported are {{.*}}; run stablehlo-opt --stablehlo-legalize-to-linalg on it first}}
  %0 = "stablehlo.sine"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{input 1 of the entry function @unsigned is of type 'tensor<4xui8>'; expected a ranked tensor of i1, i4, i8, i16, i32, i48, i64, f16, bf16, f32 or f64}}
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
