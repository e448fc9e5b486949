// RUN: tir-opt %s --tir-annotate-model="io-quant=in:0:0.00392156862745098:-128,out:0.5:3" | FileCheck %s
// RUN: not tir-opt %s --tir-annotate-model="io-quant=foo:1:2" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tir-opt %s --tir-annotate-model="io-quant=out:x:2" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not tir-opt %s --tir-annotate-model="io-quant=out:0:2" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not tir-opt %s --tir-annotate-model="model-name=a-b" 2>&1 | FileCheck %s --check-prefix=MODEL

// CHECK: tir.name = "in:0", tir.port = #tir.port<encoding = <scale = 0.0039215686274509803 : f64, zero_point = -128>>
// CHECK-SAME: tir.name = "out", tir.port = #tir.port<encoding = <scale = 5.000000e-01 : f64, zero_point = 3>>
// UNKNOWN: error: --io-quant=foo:1:2: @main has no input or output 'foo'; it has input 'in:0', output 'out'
// SYNTAX: error: --io-quant=out:{{.*}}:2 is not of the form NAME:scale:zero_point; expected a positive number and an integer, such as --io-quant=in:0:0.0039215686:-128
// MODEL: error: model name 'a-b' cannot be part of a C name; expected ASCII letters, digits and '_': give --model-name=a_b
func.func @main(%a: tensor<4xi8> {tir.name = "in:0"}) -> (tensor<4xi8> {tir.name = "out"}) {
  return %a : tensor<4xi8>
}
