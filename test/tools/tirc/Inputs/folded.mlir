func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %c = "tosa.const"() <{values = dense<[1,2,3,4]> : tensor<4xi8>}> : () -> tensor<4xi8>
  %y = tosa.bitwise_xor %x, %c : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  %z = tosa.bitwise_xor %y, %c : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  return %z : tensor<4xi8>
}
