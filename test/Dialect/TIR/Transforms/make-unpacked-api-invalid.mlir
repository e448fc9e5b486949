// RUN: tir-opt %s --tir-make-unpacked-api --split-input-file --verify-diagnostics

// expected-error @below {{'tir.prim_func' op argument #1 is 'memref<?xi8>', whose shape an unpacked function cannot receive: it gets a data pointer alone}}
tir.prim_func @dynamic(%x: memref<4xi8>, %y: memref<?xi8>) {
  tir.return
}

// -----

// expected-error @below {{whose strides and offset an unpacked function cannot receive}}
tir.prim_func @strided(%x: memref<4xi8, strided<[2]>>) {
  tir.return
}

// -----

tir.prim_func private @kernel(%x: memref<4xi8> {tir.effect = #tir.effect<write>}) {
  tir.return
}
func.func @on_tensors(%x: tensor<4xi8>) -> tensor<4xi8> {
  // expected-error @below {{'tir.call_tir' op is on tensors, but the unpacked convention passes buffers; bufferize the calls first (phase 'buffers')}}
  %y = tir.call_tir @kernel() outs(%x) : (tensor<4xi8>) -> tensor<4xi8>
  return %y : tensor<4xi8>
}
