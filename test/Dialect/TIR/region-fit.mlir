// RUN: tir-opt %s -split-input-file -verify-diagnostics

// An index into one element is 0, whichever side has the static extent.
tir.prim_func private @dynamic(%x: memref<?x4xf32, strided<[7, 1]>>) {
  tir.return
}
tir.prim_func private @one(%x: memref<1x4xf32, strided<[7, 1]>>) {
  tir.return
}
func.func @unit_extent(%x: memref<1x4xf32>) {
  tir.call_tir @dynamic(%x) : (memref<1x4xf32>) -> ()
  tir.call_tir @one(%x) : (memref<1x4xf32>) -> ()
  return
}

// -----

// A buffer without gaps, whatever its source.
tir.prim_func private @compact(%x: memref<?x?xf32>) {
  tir.return
}
func.func @no_gaps(%x: memref<8x8xf32>, %y: memref<?x?xf32>) {
  %rows = memref.subview %x[0, 0] [2, 8] [1, 1] : memref<8x8xf32> to memref<2x8xf32, strided<[8, 1]>>
  tir.call_tir @compact(%rows) : (memref<2x8xf32, strided<[8, 1]>>) -> ()
  tir.call_tir @compact(%y) : (memref<?x?xf32>) -> ()
  return
}

// -----

// The stride of dimension 0 must be the extent of dimension 1.
// expected-note @below {{callee declared here}}
tir.prim_func private @compact(%x: memref<?x?xf32>) {
  tir.return
}
func.func @gaps(%x: memref<8x8xf32>) {
  %corner = memref.subview %x[0, 0] [2, 4] [1, 1] : memref<8x8xf32> to memref<2x4xf32, strided<[8, 1]>>
  // expected-error @below {{argument #0 has stride 8 in dimension 0, expected 4}}
  tir.call_tir @compact(%corner) : (memref<2x4xf32, strided<[8, 1]>>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @compact(%x: memref<?x?xf32>) {
  tir.return
}
func.func @unknown(%x: memref<8x?xf32, strided<[?, 1]>>) {
  // expected-error @below {{argument #0 has stride ? in dimension 0, expected a buffer without gaps}}
  tir.call_tir @compact(%x) : (memref<8x?xf32, strided<[?, 1]>>) -> ()
  return
}
