// RUN: tir-opt %s --split-input-file --verify-diagnostics --tir-check-supported
// RUN: tir-opt %s --split-input-file --verify-diagnostics --tir-lower-tosa

// Arm's reference model (tosa-tools 2026.8.0) refuses each of these, except the shifts of a product, which its
// specification refuses.

func.func @rescale_shift1(%a: tensor<2x4xi8>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<1> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: its operand 'shift' is 1; expected 2 to 62}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_shift63(%a: tensor<2x4xi8>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<63> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: its operand 'shift' is 63; expected 2 to 62}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_multminus_1(%a: tensor<2x4xi8>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<-1> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: its operand 'multiplier' is -1; expected at least 0}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_pc_shift(%a: tensor<2x4xi8>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<[1, 2, 3, 4]> : tensor<4xi32>} : () -> tensor<4xi32>
  %s = "tosa.const"() {values = dense<[30, 30, 30, 1]> : tensor<4xi8>} : () -> tensor<4xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: its operand 'shift' is 1 at element 3; expected 2 to 62}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x4xi8>, tensor<4xi32>, tensor<4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_pc_mult(%a: tensor<2x4xi8>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<[1, 2, -3, 4]> : tensor<4xi32>} : () -> tensor<4xi32>
  %s = "tosa.const"() {values = dense<[30, 30, 30, 30]> : tensor<4xi8>} : () -> tensor<4xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: its operand 'multiplier' is -3 at element 2; expected at least 0}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x4xi8>, tensor<4xi32>, tensor<4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_double_notscale32(%a: tensor<2x4xi8>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<16384> : tensor<1xi16>} : () -> tensor<1xi16>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: DOUBLE_ROUND without scale32; expected scale32 = true}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = false, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x4xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_i48_scale32(%a: tensor<2x4xi48>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi48>} : () -> tensor<1xi48>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: scale32 on an input of i48; expected scale32 = false}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x4xi48>, tensor<1xi32>, tensor<1xi8>, tensor<1xi48>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_uu(%a: tensor<2x4xi8>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: input_unsigned and output_unsigned are both set; expected one of them at most}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = true} : (tensor<2x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_u_in_i32_out(%a: tensor<2x4xi8>) -> tensor<2x4xi32> {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: input_unsigned is set, but the output is i32; expected input_unsigned = false}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// -----

func.func @rescale_i32_in_u_out(%a: tensor<2x4xi32>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: output_unsigned is set, but the input is i32 or i48; expected output_unsigned = false}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_i48_in_u_out(%a: tensor<2x4xi48>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<16384> : tensor<1xi16>} : () -> tensor<1xi16>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi48>} : () -> tensor<1xi48>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: output_unsigned is set, but the input is i32 or i48; expected output_unsigned = false}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x4xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_i32_in_u(%a: tensor<2x4xi32>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: input_unsigned is set, but the input is neither i8 nor i16; expected input_unsigned = false}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_i32_out_u(%a: tensor<2x4xi8>) -> tensor<2x4xi32> {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: output_unsigned is set, but the output is neither i8 nor i16; expected output_unsigned = false}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}

// -----

func.func @rescale_i48_in_u(%a: tensor<2x4xi48>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<16384> : tensor<1xi16>} : () -> tensor<1xi16>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi48>} : () -> tensor<1xi48>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.rescale' breaks a rule of TOSA 1.0: input_unsigned is set, but the input is neither i8 nor i16; expected input_unsigned = false}}
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x4xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @mul_i32_64(%a: tensor<4xi32>) -> tensor<4xi32> {
  %s = "tosa.const"() {values = dense<64> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.mul' breaks a rule of TOSA 1.0: its operand 'shift' is 64; expected 0 to 63}}
  %0 = tosa.mul %a, %a, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @mul_i32_minus_1(%a: tensor<4xi32>) -> tensor<4xi32> {
  %s = "tosa.const"() {values = dense<-1> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.mul' breaks a rule of TOSA 1.0: its operand 'shift' is -1; expected 0 to 63}}
  %0 = tosa.mul %a, %a, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @mul_i16_3(%a: tensor<4xi16>) -> tensor<4xi32> {
  %s = "tosa.const"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.mul' breaks a rule of TOSA 1.0: its operand 'shift' is 3; expected 0}}
  %0 = tosa.mul %a, %a, %s : (tensor<4xi16>, tensor<4xi16>, tensor<1xi8>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @arithmetic_right_shift_i8_8(%a: tensor<4xi8>) -> tensor<4xi8> {
  %s = "tosa.const"() {values = dense<8> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.arithmetic_right_shift' breaks a rule of TOSA 1.0: its operand 'input2' is 8; expected 0 to 7}}
  %0 = tosa.arithmetic_right_shift %a, %s {round = true} : (tensor<4xi8>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @logical_left_shift_i32_minus_1(%a: tensor<4xi32>) -> tensor<4xi32> {
  %s = "tosa.const"() {values = dense<-1> : tensor<1xi32>} : () -> tensor<1xi32>
  // expected-error @below {{operator 'tosa.logical_left_shift' breaks a rule of TOSA 1.0: its operand 'input2' is -1; expected 0 to 31}}
  %0 = tosa.logical_left_shift %a, %s : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @logical_right_shift_i16_16(%a: tensor<4xi16>) -> tensor<4xi16> {
  %s = "tosa.const"() {values = dense<16> : tensor<1xi16>} : () -> tensor<1xi16>
  // expected-error @below {{operator 'tosa.logical_right_shift' breaks a rule of TOSA 1.0: its operand 'input2' is 16; expected 0 to 15}}
  %0 = tosa.logical_right_shift %a, %s : (tensor<4xi16>, tensor<1xi16>) -> tensor<4xi16>
  return %0 : tensor<4xi16>
}

// -----

func.func @intdiv_zero(%a: tensor<4xi32>) -> tensor<4xi32> {
  %s = "tosa.const"() {values = dense<[1,2,0,3]> : tensor<4xi32>} : () -> tensor<4xi32>
  // expected-error @below {{operator 'tosa.intdiv' breaks a rule of TOSA 1.0: its operand 'input2' is 0 at element 2; expected no division by zero}}
  %0 = tosa.intdiv %a, %s : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @intdiv_overflow() -> tensor<4xi32> {
  %a = "tosa.const"() {values = dense<[1,2,-2147483648,3]> : tensor<4xi32>} : () -> tensor<4xi32>
  %s = "tosa.const"() {values = dense<-1> : tensor<1xi32>} : () -> tensor<1xi32>
  // expected-error @below {{operator 'tosa.intdiv' breaks a rule of TOSA 1.0: it divides -2147483648 by -1 at element 2; expected a quotient that the type can represent}}
  %0 = tosa.intdiv %a, %s : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @intdiv_broadcast_overflow() -> tensor<2x3xi32> {
  %a = "tosa.const"() {values = dense<[[-2147483648],[5]]> : tensor<2x1xi32>} : () -> tensor<2x1xi32>
  %s = "tosa.const"() {values = dense<[[1,2,-1]]> : tensor<1x3xi32>} : () -> tensor<1x3xi32>
  // expected-error @below {{operator 'tosa.intdiv' breaks a rule of TOSA 1.0: it divides -2147483648 by -1 at element 2; expected}}
  %0 = tosa.intdiv %a, %s : (tensor<2x1xi32>, tensor<1x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

// The smallest integer is not divided by -1.
func.func @intdiv_least() -> tensor<2xi32> {
  %a = "tosa.const"() {values = dense<[-2147483648,5]> : tensor<2xi32>} : () -> tensor<2xi32>
  %s = "tosa.const"() {values = dense<[1,-1]> : tensor<2xi32>} : () -> tensor<2xi32>
  %0 = tosa.intdiv %a, %s : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @gather_hi(%a: tensor<1x5x3xi8>) -> tensor<1x2x3xi8> {
  %i = "tosa.const"() {values = dense<[[0,5]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  // expected-error @below {{operator 'tosa.gather' breaks a rule of TOSA 1.0: its operand 'indices' is 5 at element 1; expected 0 to 4}}
  %0 = tosa.gather %a, %i : (tensor<1x5x3xi8>, tensor<1x2xi32>) -> tensor<1x2x3xi8>
  return %0 : tensor<1x2x3xi8>
}

// -----

func.func @gather_neg(%a: tensor<1x5x3xi8>) -> tensor<1x2x3xi8> {
  %i = "tosa.const"() {values = dense<[[-1,0]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  // expected-error @below {{operator 'tosa.gather' breaks a rule of TOSA 1.0: its operand 'indices' is -1 at element 0; expected 0 to 4}}
  %0 = tosa.gather %a, %i : (tensor<1x5x3xi8>, tensor<1x2xi32>) -> tensor<1x2x3xi8>
  return %0 : tensor<1x2x3xi8>
}

// -----

func.func @scatter_hi(%a: tensor<1x5x3xi8>, %b: tensor<1x2x3xi8>) -> tensor<1x5x3xi8> {
  %i = "tosa.const"() {values = dense<[[0,5]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  // expected-error @below {{operator 'tosa.scatter' breaks a rule of TOSA 1.0: its operand 'indices' is 5 at element 1; expected 0 to 4}}
  %0 = tosa.scatter %a, %i, %b : (tensor<1x5x3xi8>, tensor<1x2xi32>, tensor<1x2x3xi8>) -> tensor<1x5x3xi8>
  return %0 : tensor<1x5x3xi8>
}

// -----

func.func @scatter_dup(%a: tensor<1x5x3xi8>, %b: tensor<1x2x3xi8>) -> tensor<1x5x3xi8> {
  %i = "tosa.const"() {values = dense<[[1,1]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  // expected-error @below {{operator 'tosa.scatter' breaks a rule of TOSA 1.0: its operand 'indices' is 1 twice in batch 0; expected that each row is written once}}
  %0 = tosa.scatter %a, %i, %b : (tensor<1x5x3xi8>, tensor<1x2xi32>, tensor<1x2x3xi8>) -> tensor<1x5x3xi8>
  return %0 : tensor<1x5x3xi8>
}

// -----

func.func @pad_neg(%a: tensor<4xi8>) -> tensor<3xi8> {
  %p = tosa.const_shape {values = dense<[-1,0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %c = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{operator 'tosa.pad' breaks a rule of TOSA 1.0: its operand 'padding' is -1 at element 0; expected at least 0}}
  %0 = tosa.pad %a, %p, %c : (tensor<4xi8>, !tosa.shape<2>, tensor<1xi8>) -> tensor<3xi8>
  return %0 : tensor<3xi8>
}

// -----

func.func @slice_start(%a: tensor<4xi8>) -> tensor<2xi8> {
  %s = tosa.const_shape {values = dense<[-1]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %z = tosa.const_shape {values = dense<[2]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{operator 'tosa.slice' breaks a rule of TOSA 1.0: it takes 2 from -1 on in dimension 0, which has the extent 4; expected a part of it}}
  %0 = tosa.slice %a, %s, %z : (tensor<4xi8>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @slice_out(%a: tensor<4xi8>) -> tensor<2xi8> {
  %s = tosa.const_shape {values = dense<[3]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %z = tosa.const_shape {values = dense<[2]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{operator 'tosa.slice' breaks a rule of TOSA 1.0: it takes 2 from 3 on in dimension 0, which has the extent 4; expected a part of it}}
  %0 = tosa.slice %a, %s, %z : (tensor<4xi8>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @tile_mismatch(%a: tensor<4xi8>) -> tensor<8xi8> {
  %m = tosa.const_shape {values = dense<[3]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{operator 'tosa.tile' breaks a rule of TOSA 1.0: its result is 'tensor<8xi8>'; expected the shape 12}}
  %0 = tosa.tile %a, %m : (tensor<4xi8>, !tosa.shape<1>) -> tensor<8xi8>
  return %0 : tensor<8xi8>
}

// -----

func.func @table_size(%a: tensor<4xi8>) -> tensor<4xi8> {
  %t = "tosa.const"() {values = dense<0> : tensor<255xi8>} : () -> tensor<255xi8>
  // expected-error @below {{operator 'tosa.table' breaks a rule of TOSA 1.0: its table has 255 entries; expected 256 for an input of 'i8'}}
  %0 = tosa.table %a, %t : (tensor<4xi8>, tensor<255xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @slice_mismatch(%a: tensor<4xi8>) -> tensor<3xi8> {
  %s = tosa.const_shape {values = dense<[1]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %z = tosa.const_shape {values = dense<[2]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{operator 'tosa.slice' breaks a rule of TOSA 1.0: its result is 'tensor<3xi8>'; expected the shape 2}}
  %0 = tosa.slice %a, %s, %z : (tensor<4xi8>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<3xi8>
  return %0 : tensor<3xi8>
}

// -----

func.func @tile_none(%a: tensor<4xi8>) -> tensor<4xi8> {
  %m = tosa.const_shape {values = dense<[-1]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{operator 'tosa.tile' breaks a rule of TOSA 1.0: its operand 'multiples' is -1; expected at least 1}}
  %0 = tosa.tile %a, %m : (tensor<4xi8>, !tosa.shape<1>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @rescale_ok_pc(%a: tensor<2x4xi8>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<[1073741824, 1073741824, 1073741824, 1073741824]> : tensor<4xi32>} : () -> tensor<4xi32>
  %s = "tosa.const"() {values = dense<[2, 30, 40, 62]> : tensor<4xi8>} : () -> tensor<4xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x4xi8>, tensor<4xi32>, tensor<4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_ok_u16(%a: tensor<2x4xi16>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<30> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<-32768> : tensor<1xi16>} : () -> tensor<1xi16>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x4xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @rescale_ok_i48(%a: tensor<2x4xi48>) -> tensor<2x4xi8> {
  %m = "tosa.const"() {values = dense<16384> : tensor<1xi16>} : () -> tensor<1xi16>
  %s = "tosa.const"() {values = dense<20> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi48>} : () -> tensor<1xi48>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.rescale %a, %m, %s, %iz, %oz {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x4xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

func.func @mul_i32_63(%a: tensor<4xi32>) -> tensor<4xi32> {
  %s = "tosa.const"() {values = dense<63> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.mul %a, %a, %s : (tensor<4xi32>, tensor<4xi32>, tensor<1xi8>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @arithmetic_right_shift_i8_7(%a: tensor<4xi8>) -> tensor<4xi8> {
  %s = "tosa.const"() {values = dense<7> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.arithmetic_right_shift %a, %s {round = true} : (tensor<4xi8>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @logical_left_shift_i32_31(%a: tensor<4xi32>) -> tensor<4xi32> {
  %s = "tosa.const"() {values = dense<31> : tensor<1xi32>} : () -> tensor<1xi32>
  %0 = tosa.logical_left_shift %a, %s : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @gather_ok(%a: tensor<1x5x3xi8>) -> tensor<1x2x3xi8> {
  %i = "tosa.const"() {values = dense<[[0,4]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  %0 = tosa.gather %a, %i : (tensor<1x5x3xi8>, tensor<1x2xi32>) -> tensor<1x2x3xi8>
  return %0 : tensor<1x2x3xi8>
}

// -----

func.func @scatter_ok(%a: tensor<1x5x3xi8>, %b: tensor<1x2x3xi8>) -> tensor<1x5x3xi8> {
  %i = "tosa.const"() {values = dense<[[0,4]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  %0 = tosa.scatter %a, %i, %b : (tensor<1x5x3xi8>, tensor<1x2xi32>, tensor<1x2x3xi8>) -> tensor<1x5x3xi8>
  return %0 : tensor<1x5x3xi8>
}

// -----

func.func @pad_ok(%a: tensor<4xi8>) -> tensor<5xi8> {
  %p = tosa.const_shape {values = dense<[1,0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %c = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.pad %a, %p, %c : (tensor<4xi8>, !tosa.shape<2>, tensor<1xi8>) -> tensor<5xi8>
  return %0 : tensor<5xi8>
}

// -----

func.func @slice_behind(%a: tensor<4xi8>) -> tensor<1xi8> {
  %s = tosa.const_shape {values = dense<[9223372036854775807]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %z = tosa.const_shape {values = dense<[1]> : tensor<1xindex>} : () -> !tosa.shape<1>
  // expected-error @below {{operator 'tosa.slice' breaks a rule of TOSA 1.0: it takes 1 from 9223372036854775807 on in dimension 0, which has the extent 4; expected a part of it}}
  %0 = tosa.slice %a, %s, %z : (tensor<4xi8>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<1xi8>
  return %0 : tensor<1xi8>
}

// -----

func.func @slice_whole(%a: tensor<4x4xi8>) -> tensor<4x1xi8> {
  %s = tosa.const_shape {values = dense<[0, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %z = tosa.const_shape {values = dense<[4, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.slice %a, %s, %z : (tensor<4x4xi8>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<4x1xi8>
  return %0 : tensor<4x1xi8>
}

// -----

func.func @tile_once(%a: tensor<4xi8>) -> tensor<4xi8> {
  %m = tosa.const_shape {values = dense<[1]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.tile %a, %m : (tensor<4xi8>, !tosa.shape<1>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @slice_ok(%a: tensor<4xi8>) -> tensor<2xi8> {
  %s = tosa.const_shape {values = dense<[1]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %z = tosa.const_shape {values = dense<[2]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.slice %a, %s, %z : (tensor<4xi8>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @tile_ok(%a: tensor<4xi8>) -> tensor<8xi8> {
  %m = tosa.const_shape {values = dense<[2]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.tile %a, %m : (tensor<4xi8>, !tosa.shape<1>) -> tensor<8xi8>
  return %0 : tensor<8xi8>
}

// -----

// There is no error for extents that are not known yet.

func.func @slice_dynamic(%a: tensor<?xi8>) -> tensor<2xi8> {
  %s = tosa.const_shape {values = dense<[1]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %z = tosa.const_shape {values = dense<[2]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.slice %a, %s, %z : (tensor<?xi8>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @tile_dynamic(%a: tensor<?xi8>) -> tensor<8xi8> {
  %m = tosa.const_shape {values = dense<[2]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %0 = tosa.tile %a, %m : (tensor<?xi8>, !tosa.shape<1>) -> tensor<8xi8>
  return %0 : tensor<8xi8>
}

// -----

func.func @gather_dynamic(%a: tensor<1x?x3xi8>) -> tensor<1x2x3xi8> {
  %i = "tosa.const"() {values = dense<[[0,7]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  %0 = tosa.gather %a, %i : (tensor<1x?x3xi8>, tensor<1x2xi32>) -> tensor<1x2x3xi8>
  return %0 : tensor<1x2x3xi8>
}

// -----

func.func @scatter_batches(%a: tensor<2x5x3xi8>, %b: tensor<2x2x3xi8>) -> tensor<2x5x3xi8> {
  %i = "tosa.const"() {values = dense<[[0,4],[4,0]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %0 = tosa.scatter %a, %i, %b : (tensor<2x5x3xi8>, tensor<2x2xi32>, tensor<2x2x3xi8>) -> tensor<2x5x3xi8>
  return %0 : tensor<2x5x3xi8>
}

// -----

func.func @table_ok_i16(%a: tensor<4xi16>) -> tensor<4xi32> {
  %t = "tosa.const"() {values = dense<0> : tensor<513xi16>} : () -> tensor<513xi16>
  %0 = tosa.table %a, %t : (tensor<4xi16>, tensor<513xi16>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @table_size_i16(%a: tensor<4xi16>) -> tensor<4xi32> {
  %t = "tosa.const"() {values = dense<0> : tensor<512xi16>} : () -> tensor<512xi16>
  // expected-error @below {{operator 'tosa.table' breaks a rule of TOSA 1.0: its table has 512 entries; expected 513 for an input of 'i16'}}
  %0 = tosa.table %a, %t : (tensor<4xi16>, tensor<512xi16>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
