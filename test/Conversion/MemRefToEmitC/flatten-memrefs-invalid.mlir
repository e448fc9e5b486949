// RUN: tir-opt --tir-flatten-memrefs --split-input-file --verify-diagnostics %s

func.func @slice(%x: memref<4x4xi8>, %n: index) {
  // expected-error @+1 {{makes a buffer of type 'memref<?x2xi8, strided<[4, 1]>>', expected a static shape and static strides; copy the slice into a buffer of its own before this pass}}
  %s = memref.subview %x[0, 0][%n, 2][1, 1] : memref<4x4xi8> to memref<?x2xi8, strided<[4, 1]>>
  return
}

// -----

func.func @step(%x: memref<8xi8>, %n: index) {
  // expected-error @+1 {{makes a buffer of type 'memref<4xi8, strided<[?]>>', expected a static shape and static strides}}
  %s = memref.subview %x[0][4][%n] : memref<8xi8> to memref<4xi8, strided<[?]>>
  return
}

// -----

func.func @copy(%x: memref<2x2xi8, strided<[4, 1]>>, %y: memref<2x2xi8>) {
  // expected-error @+1 {{copies 'memref<2x2xi8, strided<[4, 1]>>' to 'memref<2x2xi8>', but elements that do not lie side by side are copied by loops; run tir-lower-copies first}}
  memref.copy %x, %y : memref<2x2xi8, strided<[4, 1]>> to memref<2x2xi8>
  return
}

// -----

func.func @from_the_start(%x: memref<4xi8, strided<[1], offset: 4>>) {
  // expected-error @+1 {{counts from the start of the buffer behind 'memref<4xi8, strided<[1], offset: 4>>', which a pointer to its first element does not give; take a memref.subview of it}}
  %y = memref.reinterpret_cast %x to offset: [0], sizes: [4], strides: [1] : memref<4xi8, strided<[1], offset: 4>> to memref<4xi8>
  return
}

// -----

func.func @unranked(%x: memref<*xi8>) {
  // expected-error @+1 {{failed to legalize operation 'memref.reinterpret_cast'}}
  %y = memref.reinterpret_cast %x to offset: [0], sizes: [2, 2], strides: [2, 1] : memref<*xi8> to memref<2x2xi8>
  return
}

// -----

func.func @depends_on_the_run(%n: index) {
  // expected-error @+1 {{takes memory from the stack for 'memref<?xi32>', whose size is known only during a run, but the C has no arrays of variable length; give it a static shape, large enough for each run, or emit an object}}
  %x = memref.alloca(%n) : memref<?xi32>
  return
}
