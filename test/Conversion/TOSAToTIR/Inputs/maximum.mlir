func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %0 = tosa.maximum %x, %x : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}
