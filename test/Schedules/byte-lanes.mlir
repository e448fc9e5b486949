// Convolutions of int8 tensors get channels in lanes in objects for an x86-64 with AVX2 or more, and not where C is made.
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule="target-triple=x86_64-linux-gnu target-cpu=cascadelake only-objects" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefixes=CHECK,QUADS
// RUN: tir-opt %t.mlir --tir-phase-buffers --tir-phase-plan --tir-phase-loops | FileCheck %s --check-prefix=LOOPS
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule="target-triple=x86_64-linux-gnu target-cpu=haswell only-objects" | FileCheck %s --check-prefixes=CHECK,PAIRS
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule="target-triple=x86_64-linux-gnu target-cpu=haswell target-features=+avxvnni only-objects" | FileCheck %s --check-prefixes=CHECK,QUADS
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule="target-triple=x86_64-linux-gnu target-cpu=x86-64-v4 only-objects" | FileCheck %s --check-prefixes=CHECK,PAIRS
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule="target-triple=x86_64-linux-gnu target-cpu=cascadelake" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule="target-triple=x86_64-linux-gnu only-objects" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule="target-triple=aarch64-linux-gnu target-cpu=cortex-a72 only-objects" | FileCheck %s --check-prefix=NONE

// NONE-NOT: #kernel.byte_lanes

// The products of four channels and of four without weights lie together. What the sums start with has what is added to
// elements: 10 - 128 * (3 - 5 + 7 + 11) and so on.
// QUADS-DAG: packed_weights : memref<32xi8> = dense<[3, -5, 7, 11, -13, 2, 9, -4, 6, 1, -8, 10, 5, -7, 12, -2, 0, 0, 0, 0, 0,
// QUADS-DAG: folded_bias : memref<4xi32> = dense<[-2038, 748, -1122, -1064]>
// PAIRS-DAG: packed_weights : memref<32xi8> = dense<[3, -5, -13, 2, 6, 1, 5, -7, 0, 0, 0, 0, 0, 0, 0, 0, 7, 11, 9, -4, -8, 10, 12, -2, 0,
// PAIRS-DAG: folded_bias : memref<4xi32> = dense<[10, -20, 30, -40]>
// CHECK-DAG: shift{{.*}} : memref<4xi32> = dense<-{{[0-9]+}}>
// QUADS: kernel.unpack_byte_lanes %{{.*}} lanes 8 together 4 segment 4 : memref<32xi8> to tensor<4x1x1x4xi8>
// QUADS: linalg.conv_2d_nhwc_fhwc_q {{.*}} ins(%{{.*}}, %{{.*}}, %c-128_i32
// PAIRS: kernel.unpack_byte_lanes %{{.*}} lanes 8 together 2 segment 4 : memref<32xi8> to tensor<4x1x1x4xi8>
// PAIRS: linalg.conv_2d_nhwc_fhwc

// Sixteen pixels are two blocks.
// LOOPS: scf.for
// LOOPS: kernel.dot_byte_lanes {{.*}} pixels 8 channels 4 {{.*}} together = 4
// LOOPS: kernel.requantize_lanes {{.*}} pixels 8 channels 4 {fraction_bits = {{[0-9]+}} : i64, high = 50 : i64, low = -20 : i64,

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
func.func @main(%x: tensor<1x4x4x4xi8>) -> tensor<1x4x4x4xi8> {
  %w = "tosa.const"() {values = dense<[[[[3, -5, 7, 11]]], [[[-13, 2, 9, -4]]], [[[6, 1, -8, 10]]], [[[5, -7, 12, -2]]]]> : tensor<4x1x1x4xi8>} : () -> tensor<4x1x1x4xi8>
  %b = "tosa.const"() {values = dense<[10, -20, 30, -40]> : tensor<4xi32>} : () -> tensor<4xi32>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %y = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xi8>, tensor<4x1x1x4xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x4xi32>
  %empty = tensor.empty() : tensor<1x4x4x4xi8>
  %m = arith.constant 1234567890 : i32
  %s = arith.constant 32 : i8
  %lo = arith.constant -20 : i32
  %hi = arith.constant 50 : i32
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%y : tensor<1x4x4x4xi32>) outs(%empty : tensor<1x4x4x4xi8>) {
  ^bb0(%in: i32, %out: i8):
    %0 = tosa.apply_scale %in, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %1 = arith.maxsi %0, %lo : i32
    %2 = arith.minsi %1, %hi : i32
    %3 = arith.trunci %2 : i32 to i8
    linalg.yield %3 : i8
  } -> tensor<1x4x4x4xi8>
  return %r : tensor<1x4x4x4xi8>
}
