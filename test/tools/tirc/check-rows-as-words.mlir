// UNSUPPORTED: fast-tier
// RUN: rm -rf %t
// RUN: tirc %s -o %t --target=cortex-m4 --emit=c --check=fast --model-name=m 2>&1 | FileCheck %s
// RUN: python3 -c "import json, sys; print([k['name'] + ' ' + k['compared'] for k in json.load(open(sys.argv[1]))['check']['kernels']])" %t/tvmgen_m.report.json | FileCheck %s --check-prefix=REPORT

// The rows between two kernels are words, which the plain loops do not have: the kernel that reads them shows that they are right.

// CHECK: {{^}}checked         2 kernels equal their plain loops in {{[0-9]+}} runs, 1 of them by the kernels that read their results
// REPORT: ['depthwise_conv2d#0 together', 'conv2d#0 alone']

func.func @main(%x: tensor<1x24x24x8xi8> {tir.name = "x"}) -> (tensor<1x24x24x8xi8> {tir.name = "y"}) {
  %zp = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp32 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %multiplier = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %shift = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %taps = "tosa.const"() <{values = dense<"0xBE2D5FACDDBA1A5E0F1442FDD1B418A3FF0A375F609C4E0EE054D633B6EDA3A1A242269EFD4BD30855A323D45F0C1A29D7F4D749D45E11E6A1062A40B5CB3D55E7BA5AF154521C08"> : tensor<3x3x8x1xi8>}> : () -> tensor<3x3x8x1xi8>
  %weights = "tosa.const"() <{values = dense<"0x1D47CCE9E4321B1D0032A416DA5A030646C8F9284F624858FBB20C451EB763C52100FA1957A314A7EA503933300041C7C71CD69F61CF2628D7031FF42FF611E0"> : tensor<8x1x1x8xi8>}> : () -> tensor<8x1x1x8xi8>
  %bias = "tosa.const"() <{values = dense<[3, -1, 4, 1, -5, 9, -2, 6]> : tensor<8xi32>}> : () -> tensor<8xi32>
  %0 = tosa.depthwise_conv2d %x, %taps, %bias, %zp, %zp {pad = array<i64: 1, 1, 1, 1>, dilation = array<i64: 1, 1>, stride = array<i64: 1, 1>, acc_type = i32} : (tensor<1x24x24x8xi8>, tensor<3x3x8x1xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x24x24x8xi32>
  %1 = tosa.rescale %0, %multiplier, %shift, %zp32, %zp {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x24x24x8xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x24x24x8xi8>
  %2 = tosa.conv2d %1, %weights, %bias, %zp, %zp {pad = array<i64: 0, 0, 0, 0>, dilation = array<i64: 1, 1>, stride = array<i64: 1, 1>, acc_type = i32} : (tensor<1x24x24x8xi8>, tensor<8x1x1x8xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x24x24x8xi32>
  %3 = tosa.rescale %2, %multiplier, %shift, %zp32, %zp {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x24x24x8xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x24x24x8xi8>
  return %3 : tensor<1x24x24x8xi8>
}
