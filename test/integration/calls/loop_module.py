"""A model with a loop of ten rounds, whose kernels have the same numbers in each round. The name of its first operator is
one that a page must not run as a script."""

MODULE = """
func.func @main(%x: tensor<4xi32> {tir.name = "x"}) -> (tensor<4xi32> {tir.name = "y"}) {
  %zero = "tosa.const"() <{values = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %ten = "tosa.const"() <{values = dense<10> : tensor<i32>}> : () -> tensor<i32>
  %a = tosa.add %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32> loc("<script>alert('x')</script>")
  %r:2 = tosa.while_loop (%i = %zero, %v = %a) : (tensor<i32>, tensor<4xi32>) -> (tensor<i32>, tensor<4xi32>) {
    %c = tosa.greater %ten, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %v: tensor<4xi32>):
    %n = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %w = tosa.add %v, %v : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    tosa.yield %n, %w : tensor<i32>, tensor<4xi32>
  }
  return %r#1 : tensor<4xi32>
}
"""
