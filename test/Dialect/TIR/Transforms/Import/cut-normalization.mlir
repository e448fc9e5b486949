// RUN: tir-opt %s --split-input-file --tir-cut-normalization=find | FileCheck %s
// RUN: tir-opt %s --split-input-file --tir-cut-normalization="given=x:0.5:1/2:3" | FileCheck %s --check-prefix=GIVEN
// RUN: not tir-opt %s --split-input-file --tir-cut-normalization="given=y:0.5:1:3" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tir-opt %s --split-input-file --tir-cut-normalization="given=x:0.5:1" 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not tir-opt %s --split-input-file --tir-cut-normalization="given=x:0.5:1:0.5" 2>&1 | FileCheck %s --check-prefix=FORM

// UNKNOWN: error: --input-normalization=y:0.5:1:3: @two has no input 'y'; it has 0 ('x')
// FORM: error: --input-normalization=x:0.5:1{{.*}}: is not of the form NAME:BIAS:SCALE:SHIFT; expected numbers with slashes between the numbers of channels, and shifts of 0 to 31

// A scale and a power of two, for each channel.
// CHECK-LABEL: func.func @two
// CHECK-SAME: %[[X:.*]]: tensor<1x2x4xi8> {tir.name = "x", tir.port = #tir.port<normalization = {bias = [-8.300000e+01, 1.500000e+00], scale = [1.630000e+02, 1.600000e+02], shift = [7.000000e+00, 8.000000e+00]}>}
// CHECK-NOT: tosa.{{add|mul|floor|clamp}}
// CHECK: %[[Y:.*]] = tosa.cast %[[X]] : (tensor<1x2x4xi8>) -> tensor<1x2x4xf32>
// CHECK-NEXT: return %[[Y]]
// GIVEN-LABEL: func.func @two
// GIVEN-SAME: tensor<1x2x4xf32> {tir.name = "x", tir.port = #tir.port<normalization = {bias = [5.000000e-01], scale = [1.000000e+00, 2.000000e+00], shift = [3.000000e+00]}>}
// GIVEN: tosa.floor
func.func @two(%x: tensor<1x2x4xf32> {tir.name = "x"}) -> tensor<1x2x4xf32> {
  %b = "tosa.const"() <{values = dense<[[[-83.0], [1.5]]]> : tensor<1x2x1xf32>}> : () -> tensor<1x2x1xf32>
  %s = "tosa.const"() <{values = dense<[[[163.0], [80.0]]]> : tensor<1x2x1xf32>}> : () -> tensor<1x2x1xf32>
  %p = "tosa.const"() <{values = dense<0.0078125> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.add %x, %b : (tensor<1x2x4xf32>, tensor<1x2x1xf32>) -> tensor<1x2x4xf32>
  %1 = tosa.mul %0, %s, %z : (tensor<1x2x4xf32>, tensor<1x2x1xf32>, tensor<1xi8>) -> tensor<1x2x4xf32>
  %2 = tosa.mul %1, %p, %z : (tensor<1x2x4xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x2x4xf32>
  %3 = tosa.floor %2 : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %4 = tosa.clamp %3 {min_val = -128.0 : f32, max_val = 127.0 : f32} : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  return %4 : tensor<1x2x4xf32>
}

// -----

// A factor that is not an integer with a power of two stays in the graph.
// CHECK-LABEL: func.func @third
// CHECK-SAME: %{{.*}}: tensor<4xf32> {tir.name = "x"})
// CHECK: tosa.floor
func.func @third(%x: tensor<4xf32> {tir.name = "x"}) -> tensor<4xf32> {
  %b = "tosa.const"() <{values = dense<1.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %s = "tosa.const"() <{values = dense<0.333333343> : tensor<1xf32>}> : () -> tensor<1xf32>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.add %x, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %1 = tosa.mul %0, %s, %z : (tensor<4xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<4xf32>
  %2 = tosa.mul %1, %s, %z : (tensor<4xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<4xf32>
  %3 = tosa.floor %2 : (tensor<4xf32>) -> tensor<4xf32>
  %4 = tosa.clamp %3 {min_val = -128.0 : f32, max_val = 127.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// -----

// Another range, and an input that something else reads.
// CHECK-LABEL: func.func @range
// CHECK-SAME: %{{.*}}: tensor<4xf32> {tir.name = "x"})
func.func @range(%x: tensor<4xf32> {tir.name = "x"}) -> tensor<4xf32> {
  %b = "tosa.const"() <{values = dense<1.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %s = "tosa.const"() <{values = dense<0.5> : tensor<1xf32>}> : () -> tensor<1xf32>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.add %x, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %1 = tosa.mul %0, %s, %z : (tensor<4xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<4xf32>
  %2 = tosa.floor %1 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = tosa.clamp %2 {min_val = -100.0 : f32, max_val = 127.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @twice
// CHECK-SAME: %{{.*}}: tensor<4xf32> {tir.name = "x"})
func.func @twice(%x: tensor<4xf32> {tir.name = "x"}) -> tensor<4xf32> {
  %b = "tosa.const"() <{values = dense<1.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %s = "tosa.const"() <{values = dense<0.5> : tensor<1xf32>}> : () -> tensor<1xf32>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.add %x, %b : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %1 = tosa.mul %0, %s, %z : (tensor<4xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<4xf32>
  %2 = tosa.floor %1 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = tosa.clamp %2 {min_val = -128.0 : f32, max_val = 127.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = tosa.sub %3, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}
