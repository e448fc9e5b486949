// RUN: tir-opt %s --tir-lower-kernels --canonicalize --cse | FileCheck %s

// A block of one pixel whose elements follow each other reads them as they are, without words in memory.

// A fully connected layer: four channels at a time, and two of the last three in a block of their own, as there are no
// words for a fifth one.
// CHECK-LABEL: tir.prim_func private @fully_connected
// CHECK-SAME: %[[X:.*]]: memref<1x1x1x10xi8> {{.*}} %[[W:.*]]: memref<30xi32> {{.*}} %[[Y:.*]]: memref<1x1x1x11xi32>
// CHECK-SAME: blocks = "blocks of 1 pixel x 4 channels; weights: two channels in each halfword"
// CHECK-NOT: kernel.widen_bytes
// CHECK: scf.for %[[C:.*]] = %c0 to %c2 step %c1 {
// CHECK: %[[WORDS:.*]] = arith.muli %[[C]], %c10
// CHECK-NEXT: %[[A:.*]]:4 = kernel.dot_pixel %{{.*}}[%c0], %[[W]][%[[WORDS]]] size 10 pairs 2 : memref<10xi8>, memref<30xi32>
// CHECK-COUNT-3: memref.store %[[A]]#
// CHECK: memref.store %[[A]]#3
// CHECK-NEXT: } {tir.name = "c"}
// CHECK-NEXT: %[[B:.*]]:2 = kernel.dot_pixel %{{.*}}[%c0], %[[W]][%c20] size 10 pairs 1 :
// CHECK-NEXT: memref.store %[[B]]#0
// CHECK-NEXT: memref.store %[[B]]#1
// CHECK-NEXT: %[[LAST:.*]]:2 = kernel.dot_pixel %{{.*}}[%c0], %[[W]][%c25] size 10 pairs 1 :
// CHECK-NEXT: memref.store %[[LAST]]#0
// CHECK-NEXT: tir.return
tir.prim_func private @fully_connected(
    %x: memref<1x1x1x10xi8> {tir.effect = #tir.effect<read>},
    %w: memref<30xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x1x1x11xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x1x1x10xi8> to tensor<1x1x1x10xi8>
  %weights = kernel.unpack_pairs %w segment 10 : memref<30xi32> to tensor<11x1x1x10xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x1x11xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x1x11xi32>) -> tensor<1x1x1x11xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x1x1x10xi8>, tensor<11x1x1x10xi8>)
      outs(%init : tensor<1x1x1x11xi32>) -> tensor<1x1x1x11xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x11xi32>, memref<1x1x1x11xi32>) -> ()
  tir.return
}

// Several pixels, one at a time.
// CHECK-LABEL: tir.prim_func private @pointwise
// CHECK: scf.for %[[PIXEL:.*]] = %c0 to %c6 step %c1 {
// CHECK: %[[OFFSET:.*]] = arith.muli %[[PIXEL]], %c4
// CHECK: kernel.dot_pixel %{{.*}}[%[[OFFSET]]], %{{.*}}[%c0] size 4 pairs 1 bytes :
tir.prim_func private @pointwise(
    %x: memref<1x2x3x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<2xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x2x3x2xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 1>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x3x4xi8> to tensor<1x2x3x4xi8>
  %weights = kernel.unpack_pairs %w segment 4 bytes : memref<2xi32> to tensor<2x1x1x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x2x3x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x2x3x2xi32>) -> tensor<1x2x3x2xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x3x4xi8>, tensor<2x1x1x4xi8>)
      outs(%init : tensor<1x2x3x2xi32>) -> tensor<1x2x3x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x2x3x2xi32>, memref<1x2x3x2xi32>) -> ()
  tir.return
}

// What follows reads another tensor at the same pixel, so that rows and columns are loops.
// CHECK-LABEL: tir.prim_func private @with_shortcut
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c5 step %c1 {
// CHECK: %[[OFFSET:.*]] = arith.muli %[[ROW]], %c4
// CHECK: kernel.dot_pixel %{{.*}}[%[[OFFSET]]], %{{.*}}[%c0] size 4 pairs 1 :
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
tir.prim_func private @with_shortcut(
    %x: memref<1x5x1x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<2xi32> {tir.effect = #tir.effect<read>},
    %s: memref<1x5x1x2xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x5x1x2xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<1x5x1x4xi8> to tensor<1x5x1x4xi8>
  %shortcut = bufferization.to_tensor %s restrict : memref<1x5x1x2xi32> to tensor<1x5x1x2xi32>
  %weights = kernel.unpack_pairs %w segment 4 : memref<2xi32> to tensor<2x1x1x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x5x1x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x5x1x2xi32>) -> tensor<1x5x1x2xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x5x1x4xi8>, tensor<2x1x1x4xi8>)
      outs(%init : tensor<1x5x1x2xi32>) -> tensor<1x5x1x2xi32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%out, %shortcut : tensor<1x5x1x2xi32>, tensor<1x5x1x2xi32>) outs(%empty : tensor<1x5x1x2xi32>) {
  ^bb0(%a: i32, %b: i32, %old: i32):
    %c = arith.xori %a, %b : i32
    linalg.yield %c : i32
  } -> tensor<1x5x1x2xi32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<1x5x1x2xi32>, memref<1x5x1x2xi32>) -> ()
  tir.return
}

// A window that covers whole rows is one row of elements, for each image.
// CHECK-LABEL: tir.prim_func private @one_window
// CHECK: scf.for %[[IMAGE:.*]] = %c0 to %c2 step %c1 {
// CHECK: %[[OFFSET:.*]] = arith.muli %[[IMAGE]], %c36
// CHECK: kernel.dot_pixel %{{.*}}[%[[OFFSET]]], %{{.*}}[%c0] size 24 pairs 1 : memref<72xi8>, memref<12xi32>
tir.prim_func private @one_window(
    %x: memref<2x3x3x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<12xi32> {tir.effect = #tir.effect<read>},
    %y: memref<2x1x1x2xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 3>} {
  %in = bufferization.to_tensor %x restrict : memref<2x3x3x4xi8> to tensor<2x3x3x4xi8>
  %weights = kernel.unpack_pairs %w segment 12 : memref<12xi32> to tensor<2x2x3x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x1x1x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x1x1x2xi32>) -> tensor<2x1x1x2xi32>
  %out = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>}
      ins(%in, %weights : tensor<2x3x3x4xi8>, tensor<2x2x3x4xi8>)
      outs(%init : tensor<2x1x1x2xi32>) -> tensor<2x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<2x1x1x2xi32>, memref<2x1x1x2xi32>) -> ()
  tir.return
}

// Rows of six elements end with a word of two, so that a window of two rows has other words than its elements do.
// They need memory, and so do the words of a window of two columns of three.
// CHECK-LABEL: tir.prim_func private @odd_rows
// CHECK: kernel.call_step "dsp_widen_windows"
// CHECK: kernel.dot_pairs
tir.prim_func private @odd_rows(
    %x: memref<1x2x3x2xi8> {tir.effect = #tir.effect<read>},
    %w: memref<6xi32> {tir.effect = #tir.effect<read>},
    %scratch: memref<6xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x1x1x2xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 1>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x3x2xi8> to tensor<1x2x3x2xi8>
  %weights = kernel.unpack_pairs %w segment 6 : memref<6xi32> to tensor<2x2x3x2xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x1x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x2x3x2xi8>, tensor<2x2x3x2xi8>)
      outs(%init : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi32>, memref<1x1x1x2xi32>) -> ()
  tir.return
}

// CHECK-LABEL: tir.prim_func private @part_of_rows
// CHECK: kernel.call_step "dsp_widen_windows"
// CHECK: kernel.dot_pairs
tir.prim_func private @part_of_rows(
    %x: memref<1x2x3x4xi8> {tir.effect = #tir.effect<read>},
    %w: memref<8xi32> {tir.effect = #tir.effect<read>},
    %scratch: memref<8xi32> {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: memref<1x1x1x2xi32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #kernel.blocked<pixels = 1>} {
  %in = bufferization.to_tensor %x restrict : memref<1x2x3x4xi8> to tensor<1x2x3x4xi8>
  %weights = kernel.unpack_pairs %w segment 8 : memref<8xi32> to tensor<2x2x2x4xi8>
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x1x1x2xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  %out = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>}
      ins(%in, %weights : tensor<1x2x3x4xi8>, tensor<2x2x2x4xi8>)
      outs(%init : tensor<1x1x1x2xi32>) -> tensor<1x1x1x2xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x1x1x2xi32>, memref<1x1x1x2xi32>) -> ()
  tir.return
}
