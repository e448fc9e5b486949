// An output that is an input, a constant output, one value as two outputs, and a scalar.
func.func @main(%x: tensor<4xi32>, %scalar: tensor<1xi32>)
    -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %constant = "tosa.const"() <{values = dense<[1, -2, 3, -4]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %sum = tosa.add %x, %scalar : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %x, %constant, %sum, %sum : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
