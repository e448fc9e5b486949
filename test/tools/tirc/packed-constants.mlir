// A constant of i4 takes 4 bits of flash on a microcontroller, and 8 where that is not wanted.

// RUN: tirc %s -o %t.auto --quiet --model-name=net --target=cortex-m4
// RUN: FileCheck %s --input-file=%t.auto/tvmgen_net.c
// CHECK: const int8_t {{.*}}[64] = {
// CHECK: / 2
// RUN: tirc %s -o %t.off --quiet --model-name=net --target=cortex-m4 --packed-constants=off
// RUN: FileCheck %s --input-file=%t.off/tvmgen_net.c --check-prefix=OFF
// OFF: const int32_t {{.*}}packed_weights[32] = {
// RUN: tirc %s -o %t.object --quiet --model-name=net --target=cortex-m4 --emit=obj
// RUN: llvm-objdump-22 -t %t.object/tvmgen_net.o | FileCheck %s --check-prefix=OBJECT
// OBJECT: .rodata{{[^ ]*}} 00000040 {{.*}}weights

func.func @main(%x: tensor<1x1x1x16xi8>) -> tensor<1x1x1x8xi32> {
  %w = "tosa.const"() <{values = dense<[[[[-1, -4, 3, 7, -6, -8, 7, 0, -1, -2, 7, 7, 4, -4, -1, -4]]],
    [[[4, -8, -6, -3, -7, 1, -8, 0, 7, 4, 5, 4, 6, -4, 3, -5]]],
    [[[-7, -4, 7, -2, 0, 5, 1, 5, 4, 3, 5, -1, 2, -8, 0, -3]]],
    [[[2, -5, -2, 0, 1, -5, -6, 7, 7, -6, 3, -6, 5, -4, -8, 1]]],
    [[[5, 5, -5, -7, -7, 4, 2, 0, -1, -7, 1, -8, -6, -5, -7, -2]]],
    [[[5, 1, 0, -4, -7, 2, 2, 3, -4, 4, 4, 6, 4, -5, 0, 5]]],
    [[[-1, 1, 5, 0, 1, 2, -8, 5, 2, -8, 4, -4, -7, 2, 6, 3]]],
    [[[3, 0, 7, -8, -7, -8, 3, 0, 6, 1, 2, -3, 3, -3, 2, 3]]]]> : tensor<8x1x1x16xi4>}> : () -> tensor<8x1x1x16xi4>
  %b = "tosa.const"() <{values = dense<0> : tensor<8xi32>}> : () -> tensor<8xi32>
  %zx = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zw = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %y = tosa.conv2d %x, %w, %b, %zx, %zw {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x16xi8>, tensor<8x1x1x16xi4>, tensor<8xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<1x1x1x8xi32>
  return %y : tensor<1x1x1x8xi32>
}
