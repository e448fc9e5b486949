// RUN: tir-translate --tir-to-c %s -o %t.c && FileCheck %s --input-file=%t.c
// RUN: gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wcast-qual -Werror -fsyntax-only %t.c

// A cast of a cast omits the first one if the second keeps fewer bits, or if the first keeps the value. It does not if
// bits are cut off, if a sign is lost, if a float becomes an integer, or if the cast to `bool` tests whether the number
// is zero.

// CHECK-LABEL: int8_t i32_i16_i8(int32_t x) {
// CHECK-NEXT:    return (int8_t)x;
emitc.func @i32_i16_i8(%x: i32 {tir.name = "x"}) -> i8 {
  %y = emitc.cast %x : i32 to i16
  %z = emitc.cast %y : i16 to i8
  emitc.return %z : i8
}

// CHECK-LABEL: int32_t i32_i8_i32(int32_t x) {
// CHECK-NEXT:    return (int32_t)(int8_t)x;
emitc.func @i32_i8_i32(%x: i32 {tir.name = "x"}) -> i32 {
  %y = emitc.cast %x : i32 to i8
  %z = emitc.cast %y : i8 to i32
  emitc.return %z : i32
}

// CHECK-LABEL: int8_t i8_i32_i8(int8_t x) {
// CHECK-NEXT:    return x;
emitc.func @i8_i32_i8(%x: i8 {tir.name = "x"}) -> i8 {
  %y = emitc.cast %x : i8 to i32
  %z = emitc.cast %y : i32 to i8
  emitc.return %z : i8
}

// CHECK-LABEL: int32_t i32_ui32_i32(int32_t x) {
// CHECK-NEXT:    return x;
emitc.func @i32_ui32_i32(%x: i32 {tir.name = "x"}) -> i32 {
  %y = emitc.cast %x : i32 to ui32
  %z = emitc.cast %y : ui32 to i32
  emitc.return %z : i32
}

// CHECK-LABEL: int32_t i8_ui8_i32(int8_t x) {
// CHECK-NEXT:    return (int32_t)(uint8_t)x;
emitc.func @i8_ui8_i32(%x: i8 {tir.name = "x"}) -> i32 {
  %y = emitc.cast %x : i8 to ui8
  %z = emitc.cast %y : ui8 to i32
  emitc.return %z : i32
}

// CHECK-LABEL: int8_t f32_i32_i8(float x) {
// CHECK-NEXT:    return (int8_t)(int32_t)x;
emitc.func @f32_i32_i8(%x: f32 {tir.name = "x"}) -> i8 {
  %y = emitc.cast %x : f32 to i32
  %z = emitc.cast %y : i32 to i8
  emitc.return %z : i8
}

// CHECK-LABEL: int8_t i32_i1_i8(int32_t x) {
// CHECK-NEXT:    return (int8_t)(bool)x;
emitc.func @i32_i1_i8(%x: i32 {tir.name = "x"}) -> i8 {
  %y = emitc.cast %x : i32 to i1
  %z = emitc.cast %y : i1 to i8
  emitc.return %z : i8
}

// CHECK-LABEL: bool i32_i8_i1(int32_t x) {
// CHECK-NEXT:    return (bool)(int8_t)x;
emitc.func @i32_i8_i1(%x: i32 {tir.name = "x"}) -> i1 {
  %y = emitc.cast %x : i32 to i8
  %z = emitc.cast %y : i8 to i1
  emitc.return %z : i1
}

// CHECK-LABEL: int64_t ui8_i32_i64(uint8_t x) {
// CHECK-NEXT:    return (int64_t)x;
emitc.func @ui8_i32_i64(%x: ui8 {tir.name = "x"}) -> i64 {
  %y = emitc.cast %x : ui8 to i32
  %z = emitc.cast %y : i32 to i64
  emitc.return %z : i64
}

// CHECK-LABEL: uint32_t i64_i32_ui32(int64_t x) {
// CHECK-NEXT:    return (uint32_t)x;
emitc.func @i64_i32_ui32(%x: i64 {tir.name = "x"}) -> ui32 {
  %y = emitc.cast %x : i64 to i32
  %z = emitc.cast %y : i32 to ui32
  emitc.return %z : ui32
}

// CHECK-LABEL: int32_t i32_ui16_i32(int32_t x) {
// CHECK-NEXT:    return (int32_t)(uint16_t)x;
emitc.func @i32_ui16_i32(%x: i32 {tir.name = "x"}) -> i32 {
  %y = emitc.cast %x : i32 to ui16
  %z = emitc.cast %y : ui16 to i32
  emitc.return %z : i32
}

// CHECK-LABEL: uint16_t ui16_i16_ui16(uint16_t x) {
// CHECK-NEXT:    return x;
emitc.func @ui16_i16_ui16(%x: ui16 {tir.name = "x"}) -> ui16 {
  %y = emitc.cast %x : ui16 to i16
  %z = emitc.cast %y : i16 to ui16
  emitc.return %z : ui16
}

// CHECK-LABEL: int64_t i16_ui32_i64(int16_t x) {
// CHECK-NEXT:    return (int64_t)(uint32_t)x;
emitc.func @i16_ui32_i64(%x: i16 {tir.name = "x"}) -> i64 {
  %y = emitc.cast %x : i16 to ui32
  %z = emitc.cast %y : ui32 to i64
  emitc.return %z : i64
}

// CHECK-LABEL: int8_t i1_i32_i8(bool x) {
// CHECK-NEXT:    return (int8_t)x;
emitc.func @i1_i32_i8(%x: i1 {tir.name = "x"}) -> i8 {
  %y = emitc.cast %x : i1 to i32
  %z = emitc.cast %y : i32 to i8
  emitc.return %z : i8
}
