func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %constant = "tosa.const"() <{values = dense<[10, 20, 30, 40]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %sum = tosa.add %x, %constant : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %sum : tensor<4xi32>
}
