// RUN: tir-opt %s --tir-check-sizes --split-input-file --verify-diagnostics
// RUN: not tir-opt %s --tir-phase-emitc --split-input-file 2>&1 | FileCheck %s
// RUN: not tir-opt %s --tir-phase-llvm --split-input-file 2>&1 | FileCheck %s

// What C and objects would do differently, both refuse.

// CHECK: error: 'memref.store' op writes the constant @data
memref.global "private" constant @data : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @direct(%v: i32) {
  %c0 = arith.constant 0 : index
  // expected-note @+1 {{the data comes from here}}
  %data = memref.get_global @data : memref<4xi32>
  %half = memref.subview %data[2] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 2>>
  // expected-error @+1 {{writes the constant @data; write to a copy, or declare the memref.global without 'constant'}}
  memref.store %v, %half[%c0] : memref<2xi32, strided<[1], offset: 2>>
  return
}

// -----

// CHECK: error: 'func.call' op writes the constant @data
memref.global "private" constant @data : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func private @get(%x: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<4xi32>
  return %v : i32
}
func.func private @set(%x: memref<4xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  memref.store %v, %x[%c0] : memref<4xi32>
  return
}
func.func @by_a_call() {
  // expected-note @+1 {{the data comes from here}}
  %data = memref.get_global @data : memref<4xi32>
  %v = call @get(%data) : (memref<4xi32>) -> i32
  // expected-error @+1 {{writes the constant @data}}
  call @set(%data, %v) : (memref<4xi32>, i32) -> ()
  return
}

// -----

// CHECK: error: 'func.func' op argument #1 is
// expected-error @+1 {{argument #1 is 'memref<4xi32, strided<[1], offset: 2>>', whose first element is 2 elements behind what the argument points to, but a function gets the address of the first element; make the offset 0, and pass the region's address}}
func.func @region(%i: index, %x: memref<4xi32, strided<[1], offset: 2>>) -> i32 {
  %v = memref.load %x[%i] : memref<4xi32, strided<[1], offset: 2>>
  return %v : i32
}

// -----

// A recursive function that only reads writes nothing, and what a function outside the module does is unknown.

memref.global "private" constant @data : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func private @last(%x: memref<4xi32>, %i: index) -> i32 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %is_last = arith.cmpi eq, %i, %c3 : index
  %v = scf.if %is_last -> i32 {
    %element = memref.load %x[%i] : memref<4xi32>
    scf.yield %element : i32
  } else {
    %next = arith.addi %i, %c1 : index
    %found = func.call @last(%x, %next) : (memref<4xi32>, index) -> i32
    scf.yield %found : i32
  }
  return %v : i32
}
func.func private @outside(memref<4xi32>)
func.func @recursive() -> i32 {
  %c0 = arith.constant 0 : index
  %data = memref.get_global @data : memref<4xi32>
  func.call @outside(%data) : (memref<4xi32>) -> ()
  %v = func.call @last(%data, %c0) : (memref<4xi32>, index) -> i32
  return %v : i32
}
