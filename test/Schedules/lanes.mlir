// RUN: tir-opt %s --tir-schedule-kernels="target-triple=x86_64-linux-gnu target-cpu=haswell" --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels --split-input-file | FileCheck %s --check-prefix=ANY
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=aarch64-linux-gnu" --split-input-file | FileCheck %s --check-prefix=NEON
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" --split-input-file | FileCheck %s --check-prefix=M4
// RUN: tir-opt %s --tir-schedule-kernels="target-triple=x86_64-linux-gnu target-cpu=haswell" --tir-lower-kernels --canonicalize --split-input-file | FileCheck %s --check-prefix=LOOPS

// The weights of a group of channels lie together.
// CHECK: memref.global "private" constant @conv_packed_weights : memref<16xf32> = dense<[1.000000e+00, 5.000000e+00
// CHECK: tir.prim_func private @conv
// CHECK-SAME: memref<{{.*}}xf32> {tir.effect = #tir.effect<write>, tir.name = "sums", tir.scratch}
// CHECK-SAME: schedule = #tir.lanes<
// CHECK: tir.unpack_lanes
// ANY: schedule = #tir.lanes<
// NEON: schedule = #tir.lanes<
// M4-NOT: #tir.lanes

// LOOPS-LABEL: tir.prim_func private @conv
// LOOPS-NOT: tir.unpack_lanes
// LOOPS: scf.for
// LOOPS: tir.dot_lanes
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
