// RUN: tir-opt %s --tir-flatten-memrefs --convert-to-emitc --split-input-file --verify-diagnostics

tir.struct @inputs ["x"]
func.func @field(%s: !tir.handle) {
  // expected-error @+2 {{'tir.struct_get' op makes a buffer of a pointer, but this conversion makes buffers arrays, which C cannot make of a pointer; run tir-convert-to-emitc, which makes them pointers}}
  // expected-error @+1 {{failed to legalize operation 'tir.struct_get'}}
  %x = tir.struct_get %s[@inputs, "x"] : memref<4xi8>
  return
}

// -----

func.func @shape(%t: !tir.dltensor) {
  // expected-error @+2 {{'tir.dltensor_get' op makes a buffer of a pointer, but this conversion makes buffers arrays}}
  // expected-error @+1 {{failed to legalize operation 'tir.dltensor_get'}}
  %x = tir.dltensor_get %t, shape : memref<4xi64>
  return
}

// -----

tir.pool @sram {size = 64 : i64}
func.func @view() {
  // expected-error @+2 {{'tir.pool_view' op makes a buffer of a pointer, but this conversion makes buffers arrays}}
  // expected-error @+1 {{failed to legalize operation 'tir.pool_view'}}
  %x = tir.pool_view @sram[0] : memref<4xi64>
  return
}

// -----

func.func @caller(%x: memref<4xi8>) {
  // expected-error @+2 {{'tir.call_extern' op leaves its calling convention open, which no back end can lower; run tir-make-unpacked-api first}}
  // expected-error @+1 {{failed to legalize operation 'tir.call_extern'}}
  tir.call_extern @f(%x) : (memref<4xi8>) -> ()
  return
}

// -----

func.func @waits(%npu0: !tir.device_context<"npu">) {
  // expected-error @+2 {{'tir.sync' op leaves its calling convention open, which no back end can lower; run tir-insert-device-hooks first}}
  // expected-error @+1 {{failed to legalize operation 'tir.sync'}}
  tir.sync %npu0 : !tir.device_context<"npu">
  return
}

// -----

func.func @cleanup() -> i32 {
  %code = arith.constant 0 : i32
  // expected-error @+2 {{'tir.try' op leaves open how its clean-up is reached, which no back end can lower; run tir-lower-try first}}
  // expected-error @+1 {{failed to legalize operation 'tir.try'}}
  tir.try {
  } finally {
  }
  return %code : i32
}

// -----

func.func @cast(%h: !tir.handle) {
  // expected-error @+2 {{'tir.pointer_cast' op makes a buffer of a pointer, but this conversion makes buffers arrays, which C cannot make of a pointer; run tir-convert-to-emitc, which makes them pointers}}
  // expected-error @+1 {{failed to legalize operation 'tir.pointer_cast'}}
  %x = tir.pointer_cast %h : !tir.handle to memref<4xi8>
  return
}
