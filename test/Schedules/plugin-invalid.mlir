// REQUIRES: loadable-plugin
// RUN: tir-opt %s --load-dialect-plugin=%kernel_plugin --split-input-file --verify-diagnostics

// A schedule rejects the kernels that it does not support.
// expected-error @+1 {{'tir.prim_func' op is not a kernel for #testkernels.one_op, expected one linalg operation without a reduction}}
tir.prim_func private @twice(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                             %y: memref<4xf32> {tir.effect = #tir.effect<write>})
    attributes {schedule = #testkernels.one_op} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %out = linalg.negf ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %out2 = linalg.negf ins(%out : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %out2 in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}
