// RUN: tir-opt %s --tir-thread-device-contexts --verify-diagnostics

tir.device @npu0 {kind = "npu"}
// expected-note @below {{the function is declared here}}
tir.prim_func private @relu(%x: memref<4xi8>) attributes {exported_name = "app_relu", registered} {
  %c = tir.get_device_context @npu0 : !tir.device_context<"npu">
  tir.call_extern @npu_relu(%x) context(%c) : (memref<4xi8>, !tir.device_context<"npu">) -> ()
  tir.return
}
func.func @main(%y: tensor<4xi8>) -> tensor<4xi8> {
  // expected-error @below {{'tir.call_packed' op calls a function that needs a context, which the registry passes after all other arguments, but on tensors destinations come last; bufferize the call first (phase 'buffers')}}
  %out = tir.call_packed "app_relu"() outs(%y) : (tensor<4xi8>) -> tensor<4xi8>
  return %out : tensor<4xi8>
}
