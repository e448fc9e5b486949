func.func @main(%table: tensor<1x8x4xi8>, %positions: tensor<1x3xi32>) -> tensor<1x3x4xi8> {
  %0 = tosa.gather %table, %positions : (tensor<1x8x4xi8>, tensor<1x3xi32>) -> tensor<1x3x4xi8>
  return %0 : tensor<1x3x4xi8>
}
