// The upper half of the product is enough for a rescale with single rounding.
// A residual addition after a rescale is a step of its own, which reads what was rescaled from scratch memory.
// RUN: tir-opt %s --tir-phase-import --tir-phase-kernels --tir-phase-schedule="target-triple=thumbv8.1m.main-none-eabi target-cpu=cortex-m55" --tir-phase-buffers --tir-phase-plan --tir-phase-loops | FileCheck %s

// The rescaled elements of three pixels follow each other; the last pixel has fewer.
// CHECK: %[[ELEMENTS:[a-z0-9]+]]: memref<12xi8> {{[^%]*}}kernel.argument = #kernel.argument<scratch = true>
// CHECK: kernel.call_step "mve_rescale"({{.*}}, %[[ELEMENTS]]) {{.*}} sizes [4, 0, 1234567890, 34, 0, 0, -128, 127, 3, 4] :
// CHECK: kernel.call_step "mve_add_elements"(%[[ELEMENTS]], %{{.*}}, %{{.*}}) {{.*}} sizes [{{[0-9]+}}, {{[0-9]+}}, {{-?[0-9]+}}, {{[0-9]+}}, -128, 127, 12, 4, 1, 12] :
// CHECK: kernel.call_step "mve_add_elements"({{.*}}, -128, 127, 4, 4, 1, 4] :
func.func @main(%x: tensor<1x4x4x4xi8>, %y: tensor<1x4x4x4xi8>) -> tensor<1x4x4x4xi8> {
  %w = "tosa.const"() {values = dense<[[[[3, -5, 7, 11]]], [[[-13, 2, 9, -4]]], [[[6, 1, -8, 10]]], [[[5, -7, 12, -2]]]]> : tensor<4x1x1x4xi8>} : () -> tensor<4x1x1x4xi8>
  %b = "tosa.const"() {values = dense<[10, -20, 30, -40]> : tensor<4xi32>} : () -> tensor<4xi32>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %z32 = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %m = "tosa.const"() {values = dense<1234567890> : tensor<1xi32>} : () -> tensor<1xi32>
  %n = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<34> : tensor<1xi8>} : () -> tensor<1xi8>
  %t = "tosa.const"() {values = dense<11> : tensor<1xi8>} : () -> tensor<1xi8>
  %u = "tosa.const"() {values = dense<50> : tensor<1xi8>} : () -> tensor<1xi8>
  %c = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xi8>, tensor<4x1x1x4xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x4xi32>
  %d = tosa.rescale %c, %m, %s, %z32, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x4x4x4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x4x4xi8>
  %e = tosa.rescale %d, %n, %t, %z, %z32 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x4x4x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x4x4x4xi32>
  %f = tosa.rescale %y, %m, %t, %z, %z32 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x4x4x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x4x4x4xi32>
  %g = tosa.add %e, %f : (tensor<1x4x4x4xi32>, tensor<1x4x4x4xi32>) -> tensor<1x4x4x4xi32>
  %h = tosa.rescale %g, %m, %u, %z32, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x4x4x4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x4x4xi8>
  return %h : tensor<1x4x4x4xi8>
}
