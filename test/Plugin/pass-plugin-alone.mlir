// The passes alone register the dialect with its interfaces, even for an input module without it.
// REQUIRES: loadable-plugin

// RUN: mlir-opt %s --load-pass-plugin=%libTIR \
// RUN:   --pass-pipeline='builtin.module(tir-phase-import,tir-phase-kernels,one-shot-bufferize)' \
// RUN:   | FileCheck %s --check-prefix=BUFFERS
// BUFFERS: tir.prim_func private @[[KERNEL:.*]](
// BUFFERS-LABEL: tir.prim_func @main
// BUFFERS: tir.call_tir @[[KERNEL]](%{{.*}}, %{{.*}}) : (memref<4xf32>, memref<4xf32>) -> ()

// RUN: mlir-opt %s --load-pass-plugin=%libTIR \
// RUN:   --pass-pipeline='builtin.module(tir-phase-import,tir-phase-kernels,tir-phase-schedule,tir-phase-buffers,tir-phase-plan,tir-phase-loops,tir-phase-abi,tir-phase-llvm)' \
// RUN:   | FileCheck %s --check-prefix=LLVM
// RUN: mlir-opt %s --load-pass-plugin=%libTIR \
// RUN:   --pass-pipeline='builtin.module(tir-phase-import,tir-phase-kernels,tir-phase-schedule,tir-phase-buffers,tir-phase-plan,tir-phase-loops,tir-phase-abi,tir-phase-emitc)' \
// RUN:   | FileCheck %s --check-prefix=EMITC
// LLVM: llvm.func @tvmgen_default_run
// EMITC: emitc.func @tvmgen_default_run

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %y = linalg.negf ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
