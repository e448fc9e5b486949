// RUN: tir-opt %s -split-input-file -verify-diagnostics -tir-set-calling-conventions

tir.prim_func @main(%x: memref<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32>
  // expected-error@+1 {{'tir.call_extern' op is on tensors, but calling conventions pass buffers; bufferize the calls first (phase 'buffers')}}
  %y = tir.call_extern @f() outs(%empty) : (tensor<4xf32>) -> tensor<4xf32>
  tir.return
}
