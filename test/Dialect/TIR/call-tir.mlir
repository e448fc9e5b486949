// RUN: tir-opt %s | tir-opt | FileCheck %s
// RUN: tir-opt %s --mlir-print-op-generic | tir-opt | FileCheck %s
// RUN: tir-opt %s --emit-bytecode | tir-opt | FileCheck %s

tir.prim_func private @add(%x: memref<4x8xf32> {tir.effect = #tir.effect<read>},
                           %y: memref<4x8xf32> {tir.effect = #tir.effect<read>},
                           %z: memref<4x8xf32> {tir.effect = #tir.effect<write>}) {
  tir.return
}
tir.prim_func private @in_place(%x: memref<4x8xf32>, %k: i32) {
  tir.return
}
tir.prim_func private @two(%x: memref<4x8xf32> {tir.effect = #tir.effect<read>},
                           %y: memref<4xf32> {tir.effect = #tir.effect<write>},
                           %z: memref<8xi32> {tir.effect = #tir.effect<read_write>}) {
  tir.return
}
tir.prim_func private @any(%x: memref<?x8xf32, strided<[?, 1], offset: ?>>) {
  tir.return
}
tir.prim_func private @unranked(%x: memref<*xf32>) {
  tir.return
}

// CHECK-LABEL: func.func @on_tensors
// CHECK-SAME:    %[[X:.*]]: tensor<4x8xf32>, %[[OUT:.*]]: tensor<4x8xf32>
// CHECK:         %[[R:.*]] = tir.call_tir @add(%[[X]], %[[X]]) outs(%[[OUT]]) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK:         return %[[R]]
func.func @on_tensors(%x: tensor<4x8xf32>, %out: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tir.call_tir @add(%x, %x) outs(%out) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @several_results
// CHECK:         %[[R:.*]]:2 = tir.call_tir @two(%{{.*}}) outs(%{{.*}}, %{{.*}}) {tag = 1 : i32} : (tensor<4x8xf32>, tensor<4xf32>, tensor<8xi32>) -> (tensor<4xf32>, tensor<8xi32>)
func.func @several_results(%x: tensor<4x8xf32>, %y: tensor<4xf32>, %z: tensor<8xi32>) -> (tensor<4xf32>, tensor<8xi32>) {
  %0:2 = tir.call_tir @two(%x) outs(%y, %z) {tag = 1 : i32} : (tensor<4x8xf32>, tensor<4xf32>, tensor<8xi32>) -> (tensor<4xf32>, tensor<8xi32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<8xi32>
}

// Only outs, only scalars and in-out buffers, nothing at all.

// CHECK-LABEL: func.func @on_memrefs
// CHECK:         tir.call_tir @add(%{{.*}}, %{{.*}}, %{{.*}}) : (memref<4x8xf32>, memref<4x8xf32>, memref<4x8xf32>) -> ()
// CHECK:         tir.call_tir @in_place(%{{.*}}, %{{.*}}) : (memref<4x8xf32>, i32) -> ()
func.func @on_memrefs(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %k: i32) {
  tir.call_tir @add(%x, %x, %y) : (memref<4x8xf32>, memref<4x8xf32>, memref<4x8xf32>) -> ()
  tir.call_tir @in_place(%x, %k) : (memref<4x8xf32>, i32) -> ()
  return
}

// Open offsets and strides of the callee fit any region.

// CHECK-LABEL: tir.prim_func @regions
// CHECK:         tir.call_tir @any(%{{.*}}) : (memref<2x8xf32, strided<[32, 1], offset: 5>>) -> ()
// CHECK:         tir.call_tir @any(%{{.*}}) : (memref<4x8xf32>) -> ()
// CHECK:         tir.call_tir @unranked(%{{.*}}) : (memref<*xf32>) -> ()
tir.prim_func @regions(%x: memref<4x8xf32>, %whole: memref<4x32xf32>, %unranked: memref<*xf32>) {
  %part = memref.subview %whole[0, 5] [2, 8] [1, 1] : memref<4x32xf32> to memref<2x8xf32, strided<[32, 1], offset: 5>>
  tir.call_tir @any(%part) : (memref<2x8xf32, strided<[32, 1], offset: 5>>) -> ()
  tir.call_tir @any(%x) : (memref<4x8xf32>) -> ()
  tir.call_tir @unranked(%unranked) : (memref<*xf32>) -> ()
  tir.return
}

// The stride of a dimension with one element does not matter.

tir.prim_func private @one_row(%x: memref<1x8xf32>) {
  tir.return
}
// CHECK-LABEL: tir.prim_func @row
// CHECK:         tir.call_tir @one_row
tir.prim_func @row(%whole: memref<4x32xf32>) {
  %part = memref.subview %whole[0, 0] [1, 8] [1, 1] : memref<4x32xf32> to memref<1x8xf32, strided<[32, 1]>>
  tir.call_tir @one_row(%part) : (memref<1x8xf32, strided<[32, 1]>>) -> ()
  tir.return
}

// One buffer may be passed twice if nothing is written, or if the callee allows it.

// CHECK-LABEL: tir.prim_func private @reads_two
tir.prim_func private @reads_two(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = true>},
                                 %y: memref<4xf32> {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = true>}) {
  tir.return
}
tir.prim_func private @updates(%x: memref<4xf32> {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = false>},
                                %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = false>})
    attributes {tir.function = #tir.function<kernel = <place = "abs#0">>} {
  tir.return
}
// CHECK-LABEL: func.func @twice
func.func @twice(%x: memref<4xf32>) {
  tir.call_tir @reads_two(%x, %x) : (memref<4xf32>, memref<4xf32>) -> ()
  tir.call_tir @updates(%x, %x) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
