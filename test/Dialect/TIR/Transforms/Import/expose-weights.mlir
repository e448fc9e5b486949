// RUN: tir-opt %s --tir-name-locations --tir-expose-weights=weights=all | FileCheck %s
// RUN: tir-opt %s --tir-name-locations --tir-expose-weights=weights=table,conv2d_0_bias | FileCheck %s --check-prefix=NAMED
// RUN: not tir-opt %s --tir-name-locations --tir-expose-weights=weights=tabel 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not tir-opt %s --tir-name-locations --tir-expose-weights=weights=q 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tir-opt %s --tir-name-locations --tir-expose-weights | FileCheck %s --check-prefix=NONE

// Weights are in the order in which layers read them: first the convolution's,
// and the table. The convolution's own weights are called as in the model; the
// bias shares its name with a multiplier, and is called after the layer. Zero
// points, multipliers and shifts stay constants, and so does the other table.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<1x2x2x1xi8>, %[[I:[a-z0-9]+]]: tensor<1x2xi32>,
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<2x1x1x1xi8> {tir.name = "net/conv", tir.port = #tir.port<weight = dense<{{.*}}> : tensor<2x1x1x1xi8>>}
// CHECK-SAME: %[[B:[a-z0-9]+]]: tensor<2xi32> {tir.name = "conv2d_0_bias", tir.port = #tir.port<weight = dense<[5, 6]> : tensor<2xi32>>}
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<1x3x1xi8> {tir.name = "gather_0_table"
// CHECK: tosa.conv2d %[[X]], %[[W]], %[[B]], %{{.*}}, %{{.*}}
// CHECK: tosa.gather %[[T]], %[[I]]

// NAMED-LABEL: func.func @main
// NAMED-SAME: %[[B:[a-z0-9]+]]: tensor<2xi32> {tir.name = "conv2d_0_bias"
// NAMED-SAME: %[[T:[a-z0-9]+]]: tensor<2xi8> {tir.name = "table", tir.port = #tir.port<weight = dense<[8, 9]> : tensor<2xi8>>})
// NAMED: tosa.conv2d %{{.*}}, %{{.*}}, %[[B]]

// NEAR: error: --weights-as-inputs=tabel: @main has no constant tensor of this name; near it are 'table'
// UNKNOWN: error: --weights-as-inputs=q: @main has no constant tensor of this name; it has 'table', 'net/conv', 'conv2d_0_bias', 'gather_0_table'

// NONE-LABEL: func.func @main
// NONE-SAME: (%{{.*}}: tensor<1x2x2x1xi8>, %{{.*}}: tensor<1x2xi32>)
func.func @main(%x: tensor<1x2x2x1xi8>, %i: tensor<1x2xi32>) -> (tensor<1x2x2x2xi8>, tensor<1x2x1xi8>) {
  %w = "tosa.const"() <{values = dense<[[[[1]]], [[[2]]]]> : tensor<2x1x1x1xi8>}> : () -> tensor<2x1x1x1xi8> loc("net/conv")
  %b = "tosa.const"() <{values = dense<[5, 6]> : tensor<2xi32>}> : () -> tensor<2xi32> loc("net/relu;net/bias")
  %m = "tosa.const"() <{values = dense<[1073741824, 1073741825]> : tensor<2xi32>}> : () -> tensor<2xi32> loc("net/relu;net/bias")
  %s = "tosa.const"() <{values = dense<[33, 34]> : tensor<2xi8>}> : () -> tensor<2xi8> loc("net/relu;net/bias")
  %o = "tosa.const"() <{values = dense<[8, 9]> : tensor<2xi8>}> : () -> tensor<2xi8> loc("table")
  %z = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8> loc("zero")
  %n = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %t = "tosa.const"() <{values = dense<[[[1], [2], [4]]]> : tensor<1x3x1xi8>}> : () -> tensor<1x3x1xi8>
  %y = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x1xi8>, tensor<2x1x1x1xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %r = tosa.rescale %y, %m, %s, %n, %z {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x2x2x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  %shape = tosa.const_shape {values = dense<[1, 1, 1, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %wide = tosa.reshape %o, %shape : (tensor<2xi8>, !tosa.shape<4>) -> tensor<1x1x1x2xi8>
  %max = tosa.maximum %r, %wide : (tensor<1x2x2x2xi8>, tensor<1x1x1x2xi8>) -> tensor<1x2x2x2xi8>
  %g = tosa.gather %t, %i : (tensor<1x3x1xi8>, tensor<1x2xi32>) -> tensor<1x2x1xi8>
  return %max, %g : tensor<1x2x2x2xi8>, tensor<1x2x1xi8>
}
