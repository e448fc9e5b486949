// RUN: tir-opt %s --split-input-file --verify-diagnostics

// Attributes of kernels that run by rows, where passes would ignore them, or believe them.

func.func @ring() {
  // expected-error @below {{'memref.alloc' op 'tir.ring' is 33 : i64, expected an i64 of 0 to as many elements as the buffer has}}
  %x = memref.alloc() {tir.ring = 33 : i64} : memref<4x8xi8>
  return
}

// -----

func.func @ring() {
  // expected-error @below {{'memref.alloc' op 'tir.ring' is -1 : i64, expected an i64 of 0 to as many elements as the buffer has}}
  %x = memref.alloc() {tir.ring = -1 : i64} : memref<4x8xi8>
  return
}

// -----

func.func @ring() {
  // expected-error @below {{'memref.alloc' op 'tir.ring' is 8 : i32, expected an i64}}
  %x = memref.alloc() {tir.ring = 8 : i32} : memref<4x8xi8>
  return
}

// -----

func.func @ring(%x: memref<4xi8>, %y: memref<4xi8>) {
  // expected-error @below {{'memref.copy' op carries 'tir.ring', which has no meaning there; expected a 'memref.alloc'}}
  memref.copy %x, %y {tir.ring = 4 : i64} : memref<4xi8> to memref<4xi8>
  return
}

// -----

func.func @ring_rows() {
  // expected-error @below {{'memref.alloc' op 'tir.ring_rows' is array<i64: 9, 8>, expected the number of rows in memory, of which the buffer is a multiple, and the number of all rows, as an array of two i64}}
  %x = memref.alloc() {tir.ring_rows = array<i64: 9, 8>} : memref<4x8xi8>
  return
}

// -----

func.func @rows() {
  // expected-error @below {{'memref.alloc' op carries 'tir.rows', which has no meaning there; expected a 'tir.call_tir'}}
  %x = memref.alloc() {tir.rows = 0 : i64} : memref<4x8xi8>
  return
}

// -----

tir.prim_func private @f(%x: memref<4xi8>) {
  tir.return
}
func.func @rows(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_tir' op 'tir.rows' is "all", expected an i64 of 0 or more}}
  tir.call_tir @f(%x) {tir.rows = "all"} : (memref<4xi8>) -> ()
  return
}

// -----

tir.prim_func private @f(%x: memref<4xi8>) {
  tir.return
}
func.func @turns(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_tir' op 'tir.turns' is array<i64: 0, 0>, expected an array of two i64, the second at least 1}}
  tir.call_tir @f(%x) {tir.turns = array<i64: 0, 0>} : (memref<4xi8>) -> ()
  return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #0: 'tir.moves' is 1 : i64; expected 1 to as many rows as 'tir.window' has, on an argument that has it and is declared #tir.effect<read_write>}}
tir.prim_func private @moves(%x: memref<4x8xi8> {tir.moves = 1 : i64}) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #0: 'tir.moves' is 1 : i64; expected}}
tir.prim_func private @moves(%x: i32 {tir.moves = 1 : i64}) {
  tir.return
}

// -----

// expected-error @below {{'tir.prim_func' op argument #0 is the variable @history, but there is no memref.global of that name with tir.variable; declare it}}
tir.prim_func @main(%x: memref<4xi8> {tir.variable = @history}) {
  tir.return
}

// -----

// expected-note @below {{it is this 'memref.global'}}
memref.global "private" @history : memref<4xi8> = dense<0>
// expected-error @below {{'func.func' op argument #0 is the variable @history, but there is no memref.global of that name with tir.variable; declare it}}
func.func @main(%x: tensor<4xi8> {tir.variable = @history}) {
  return
}
