// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-note @below {{the buffer comes from here}}
func.func @element_type(%x: memref<4xf32>) {
  // expected-error @below {{'tir.rebase' op changes the element type or the memory space: from 'memref<4xf32>' to 'memref<4xi32>'}}
  %y = tir.rebase %x : memref<4xf32> to memref<4xi32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @memory_space(%x: memref<4xf32>) {
  // expected-error @below {{'tir.rebase' op changes the element type or the memory space: from 'memref<4xf32>' to 'memref<4xf32, 1>'}}
  %y = tir.rebase %x : memref<4xf32> to memref<4xf32, 1>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @dynamic(%x: memref<?xf32>) {
  // expected-error @below {{'tir.rebase' op has the result 'memref<?xf32>', expected a static shape, static strides and the offset 0}}
  %y = tir.rebase %x : memref<?xf32> to memref<?xf32>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @keeps_offset(%x: memref<4xf32, strided<[1], offset: ?>>) {
  // expected-error @below {{'tir.rebase' op has the result 'memref<4xf32, strided<[1], offset: ?>>', expected a static shape, static strides and the offset 0}}
  %y = tir.rebase %x : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @other_strides(%x: memref<4x4xf32, strided<[8, 1], offset: 2>>) {
  // expected-error @below {{'tir.rebase' op turns 'memref<4x4xf32, strided<[8, 1], offset: 2>>' into 'memref<4x4xf32>', expected the same shape and strides; only the offset changes}}
  %y = tir.rebase %x : memref<4x4xf32, strided<[8, 1], offset: 2>> to memref<4x4xf32>
  return
}

// -----

func.func @beyond() {
  // expected-note @below {{the buffer comes from here}}
  %x = memref.alloc() : memref<8xf32>
  %c5 = arith.constant 5 : index
  // expected-error @below {{'tir.rebase' op reaches from element 5 to 9, but there are 8}}
  %y = tir.rebase %x[%c5] : memref<8xf32> to memref<4xf32>
  return
}
