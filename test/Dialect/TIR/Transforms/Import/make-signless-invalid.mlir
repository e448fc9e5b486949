// RUN: tir-opt %s -split-input-file -verify-diagnostics --tir-make-signless

func.func @computes(%x: tensor<4xui8>) -> tensor<4xui8> {
  %s = tosa.const_shape {values = dense<[1, 1, 4, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %0 = tosa.reshape %x, %s : (tensor<4xui8>, !tosa.shape<4>) -> tensor<1x1x4x1xui8>
  // expected-error @below {{operator 'tosa.max_pool2d' computes on 'tensor<1x1x4x1xui8>', whose elements have no sign; expected signed elements, since TOSA's operators compute on these: rescale or cast to a signed type before the operator}}
  %1 = tosa.max_pool2d %0 {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x4x1xui8>) -> tensor<1x1x4x1xui8>
  return %x : tensor<4xui8>
}
