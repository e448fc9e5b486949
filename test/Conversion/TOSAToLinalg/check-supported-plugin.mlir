// REQUIRES: loadable-plugin
// RUN: tir-opt %s --load-dialect-plugin=%kernel_plugin --split-input-file --verify-diagnostics --tir-check-supported
// RUN: rm -rf %t.out && not tirc %s -o %t.out --load-pass-plugin=%kernel_plugin 2>&1 | FileCheck %s
// RUN: not ls %t.out

func.func @opaque(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: check-supported-plugin.mlir:opaque#0: error: operator 'testkernels.opaque' cannot be lowered
  // expected-error-re @below {{operator 'testkernels.opaque' cannot be lowered; supported are {{.*}}; implement tir::kernel::KernelOpInterface for it in the plugin that defines its dialect 'testkernels', or lower it in a pass that runs first (--passes-before=import:PASS)}}
  %y = testkernels.opaque %x : tensor<4xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}
