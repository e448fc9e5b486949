// REQUIRES: loadable-plugin
// RUN: tir-opt %s --load-dialect-plugin=%kernel_plugin --tir-outline-kernels --verify-diagnostics

func.func @opaque(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'testkernels.opaque' cannot be made into a kernel: it is not one of the structured linalg and tensor operations, and does not implement tir::kernel::KernelOpInterface; rewrite it into those before this phase, or implement the interface}}
  %y = testkernels.opaque %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}
