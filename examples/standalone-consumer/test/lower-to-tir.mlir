// With our own tool, and with the packaged mlir-opt and one plugin for both dialects.
// RUN: npu-opt %s --npu-lower-to-tir --split-input-file | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(npu-lower-to-tir)' --split-input-file | FileCheck %s

// One declaration for each kernel.
// CHECK-DAG: tir.prim_func private @npu_add_1x6x6x4(memref<1x6x6x4xi8> {tir.effect = #tir.effect<read>}, memref<1x6x6x4xi8> {tir.effect = #tir.effect<read>}, memref<1x6x6x4xi8> {tir.effect = #tir.effect<write>})
// CHECK-DAG: tir.prim_func private @npu_conv2d_1x8x8x2_4x3x3x2_5(memref<1x8x8x2xi8> {tir.effect = #tir.effect<read>}, memref<4x3x3x2xi8> {tir.effect = #tir.effect<read>}, memref<1x6x6x4xi8> {tir.effect = #tir.effect<write>})

// CHECK-LABEL: func.func @main
// CHECK: %[[CONV:.*]] = tir.call_extern @npu_conv2d_1x8x8x2_4x3x3x2_5(%{{.*}}, %{{.*}}) outs(%{{.*}}) : (tensor<1x8x8x2xi8>, tensor<4x3x3x2xi8>, tensor<1x6x6x4xi8>) -> tensor<1x6x6x4xi8>
// CHECK: %[[SUM:.*]] = tir.call_extern @npu_add_1x6x6x4(%[[CONV]], %[[CONV]])
// CHECK: tir.call_extern @npu_add_1x6x6x4(%[[SUM]], %[[CONV]])
func.func @main(%x: tensor<1x8x8x2xi8>, %w: tensor<4x3x3x2xi8>) -> tensor<1x6x6x4xi8> {
  %conv = npu.conv2d %x, %w shift 5 : (tensor<1x8x8x2xi8>, tensor<4x3x3x2xi8>) -> tensor<1x6x6x4xi8>
  %sum = npu.add %conv, %conv : tensor<1x6x6x4xi8>
  %y = npu.add %sum, %conv : tensor<1x6x6x4xi8>
  return %y : tensor<1x6x6x4xi8>
}

// -----

// CHECK-LABEL: func.func @wait
// CHECK: tir.call_extern @npu_barrier() context(%{{.*}}) : (!tir.device_context<"npu">) -> ()
func.func @wait(%npu: !tir.device_context<"npu">) {
  npu.barrier %npu : !tir.device_context<"npu">
  return
}
