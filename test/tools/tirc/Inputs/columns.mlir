func.func @main(%x: tensor<1x24x32x4xi8> {tir.name = "x"}) -> (tensor<1x24x32x4xi8> {tir.name = "y"}) {
  %a = tosa.max_pool2d %x {kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x24x32x4xi8>) -> tensor<1x24x32x4xi8>
  %b = tosa.max_pool2d %a {kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x24x32x4xi8>) -> tensor<1x24x32x4xi8>
  %c = tosa.max_pool2d %b {kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x24x32x4xi8>) -> tensor<1x24x32x4xi8>
  return %c : tensor<1x24x32x4xi8>
}
