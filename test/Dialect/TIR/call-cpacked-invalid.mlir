// RUN: tir-opt %s --verify-diagnostics --split-input-file

func.func @no_identifier() {
  // expected-error @below {{'tir.call_cpacked' op calls @app.log, but no C function can have that name; expected letters, digits and '_', with no leading digit}}
  tir.call_cpacked @app.log() : () -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>) attributes {calling_convention = #tir.calling_convention<unpacked>}
func.func @unpacked(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_cpacked' op calls a function of the convention 'unpacked'; call it by call_extern (an external kernel) or call_tir (a function of this module)}}
  tir.call_cpacked @k(%x) : (memref<4xi8>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>)
func.func @arity(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_cpacked' op passes 2 arguments, but the callee takes 1}}
  tir.call_cpacked @k(%x, %x) : (memref<4xi8>, memref<4xi8>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>)
func.func @shape(%x: memref<5xi8>) {
  // expected-error @below {{'tir.call_cpacked' op argument #0 has extent 5 in dimension 0, expected 4}}
  tir.call_cpacked @k(%x) : (memref<5xi8>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">)
func.func @lacks_context(%x: memref<4xi8>) {
  // expected-error @below {{'tir.call_cpacked' op has no 'context(...)', but the callee takes '!tir.device_context<"npu">' as its last argument}}
  tir.call_cpacked @k(%x) : (memref<4xi8>) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>)
func.func @needless_context(%x: memref<4xi8>, %c: !tir.device_context<"npu">) {
  // expected-error @below {{'tir.call_cpacked' op passes a context, but the callee takes none; give it a last argument of the type '!tir.device_context<"npu">', or drop 'context(...)'}}
  tir.call_cpacked @k(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">)
func.func @other_kind(%x: memref<4xi8>, %c: !tir.device_context<"dsp">) {
  // expected-error @below {{'tir.call_cpacked' op passes '!tir.device_context<"dsp">' as context, expected '!tir.device_context<"npu">'}}
  tir.call_cpacked @k(%x) context(%c) : (memref<4xi8>, !tir.device_context<"dsp">) -> ()
  return
}

// -----

tir.device @npu0 {kind = "npu", program = "a"}
// expected-note @below {{the device is declared here}}
tir.device @npu1 {kind = "npu", program = "b"}
// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8>, !tir.device_context<"npu">) attributes {devices = [@npu0]}
func.func @other_program(%x: memref<4xi8>) {
  %c = tir.get_device_context @npu1 : !tir.device_context<"npu">
  // expected-error @below {{'tir.call_cpacked' op passes the context of @npu1, which is configured with another program than the devices that the callee runs on; pass the context of one of those}}
  tir.call_cpacked @k(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  return
}

// -----

func.func @no_context(%x: memref<4xi8>, %c: !tir.handle) {
  // expected-error @below {{'tir.call_cpacked' op operand #1 must be the resource handle of a device of one kind, but got '!tir.handle'}}
  tir.call_cpacked @k(%x) context(%c) : (memref<4xi8>, !tir.handle) -> ()
  return
}

// -----

// expected-note @below {{callee declared here}}
tir.prim_func private @k(memref<4xi8> {tir.effect = #tir.effect<read>})
func.func @reads_its_out(%x: tensor<4xi8>) {
  // expected-error @below {{'tir.call_cpacked' op argument #0 is among 'outs', but the callee only reads it}}
  %0 = tir.call_cpacked @k() outs(%x) : (tensor<4xi8>) -> tensor<4xi8>
  return
}
