// RUN: tir-opt %s --split-input-file --tir-check-sizes=index-bits=32 --verify-diagnostics
// RUN: tir-opt %s --split-input-file --tir-check-sizes
// RUN: not tir-opt %s --split-input-file --tir-check-sizes="index-bits=32 pointer-bits=32" 2>&1 | FileCheck %s --check-prefix=NARROW

// The largest size that 32 bits can count: the last element has the number 2147483646.

func.func @most(%x: memref<2147483647xf32>, %y: memref<46340x46341xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 2147483647 : index
  %least = arith.constant -2147483648 : index
  scf.for %i = %c0 to %end step %c1 {
  }
  scf.for %i = %least to %c0 step %end {
  }
  return
}

// -----

// expected-error @below {{'memref.global' op @workspace has type 'memref<3600000000xi8>' with 3600000000 elements, but an index, which has 32 bits, counts to 2147483647; make the model smaller, give each buffer of the workspace an array of its own (--plan=separate), or write an object for a machine of 64 bits (--emit=obj)}}
memref.global "private" @workspace : memref<3600000000xi8> = uninitialized

// -----

// expected-error @below {{'func.func' op argument #1 ('image') has type 'memref<65536x32768xi8>' with 2147483648 elements, but an index, which has 32 bits, counts to 2147483647}}
func.func @argument(%x: f32, %y: memref<65536x32768xi8> {tir.name = "image"}) {
  return
}

// -----

func.func @part(%x: memref<?xi8>) {
  %zero = arith.constant 0 : index
  // expected-error @below {{'memref.reinterpret_cast' op result #0 has type 'memref<2x2xi8, strided<[2147483647, 1]>>' with 2147483649 elements}}
  %y = memref.reinterpret_cast %x to offset: [0], sizes: [2, 2], strides: [2147483647, 1] : memref<?xi8> to memref<2x2xi8, strided<[2147483647, 1]>>
  return
}

// -----

func.func @offset(%x: memref<?xi8>) {
  %offset = arith.constant 2400000000 : index
  // expected-error @below {{'memref.view' op lies 2400000000 bytes after the start of its buffer, but an index, which has 32 bits, counts to 2147483647; make the model smaller, or write an object for a machine of 64 bits (--emit=obj)}}
  %y = memref.view %x[%offset][] : memref<?xi8> to memref<8xi8>
  return
}

// -----

func.func @bound() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 2147483648 : index
  // expected-error @below {{'scf.for' op uses the index 2147483648, but an index, which has 32 bits, counts to 2147483647}}
  scf.for %i = %c0 to %end step %c1 {
  }
  return
}

// -----

func.func @last_step() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %end = arith.constant 2147483647 : index
  // expected-error @below {{'scf.for' op counts to 2147483648 in steps of 2, but an index, which has 32 bits, counts to 2147483647}}
  scf.for %i = %c0 to %end step %c2 {
  }
  return
}

// NARROW: error: 'func.func' op argument #0 has type 'memref<2147483647xf32>' and takes 8589934588 bytes, but an object of a machine whose pointers have 32 bits has at most 2147483647; make the model smaller, or compile it for a machine with wider pointers (--target-triple)
// NARROW: error: 'memref.global' op @workspace has type 'memref<3600000000xi8>' and takes 3600000000 bytes
