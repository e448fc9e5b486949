// RUN: tir-opt %s --tir-schedule-kernels | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels=schedule=elementwise | FileCheck %s
// RUN: tir-opt %s --tir-schedule-kernels --tir-lower-kernels | FileCheck %s --check-prefix=LOOPS

// A kernel on tensors gets a schedule. One that is on memrefs already and a declaration get none.

// CHECK-LABEL: @negate
// CHECK-SAME:    schedule = #kernel.elementwise
// LOOPS-LABEL: @negate
// LOOPS-NOT:     schedule
// LOOPS:         scf.for
tir.prim_func private @negate(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                              %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %out = linalg.negf ins(%in : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}

// CHECK-LABEL: @on_memrefs
// CHECK-NOT:     schedule
// CHECK:         linalg.negf
tir.prim_func private @on_memrefs(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                                  %y: memref<4xf32> {tir.effect = #tir.effect<write>}) {
  linalg.negf ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  tir.return
}

// CHECK-LABEL: @declared
// CHECK-NOT:     schedule
tir.prim_func private @declared(memref<4xf32>)
