// RUN: tir-translate --tir-to-c %s -o %t.c && FileCheck %s --input-file=%t.c --implicit-check-not='elsewhere(int32_t x)'
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -Wredundant-decls -fsyntax-only %t.c
// RUN: clang-22 -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -Wredundant-decls -fsyntax-only %t.c

// The targets of a table's pointers are declared before it, once; other external symbols come after it.
// CHECK:      {{^}}extern int32_t elsewhere(int32_t x);
// CHECK:      {{^}}int32_t here(int32_t y);
// CHECK:      {{^}}static int32_t (*const table[])(int32_t) = {elsewhere, here, elsewhere};
// CHECK:      {{^}}extern int32_t other(int32_t z);
// CHECK:      {{^}}int32_t here(int32_t y) {
// CHECK-NEXT:   return other(y);
emitc.declare_func @elsewhere
emitc.declare_func @here
emitc.declare_func @elsewhere
emitc.verbatim "static int32_t (*const table[])(int32_t) = {elsewhere, here, elsewhere};"
emitc.func @here(%y: i32 {tir.name = "y"}) -> i32 {
  %r = emitc.call @other(%y) : (i32) -> i32
  emitc.return %r : i32
}
emitc.func @elsewhere(i32 {tir.name = "x"}) -> i32 attributes {specifiers = ["extern"]}
emitc.func @other(i32 {tir.name = "z"}) -> i32 attributes {specifiers = ["extern"]}
emitc.func @use() -> i32 {
  %r = emitc.literal "table[0](1)" : i32
  emitc.return %r : i32
}
