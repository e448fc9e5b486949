// RUN: tir-opt %s --tir-mask-data | FileCheck %s

// CHECK-LABEL: func.func @shift(
// CHECK:         %[[BYTE:.*]] = memref.load %arg1[%arg2]
// CHECK:         %[[AMOUNT:.*]] = arith.extui %[[BYTE]] : i8 to i32
// CHECK:         %[[LOW:.*]] = arith.andi %[[AMOUNT]], %c31_i32 : i32
// CHECK:         arith.shrsi %{{.*}}, %[[LOW]] : i32
func.func @shift(%x: memref<4xi32>, %shifts: memref<4xi8>, %i: index) -> i32 {
  %value = memref.load %x[%i] : memref<4xi32>
  %byte = memref.load %shifts[%i] : memref<4xi8>
  %amount = arith.extui %byte : i8 to i32
  %result = arith.shrsi %value, %amount : i32
  return %result : i32
}

// An amount that is proven to be small stays.

// CHECK-LABEL: func.func @small(
// CHECK:         %[[LOW:.*]] = arith.andi %{{.*}}, %c7
// CHECK-NEXT:    arith.shli %{{.*}}, %[[LOW]] : i32
func.func @small(%x: memref<4xi32>, %i: index) -> i32 {
  %seven = arith.constant 7 : i32
  %value = memref.load %x[%i] : memref<4xi32>
  %low = arith.andi %value, %seven : i32
  %result = arith.shli %value, %low : i32
  return %result : i32
}

// A position in a table. Bytes fit a table of 256 elements, and a loop ends where it says.

// CHECK-LABEL: func.func @position(
// CHECK:         scf.for %[[I:[a-z0-9]+]] =
// CHECK:           memref.load %arg0[%[[I]]]
// CHECK:           %[[BYTE:.*]] = arith.index_castui %{{.*}} : i8 to index
// CHECK:           memref.load %arg1[%[[BYTE]]] : memref<256xi8>
// CHECK:           %[[IN:.*]] = arith.minui %[[BYTE]], %c99
// CHECK:           memref.load %arg2[%[[IN]]] : memref<100xi8>
func.func @position(%x: memref<8xi8>, %table: memref<256xi8>, %short: memref<100xi8>, %y: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i8
  %last = memref.load %y[%c0] : memref<8xi8>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %last) -> (i8) {
    %value = memref.load %x[%i] : memref<8xi8>
    %place = arith.index_castui %value : i8 to index
    %one = memref.load %table[%place] : memref<256xi8>
    %other = memref.load %short[%place] : memref<100xi8>
    %both = arith.xori %one, %other : i8
    %next = arith.xori %acc, %both : i8
    scf.yield %next : i8
  }
  memref.store %sum, %y[%c0] : memref<8xi8>
  return
}

// CHECK-LABEL: func.func @quotient(
// CHECK:         %[[D:.*]] = memref.load
// CHECK:         %[[ZERO:.*]] = arith.cmpi eq, %[[D]], %c0_i32
// CHECK:         %[[ONES:.*]] = arith.cmpi eq, %[[D]], %c-1_i32
// CHECK:         %[[MIN:.*]] = arith.cmpi eq, %arg1, %c-2147483648_i32
// CHECK:         %[[OVER:.*]] = arith.andi %[[ONES]], %[[MIN]]
// CHECK:         %[[WRONG:.*]] = arith.ori %[[ZERO]], %[[OVER]]
// CHECK:         %[[BY:.*]] = arith.select %[[WRONG]], %c1_i32, %[[D]]
// CHECK:         arith.divsi %arg1, %[[BY]]
func.func @quotient(%x: memref<4xi32>, %n: i32, %i: index) -> i32 {
  %d = memref.load %x[%i] : memref<4xi32>
  %q = arith.divsi %n, %d : i32
  return %q : i32
}

// A sum of the model's numbers may fit; one of damaged ones need not.

// CHECK-LABEL: func.func @sum(
// CHECK:         arith.addi %{{.*}}, %{{.*}} : i32
// CHECK:         arith.addi %arg1, %arg1 overflow<nsw> : i32
func.func @sum(%x: memref<4xi32>, %n: i32, %i: index) -> (i32, i32) {
  %value = memref.load %x[%i] : memref<4xi32>
  %sum = arith.addi %value, %n overflow<nsw> : i32
  %twice = arith.addi %n, %n overflow<nsw> : i32
  return %sum, %twice : i32, i32
}
