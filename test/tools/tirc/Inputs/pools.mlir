func.func @main(%x: tensor<1x16xi32> {tir.name = "x"}) -> (tensor<1x16xi32> {tir.name = "y"}) {
  %one = "tosa.const"() <{values = dense<[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]]> : tensor<1x16xi32>}> : () -> tensor<1x16xi32>
  %a = tosa.reverse %x {axis = 1 : i32} : (tensor<1x16xi32>) -> tensor<1x16xi32>
  %b = tosa.add %a, %one : (tensor<1x16xi32>, tensor<1x16xi32>) -> tensor<1x16xi32>
  %c = tosa.reduce_sum %b {axis = 1 : i32} : (tensor<1x16xi32>) -> tensor<1x1xi32>
  %d = tosa.sub %b, %c : (tensor<1x16xi32>, tensor<1x1xi32>) -> tensor<1x16xi32>
  %e = tosa.reduce_max %d {axis = 1 : i32} : (tensor<1x16xi32>) -> tensor<1x1xi32>
  %f = tosa.sub %d, %e : (tensor<1x16xi32>, tensor<1x1xi32>) -> tensor<1x16xi32>
  return %f : tensor<1x16xi32>
}
