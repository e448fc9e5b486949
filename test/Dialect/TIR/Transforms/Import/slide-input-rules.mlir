// RUN: tir-opt %s --split-input-file --tir-slide-input=slide=0:2 2>/dev/null | FileCheck %s
// RUN: tir-opt %s --split-input-file --tir-slide-input=slide=0:2 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS

// A stride of 4 needs 4 rows: the convolution computes all of its rows, and the note says why.
// SAYS: remark: a call of 2 of 8 rows takes 8 multiplications, 100.0 % of 8 of a whole window, and keeps 6 bytes; results belong to a whole window after 4 calls
// SAYS: note: computes all 2 rows that are needed: its rows are 4 rows of the input apart, or all depend on padding or on something else than the input
// SAYS: note: a network without padding along the window and with strides that divide 2 would take 4 multiplications, 50.0 %
// CHECK: tosa.variable @{{.*}} = dense<0> : tensor<1x6x1x1xi8>
// CHECK: tosa.variable @missing_calls = dense<4>
// CHECK: func.func @strides
// CHECK: tosa.conv2d %{{.*}} stride = array<i64: 4, 1>} : (tensor<1x8x1x1xi8>,
func.func @strides(%x: tensor<1x8x1x1xi8>) -> tensor<1x2x1x1xi32> {
  %w = "tosa.const"() <{values = dense<1> : tensor<1x4x1x1xi8>}> : () -> tensor<1x4x1x1xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 4, 1>}
      : (tensor<1x8x1x1xi8>, tensor<1x4x1x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x1x1xi32>
  return %0 : tensor<1x2x1x1xi32>
}

// -----

// Without padding, only what the next window of 3 rows needs is kept of a tensor.
// CHECK: tosa.variable @{{.*}} : tensor<1x2x1x1xi8>
// CHECK: tosa.variable @{{.*}} : tensor<1x4x1x1xi8>
// CHECK: func.func @window
// CHECK: tosa.max_pool2d %{{.*}} : (tensor<1x4x1x1xi8>) -> tensor<1x2x1x1xi8>
func.func @window(%x: tensor<1x8x1x1xi8>) -> tensor<1x6x1x1xi8> {
  %0 = tosa.max_pool2d %x {kernel = array<i64: 3, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x1x1xi8>) -> tensor<1x6x1x1xi8>
  return %0 : tensor<1x6x1x1xi8>
}

// -----

// Rows are followed through reshapes and transposes.
// CHECK: tosa.variable @{{.*}} : tensor<1x1x3x2xi8>
// CHECK-NEXT: tosa.variable @missing_calls
// CHECK: func.func @layouts(%{{.*}}: tensor<1x2xi8>)
// CHECK: tosa.reshape %{{.*}} : (tensor<1x2xi8>, !tosa.shape<4>) -> tensor<1x1x2x1xi8>
// CHECK: return
func.func @layouts(%x: tensor<1x8xi8>) -> tensor<1x1x4x2xi8> {
  %s = tosa.const_shape {values = dense<[1, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %0 = tosa.reshape %x, %s : (tensor<1x8xi8>, !tosa.shape<4>) -> tensor<1x4x2x1xi8>
  %1 = tosa.transpose %0 {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x4x2x1xi8>) -> tensor<1x1x4x2xi8>
  return %1 : tensor<1x1x4x2xi8>
}

// -----

// What depends on another input may differ in each call.
// CHECK: tosa.variable @{{.*}} : tensor<1x6xi8>
// CHECK-NEXT: tosa.variable @missing_calls
// CHECK: func.func @other
// CHECK: tosa.add %{{.*}} : (tensor<1x8xi8>, tensor<1x1xi8>) -> tensor<1x8xi8>
func.func @other(%x: tensor<1x8xi8>, %y: tensor<1x1xi8>) -> tensor<1x8xi8> {
  %0 = tosa.add %x, %y : (tensor<1x8xi8>, tensor<1x1xi8>) -> tensor<1x8xi8>
  return %0 : tensor<1x8xi8>
}

// -----

// Nothing but the last rows is needed, and so nothing else is kept or computed.
// CHECK: tosa.variable @{{.*}} : tensor<1x1x1x1xi8>
// CHECK-NEXT: tosa.variable @missing_calls
// CHECK: func.func @residual
// CHECK: tosa.max_pool2d %{{.*}} : (tensor<1x3x1x1xi8>) -> tensor<1x1x1x1xi8>
func.func @residual(%x: tensor<1x8x1x1xi8>) -> tensor<1x1x1x1xi8> {
  %0 = tosa.max_pool2d %x {kernel = array<i64: 3, 1>, pad = array<i64: 1, 1, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x1x1xi8>) -> tensor<1x8x1x1xi8>
  %1 = tosa.maximum %0, %x : (tensor<1x8x1x1xi8>, tensor<1x8x1x1xi8>) -> tensor<1x8x1x1xi8>
  %start = tosa.const_shape {values = dense<[0, 6, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %size = tosa.const_shape {values = dense<1> : tensor<4xindex>} : () -> !tosa.shape<4>
  %2 = tosa.slice %1, %start, %size : (tensor<1x8x1x1xi8>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x1x1x1xi8>
  return %2 : tensor<1x1x1x1xi8>
}
