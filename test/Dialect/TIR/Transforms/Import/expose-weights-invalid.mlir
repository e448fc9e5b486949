// RUN: not tir-opt %s --split-input-file --tir-name-locations --tir-expose-weights=weights=all 2>&1 | FileCheck %s

// CHECK: error: --weights-as-inputs: the module has 2 public functions; expected one, whose inputs the weights become: choose it by --entry=
func.func @a(%x: tensor<1xf32>) -> tensor<1xf32> { return %x : tensor<1xf32> }
func.func @b(%x: tensor<1xf32>) -> tensor<1xf32> { return %x : tensor<1xf32> }

// -----

// CHECK: error: --weights-as-inputs: @main has no convolution, product of matrices or gather of a constant tensor; expected a model with weights, or the names of other constants after --weights-as-inputs=
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = "tosa.const"() <{values = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32> loc("scale")
  %y = tosa.add %x, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
