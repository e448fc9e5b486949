// RUN: tir-opt %s --tir-optimize-integer-ranges | FileCheck %s

// Products of bytes, summed over loops, from a known start.
// CHECK-LABEL: func.func @dot(
// CHECK:         arith.subi %{{.*}} overflow<nsw>
// CHECK:         arith.muli %{{.*}} overflow<nsw>
// CHECK:         arith.addi %{{.*}} overflow<nsw>
func.func @dot(%x: memref<64xi8>, %w: memref<64xi8>, %bias: memref<4xi32> {tir.range = array<i64: -1000, 1000>}) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zp = arith.constant -128 : i32
  %init = memref.load %bias[%c0] : memref<4xi32>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%outer = %init) -> (i32) {
    %row = scf.for %j = %c0 to %c8 step %c1 iter_args(%acc = %outer) -> (i32) {
      %a = memref.load %x[%j] : memref<64xi8>
      %b = memref.load %w[%j] : memref<64xi8>
      %a32 = arith.extsi %a : i8 to i32
      %b32 = arith.extsi %b : i8 to i32
      %az = arith.subi %a32, %zp : i32
      %p = arith.muli %az, %b32 : i32
      %next = arith.addi %acc, %p : i32
      scf.yield %next : i32
    }
    scf.yield %row : i32
  }
  return %sum : i32
}

// From an unknown start the sum may wrap; the product still may not.
// CHECK-LABEL: func.func @unknown_start(
// CHECK:         arith.muli %{{.*}} overflow<nsw>
// CHECK:         arith.addi %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
func.func @unknown_start(%x: memref<64xi8>, %bias: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %init = memref.load %bias[%c0] : memref<4xi32>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (i32) {
    %a = memref.load %x[%i] : memref<64xi8>
    %a32 = arith.extsi %a : i8 to i32
    %p = arith.muli %a32, %a32 : i32
    %next = arith.addi %acc, %p : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

// A value that doubles each time is no sum.
// CHECK-LABEL: func.func @doubles(
// CHECK:         arith.addi %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
func.func @doubles() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %one = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %c40 step %c1 iter_args(%acc = %one) -> (i32) {
    %next = arith.addi %acc, %acc : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

// A sum over enough iterations leaves its type.
// CHECK-LABEL: func.func @too_many(
// CHECK:         arith.addi %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
func.func @too_many(%x: memref<1xi32> {tir.range = array<i64: 0, 65536>}) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %many = arith.constant 40000 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %many step %c1 iter_args(%acc = %zero) -> (i32) {
    %a = memref.load %x[%c0] : memref<1xi32>
    %next = arith.addi %acc, %a : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

// CHECK-LABEL: func.func @decided(
// CHECK:         %[[TRUE:.*]] = arith.constant true
// CHECK:         return %[[TRUE]]
func.func @decided(%shift: memref<4xi8> {tir.range = array<i64: 32, 40>}) -> i1 {
  %c0 = arith.constant 0 : index
  %limit = arith.constant 31 : i32
  %s = memref.load %shift[%c0] : memref<4xi8>
  %s32 = arith.extui %s : i8 to i32
  %large = arith.cmpi sgt, %s32, %limit : i32
  return %large : i1
}
