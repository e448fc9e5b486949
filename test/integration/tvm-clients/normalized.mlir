// A network as TI's tools train it: the graph begins with the normalisation of the input.
func.func @main(%x: tensor<1x3x4xf32> {tir.name = "onnx__Add_0"}) -> (tensor<1x3x2xf32> {tir.name = "output"}) {
  %bias = "tosa.const"() <{values = dense<[[[-83.0], [-80.0], [-79.0]]]> : tensor<1x3x1xf32>}> : () -> tensor<1x3x1xf32>
  %scale = "tosa.const"() <{values = dense<[[[163.0], [165.0], [160.0]]]> : tensor<1x3x1xf32>}> : () -> tensor<1x3x1xf32>
  %shift = "tosa.const"() <{values = dense<0.0078125> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %no = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %weights = "tosa.const"() <{values = dense<[[[1.0, -2.0], [3.0, 0.5], [-1.5, 4.0], [2.0, 1.0]]]> : tensor<1x4x2xf32>}> : () -> tensor<1x4x2xf32>
  %0 = tosa.add %x, %bias : (tensor<1x3x4xf32>, tensor<1x3x1xf32>) -> tensor<1x3x4xf32>
  %1 = tosa.mul %0, %scale, %no : (tensor<1x3x4xf32>, tensor<1x3x1xf32>, tensor<1xi8>) -> tensor<1x3x4xf32>
  %2 = tosa.mul %1, %shift, %no : (tensor<1x3x4xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<1x3x4xf32>
  %3 = tosa.floor %2 : (tensor<1x3x4xf32>) -> tensor<1x3x4xf32>
  %4 = tosa.clamp %3 {min_val = -128.0 : f32, max_val = 127.0 : f32} : (tensor<1x3x4xf32>) -> tensor<1x3x4xf32>
  %y = tosa.matmul %4, %weights, %zero, %zero : (tensor<1x3x4xf32>, tensor<1x4x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x2xf32>
  return %y : tensor<1x3x2xf32>
}
