// Convolutions of int8 tensors call steps of lib/Steps on a processor that has their instructions.
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule="target-triple=thumbv8.1m.main-none-eabi target-cpu=cortex-m55" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: tir-opt %t.mlir --tir-phase-buffers --tir-phase-plan --tir-phase-loops | FileCheck %s --check-prefix=LOOPS
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=NONE
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule="target-triple=thumbv8.1m.main-none-eabi target-cpu=cortex-m55 target-features=-mve" | FileCheck %s --check-prefix=NONE

// NONE-NOT: #kernel.vector

// Each channel has a shift of its own, to the left.
// CHECK-DAG: memref<4x16xi8> = dense<{{\[}}[3, -5, 7, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
// CHECK-DAG: shift{{.*}} : memref<4xi32> = dense<-{{[0-9]+}}>
// CHECK: schedule = #kernel.vector<family = "mve", pixels = 3>

// LOOPS: kernel.call_step "mve_dot_rows"({{.*}} sizes [4, 4, 16, 3, 4] :
// LOOPS: kernel.call_step "mve_requantize"({{.*}} sizes [4, 16, 0, -20, 50, 3, 4] :
// Sixteen pixels are five blocks of three and one that is left.
// LOOPS: kernel.call_step "mve_dot_rows"({{.*}} sizes [4, 4, 16, 1, 4] :
// LOOPS: kernel.call_step "mve_requantize"({{.*}} sizes [4, 16, 0, -20, 50, 1, 4] :

#channels = affine_map<(d0, d1, d2, d3) -> (d3)>
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
func.func @main(%x: tensor<1x4x4x4xi8>) -> tensor<1x4x4x4xi8> {
  %w = "tosa.const"() {values = dense<[[[[3, -5, 7, 11]]], [[[-13, 2, 9, -4]]], [[[6, 1, -8, 10]]], [[[5, -7, 12, -2]]]]> : tensor<4x1x1x4xi8>} : () -> tensor<4x1x1x4xi8>
  %b = "tosa.const"() {values = dense<[10, -20, 30, -40]> : tensor<4xi32>} : () -> tensor<4xi32>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %y = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xi8>, tensor<4x1x1x4xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x4xi32>
  %empty = tensor.empty() : tensor<1x4x4x4xi8>
  %m = "tosa.const"() {values = dense<[1234567890, 1234567891, 1234567892, 1234567893]> : tensor<4xi32>} : () -> tensor<4xi32>
  %s = arith.constant 32 : i8
  %lo = arith.constant -20 : i32
  %hi = arith.constant 50 : i32
  %r = linalg.generic {indexing_maps = [#map, #channels, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%y, %m : tensor<1x4x4x4xi32>, tensor<4xi32>) outs(%empty : tensor<1x4x4x4xi8>) {
  ^bb0(%in: i32, %multiplier: i32, %out: i8):
    %0 = tosa.apply_scale %in, %multiplier, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    %1 = arith.maxsi %0, %lo : i32
    %2 = arith.minsi %1, %hi : i32
    %3 = arith.trunci %2 : i32 to i8
    linalg.yield %3 : i8
  } -> tensor<1x4x4x4xi8>
  return %r : tensor<1x4x4x4xi8>
}
