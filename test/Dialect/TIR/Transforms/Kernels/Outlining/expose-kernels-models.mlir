// RUN: tir-opt %s --tir-expose-kernels | FileCheck %s

// Each model gets outputs of its own for a kernel that both call.
// CHECK-LABEL: tir.prim_func @first(
// CHECK-SAME:    tir.name = "relu", tir.port = #tir.port<exposed = <kernel = "relu", place = "clamp#0", reads = []>>
// CHECK-LABEL: tir.prim_func @second(
// CHECK-SAME:    tir.name = "relu", tir.port = #tir.port<exposed = <kernel = "relu", place = "clamp#0", reads = []>>
tir.prim_func private @relu(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<4xf32> {tir.effect = #tir.effect<write>})
    attributes {tir.function = #tir.function<kernel = <place = "clamp#0">>} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
tir.prim_func @first(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                     %y: memref<4xf32> {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "first">} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %t = tir.call_tir @relu(%in) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %t in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}
tir.prim_func @second(%x: memref<4xf32> {tir.effect = #tir.effect<read>},
                      %y: memref<4xf32> {tir.effect = #tir.effect<write>})
    attributes {tir.model = #tir.model<name = "second">} {
  %in = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %t = tir.call_tir @relu(%in) outs(%e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %t in restrict writable %y : (tensor<4xf32>, memref<4xf32>) -> ()
  tir.return
}
