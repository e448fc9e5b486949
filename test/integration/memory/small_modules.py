"""Small models in TOSA that several tests use."""

# Adds its input to a variable, and needs a workspace for the sums of rows and columns.
COUNTER = """
tosa.variable @sum = dense<3> : tensor<8x8xi32>
func.func @main(%x: tensor<8x8xi32> {tir.name = "x"}) -> (tensor<8x8xi32> {tir.name = "y"}) {
  %before = tosa.variable_read @sum : tensor<8x8xi32>
  %sum = tosa.add %before, %x : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi32>
  tosa.variable_write @sum, %sum : tensor<8x8xi32>
  %rows = tosa.reduce_sum %sum {axis = 1 : i32} : (tensor<8x8xi32>) -> tensor<8x1xi32>
  %all = tosa.add %sum, %rows : (tensor<8x8xi32>, tensor<8x1xi32>) -> tensor<8x8xi32>
  %columns = tosa.reduce_max %all {axis = 0 : i32} : (tensor<8x8xi32>) -> tensor<1x8xi32>
  %y = tosa.sub %all, %columns : (tensor<8x8xi32>, tensor<1x8xi32>) -> tensor<8x8xi32>
  return %y : tensor<8x8xi32>
}
"""
