// RUN: tir-opt %s --tir-flatten-memrefs --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c | FileCheck %s
// RUN: tir-opt %s --tir-flatten-memrefs --tir-convert-to-emitc --tir-coalesce-variables | tir-translate --tir-to-c > %t.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Werror -c %t.c -o %t.o
// RUN: clang-22 --target=thumbv6m-none-eabi -ffreestanding -std=c99 -Wall -Wextra -Werror -S %t.c -o - | FileCheck %s --check-prefix=PLAIN

// Flags that interrupts test, in C. Where the compiler would call its library, they are only volatile.

// CHECK:      #define tir_exchange(place, value) __atomic_exchange_n(place, value, __ATOMIC_ACQ_REL)
// CHECK-NEXT: #define tir_release(place, value) __atomic_store_n(place, value, __ATOMIC_RELEASE)
// CHECK-NEXT: #else
// CHECK-NEXT: static int32_t tir_exchange(volatile int32_t *place, int32_t value) {

// CHECK:      #define tir_is_taken(before) __builtin_expect((before) != 0, 0)

// CHECK:      int32_t take(
// CHECK:        return tir_exchange({{.*}}, 1);
// CHECK:      leave(
// CHECK-NEXT:   tir_release({{.*}} + 2, 0);

// A flag that is taken already is rare.
// CHECK:      int32_t use(
// CHECK:        [[BEFORE:[a-z0-9_]+]] = tir_exchange({{.*}}, -1);
// CHECK-NEXT:   if (tir_is_taken([[BEFORE]])) return [[BEFORE]];

// RUN: clang-22 --target=thumbv7em-none-eabi -ffreestanding -std=c99 -Wall -Wextra -Werror -S %t.c -o - | FileCheck %s --check-prefix=M4
// M4-NOT: dmb
// M4:     ldrex
// M4-NOT: dmb
// M4:     bx
// M4-NOT: ldrex

// PLAIN-NOT: __atomic
// PLAIN-NOT: __sync
func.func @take(%flag: memref<1xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %before = memref.atomic_rmw assign %one, %flag[%c0] : (i32, memref<1xi32>) -> i32
  return %before : i32
}
func.func @leave(%flags: memref<3xi32>) {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %before = memref.atomic_rmw assign %zero, %flags[%c2] : (i32, memref<3xi32>) -> i32
  return
}
func.func @use(%flag: memref<1xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %minus_one = arith.constant -1 : i32
  %before = memref.atomic_rmw assign %minus_one, %flag[%c0] : (i32, memref<1xi32>) -> i32
  tir.check_return %before
  %last = memref.atomic_rmw assign %zero, %flag[%c0] : (i32, memref<1xi32>) -> i32
  return %zero : i32
}
