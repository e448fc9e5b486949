// The text of the steps is part of the C, once, also for compilers without the instructions.
// RUN: tir-opt %s --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c -o %t.c
// RUN: FileCheck %s --input-file=%t.c
// RUN: gcc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Wcast-align=strict -Werror -c %t.c -o %t.o
// RUN: clang-22 --target=thumbv8.1m.main-none-eabi -mcpu=cortex-m55 -mfloat-abi=softfp -ffreestanding -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -S %t.c -o - | FileCheck %s --check-prefix=MVE
// RUN: clang-22 --target=thumbv8.1m.main-none-eabi -mcpu=cortex-m55 -mfloat-abi=softfp -ffreestanding -std=c99 -O0 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o
// RUN: clang-22 --target=thumbv6m-none-eabi -ffreestanding -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -c %t.c -o %t.o

// CHECK-NOT: Apache
// CHECK: #define TIR_MVE 1
// CHECK: #include <arm_mve.h>
// CHECK-COUNT-1: TIR_INLINE void tir_mve_dot_rows(
// CHECK-NOT: TIR_INLINE void tir_mve_dot_rows(
// CHECK-LABEL: void dot(
// CHECK: tir_mve_dot_rows(arg0, arg1 + arg3, arg2, 16, 16, 16, 3, 4);
// CHECK: tir_mve_dot_rows(arg0, arg1, arg2, 16, 16, 16, 1, 4);

// MVE: vmlav{{a?}}.s8
func.func @dot(%x: memref<48xi8>, %w: memref<64xi8>, %sums: memref<12xi32>, %row: index) {
  %0 = arith.constant 0 : index
  kernel.call_step "mve_dot_rows"(%x, %w, %sums) at(%0, %row, %0) numbers() sizes [16, 16, 16, 3, 4]
      : memref<48xi8>, memref<64xi8>, memref<12xi32>
  kernel.call_step "mve_dot_rows"(%x, %w, %sums) at(%0, %0, %0) numbers() sizes [16, 16, 16, 1, 4]
      : memref<48xi8>, memref<64xi8>, memref<12xi32>
  return
}
