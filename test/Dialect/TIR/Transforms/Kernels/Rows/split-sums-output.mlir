// RUN: tir-opt %s --tir-split-sums --tir-make-row-kernels | FileCheck %s

// A sum that is all that a kernel computes needs no other kernel, and adds rows.
// CHECK-LABEL: tir.prim_func private @sum(
// CHECK: linalg.generic
// CHECK-NOT: @sum_of_sum
// CHECK-LABEL: tir.prim_func private @sum_row(
// CHECK-SAME: memref<1x1x4x8xi32>
// CHECK-SAME: memref<1x8xi32>
tir.prim_func private @sum(
    %x: memref<1x6x4x8xi32> {tir.effect = #tir.effect<read>},
    %y: memref<1x8xi32> {tir.effect = #tir.effect<write>}) {
  %0 = bufferization.to_tensor %x restrict : memref<1x6x4x8xi32> to tensor<1x6x4x8xi32>
  %zero = arith.constant 0 : i32
  %1 = tensor.empty() : tensor<1x6x8xi32>
  %2 = linalg.fill ins(%zero : i32) outs(%1 : tensor<1x6x8xi32>) -> tensor<1x6x8xi32>
  %3 = linalg.reduce { arith.addi } ins(%0 : tensor<1x6x4x8xi32>) outs(%2 : tensor<1x6x8xi32>) dimensions = [2]
  %4 = tensor.empty() : tensor<1x8xi32>
  %5 = linalg.fill ins(%zero : i32) outs(%4 : tensor<1x8xi32>) -> tensor<1x8xi32>
  %6 = linalg.reduce { arith.addi } ins(%3 : tensor<1x6x8xi32>) outs(%5 : tensor<1x8xi32>) dimensions = [1]
  bufferization.materialize_in_destination %6 in restrict writable %y : (tensor<1x8xi32>, memref<1x8xi32>) -> ()
  tir.return
}

tir.prim_func @main(
    %a: memref<1x6x4x8xi32> {tir.effect = #tir.effect<read>},
    %b: memref<1x8xi32> {tir.effect = #tir.effect<write>}) {
  %0 = bufferization.to_tensor %a restrict : memref<1x6x4x8xi32> to tensor<1x6x4x8xi32>
  %1 = bufferization.to_tensor %b restrict writable : memref<1x8xi32> to tensor<1x8xi32>
  %2 = tir.call_tir @sum(%0) outs(%1) : (tensor<1x6x4x8xi32>, tensor<1x8xi32>) -> tensor<1x8xi32>
  bufferization.materialize_in_destination %2 in restrict writable %b : (tensor<1x8xi32>, memref<1x8xi32>) -> ()
  tir.return
}
