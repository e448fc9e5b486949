// REQUIRES: loadable-plugin
// RUN: tir-opt %s --load-dialect-plugin=%kernel_plugin --tir-widen-storage --verify-diagnostics

func.func @main(%x: tensor<4xi48>) -> tensor<8xi48> {
  // expected-error @below {{operator 'testkernels.interleave' works on elements of type 'i48', which are stored as 'i64', but does not implement tir::kernel::StorageOpInterface; implement it, or cast to 'i64' before the operator}}
  %y = testkernels.interleave %x, %x : tensor<4xi48> -> tensor<8xi48>
  return %y : tensor<8xi48>
}
