// Every f16 to f32, and as many f32 to f16: TOSA 1.0, CAST.
func.func @main(%half: tensor<65536xf16>, %single: tensor<65536xf32>)
    -> (tensor<65536xf32>, tensor<65536xf16>) {
  %0 = tosa.cast %half : (tensor<65536xf16>) -> tensor<65536xf32>
  %1 = tosa.cast %single : (tensor<65536xf32>) -> tensor<65536xf16>
  return %0, %1 : tensor<65536xf32>, tensor<65536xf16>
}
