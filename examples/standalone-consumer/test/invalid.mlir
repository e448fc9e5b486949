// RUN: npu-opt %s --npu-lower-to-tir --split-input-file --verify-diagnostics

func.func @channels(%x: tensor<1x8x8x2xi8>, %w: tensor<4x3x3x3xi8>) {
  // expected-error @below {{'npu.conv2d' op has weights for 3 channels, but the image has 2}}
  npu.conv2d %x, %w shift 5 : (tensor<1x8x8x2xi8>, tensor<4x3x3x3xi8>) -> tensor<1x6x6x4xi8>
  return
}

// -----

func.func @result(%x: tensor<1x8x8x2xi8>, %w: tensor<4x3x3x2xi8>) {
  // expected-error @below {{'npu.conv2d' op gives a 'tensor<1x6x6x4xi8>', but its result is 'tensor<1x8x8x4xi8>'}}
  npu.conv2d %x, %w shift 5 : (tensor<1x8x8x2xi8>, tensor<4x3x3x2xi8>) -> tensor<1x8x8x4xi8>
  return
}

// -----

// expected-note @below {{the other symbol is here}}
func.func private @npu_add_4()
func.func @taken(%a: tensor<4xi8>) {
  // expected-error @below {{'npu.add' op needs the name @npu_add_4 for its kernel; rename the other symbol}}
  npu.add %a, %a : tensor<4xi8>
  return
}
