// RUN: tir-opt %s --tir-split-products="target-triple=x86_64-linux-gnu" | FileCheck %s
// RUN: tir-opt %s --tir-split-products="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=WHOLE
// RUN: tir-opt %s --tir-split-products="target-triple=x86_64-linux-gnu" --tir-schedule-kernels="target-triple=x86_64-linux-gnu" | FileCheck %s --check-prefix=LANES

// What attention transposes is a kernel of its own, for both operands and the result.
// CHECK: tir.prim_func private @attend_of_operand_of_operand_products(
// CHECK-SAME: macs = 4096
// CHECK-NOT: linalg.transpose
// CHECK: linalg.batch_matmul
// CHECK-NOT: linalg.transpose
// CHECK: tir.prim_func private
// CHECK: func.func @main
// CHECK: tir.call_tir @large
// CHECK: %[[K:.*]] = tir.call_tir @attend_operand(%{{.*}}) outs
// WHOLE-NOT: _operand
// LANES: linalg.batch_matmul
// LANES: func.func @main

!q = tensor<1x8x4x16xf32>
!b = memref<1x8x4x16xf32>
tir.prim_func private @large(%y: memref<1x4096xf32> {tir.effect = #tir.effect<write>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4096xf32>
  %all = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4096xf32>) -> tensor<1x4096xf32>
  bufferization.materialize_in_destination %all in restrict writable %y : (tensor<1x4096xf32>, memref<1x4096xf32>) -> ()
  tir.return
}
tir.prim_func private @attend(%x: !b {tir.effect = #tir.effect<read>}, %k: !b {tir.effect = #tir.effect<read>},
                              %y: memref<1x8x4x8xf32> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <macs = 4096>>} {
  %zero = arith.constant 0.0 : f32
  %in = bufferization.to_tensor %x restrict : !b to !q
  %keys = bufferization.to_tensor %k restrict : !b to !q
  %e = tensor.empty() : tensor<1x4x8x16xf32>
  %left = linalg.transpose ins(%in : !q) outs(%e : tensor<1x4x8x16xf32>) permutation = [0, 2, 1, 3]
  %f = tensor.empty() : tensor<1x4x16x8xf32>
  %right = linalg.transpose ins(%keys : !q) outs(%f : tensor<1x4x16x8xf32>) permutation = [0, 2, 3, 1]
  %a = tensor.collapse_shape %left [[0, 1], [2], [3]] : tensor<1x4x8x16xf32> into tensor<4x8x16xf32>
  %b = tensor.collapse_shape %right [[0, 1], [2], [3]] : tensor<1x4x16x8xf32> into tensor<4x16x8xf32>
  %g = tensor.empty() : tensor<4x8x8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%g : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %products = linalg.batch_matmul ins(%a, %b : tensor<4x8x16xf32>, tensor<4x16x8xf32>) outs(%start : tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %rows = tensor.expand_shape %products [[0, 1], [2], [3]] output_shape [1, 4, 8, 8] : tensor<4x8x8xf32> into tensor<1x4x8x8xf32>
  %h = tensor.empty() : tensor<1x8x4x8xf32>
  %out = linalg.transpose ins(%rows : tensor<1x4x8x8xf32>) outs(%h : tensor<1x8x4x8xf32>) permutation = [0, 2, 1, 3]
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<1x8x4x8xf32>, memref<1x8x4x8xf32>) -> ()
  tir.return
}
func.func @main(%x: !q, %k: !q) -> (tensor<1x8x4x8xf32>, tensor<1x4096xf32>) {
  %l = tensor.empty() : tensor<1x4096xf32>
  %large = tir.call_tir @large() outs(%l) : (tensor<1x4096xf32>) -> tensor<1x4096xf32>
  %more = tensor.empty() : tensor<1x4096xf32>
  %second = tir.call_tir @large() outs(%more) : (tensor<1x4096xf32>) -> tensor<1x4096xf32>
  %sum = linalg.add ins(%large, %second : tensor<1x4096xf32>, tensor<1x4096xf32>) outs(%l : tensor<1x4096xf32>) -> tensor<1x4096xf32>
  %y = tensor.empty() : tensor<1x8x4x8xf32>
  %attended = tir.call_tir @attend(%x, %k) outs(%y) : (!q, !q, tensor<1x8x4x8xf32>) -> tensor<1x8x4x8xf32>
  return %attended, %sum : tensor<1x8x4x8xf32>, tensor<1x4096xf32>
}
