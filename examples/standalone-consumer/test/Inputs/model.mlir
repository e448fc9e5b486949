// A convolution and a sum for the accelerator, between them a maximum for the processor.
func.func @main(%x: tensor<1x8x8x2xi8>, %w: tensor<4x3x3x2xi8>) -> tensor<1x6x6x4xi8> {
  %zero = "tosa.const"() <{values = dense<0> : tensor<1x1x1x1xi8>}> : () -> tensor<1x1x1x1xi8>
  %conv = npu.conv2d %x, %w shift 5 : (tensor<1x8x8x2xi8>, tensor<4x3x3x2xi8>) -> tensor<1x6x6x4xi8>
  %relu = "tosa.maximum"(%conv, %zero) : (tensor<1x6x6x4xi8>, tensor<1x1x1x1xi8>) -> tensor<1x6x6x4xi8>
  %y = npu.add %relu, %conv : tensor<1x6x6x4xi8>
  return %y : tensor<1x6x6x4xi8>
}
