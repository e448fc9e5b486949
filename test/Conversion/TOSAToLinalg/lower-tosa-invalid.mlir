// RUN: tir-opt %s -split-input-file -verify-diagnostics --tir-lower-tosa

func.func @exp_of_integers(%a: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @below {{operator 'tosa.exp' is not supported on '(tensor<4xi32>) -> tensor<4xi32>'; supported are f16 -> f16, f32 -> f32, bf16 -> bf16: cast to and from one of these in the model}}
  %0 = tosa.exp %a : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @unknown_zero_point(%x: tensor<1x4x4x2xi8>, %w: tensor<3x1x1x2xi8>, %b: tensor<3xi32>, %z: tensor<1xi8>) -> tensor<1x4x4x3xi32> {
  // expected-error @below {{operator 'tosa.conv2d' cannot be lowered for '(tensor<1x4x4x2xi8>, tensor<3x1x1x2xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x3xi32>', as its operand 'input_zp' is computed when the model runs; expected a constant: make it one in the model}}
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xi8>, tensor<3x1x1x2xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x3xi32>
  return %0 : tensor<1x4x4x3xi32>
}

// -----

// A division by zero is not a shape.
func.func @unknown_start(%x: tensor<4xf32>) -> tensor<2xf32> {
  %zero = tosa.const_shape {values = dense<0> : tensor<1xindex>} : () -> !tosa.shape<1>
  %two = tosa.const_shape {values = dense<2> : tensor<1xindex>} : () -> !tosa.shape<1>
  %start = tosa.div_floor_shape %two, %zero : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  // expected-error @below {{as its operand 'start' is computed when the model runs; expected a constant}}
  %0 = tosa.slice %x, %start, %two : (tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @unknown_scale(%x: tensor<4xi32>, %m: tensor<1xi32>) -> tensor<4xi8> {
  %s = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-error @below {{as its operand 'multiplier' is computed when the model runs; expected a constant}}
  %0 = tosa.rescale %x, %m, %s, %i, %o {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// A table of 16 bits gives 32 bits: the error lists the supported extensions.
func.func @table(%x: tensor<4xi16>, %t: tensor<513xi16>) -> tensor<4xi16> {
  // expected-error @below {{supported are i8 -> i8, i16 -> i32: cast to and from one of these}}
  %0 = tosa.table %x, %t : (tensor<4xi16>, tensor<513xi16>) -> tensor<4xi16>
  return %0 : tensor<4xi16>
}

// -----

// An operator of an extension that TOSA 1.1 has.
func.func @micro_scaled(%x: tensor<1x32xf32>) -> (tensor<1x32xf4E2M1FN>, tensor<1x1xf8E8M0FNU>) {
  // expected-error @below {{operator 'tosa.cast_to_block_scaled' is not supported on '(tensor<1x32xf32>) -> (tensor<1x32xf4E2M1FN>, tensor<1x1xf8E8M0FNU>)'; it is of an extension that TOSA 1.0 does not have: express it in other operators}}
  %0, %1 = tosa.cast_to_block_scaled %x {block_size = BLOCK_SIZE_32} : (tensor<1x32xf32>) -> (tensor<1x32xf4E2M1FN>, tensor<1x1xf8E8M0FNU>)
  return %0, %1 : tensor<1x32xf4E2M1FN>, tensor<1x1xf8E8M0FNU>
}

// -----

func.func @shift(%x: tensor<2xi16>) -> tensor<2xi16> {
  %by = "tosa.const"() <{values = dense<[15, 16]> : tensor<2xi16>}> : () -> tensor<2xi16>
  // expected-error @below {{operator 'tosa.logical_left_shift' breaks a rule of TOSA 1.0: its operand 'input2' is 16 at element 1; expected 0 to 15; correct the operator in the model, or what wrote it}}
  %0 = tosa.logical_left_shift %x, %by : (tensor<2xi16>, tensor<2xi16>) -> tensor<2xi16>
  return %0 : tensor<2xi16>
}

// -----

func.func @negative_shift(%x: tensor<2xi32>) -> tensor<2xi32> {
  %by = "tosa.const"() <{values = dense<-1> : tensor<1xi32>}> : () -> tensor<1xi32>
  // expected-error @below {{operator 'tosa.arithmetic_right_shift' breaks a rule of TOSA 1.0: its operand 'input2' is -1; expected 0 to 31}}
  %0 = tosa.arithmetic_right_shift %x, %by {round = true} : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @divisor(%x: tensor<2xi32>) -> tensor<2xi32> {
  %by = "tosa.const"() <{values = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  // expected-error @below {{operator 'tosa.intdiv' breaks a rule of TOSA 1.0: its operand 'input2' is 0 at element 1; expected no division by zero}}
  %0 = tosa.intdiv %x, %by : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
