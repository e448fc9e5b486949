// RUN: tir-opt %s --split-input-file --verify-diagnostics

// Attributes of kernels that run by rows, where passes would ignore them, or believe them.

func.func @ring() {
  // expected-error @below {{'memref.alloc' op 'kernel.rows' is #kernel.ring<rows = 4, tensor_rows = 8, kept = 33>, expected a text on a call, a #kernel.turns on a call in a loop, or on a 'memref.alloc' a #kernel.ring whose rows divide the buffer, and that keeps at most as many elements as the buffer has}}
  %x = memref.alloc() {kernel.rows = #kernel.ring<rows = 4, tensor_rows = 8, kept = 33>} : memref<4x8xi8>
  return
}

// -----

func.func @ring() {
  // expected-error @below {{a ring has 0 of 8 rows, of which it keeps -1 elements; expected at least 1 row, and at least 0 elements}}
  %x = memref.alloc() {kernel.rows = #kernel.ring<rows = 0, tensor_rows = 8>} : memref<4x8xi8>
  return
}

// -----

func.func @ring() {
  // expected-error @below {{duplicate or unknown struct parameter name: row}}
  %x = memref.alloc() {kernel.rows = #kernel.ring<row = 1, tensor_rows = 8>} : memref<4x8xi8>
  return
}

// -----

func.func @ring() {
  // expected-error @below {{'memref.alloc' op 'kernel.rows' is 8 : i32, expected a text on a call}}
  %x = memref.alloc() {kernel.rows = 8 : i32} : memref<4x8xi8>
  return
}

// -----

func.func @ring(%x: memref<4xi8>, %y: memref<4xi8>) {
  // expected-error @below {{'memref.copy' op carries 'kernel.rows', which has no meaning there; expected a call or a 'memref.alloc'}}
  memref.copy %x, %y {kernel.rows = #kernel.ring<rows = 1, tensor_rows = 4>} : memref<4xi8> to memref<4xi8>
  return
}

// -----

func.func @ring_rows() {
  // expected-error @below {{'memref.alloc' op 'kernel.rows' is #kernel.ring<rows = 9, tensor_rows = 8>, expected a text on a call, a #kernel.turns on a call in a loop, or on a 'memref.alloc' a #kernel.ring whose rows divide the buffer, and that keeps at most as many elements as the buffer has}}
  %x = memref.alloc() {kernel.rows = #kernel.ring<rows = 9, tensor_rows = 8>} : memref<4x8xi8>
  return
}

// -----

// A name that no pass reads.

func.func @misspelt() {
  // expected-error @below {{'memref.alloc' op carries 'kernel.rign', which has no meaning there; expected one of kernel.rows}}
  %x = memref.alloc() {kernel.rign = #kernel.ring<rows = 1, tensor_rows = 8>} : memref<4x8xi8>
  return
}

// -----

tir.prim_func private @f(%x: memref<4xi8>) {
  tir.return
}
func.func @rows(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_tir' op 'kernel.rows' is "", expected a text on a call}}
  tir.call_tir @f(%x) {kernel.rows = ""} : (memref<4xi8>) -> ()
  return
}

// -----

tir.prim_func private @f(%x: memref<4xi8>) {
  tir.return
}
func.func @group(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_tir' op 'kernel.rows' is 0 : i64, expected a text on a call}}
  tir.call_tir @f(%x) {kernel.rows = 0 : i64} : (memref<4xi8>) -> ()
  return
}

// -----

func.func @turns(%x: memref<4xi8>) {
  // expected-error @below {{a call runs in turn 0 and every 0 turns later, 1 times; expected numbers of at least 0, and a period of at least 1}}
  func.call @turns(%x) {kernel.rows = #kernel.turns<first = 0, period = 0, calls = 1>} : (memref<4xi8>) -> ()
  return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #0: the window in 'kernel.argument' moves 1 rows; expected an argument that is declared #tir.effect<read_write>}}
tir.prim_func private @moves(%x: memref<4x8xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 4, moves = 1>>}) {
  tir.return
}

// -----

// expected-error @below {{failed to parse Kernel_ArgumentAttr parameter 'window'}}
// expected-error @below {{a window of 4 rows moves by 5, expected 0 to 4}}
tir.prim_func private @moves(%x: memref<4x8xi8> {kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 4, moves = 5>>}) {
  tir.return
}

// -----

// expected-error @below {{failed to parse Kernel_ArgumentAttr parameter 'window'}}
// expected-error @below {{a window of rows has unit = 0, expected at least 1}}
tir.prim_func private @window(memref<4xi8> {kernel.argument = #kernel.argument<window = <dim = 0, unit = 0, stride = 1, first = 0, rows = 1>>})

// -----

// expected-error @below {{'tir.prim_func' op argument #0: the window in 'kernel.argument' counts rows of dimension 2, but the argument is 'memref<4x4xi8>'; expected a memref that has this dimension}}
tir.prim_func private @window(memref<4x4xi8> {kernel.argument = #kernel.argument<window = <dim = 2, unit = 1, stride = 1, first = 0, rows = 1>>})
