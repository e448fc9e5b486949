// RUN: tir-opt %s --verify-diagnostics --split-input-file

// expected-note @below {{device declared here}}
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<open>]}
tir.prim_func @main(%x: memref<4xi8>) {
  %npu0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-error @below {{'tir.sync' op waits for @npu0, whose kernels have ended when they return; leave it out, or add #tir.hook<sync> to the hooks if its driver has TVMDevice<Kind>Sync}}
  tir.sync %npu0 : !tir.device_context<"npu"> writes(%x : memref<4xi8>)
  tir.return
}

// -----

tir.prim_func @main(%handle: !tir.handle) {
  // expected-error @below {{custom op 'tir.sync' invalid kind of type specified: expected tir.device_context, but found '!tir.handle'}}
  tir.sync %handle : !tir.handle
  tir.return
}

// -----

// What a kernel writes is not only read.

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
// expected-note @below {{the function is declared here}}
tir.prim_func @main(%x: memref<4xi8> {tir.effect = #tir.effect<read>}) {
  %npu0 = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-error @below {{'tir.sync' op writes argument #0 of @main, which is declared #tir.effect<read>; declare it read_write, or write to a copy}}
  tir.sync %npu0 : !tir.device_context<"npu"> writes(%x : memref<4xi8>)
  tir.return
}
