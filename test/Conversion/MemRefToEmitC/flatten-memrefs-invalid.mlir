// RUN: tir-opt --tir-flatten-memrefs --split-input-file --verify-diagnostics %s

func.func @slice(%x: memref<4x4xi8>) {
  // expected-error @+1 {{makes a buffer of type 'memref<2x2xi8, strided<[4, 1]>>', expected a static shape and the identity layout; copy the slice into a buffer of its own before this pass}}
  %s = memref.subview %x[0, 0][2, 2][1, 1] : memref<4x4xi8> to memref<2x2xi8, strided<[4, 1]>>
  return
}
