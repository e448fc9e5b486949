// RUN: tir-opt %s --tir-lower-kernels --verify-diagnostics

tir.prim_func @unknown(%y: memref<4xf32>) {
  // expected-error @below {{'bufferization.alloc_tensor' of type 'tensor<4xf32>' stands in a kernel, but no single element of it can be computed}}
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  bufferization.materialize_in_destination %t in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}
