// The library as a plugin of the packaged mlir-opt: dialect, interfaces, passes and phases.
// REQUIRES: loadable-plugin

// RUN: mlir-opt %s --load-dialect-plugin=%libTIR --load-pass-plugin=%libTIR \
// RUN:   --pass-pipeline='builtin.module(tir-name-locations,one-shot-bufferize{bufferize-function-boundaries})' \
// RUN:   | FileCheck %s
// In a tool that has everything already.
// RUN: tir-opt %s --load-dialect-plugin=%libTIR --load-pass-plugin=%libTIR \
// RUN:   --pass-pipeline='builtin.module(tir-name-locations,one-shot-bufferize{bufferize-function-boundaries})' \
// RUN:   | FileCheck %s
// The dialect alone, with its interfaces.
// RUN: mlir-opt %s --load-dialect-plugin=%libTIR \
// RUN:   --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s

tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}

// CHECK-LABEL: func.func @on_tensors
// CHECK: tir.call_tir @relu(%{{.*}}, %{{.*}}) : (memref<4xf32>, memref<4xf32>) -> ()
func.func @on_tensors(%x: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %y = tir.call_tir @relu(%x) outs(%empty)
      : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
