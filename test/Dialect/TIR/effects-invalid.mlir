// RUN: tir-opt %s --verify-diagnostics --split-input-file

// A body must respect the declared effects on its buffers: it must not write a buffer that is only read, nor constant
// data.

// expected-note @below {{the function is declared here}}
tir.prim_func private @stores(%n: i32, %x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 7.0 : f32
  // expected-error @below {{'memref.store' op writes argument #1 of @stores, which is declared #tir.effect<read>; declare it read_write, or write to a copy}}
  memref.store %f, %x[%c0] : memref<4xf32>
  tir.return
}

// -----

tir.prim_func private @fills_view(
    // expected-note @above {{the function is declared here}}
    %x: memref<4x4xf32> {tir.effect = #tir.effect<read>}) {
  %f = arith.constant 7.0 : f32
  %part = memref.subview %x[1, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 1], offset: 4>>
  %rebased = tir.rebase %part : memref<2x4xf32, strided<[4, 1], offset: 4>> to memref<2x4xf32>
  %cast = memref.cast %rebased : memref<2x4xf32> to memref<?x4xf32>
  // expected-error @below {{'linalg.fill' op writes argument #0 of @fills_view}}
  linalg.fill ins(%f : f32) outs(%cast : memref<?x4xf32>)
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func private @copies(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32>) {
  // expected-error @below {{'memref.copy' op writes argument #0 of @copies}}
  memref.copy %y, %x : memref<4xf32> to memref<4xf32>
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func private @vector(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'vector.transfer_write' op writes argument #0 of @vector}}
  vector.transfer_write %v, %x[%c0] : vector<4xf32>, memref<4xf32>
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func private @frees(%x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  // expected-error @below {{'memref.dealloc' op frees argument #0 of @frees}}
  memref.dealloc %x : memref<4xf32>
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func private @materializes(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32>) {
  %t = bufferization.to_tensor %y restrict : memref<4xf32> to tensor<4xf32>
  // expected-error @below {{'bufferization.materialize_in_destination' op writes argument #0 of @materializes}}
  bufferization.materialize_in_destination %t in restrict writable %x : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func private @lets_bufferize(%x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  // expected-error @below {{'bufferization.to_tensor' op makes writable argument #0 of @lets_bufferize, which is declared #tir.effect<read>}}
  %t = bufferization.to_tensor %x restrict writable : memref<4xf32> to tensor<4xf32>
  tir.return
}

// -----

// Through pointers, selections and what loops carry.

tir.struct @slots ["a"]
// expected-note @below {{the function is declared here}}
tir.prim_func private @pointer(%x: memref<1xi64> {tir.effect = #tir.effect<read>}) {
  %p = tir.pointer_cast %x : memref<1xi64> to !tir.handle
  // expected-error @below {{'tir.struct_set' op writes argument #0 of @pointer}}
  tir.struct_set %p[@slots, "a"] = %p : !tir.handle
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func private @selected(%c: i1, %x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32>) {
  %f = arith.constant 7.0 : f32
  %one = arith.select %c, %y, %x : memref<4xf32>
  // expected-error @below {{'linalg.fill' op writes argument #1 of @selected}}
  linalg.fill ins(%f : f32) outs(%one : memref<4xf32>)
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func private @carried(%n: index, %x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 7.0 : f32
  scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (memref<4xf32>) {
    // expected-error @below {{'memref.store' op writes argument #1 of @carried}}
    memref.store %f, %a[%i] : memref<4xf32>
    scf.yield %y : memref<4xf32>
  }
  tir.return
}

// -----

// Calls have the effects that the callee declares.

// expected-note @below {{callee declared here}}
tir.prim_func private @w(%x: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %f = arith.constant 7.0 : f32
  linalg.fill ins(%f : f32) outs(%x : memref<4xf32>)
  tir.return
}
// expected-note @below {{the function is declared here}}
tir.prim_func private @passes_on(%x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  // expected-error @below {{'tir.call_tir' op argument #0 is argument #0 of @passes_on, which is declared #tir.effect<read>, but the callee writes it; declare it read_write, or write to a copy}}
  tir.call_tir @w(%x) : (memref<4xf32>) -> ()
  tir.return
}

// -----

// Without a declaration, the effect is read_write.
// expected-note @below {{callee declared here}}
tir.prim_func private @outside(memref<4xf32>)
// expected-note @below {{the function is declared here}}
tir.prim_func private @passes_out(%x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  // expected-error @below {{'tir.call_extern' op argument #0 is argument #0 of @passes_out}}
  tir.call_extern @outside(%x) : (memref<4xf32>) -> ()
  tir.return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @outside(memref<4xf32>)
// expected-note @below {{the function is declared here}}
tir.prim_func private @passes_packed(%x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  // expected-error @below {{'tir.call_cpacked' op argument #0 is argument #0 of @passes_packed}}
  tir.call_cpacked @outside(%x) : (memref<4xf32>) -> ()
  tir.return
}

// -----

// A function of another dialect declares nothing; its body shows its effects.

func.func private @helper(%n: i32, %x: memref<4xf32>) {
  // expected-note @below {{it is written here}}
  func.call @inner(%x) : (memref<4xf32>) -> ()
  return
}
func.func private @inner(%x: memref<4xf32>) {
  %f = arith.constant 7.0 : f32
  linalg.fill ins(%f : f32) outs(%x : memref<4xf32>)
  return
}
// expected-note @below {{the function is declared here}}
tir.prim_func private @calls_helper(%n: i32, %x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  // expected-error @below {{'func.call' op passes argument #1 of @calls_helper, which is declared #tir.effect<read>, to a function that writes it; declare it read_write, or write to a copy}}
  func.call @helper(%n, %x) : (i32, memref<4xf32>) -> ()
  tir.return
}

// -----

// A buffer with the effect write has no defined contents at first.

// expected-note @below {{the function is declared here}}
tir.prim_func private @accumulates(%x: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'memref.load' op reads argument #0 of @accumulates, which is declared #tir.effect<write>, before it is written; declare it read_write}}
  %v = memref.load %x[%c0] : memref<4xf32>
  memref.store %v, %x[%c0] : memref<4xf32>
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func private @multiplies(%a: memref<4x4xf32> {tir.effect = #tir.effect<read>},
                                  %x: memref<4x4xf32> {tir.effect = #tir.effect<write>}) {
  // expected-error @below {{'linalg.matmul' op reads argument #1 of @multiplies}}
  linalg.matmul ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%x : memref<4x4xf32>)
  tir.return
}

// -----

// expected-note @below {{the function is declared here}}
tir.prim_func private @in_loop(%x: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    // expected-error @below {{'memref.load' op reads argument #0 of @in_loop}}
    %v = memref.load %x[%i] : memref<4xf32>
    memref.store %v, %x[%i] : memref<4xf32>
  }
  tir.return
}

// -----

tir.prim_func private @reads(%x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  tir.return
}
// expected-note @below {{the function is declared here}}
tir.prim_func private @lets_read(%x: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  // expected-error @below {{'tir.call_tir' op reads argument #0 of @lets_read}}
  tir.call_tir @reads(%x) : (memref<4xf32>) -> ()
  tir.return
}

// -----

// Nothing may write constant data.

memref.global "private" constant @c : memref<4xf32> = dense<1.0>
// expected-note @below {{callee declared here}}
tir.prim_func private @k(%y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %f = arith.constant 2.0 : f32
  linalg.fill ins(%f : f32) outs(%y : memref<4xf32>)
  tir.return
}
func.func @constant_global() {
  // expected-note @below {{the data comes from here}}
  %g = memref.get_global @c : memref<4xf32>
  // expected-error @below {{'tir.call_tir' op argument #0 is constant data, but the callee writes it; write to a copy}}
  tir.call_tir @k(%g) : (memref<4xf32>) -> ()
  return
}

// -----

tir.pool @p {size = 32 : i64, read_only, contents = dense<1.0> : tensor<8xf32>}
// expected-note @below {{callee declared here}}
tir.prim_func private @k(%n: i32, %y: memref<4xf32>) {
  tir.return
}
func.func @read_only_pool(%n: i32) {
  // expected-note @below {{the data comes from here}}
  %g = tir.pool_view @p[0] : memref<8xf32>
  %part = memref.subview %g[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %cast = memref.cast %part : memref<4xf32, strided<[1]>> to memref<4xf32>
  // expected-error @below {{'tir.call_tir' op argument #1 is constant data, but the callee writes it}}
  tir.call_tir @k(%n, %cast) : (i32, memref<4xf32>) -> ()
  return
}

// -----

memref.global "private" constant @c : memref<4xf32> = dense<1.0>
// expected-note @below {{callee declared here}}
tir.prim_func private @outside(memref<4xf32> {tir.effect = #tir.effect<write>})
func.func @perhaps_constant(%n: i1, %x: memref<4xf32>) {
  // expected-note @below {{the data comes from here}}
  %g = memref.get_global @c : memref<4xf32>
  %one = scf.if %n -> memref<4xf32> {
    scf.yield %x : memref<4xf32>
  } else {
    scf.yield %g : memref<4xf32>
  }
  // expected-error @below {{'tir.call_extern' op argument #0 is constant data, but the callee writes it}}
  tir.call_extern @outside(%one) : (memref<4xf32>) -> ()
  return
}

// -----

memref.global "private" constant @c : memref<4xf32> = dense<1.0>
tir.prim_func private @writes_constant(%x: memref<4xf32> {tir.effect = #tir.effect<read>}) {
  // expected-note @below {{the data comes from here}}
  %g = memref.get_global @c : memref<4xf32>
  // expected-error @below {{'memref.copy' op writes constant data; write to a copy}}
  memref.copy %x, %g : memref<4xf32> to memref<4xf32>
  tir.return
}

// -----

tir.prim_func private @writes_text(%n: i8) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the data comes from here}}
  %text = tir.string_constant "text"
  %bytes = tir.pointer_cast %text : !tir.string to memref<4xi8>
  // expected-error @below {{'memref.store' op writes constant data}}
  memref.store %n, %bytes[%c0] : memref<4xi8>
  tir.return
}
