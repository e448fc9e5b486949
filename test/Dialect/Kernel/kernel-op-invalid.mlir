// REQUIRES: loadable-plugin
// RUN: tir-opt %s --load-dialect-plugin=%kernel_plugin --verify-diagnostics

func.func @effect(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'testkernels.count' op implements tir::kernel::KernelOpInterface and may have effects on memory, expected none, since kernels compute it where and as often as they need it: declare it Pure}}
  %y = testkernels.count %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}
