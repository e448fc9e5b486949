// RUN: tir-opt %s --tir-canonicalize-tosa | FileCheck %s

// The constant operand of a quantised sum: less its zero point, times 2^19.
// CHECK-LABEL: func.func @operand
// CHECK-NOT: tosa.rescale
// CHECK: "tosa.const"() <{values = dense<{{\[\[}}-2097152], [2097152]]> : tensor<2x1xi32>}>
func.func @operand() -> tensor<2x1xi32> {
  %x = "tosa.const"() <{values = dense<[[-3], [5]]> : tensor<2x1xi8>}> : () -> tensor<2x1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<11> : tensor<1xi8>}> : () -> tensor<1xi8>
  %in = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %out = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %y = tosa.rescale %x, %m, %s, %in, %out {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<2x1xi32>
  return %y : tensor<2x1xi32>
}

// A quarter, rounded once and twice, and clamped to the type.
// CHECK-LABEL: func.func @roundings
// CHECK-NOT: tosa.rescale
// CHECK-DAG: dense<[1, 0, 127]> : tensor<3xi8>
// CHECK-DAG: dense<[1, -1, 127]> : tensor<3xi8>
func.func @roundings() -> (tensor<3xi8>, tensor<3xi8>) {
  %x = "tosa.const"() <{values = dense<[2, -2, 1000]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<32> : tensor<1xi8>}> : () -> tensor<1xi8>
  %in = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %out = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %m, %s, %in, %out {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<3xi8>
  %1 = tosa.rescale %x, %m, %s, %in, %out {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<3xi8>
  return %0, %1 : tensor<3xi8>, tensor<3xi8>
}

// A factor for each channel.
// CHECK-LABEL: func.func @channels
// CHECK: dense<{{\[\[}}4, 8], [12, 16]]> : tensor<2x2xi32>
func.func @channels() -> tensor<2x2xi32> {
  %x = "tosa.const"() <{values = dense<[[4, 4], [12, 8]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tosa.const"() <{values = dense<[30, 29]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %in = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %y = tosa.rescale %x, %m, %s, %in, %in {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x2xi32>
  return %y : tensor<2x2xi32>
}

// Large constants stay as small as they are.
// CHECK-LABEL: func.func @large
// CHECK: tosa.rescale
func.func @large() -> tensor<1025xi32> {
  %x = "tosa.const"() <{values = dense<7> : tensor<1025xi8>}> : () -> tensor<1025xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<11> : tensor<1xi8>}> : () -> tensor<1xi8>
  %in = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %out = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %y = tosa.rescale %x, %m, %s, %in, %out {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<1025xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1025xi32>
  return %y : tensor<1025xi32>
}
