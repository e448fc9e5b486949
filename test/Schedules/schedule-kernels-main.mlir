// RUN: tir-opt %s --tir-schedule-kernels | FileCheck %s

// The main function calls kernels and is not a kernel itself, so it gets no schedule.

// CHECK-LABEL: @negate
// CHECK-SAME:    schedule = #kernel.elementwise
tir.prim_func private @negate(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                              %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %out = linalg.negf ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// CHECK-LABEL: tir.prim_func @main
// CHECK-NOT:     schedule
// CHECK:         bufferization.materialize_in_destination
tir.prim_func @main(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                    %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %out = tir.call_tir @negate(%in) outs(%empty) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}
