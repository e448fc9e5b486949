// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels | FileCheck %s

// Front ends give all operators of a layer the same name, and join the names of layers: kind and ordinal distinguish
// the kernels.
// CHECK: tir.prim_func private @softmax_reduce_max_0({{.*}}place = "softmax (reduce_max#0)"
// CHECK: tir.prim_func private @softmax_exp_0({{.*}}fused = ["softmax (sub#0)", "softmax (exp#0)"]{{.*}}place = "softmax (exp#0)"
// CHECK: tir.prim_func private @softmax_reduce_sum_0({{.*}}fused = ["softmax (reduce_sum#0)", "softmax (reciprocal#0)"]{{.*}}place = "softmax (reduce_sum#0)"
// CHECK: tir.prim_func private @softmax_mul_0({{.*}}place = "softmax (mul#0)"
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %max = tosa.reduce_max %x {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32> loc("softmax;net/logits")
  %sub = tosa.sub %x, %max : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32> loc("softmax")
  %exp = tosa.exp %sub : (tensor<4x8xf32>) -> tensor<4x8xf32> loc("softmax")
  %sum = tosa.reduce_sum %exp {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32> loc("softmax")
  %inverse = tosa.reciprocal %sum : (tensor<4x1xf32>) -> tensor<4x1xf32> loc("softmax")
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %y = tosa.mul %exp, %inverse, %shift : (tensor<4x8xf32>, tensor<4x1xf32>, tensor<1xi8>) -> tensor<4x8xf32> loc("softmax")
  return %y : tensor<4x8xf32>
}
