// RUN: tir-opt %s --split-input-file --verify-diagnostics

// The program of a device counts wherever its context goes.

tir.device @npu0 {kind = "npu", program = "vision"}
// expected-note @below {{the device is declared here}}
tir.device @npu1 {kind = "npu", device_id = 1 : i32, program = "audio"}
// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">)
    attributes {devices = [@npu0], calling_convention = #tir.calling_convention<unpacked>}
func.func @selected(%c: i1, %x: memref<4xi8>) -> i32 {
  %a = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-note @below {{the context comes from here}}
  %b = tir.get_device_context @npu1 : !tir.device_context<"npu">
  %s = arith.select %c, %a, %b : !tir.device_context<"npu">
  // expected-error @below {{'tir.call_extern' op passes the context of @npu1, which is configured with another program than the devices that the callee runs on; pass the context of one of those}}
  tir.call_extern @k(%x) context(%s) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}

// -----

tir.device @npu0 {kind = "npu", program = "vision"}
// expected-note @below {{the device is declared here}}
tir.device @npu1 {kind = "npu", device_id = 1 : i32, program = "audio"}
// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">)
    attributes {devices = [@npu0], calling_convention = #tir.calling_convention<unpacked>}
tir.prim_func private @mid(%x: memref<4xi8>, %c: !tir.device_context<"npu">) {
  // expected-error @below {{passes the context of @npu1, which is configured with another program}}
  tir.call_extern @k(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}
func.func @through_an_argument(%x: memref<4xi8>) -> i32 {
  // expected-note @below {{the context comes from here}}
  %b = tir.get_device_context @npu1 : !tir.device_context<"npu">
  tir.call_tir @mid(%x, %b) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}

// -----

tir.device @npu0 {kind = "npu", program = "vision"}
// expected-note @below {{the device is declared here}}
tir.device @npu1 {kind = "npu", program = "audio"}
// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">)
    attributes {devices = [@npu0], calling_convention = #tir.calling_convention<unpacked>}
func.func @in_a_branch(%c: i1, %x: memref<4xi8>) -> i32 {
  %a = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-note @below {{the context comes from here}}
  %b = tir.get_device_context @npu1 : !tir.device_context<"npu">
  %s = scf.if %c -> !tir.device_context<"npu"> {
    scf.yield %a : !tir.device_context<"npu">
  } else {
    scf.yield %b : !tir.device_context<"npu">
  }
  // expected-error @below {{passes the context of @npu1, which is configured with another program}}
  tir.call_extern @k(%x) context(%s) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}

// -----

tir.device @npu0 {kind = "npu", program = "vision"}
// expected-note @below {{the device is declared here}}
tir.device @npu1 {kind = "npu", program = "audio"}
// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">)
    attributes {devices = [@npu0], calling_convention = #tir.calling_convention<unpacked>}
func.func @carried(%n: index, %x: memref<4xi8>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-note @below {{the context comes from here}}
  %b = tir.get_device_context @npu1 : !tir.device_context<"npu">
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b)
      -> (!tir.device_context<"npu">, !tir.device_context<"npu">) {
    // expected-error @below {{passes the context of @npu1, which is configured with another program}}
    tir.call_extern @k(%x) context(%p) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
    scf.yield %q, %p : !tir.device_context<"npu">, !tir.device_context<"npu">
  }
  %z = arith.constant 0 : i32
  return %z : i32
}

// -----

tir.device @npu0 {kind = "npu", program = "vision"}
// expected-note @below {{the device is declared here}}
tir.device @npu1 {kind = "npu", program = "audio"}
// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">)
    attributes {devices = [@npu0], calling_convention = #tir.calling_convention<unpacked>}
func.func @to_a_block(%c: i1, %x: memref<4xi8>) -> i32 {
  %a = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-note @below {{the context comes from here}}
  %b = tir.get_device_context @npu1 : !tir.device_context<"npu">
  cf.cond_br %c, ^use(%a : !tir.device_context<"npu">), ^use(%b : !tir.device_context<"npu">)
^use(%s: !tir.device_context<"npu">):
  // expected-error @below {{passes the context of @npu1, which is configured with another program}}
  tir.call_extern @k(%x) context(%s) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}

// -----

tir.device @npu0 {kind = "npu", program = "vision"}
// expected-note @below {{the device is declared here}}
tir.device @npu1 {kind = "npu", program = "audio"}
// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">)
    attributes {devices = [@npu0], calling_convention = #tir.calling_convention<unpacked>}
func.func private @pick() -> !tir.device_context<"npu"> {
  // expected-note @below {{the context comes from here}}
  %b = tir.get_device_context @npu1 : !tir.device_context<"npu">
  return %b : !tir.device_context<"npu">
}
func.func @returned(%x: memref<4xi8>) -> i32 {
  %b = func.call @pick() : () -> !tir.device_context<"npu">
  // expected-error @below {{passes the context of @npu1, which is configured with another program}}
  tir.call_extern @k(%x) context(%b) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}

// -----

// The context of a function that runs on a device belongs to the device.

tir.device @npu0 {kind = "npu", program = "vision"}
// expected-note @below {{the device is declared here}}
tir.device @npu1 {kind = "npu", program = "audio"}
// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">)
    attributes {devices = [@npu0], calling_convention = #tir.calling_convention<unpacked>}
tir.prim_func private @on_another(%x: memref<4xi8>, %c: !tir.device_context<"npu">) attributes {devices = [@npu1]} {
  %y = memref.alloc() : memref<4xi8>
  // expected-error @below {{passes the context of @npu1, which is configured with another program}}
  tir.call_extern @k(%y) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}

// -----

tir.device @npu0 {kind = "npu", program = "vision"}
// expected-note @below {{the device is declared here}}
tir.device @npu1 {kind = "npu", program = "audio"}
// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">)
    attributes {devices = [@npu0], calling_convention = #tir.calling_convention<unpacked>}
func.func @declared(%x: memref<4xi8>, %c: !tir.device_context<"npu"> {tir.port = #tir.port<device = "npu1">}) -> i32 {
  // expected-error @below {{passes the context of @npu1, which is configured with another program}}
  tir.call_extern @k(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}
