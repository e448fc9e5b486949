// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" --tir-bufferize --tir-lower-kernels --canonicalize | FileCheck %s --check-prefix=LOOPS

// The words of a block of two pixels, if its windows of 3 x 3 share columns: 3 rows of 4 columns with 16 channels.
// CHECK-LABEL: tir.prim_func private @sixteen
// CHECK: memref<96xi32> {{.*}}kernel.argument = #kernel.argument<scratch = true>
// LOOPS-LABEL: tir.prim_func private @sixteen
// LOOPS: kernel.widen_bytes %{{.*}} size 64 padding 0, %{{.*}} : memref<560xi8>, memref<96xi32>
// LOOPS: kernel.dot_pairs %{{.*}} size 72 in runs of 24 apart 32 pixels 2 apart 8 pairs 2 :
tir.prim_func private @sixteen(
    %x: memref<1x5x7x16xi8> {tir.effect = #tir.effect<read>},
    %w: memref<4x3x3x16xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x5x7x4xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x5x7x16xi8> to tensor<1x5x7x16xi8>
  %weights = bufferization.to_tensor %w restrict : memref<4x3x3x16xi8> to tensor<4x3x3x16xi8>
  %padding = arith.constant 0 : i8
  %zero = arith.constant 0 : i32
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %v: index, %c: index):
    tensor.yield %padding : i8
  } : tensor<1x5x7x16xi8> to tensor<1x7x9x16xi8>
  %empty = tensor.empty() : tensor<1x5x7x4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x5x7x4xi32>) -> tensor<1x5x7x4xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%padded, %weights : tensor<1x7x9x16xi8>, tensor<4x3x3x16xi8>)
      outs(%init : tensor<1x5x7x4xi32>) -> tensor<1x5x7x4xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x5x7x4xi32>, memref<1x5x7x4xi32>) -> ()
  tir.return
}

// With 8 channels, neighbouring windows would be only 4 words apart: 2 windows of 3 x 3 positions.
// CHECK-LABEL: tir.prim_func private @eight
// CHECK: memref<72xi32> {{.*}}kernel.argument = #kernel.argument<scratch = true>
// LOOPS-LABEL: tir.prim_func private @eight
// LOOPS: kernel.widen_bytes %{{.*}} size 24 padding 0, %{{.*}} : memref<360xi8>, memref<72xi32>
// LOOPS: } {tir.name = "p"}
// LOOPS: kernel.dot_pairs %{{.*}} size 36 pixels 2 pairs 2 :
tir.prim_func private @eight(
    %x: memref<1x5x9x8xi8> {tir.effect = #tir.effect<read>},
    %w: memref<4x3x3x8xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x3x7x4xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x5x9x8xi8> to tensor<1x5x9x8xi8>
  %weights = bufferization.to_tensor %w restrict : memref<4x3x3x8xi8> to tensor<4x3x3x8xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x7x4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x3x7x4xi32>) -> tensor<1x3x7x4xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x5x9x8xi8>, tensor<4x3x3x8xi8>)
      outs(%init : tensor<1x3x7x4xi32>) -> tensor<1x3x7x4xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x3x7x4xi32>, memref<1x3x7x4xi32>) -> ()
  tir.return
}

// With a stride of two, they are 8 words apart, and have one column in common: 3 rows of 5 columns.
// CHECK-LABEL: tir.prim_func private @stride
// CHECK: memref<60xi32> {{.*}}kernel.argument = #kernel.argument<scratch = true>
// LOOPS-LABEL: tir.prim_func private @stride
// LOOPS: kernel.widen_bytes %{{.*}} size 40 padding 0, %{{.*}} : memref<360xi8>, memref<60xi32>
// LOOPS: kernel.dot_pairs %{{.*}} size 36 in runs of 12 apart 20 pixels 2 apart 8 pairs 2 :
tir.prim_func private @stride(
    %x: memref<1x5x9x8xi8> {tir.effect = #tir.effect<read>},
    %w: memref<4x3x3x8xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x3x4x4xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x5x9x8xi8> to tensor<1x5x9x8xi8>
  %weights = bufferization.to_tensor %w restrict : memref<4x3x3x8xi8> to tensor<4x3x3x8xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x4x4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x3x4x4xi32>) -> tensor<1x3x4x4xi32>
  %out = linalg.conv_2d_nhwc_fhwc {strides = dense<[1, 2]> : tensor<2xi64>}
      ins(%in, %weights : tensor<1x5x9x8xi8>, tensor<4x3x3x8xi8>)
      outs(%init : tensor<1x3x4x4xi32>) -> tensor<1x3x4x4xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x3x4x4xi32>, memref<1x3x4x4xi32>) -> ()
  tir.return
}

// The positions of a dilated window lie apart, so that windows share nothing.
// CHECK-LABEL: tir.prim_func private @dilated
// CHECK: memref<216xi32> {{.*}}kernel.argument = #kernel.argument<scratch = true>
// LOOPS-LABEL: tir.prim_func private @dilated
// LOOPS: kernel.widen_bytes %{{.*}} size 16 padding 0, %{{.*}} : memref<560xi8>, memref<216xi32>
// LOOPS: kernel.dot_pairs %{{.*}} size 72 pixels 3 pairs 1 :
tir.prim_func private @dilated(
    %x: memref<1x5x7x16xi8> {tir.effect = #tir.effect<read>},
    %w: memref<4x3x3x16xi8> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x3x4xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x5x7x16xi8> to tensor<1x5x7x16xi8>
  %weights = bufferization.to_tensor %w restrict : memref<4x3x3x16xi8> to tensor<4x3x3x16xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x3x4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x3x4xi32>) -> tensor<1x1x3x4xi32>
  %out = linalg.conv_2d_nhwc_fhwc {dilations = dense<2> : tensor<2xi64>}
      ins(%in, %weights : tensor<1x5x7x16xi8>, tensor<4x3x3x16xi8>)
      outs(%init : tensor<1x1x3x4xi32>) -> tensor<1x1x3x4xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x3x4xi32>, memref<1x1x3x4xi32>) -> ()
  tir.return
}

memref.global "private" constant @weights : memref<4x3x3x16xi8> = dense<1>
memref.global "private" constant @half : memref<4x3x3x8xi8> = dense<1>

tir.prim_func @main(%x: memref<1x5x7x16xi8> {tir.effect = #tir.effect<read>},
                    %v: memref<1x5x9x8xi8> {tir.effect = #tir.effect<read>},
                    %a: memref<1x5x7x4xi32> {tir.effect = #tir.effect<write>},
                    %b: memref<1x3x7x4xi32> {tir.effect = #tir.effect<write>},
                    %c: memref<1x3x4x4xi32> {tir.effect = #tir.effect<write>},
                    %d: memref<1x1x3x4xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x5x7x16xi8> to tensor<1x5x7x16xi8>
  %second = bufferization.to_tensor %v restrict : memref<1x5x9x8xi8> to tensor<1x5x9x8xi8>
  %w = memref.get_global @weights : memref<4x3x3x16xi8>
  %weights = bufferization.to_tensor %w restrict : memref<4x3x3x16xi8> to tensor<4x3x3x16xi8>
  %h = memref.get_global @half : memref<4x3x3x8xi8>
  %half = bufferization.to_tensor %h restrict : memref<4x3x3x8xi8> to tensor<4x3x3x8xi8>
  %empty0 = tensor.empty() : tensor<1x5x7x4xi32>
  %0 = tir.call_tir @sixteen(%in, %weights) outs(%empty0)
      : (tensor<1x5x7x16xi8>, tensor<4x3x3x16xi8>, tensor<1x5x7x4xi32>) -> tensor<1x5x7x4xi32>
  bufferization.materialize_in_destination %0 in restrict writable %a : (tensor<1x5x7x4xi32>, memref<1x5x7x4xi32>) -> ()
  %empty1 = tensor.empty() : tensor<1x3x7x4xi32>
  %1 = tir.call_tir @eight(%second, %half) outs(%empty1)
      : (tensor<1x5x9x8xi8>, tensor<4x3x3x8xi8>, tensor<1x3x7x4xi32>) -> tensor<1x3x7x4xi32>
  bufferization.materialize_in_destination %1 in restrict writable %b : (tensor<1x3x7x4xi32>, memref<1x3x7x4xi32>) -> ()
  %empty2 = tensor.empty() : tensor<1x3x4x4xi32>
  %2 = tir.call_tir @stride(%second, %half) outs(%empty2)
      : (tensor<1x5x9x8xi8>, tensor<4x3x3x8xi8>, tensor<1x3x4x4xi32>) -> tensor<1x3x4x4xi32>
  bufferization.materialize_in_destination %2 in restrict writable %c : (tensor<1x3x4x4xi32>, memref<1x3x4x4xi32>) -> ()
  %empty3 = tensor.empty() : tensor<1x1x3x4xi32>
  %3 = tir.call_tir @dilated(%in, %weights) outs(%empty3)
      : (tensor<1x5x7x16xi8>, tensor<4x3x3x16xi8>, tensor<1x1x3x4xi32>) -> tensor<1x1x3x4xi32>
  bufferization.materialize_in_destination %3 in restrict writable %d : (tensor<1x1x3x4xi32>, memref<1x1x3x4xi32>) -> ()
  tir.return
}
