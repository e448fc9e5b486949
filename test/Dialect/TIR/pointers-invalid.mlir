// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @null_number() {
  // expected-error @below {{'tir.null' op result #0 must be an opaque `void *` or the resource handle}}
  %0 = tir.null : i64
  return
}

// -----

func.func @no_power(%h: !tir.handle) {
  // expected-error @below {{'tir.misalignment' op asks for the alignment 12, expected a power of two, such as 16}}
  %0 = tir.misalignment %h, 12 : !tir.handle
  return
}

// -----

func.func @zero(%h: !tir.handle) {
  // expected-error @below {{'tir.misalignment' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %0 = tir.misalignment %h, 0 : !tir.handle
  return
}

// -----

// expected-note @below {{the buffer comes from here}}
func.func @two_buffers(%x: memref<4xi8>) {
  // expected-error @below {{'tir.pointer_cast' op casts a buffer to a buffer; use memref.view or tir.rebase, which know where a buffer ends}}
  %0 = tir.pointer_cast %x : memref<4xi8> to memref<2xi8>
  return
}

// -----

// expected-note @below {{the pointer comes from here}}
func.func @dynamic(%h: !tir.handle) {
  // expected-error @below {{'tir.pointer_cast' op has 'memref<?xi8>', but a pointer can only represent a buffer with a static shape and the identity layout; cast such a buffer, and use a view of it}}
  %0 = tir.pointer_cast %h : !tir.handle to memref<?xi8>
  return
}

// -----

// expected-note @below {{the pointer comes from here}}
func.func @strided(%x: memref<2x2xi8, strided<[4, 1]>>) {
  // expected-error @below {{'tir.pointer_cast' op has 'memref<2x2xi8, strided<[4, 1]>>', but a pointer can only represent a buffer}}
  %0 = tir.pointer_cast %x : memref<2x2xi8, strided<[4, 1]>> to !tir.handle
  return
}
