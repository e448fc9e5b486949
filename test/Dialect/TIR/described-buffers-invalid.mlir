// RUN: tir-opt %s --split-input-file --verify-diagnostics

// A buffer that must not be written stays so when its address comes back from a descriptor, a struct or packed
// arguments.

// expected-note @below {{the function is declared here}}
tir.prim_func @descriptor(%x: memref<4xi32> {tir.effect = #tir.effect<read>}, %v: i32) {
  %c0 = arith.constant 0 : index
  %d = tir.make_dltensor %x, shape [4] device(1, 0) : memref<4xi32>
  %p = tir.dltensor_get %d, data : memref<4xi32>
  // expected-error @below {{'memref.store' op writes argument #0 of @descriptor, which is declared #tir.effect<read>; declare it read_write, or write to a copy}}
  memref.store %v, %p[%c0] : memref<4xi32>
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func @handle(%x: memref<4xi32> {tir.effect = #tir.effect<read>}, %v: i32) {
  %c0 = arith.constant 0 : index
  %d = tir.make_dltensor %x, shape [4] device(1, 0) : memref<4xi32>
  %p = tir.dltensor_get %d, data : !tir.handle
  %y = tir.pointer_cast %p : !tir.handle to memref<4xi32>
  // expected-error @below {{'memref.store' op writes argument #0 of @handle, which is declared #tir.effect<read>}}
  memref.store %v, %y[%c0] : memref<4xi32>
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func @set(%x: memref<4xi32> {tir.effect = #tir.effect<read>}, %y: memref<4xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %d = tir.make_dltensor %y, shape [4] device(1, 0) : memref<4xi32>
  tir.dltensor_set %d, data = %x : memref<4xi32>
  %p = tir.dltensor_get %d, data : memref<4xi32>
  // expected-error @below {{'memref.store' op writes argument #0 of @set, which is declared #tir.effect<read>}}
  memref.store %v, %p[%c0] : memref<4xi32>
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func @chosen(%c: i1, %x: memref<4xi32> {tir.effect = #tir.effect<read>}, %y: memref<4xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %a = tir.make_dltensor %x, shape [4] device(1, 0) : memref<4xi32>
  %b = tir.make_dltensor %y, shape [4] device(1, 0) : memref<4xi32>
  %d = arith.select %c, %a, %b : !tir.dltensor
  %p = tir.dltensor_get %d, data : memref<4xi32>
  // expected-error @below {{'memref.store' op writes argument #1 of @chosen, which is declared #tir.effect<read>}}
  memref.store %v, %p[%c0] : memref<4xi32>
  tir.return
}

// -----

tir.struct @s ["a", "b"]
// expected-note @below {{the function is declared here}}
tir.prim_func @struct(%x: memref<4xi32> {tir.effect = #tir.effect<read>}, %v: i32) {
  %c0 = arith.constant 0 : index
  %h = tir.struct_stack @s : !tir.handle
  tir.struct_set %h[@s, "b"] = %x : memref<4xi32>
  %p = tir.struct_get %h[@s, "b"] : memref<4xi32>
  // expected-error @below {{'memref.store' op writes argument #0 of @struct, which is declared #tir.effect<read>}}
  memref.store %v, %p[%c0] : memref<4xi32>
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func @packed(%x: memref<4xi32> {tir.effect = #tir.effect<read>}, %v: i32) {
  %c0 = arith.constant 0 : index
  %values, %codes = tir.packed_stack 2
  %d = tir.make_dltensor %x, shape [4] device(1, 0) : memref<4xi32>
  tir.packed_set %values, %codes[1] = %d : !tir.dltensor
  %e = tir.packed_get %values[1] : !tir.dltensor
  %p = tir.dltensor_get %e, data : memref<4xi32>
  // expected-error @below {{'memref.store' op writes argument #0 of @packed, which is declared #tir.effect<read>}}
  memref.store %v, %p[%c0] : memref<4xi32>
  tir.return
}

// -----

// Constant data must not be written in a function of another dialect, either.

tir.pool @flash {size = 64 : i64, read_only}
func.func @stored(%v: i32) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the data comes from here}}
  %x = tir.pool_view @flash[0] : memref<4xi32>
  // expected-error @below {{'memref.store' op writes constant data; write to a copy}}
  memref.store %v, %x[%c0] : memref<4xi32>
  return
}

// -----

tir.pool @flash {size = 64 : i64, read_only}
func.func @copied(%y: memref<2xi32>, %c: i1, %other: memref<4xi32>) {
  // expected-note @below {{the data comes from here}}
  %x = tir.pool_view @flash[0] : memref<4xi32>
  %s = arith.select %c, %x, %other : memref<4xi32>
  %part = memref.subview %s[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>
  // expected-error @below {{'memref.copy' op writes constant data; write to a copy}}
  memref.copy %y, %part : memref<2xi32> to memref<2xi32, strided<[1]>>
  return
}

// -----

tir.pool @flash {size = 64 : i64, read_only}
func.func private @write(%x: memref<4xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{it is written here}}
  memref.store %v, %x[%c0] : memref<4xi32>
  return
}
func.func @passed(%v: i32) {
  // expected-note @below {{the data comes from here}}
  %x = tir.pool_view @flash[0] : memref<4xi32>
  // expected-error @below {{'func.call' op passes constant data, to a function that writes it; write to a copy}}
  func.call @write(%x, %v) : (memref<4xi32>, i32) -> ()
  return
}

// -----

tir.pool @flash {size = 64 : i64, read_only}
func.func @described(%v: i32) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the data comes from here}}
  %x = tir.pool_view @flash[0] : memref<4xi32>
  %d = tir.make_dltensor %x, shape [4] device(1, 0) : memref<4xi32>
  %p = tir.dltensor_get %d, data : memref<4xi32>
  // expected-error @below {{'memref.store' op writes constant data; write to a copy}}
  memref.store %v, %p[%c0] : memref<4xi32>
  return
}
