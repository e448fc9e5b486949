// The C of a tir.try looks like code written by hand, and strict compilers accept it.
// RUN: rm -rf %t && mkdir -p %t
// RUN: tir-opt %s --pass-pipeline='builtin.module(tir-lower-try,canonicalize,cse,tir-convert-to-emitc,tir-coalesce-variables)' | tir-translate --tir-to-c > %t/try.c
// RUN: FileCheck %s --input-file=%t/try.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/try.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/try.c
// RUN: arm-none-eabi-gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t/try.c

func.func private @open(!tir.handle) -> i32
func.func private @step(i32) -> i32
func.func private @close(!tir.handle) -> i32

// CHECK: int32_t run(void *
// CHECK-NEXT: int32_t code = open(
// CHECK-NEXT: if (code == 0) {
// CHECK-NEXT:   code = step(1);
// CHECK-NEXT: }
// CHECK-NEXT: if (code == 0) {
// CHECK-NEXT:   const int32_t [[TWO:.*]] = step(2);
// CHECK-NEXT:   if ([[TWO]] != 0) {
// CHECK-NEXT:     tvmgen_default_on_error([[TWO]], "two", "npu0");
// CHECK-NEXT:   }
// CHECK-NEXT:   code = [[TWO]];
// CHECK-NEXT: }
// CHECK-NEXT: const int32_t [[CLOSED:.*]] = close(
// CHECK-NEXT: return code == 0 ? [[CLOSED]] : code;
func.func @run(%c: !tir.handle) -> i32 {
  tir.try {
    %a = func.call @open(%c) : (!tir.handle) -> i32
    tir.check_return %a
    %one = arith.constant 1 : i32
    %b = func.call @step(%one) : (i32) -> i32
    tir.check_return %b
    %two = arith.constant 2 : i32
    %d = func.call @step(%two) : (i32) -> i32
    tir.report_error %d, "two" on "npu0" {on_error = #tir.on_error<hook>}
    tir.check_return %d
  } finally {
    %e = func.call @close(%c) : (!tir.handle) -> i32
    tir.check_return %e
  }
  %ok = arith.constant 0 : i32
  return %ok : i32
}
