// RUN: tir-opt %s --tir-insert-device-hooks --split-input-file --verify-diagnostics

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<open>, #tir.hook<close>]}
func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-error @below {{'tir.call_extern' op is on tensors, but hooks can only be called around calls on buffers; bufferize the call first (phase 'buffers')}}
  %y = tir.call_extern @npu_relu() outs(%x) context(%c) : (tensor<4xi8>, !tir.device_context<"npu">) -> tensor<4xi8>
  return %y : tensor<4xi8>
}

// -----

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<close>]}
tir.prim_func @main(%n: i1, %z: i64) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  %v = scf.if %n -> (i64) {
    // expected-error @below {{'tir.call_packed' op returns a value that leaves its block, but the device is closed in between; have the kernel write it into a buffer}}
    %v = tir.call_packed "npu.count"(%c) : (!tir.device_context<"npu">) -> i64
    // expected-note @below {{it leaves here}}
    scf.yield %v : i64
  } else {
    scf.yield %z : i64
  }
  tir.call_extern @use(%v) : (i64) -> ()
  tir.return
}

// -----

// Codes of hooks must be returned.

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<open>]}
// expected-error @below {{'func.func' op uses a device of the kind "npu", so it must return the codes of its hooks, but it returns nothing; let it return one i32, or make it a tir.prim_func}}
func.func @opens(%x: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-note @below {{the device is used here}}
  tir.call_extern void @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  return
}

// -----

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<activate>]}
// expected-error @below {{'func.func' op uses a device of the kind "npu", so it must return the codes of its hooks, but it returns 'f32'; let it return one i32, or make it a tir.prim_func}}
func.func @activates(%x: memref<4xi8>, %f: f32) -> f32 {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern void @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  return %f : f32
}

// -----

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<deactivate>]}
// expected-error @below {{'func.func' op has several blocks, but the hooks of a run can only be called around one block; use structured control flow (scf)}}
func.func @blocks(%x: memref<4xi8>, %q: i1) -> i32 {
  %z = arith.constant 0 : i32
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  cf.cond_br %q, ^a, ^b
^a:
  tir.call_extern @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  cf.br ^b
^b:
  return %z : i32
}

// -----

// expected-note @below {{the device is asynchronous}}
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.prim_func @main(%x: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-error @below {{'tir.call_extern' op only launches its kernel, but nothing in its block waits for the end; run tir-overlap-launches before the memory is planned}}
  tir.call_extern @npu_fill(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}

// -----

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
// expected-error @below {{'func.func' op uses a device of the kind "npu", so it must return the codes of its hooks, but it returns nothing; let it return one i32, or make it a tir.prim_func}}
func.func @waits(%x: memref<4xi8>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern void @npu_fill(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  // expected-note @below {{the device is used here}}
  tir.sync %c : !tir.device_context<"npu"> writes(%x : memref<4xi8>)
  return
}
