func.func @odd(%x: tensor<1x5x5x1xi8>) -> tensor<1x5x5x1xi8> {
  %a = tosa.bitwise_not %x : (tensor<1x5x5x1xi8>) -> tensor<1x5x5x1xi8>
  %r = tosa.reverse %a {axis = 1 : i32} : (tensor<1x5x5x1xi8>) -> tensor<1x5x5x1xi8>
  return %r : tensor<1x5x5x1xi8>
}
