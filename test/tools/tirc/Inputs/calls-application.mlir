func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %0 = tensor.empty() : tensor<4xi8>
  %1 = tir.call_extern @application_filter(%x) outs(%0) : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  return %1 : tensor<4xi8>
}
