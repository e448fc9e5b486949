// RUN: tir-opt %s --tir-phase-buffers | FileCheck %s --check-prefix=BUFFERS
// RUN: tir-opt %s --tir-phase-buffers --tir-phase-plan | FileCheck %s --check-prefix=PLAN
// RUN: tir-opt %s --tir-phase-buffers --tir-phase-plan=strategy=separate | FileCheck %s --check-prefix=SEPARATE

// The output of the phase `kernels` passes `buffers` and `plan`: calls in destination-passing style get buffers, and
// the last one writes to the output. The shared destination does not keep one buffer live throughout, and the steps in
// the middle overwrite their inputs.

// BUFFERS-LABEL: tir.prim_func @main(
// BUFFERS-SAME:    %[[X:.*]]: memref<4x4xi8> {{.*}}, %[[Y:.*]]: memref<16xi8>
// BUFFERS:         %[[W:.*]] = memref.get_global @weights
// BUFFERS:         %[[OUT:.*]] = memref.expand_shape %[[Y]]
// BUFFERS-COUNT-3: memref.alloc() : memref<4x4xi8>
// BUFFERS-NOT:     memref.alloc
// BUFFERS:         tir.call_tir @step(%{{.*}}, %[[W]], %[[OUT]])
// BUFFERS-NEXT:    tir.return

// PLAN:     tir.prim_func private @step_in_place
// PLAN:     memref.global "private" @workspace : memref<16xi8> = uninitialized {alignment = 16 : i64}
// PLAN:     plan = <buffers = [{{.*}}"step"{{.*}}"step_1"{{.*}}"step_2"
// PLAN-NOT: memref.alloc
// PLAN-COUNT-1: memref.get_global @workspace
// PLAN-NOT: memref.get_global @workspace
// PLAN-NOT: memref.alloc

// SEPARATE-DAG: memref.global "private" @step_buffer : memref<4x4xi8> = uninitialized {alignment = 16 : i64}
// SEPARATE-DAG: memref.global "private" @step_1_buffer : memref<4x4xi8>
// SEPARATE-DAG: memref.global "private" @step_2_buffer : memref<4x4xi8>

module {
  memref.global "private" constant @weights : memref<4xi8> = dense<3> {alignment = 16 : i64}
  tir.prim_func private @step(%x: memref<4x4xi8> {tir.effect = #tir.effect<read>, tir.name = "input"}, %w: memref<4xi8> {tir.effect = #tir.effect<read>, tir.name = "weights"}, %y: memref<4x4xi8> {tir.effect = #tir.effect<write>, tir.name = "output"}) attributes {tir.function = #tir.function<kernel = <fused = ["add#0"], place = "add#0">>} {
    %in = bufferization.to_tensor %x restrict : memref<4x4xi8> to tensor<4x4xi8>
    %empty = tensor.empty() : tensor<4x4xi8>
    %sum = linalg.add ins(%in, %in : tensor<4x4xi8>, tensor<4x4xi8>) outs(%empty : tensor<4x4xi8>) -> tensor<4x4xi8>
    bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<4x4xi8>, memref<4x4xi8>) -> ()
    tir.return
  }
  tir.prim_func @main(%x: memref<4x4xi8> {tir.effect = #tir.effect<read>, tir.name = "x"}, %y: memref<16xi8> {tir.effect = #tir.effect<write>, tir.name = "y"}) attributes {tir.model = #tir.model<name = "default", source = "x.mlir">} {
    %in = bufferization.to_tensor %x restrict : memref<4x4xi8> to tensor<4x4xi8>
    %w = memref.get_global @weights : memref<4xi8>
    %weights = bufferization.to_tensor %w restrict : memref<4xi8> to tensor<4xi8>
    %out = bufferization.to_tensor %y restrict writable : memref<16xi8> to tensor<16xi8>
    %dest = tensor.expand_shape %out [[0, 1]] output_shape [4, 4] : tensor<16xi8> into tensor<4x4xi8>
    %empty = tensor.empty() : tensor<4x4xi8>
    %a = tir.call_tir @step(%in, %weights) outs(%empty) : (tensor<4x4xi8>, tensor<4xi8>, tensor<4x4xi8>) -> tensor<4x4xi8>
    %b = tir.call_tir @step(%a, %weights) outs(%empty) : (tensor<4x4xi8>, tensor<4xi8>, tensor<4x4xi8>) -> tensor<4x4xi8>
    %c = tir.call_tir @step(%b, %weights) outs(%empty) : (tensor<4x4xi8>, tensor<4xi8>, tensor<4x4xi8>) -> tensor<4x4xi8>
    %d = tir.call_tir @step(%c, %weights) outs(%dest) : (tensor<4x4xi8>, tensor<4xi8>, tensor<4x4xi8>) -> tensor<4x4xi8>
    %flat = tensor.collapse_shape %d [[0, 1]] : tensor<4x4xi8> into tensor<16xi8>
    bufferization.materialize_in_destination %flat in restrict writable %y : (tensor<16xi8>, memref<16xi8>) -> ()
    tir.return
  }
}
