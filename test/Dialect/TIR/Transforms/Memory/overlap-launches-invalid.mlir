// RUN: tir-opt %s --tir-overlap-launches --split-input-file --verify-diagnostics

tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  // expected-error @below {{'tir.call_extern' op is on tensors, but what a launch uses until its tir.sync is known of buffers only; bufferize the call first (phase 'buffers')}}
  %y = tir.call_extern @npu_relu() outs(%x) context(%c) : (tensor<4xi8>, !tir.device_context<"npu">) -> tensor<4xi8>
  return %y : tensor<4xi8>
}

// -----

// expected-note @below {{its device is asynchronous}}
tir.device @npu0 {kind = "npu", hooks = [#tir.hook<sync>]}
tir.prim_func @main(%x: memref<1xi64>) {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  %zero = arith.constant 0 : index
  // expected-error @below {{'tir.call_packed' op returns a value, but it only launches its kernel, whose result is there when 'sync' returns; have the kernel write it into a buffer}}
  %v = tir.call_packed "npu.count"(%c) : (!tir.device_context<"npu">) -> i64
  memref.store %v, %x[%zero] : memref<1xi64>
  tir.return
}
