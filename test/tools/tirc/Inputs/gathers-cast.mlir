// Positions that are made of floats, as in a text classifier of Keras.
func.func @main(%table: tensor<1x8x4xi8>, %x: tensor<1x3xf32>) -> tensor<1x3x4xi8> {
  %positions = tosa.cast %x : (tensor<1x3xf32>) -> tensor<1x3xi32>
  %0 = tosa.gather %table, %positions : (tensor<1x8x4xi8>, tensor<1x3xi32>) -> tensor<1x3x4xi8>
  return %0 : tensor<1x3x4xi8>
}
