// RUN: tir-opt %s --tir-schedule-kernels="target-triple=x86_64-linux-gnu target-cpu=haswell" --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels --split-input-file | FileCheck %s --check-prefix=ANY
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=aarch64-linux-gnu" --split-input-file | FileCheck %s --check-prefix=NEON
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" --split-input-file | FileCheck %s --check-prefix=M4
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7m-none-eabi target-cpu=cortex-m3" --split-input-file | FileCheck %s --check-prefix=M3
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=x86_64-linux-gnu target-cpu=haswell" --tir-lower-kernels --canonicalize --split-input-file | FileCheck %s --check-prefix=LOOPS

// The weights of a group of channels lie together.
// CHECK: memref.global "private" constant @conv_packed_weights : memref<16xf32> = dense<[1.000000e+00, 5.000000e+00
// CHECK: tir.prim_func private @conv
// CHECK-NOT: kernel.argument = #kernel.argument<scratch = true>
// CHECK-SAME: schedule = #kernel.lanes<
// CHECK: kernel.unpack_lanes
// ANY: schedule = #kernel.lanes<
// NEON: schedule = #kernel.lanes<
// Without vectors, the sums of a block are in 16 registers.
// M4: schedule = #kernel.lanes<pixels = 4, lanes = 4>
// M3-NOT: #kernel.lanes

// LOOPS-LABEL: tir.prim_func private @conv
// LOOPS-NOT: kernel.unpack_lanes
// LOOPS: scf.for
// LOOPS: kernel.dot_lanes {{.*}} zero {
// LOOPS-NOT: memref.store
module {
  memref.global "private" constant @conv_weights : memref<4x1x1x4xf32> = dense<[[[[1.0, 2.0, 3.0, 4.0]]], [[[5.0, 6.0, 7.0, 8.0]]],
      [[[9.0, 10.0, 11.0, 12.0]]], [[[13.0, 14.0, 15.0, 16.0]]]]>
  tir.prim_func private @conv(%x: memref<1x4x4x4xf32> {tir.effect = #tir.effect<read>},
                              %w: memref<4x1x1x4xf32> {tir.effect = #tir.effect<read>},
                              %y: memref<1x4x4x4xf32> {tir.effect = #tir.effect<write>}) {
    %in = bufferization.to_tensor %x restrict : memref<1x4x4x4xf32> to tensor<1x4x4x4xf32>
    %weights = bufferization.to_tensor %w restrict : memref<4x1x1x4xf32> to tensor<4x1x1x4xf32>
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<1x4x4x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %out = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x4x4x4xf32>, tensor<4x1x1x4xf32>)
        outs(%init : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x4x4x4xf32>, memref<1x4x4x4xf32>) -> ()
    tir.return
  }
  func.func @main(%x: tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> {
    %get = memref.get_global @conv_weights : memref<4x1x1x4xf32>
    %w = bufferization.to_tensor %get restrict : memref<4x1x1x4xf32> to tensor<4x1x1x4xf32>
    %empty = tensor.empty() : tensor<1x4x4x4xf32>
    %y = tir.call_tir @conv(%x, %w) outs(%empty) : (tensor<1x4x4x4xf32>, tensor<4x1x1x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    return %y : tensor<1x4x4x4xf32>
  }
}

// -----

// The sums of two convolutions, one with strides, of a block are computed one after the other, and added where the block is stored.
// CHECK: memref.global "private" constant @two_packed_weights : memref<16xf32> = dense<[1.000000e+00, 2.000000e+00
// CHECK: memref.global "private" constant @two_packed_weights_0 : memref<8xf32> = dense<[1.000000e+00, 3.000000e+00
// CHECK: tir.prim_func private @two
// CHECK-SAME: memref<32xf32> {kernel.argument = #kernel.argument<scratch = true>, tir.effect = #tir.effect<write>, tir.name = "sums"}
// CHECK-SAME: schedule = #kernel.lanes<pixels = 4, lanes = 4>
// CHECK-COUNT-2: kernel.unpack_lanes
// NEON: tir.prim_func private @two
// NEON-SAME: schedule = #kernel.lanes<

// LOOPS-LABEL: tir.prim_func private @two
// LOOPS: scf.for
// LOOPS: kernel.dot_lanes {{.*}}, %[[SUMS:.*]][%[[FIRST:[a-z0-9]+]]] pixels 4 channels 4
// LOOPS: kernel.dot_lanes {{.*}}, %[[SUMS]][%[[SECOND:[a-z0-9]+]]] pixels 4 channels 4
// LOOPS-SAME: pixel_pitch = 4
// LOOPS-DAG: %[[ONE:.*]] = memref.load %[[SUMS]]
// LOOPS-DAG: %[[OTHER:.*]] = memref.load %[[SUMS]]
// LOOPS: %[[SUM:.*]] = arith.addf
// LOOPS: memref.store %[[SUM]]
module {
  memref.global "private" constant @two_weights : memref<4x1x1x4xf32> = dense<[[[[1.0, 5.0, 9.0, 13.0]]], [[[2.0, 6.0, 10.0, 14.0]]],
      [[[3.0, 7.0, 11.0, 15.0]]], [[[4.0, 8.0, 12.0, 16.0]]]]>
  memref.global "private" constant @two_shortcut : memref<4x1x1x2xf32> = dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]], [[[5.0, 6.0]]], [[[7.0, 8.0]]]]>
  tir.prim_func private @two(%x: memref<1x4x4x4xf32> {tir.effect = #tir.effect<read>},
                             %z: memref<1x7x7x2xf32> {tir.effect = #tir.effect<read>},
                             %w: memref<4x1x1x4xf32> {tir.effect = #tir.effect<read>},
                             %v: memref<4x1x1x2xf32> {tir.effect = #tir.effect<read>},
                             %y: memref<1x4x4x4xf32> {tir.effect = #tir.effect<write>}) {
    %in = bufferization.to_tensor %x restrict : memref<1x4x4x4xf32> to tensor<1x4x4x4xf32>
    %other = bufferization.to_tensor %z restrict : memref<1x7x7x2xf32> to tensor<1x7x7x2xf32>
    %weights = bufferization.to_tensor %w restrict : memref<4x1x1x4xf32> to tensor<4x1x1x4xf32>
    %more = bufferization.to_tensor %v restrict : memref<4x1x1x2xf32> to tensor<4x1x1x2xf32>
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<1x4x4x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %first = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x4x4x4xf32>, tensor<4x1x1x4xf32>)
        outs(%init : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %second = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : vector<2xi64>}
        ins(%other, %more : tensor<1x7x7x2xf32>, tensor<4x1x1x2xf32>)
        outs(%init : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %sum = linalg.add ins(%first, %second : tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>)
        outs(%empty : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<1x4x4x4xf32>, memref<1x4x4x4xf32>) -> ()
    tir.return
  }
  func.func @main(%x: tensor<1x4x4x4xf32>, %z: tensor<1x7x7x2xf32>) -> tensor<1x4x4x4xf32> {
    %get = memref.get_global @two_weights : memref<4x1x1x4xf32>
    %w = bufferization.to_tensor %get restrict : memref<4x1x1x4xf32> to tensor<4x1x1x4xf32>
    %other = memref.get_global @two_shortcut : memref<4x1x1x2xf32>
    %v = bufferization.to_tensor %other restrict : memref<4x1x1x2xf32> to tensor<4x1x1x2xf32>
    %empty = tensor.empty() : tensor<1x4x4x4xf32>
    %y = tir.call_tir @two(%x, %z, %w, %v) outs(%empty)
        : (tensor<1x4x4x4xf32>, tensor<1x7x7x2xf32>, tensor<4x1x1x4xf32>, tensor<4x1x1x2xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    return %y : tensor<1x4x4x4xf32>
  }
}

// -----

// A step adds the biases and clamps. The windows at the border leave out a column of weights, each in one step.
// CHECK: tir.prim_func private @window
// CHECK-NOT: kernel.argument = #kernel.argument<scratch = true>
// CHECK-SAME: schedule = #kernel.lanes<
// LOOPS-LABEL: tir.prim_func private @window
// LOOPS-DAG: %[[LOW:.*]] = arith.constant 0.000000e+00 : f32
// LOOPS-DAG: %[[HIGH:.*]] = arith.constant 6.000000e+00 : f32
// LOOPS: scf.for
// LOOPS: kernel.dot_lanes {{.*}} pixels 1 channels 8 zero add %{{.*}}[%{{.*}}] : memref<8xf32> clamp %[[LOW]] to %[[HIGH]] {column_pitch = 8 : i64, columns = 2 : i64, depthwise,
// LOOPS-SAME: sums_pitch = 8 : i64, weight_pitch = 8 : i64, weight_row_pitch = 24 : i64
// LOOPS: kernel.dot_lanes {{.*}} columns = 3 : i64
// LOOPS: kernel.dot_lanes {{.*}} pixels 1 channels 8 zero {{.*}} columns = 2 : i64
// LOOPS-NOT: memref.store
#pixel = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>
module {
  tir.prim_func private @window(%x: memref<1x8x8x8xf32> {tir.effect = #tir.effect<read>},
                                %w: memref<3x3x8x1xf32> {tir.effect = #tir.effect<read>},
                                %b: memref<8xf32> {tir.effect = #tir.effect<read>},
                                %y: memref<1x8x8x8xf32> {tir.effect = #tir.effect<write>}) {
    %in = bufferization.to_tensor %x restrict : memref<1x8x8x8xf32> to tensor<1x8x8x8xf32>
    %weights = bufferization.to_tensor %w restrict : memref<3x3x8x1xf32> to tensor<3x3x8x1xf32>
    %bias = bufferization.to_tensor %b restrict : memref<8xf32> to tensor<8xf32>
    %zero = arith.constant 0.0 : f32
    %six = arith.constant 6.0 : f32
    %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%n: index, %h: index, %v: index, %c: index):
      tensor.yield %zero : f32
    } : tensor<1x8x8x8xf32> to tensor<1x10x10x8xf32>
    %empty = tensor.empty() : tensor<1x8x8x8x1xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x8x8x8x1xf32>) -> tensor<1x8x8x8x1xf32>
    %sums = linalg.depthwise_conv_2d_nhwc_hwcm ins(%padded, %weights : tensor<1x10x10x8xf32>, tensor<3x3x8x1xf32>)
        outs(%init : tensor<1x8x8x8x1xf32>) -> tensor<1x8x8x8x1xf32>
    %flat = tensor.collapse_shape %sums [[0], [1], [2], [3, 4]] : tensor<1x8x8x8x1xf32> into tensor<1x8x8x8xf32>
    %out = tensor.empty() : tensor<1x8x8x8xf32>
    %biased = linalg.generic {indexing_maps = [#pixel, #channel, #pixel], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%flat, %bias : tensor<1x8x8x8xf32>, tensor<8xf32>) outs(%out : tensor<1x8x8x8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %s = arith.addf %p, %q : f32
      linalg.yield %s : f32
    } -> tensor<1x8x8x8xf32>
    %clamped = linalg.generic {indexing_maps = [#pixel, #pixel], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%biased : tensor<1x8x8x8xf32>) outs(%out : tensor<1x8x8x8xf32>) {
    ^bb0(%p: f32, %o: f32):
      %s = arith.minimumf %p, %six : f32
      %t = arith.maximumf %s, %zero : f32
      linalg.yield %t : f32
    } -> tensor<1x8x8x8xf32>
    bufferization.materialize_in_destination %clamped in restrict writable %y : (tensor<1x8x8x8xf32>, memref<1x8x8x8xf32>) -> ()
    tir.return
  }
  func.func @main(%x: tensor<1x8x8x8xf32>, %w: tensor<3x3x8x1xf32>, %b: tensor<8xf32>) -> tensor<1x8x8x8xf32> {
    %empty = tensor.empty() : tensor<1x8x8x8xf32>
    %y = tir.call_tir @window(%x, %w, %b) outs(%empty) : (tensor<1x8x8x8xf32>, tensor<3x3x8x1xf32>, tensor<8xf32>, tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
    return %y : tensor<1x8x8x8xf32>
  }
}

// -----

// A gate that is read twice, as in a GRU, is computed from the sums of the block for each element.
// CHECK: tir.prim_func private @gate
// CHECK-SAME: schedule = #kernel.lanes<

// LOOPS-LABEL: tir.prim_func private @gate
// LOOPS: kernel.dot_lanes {{.*}}, %[[SUMS:[a-z0-9]+]][
// LOOPS: %[[SUM:.*]] = memref.load %[[SUMS]]
// LOOPS: %[[REST:.*]] = arith.subf %{{.*}}, %[[SUM]]
// LOOPS: %[[STATE:.*]] = memref.load
// LOOPS: %[[OLD:.*]] = arith.mulf %[[SUM]], %[[STATE]]
// LOOPS: %[[NEW:.*]] = arith.addf %[[REST]], %[[OLD]]
// LOOPS: memref.store %[[NEW]]
module {
  memref.global "private" constant @gate_weights : memref<4x1x1x4xf32> = dense<[[[[1.0, 5.0, 9.0, 13.0]]], [[[2.0, 6.0, 10.0, 14.0]]],
      [[[3.0, 7.0, 11.0, 15.0]]], [[[4.0, 8.0, 12.0, 16.0]]]]>
  tir.prim_func private @gate(%x: memref<1x1x1x4xf32> {tir.effect = #tir.effect<read>},
                              %h: memref<1x1x1x4xf32> {tir.effect = #tir.effect<read>},
                              %w: memref<4x1x1x4xf32> {tir.effect = #tir.effect<read>},
                              %y: memref<1x1x1x4xf32> {tir.effect = #tir.effect<write>}) {
    %in = bufferization.to_tensor %x restrict : memref<1x1x1x4xf32> to tensor<1x1x1x4xf32>
    %state = bufferization.to_tensor %h restrict : memref<1x1x1x4xf32> to tensor<1x1x1x4xf32>
    %weights = bufferization.to_tensor %w restrict : memref<4x1x1x4xf32> to tensor<4x1x1x4xf32>
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %empty = tensor.empty() : tensor<1x1x1x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
    %gate = linalg.conv_2d_nhwc_fhwc ins(%in, %weights : tensor<1x1x1x4xf32>, tensor<4x1x1x4xf32>)
        outs(%init : tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
    %rest = linalg.generic {
        indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
        iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%gate : tensor<1x1x1x4xf32>) outs(%empty : tensor<1x1x1x4xf32>) {
    ^bb0(%g: f32, %o: f32):
      %s = arith.subf %one, %g : f32
      linalg.yield %s : f32
    } -> tensor<1x1x1x4xf32>
    %old = linalg.mul ins(%gate, %state : tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>)
        outs(%empty : tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
    %new = linalg.add ins(%rest, %old : tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>)
        outs(%empty : tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
    bufferization.materialize_in_destination %new in restrict writable %y : (tensor<1x1x1x4xf32>, memref<1x1x1x4xf32>) -> ()
    tir.return
  }
  func.func @main(%x: tensor<1x1x1x4xf32>, %h: tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32> {
    %get = memref.get_global @gate_weights : memref<4x1x1x4xf32>
    %w = bufferization.to_tensor %get restrict : memref<4x1x1x4xf32> to tensor<4x1x1x4xf32>
    %empty = tensor.empty() : tensor<1x1x1x4xf32>
    %y = tir.call_tir @gate(%x, %h, %w) outs(%empty)
        : (tensor<1x1x1x4xf32>, tensor<1x1x1x4xf32>, tensor<4x1x1x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
    return %y : tensor<1x1x1x4xf32>
  }
}
