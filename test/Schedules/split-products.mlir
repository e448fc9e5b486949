// RUN: tir-opt %s --tir-split-products="target-triple=x86_64-linux-gnu" | FileCheck %s
// RUN: tir-opt %s --tir-split-products="target-triple=thumbv7em-none-eabi target-cpu=cortex-m4" | FileCheck %s --check-prefix=WHOLE

// The sums of products are a kernel of their own, if the tensor between both fits beside what is live elsewhere.
// CHECK: tir.prim_func private @mean_products(%{{.*}}: memref<1x4x8xf32> {{.*}}, %{{.*}}: memref<1x8x8xf32> {{.*}}, %[[P:.*]]: memref<1x4x8xf32> {tir.effect = #tir.effect<write>})
// CHECK-SAME: macs = 256
// CHECK: %[[PRODUCTS:.*]] = linalg.batch_matmul
// CHECK-NOT: linalg.generic
// CHECK: bufferization.materialize_in_destination %[[PRODUCTS]] in restrict writable %[[P]]
// CHECK: tir.prim_func private @mean_of_products(%[[P:.*]]: memref<1x4x8xf32> {tir.effect = #tir.effect<read>}, %{{.*}}: memref<1x8xf32>
// CHECK-SAME: {tir.effect = #tir.effect<write>}) {
// CHECK-NOT: linalg.batch_matmul
// CHECK: linalg.generic
// CHECK: tir.prim_func private @alone(
// CHECK: func.func @main
// CHECK: tir.call_tir @large
// CHECK: %[[P:.*]] = tir.call_tir @mean_products(%{{.*}}, %{{.*}}) outs(%{{.*}})
// CHECK: tir.call_tir @mean_of_products(%[[P]]) outs(%{{.*}})
// WHOLE-NOT: _products

!t = tensor<1x4x8xf32>
!m = memref<1x4x8xf32>
#in = affine_map<(b, c, r) -> (b, r, c)>
#out = affine_map<(b, c, r) -> (b, c)>
tir.prim_func private @large(%y: memref<1x256xf32> {tir.effect = #tir.effect<write>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x256xf32>
  %all = linalg.fill ins(%zero : f32) outs(%e : tensor<1x256xf32>) -> tensor<1x256xf32>
  bufferization.materialize_in_destination %all in restrict writable %y : (tensor<1x256xf32>, memref<1x256xf32>) -> ()
  tir.return
}
tir.prim_func private @mean(%x: !m {tir.effect = #tir.effect<read>}, %w: memref<1x8x8xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<1x8xf32> {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <macs = 256>>} {
  %zero = arith.constant 0.0 : f32
  %in = bufferization.to_tensor %x restrict : !m to !t
  %weights = bufferization.to_tensor %w restrict : memref<1x8x8xf32> to tensor<1x8x8xf32>
  %e = tensor.empty() : !t
  %start = linalg.fill ins(%zero : f32) outs(%e : !t) -> !t
  %products = linalg.batch_matmul ins(%in, %weights : !t, tensor<1x8x8xf32>) outs(%start : !t) -> !t
  %f = tensor.empty() : tensor<1x8xf32>
  %none = linalg.fill ins(%zero : f32) outs(%f : tensor<1x8xf32>) -> tensor<1x8xf32>
  %sum = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%products : !t) outs(%none : tensor<1x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<1x8xf32>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<1x8xf32>, memref<1x8xf32>) -> ()
  tir.return
}
tir.prim_func private @alone(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !m to !t
  bufferization.materialize_in_destination %in in restrict writable %y : (!t, !m) -> ()
  tir.return
}
func.func @main(%x: !t, %w: tensor<1x8x8xf32>) -> (tensor<1x8xf32>, tensor<1x256xf32>) {
  %l = tensor.empty() : tensor<1x256xf32>
  %large = tir.call_tir @large() outs(%l) : (tensor<1x256xf32>) -> tensor<1x256xf32>
  %more = tensor.empty() : tensor<1x256xf32>
  %second = tir.call_tir @large() outs(%more) : (tensor<1x256xf32>) -> tensor<1x256xf32>
  %e = tensor.empty() : tensor<1x8xf32>
  %y = tir.call_tir @mean(%x, %w) outs(%e) : (!t, tensor<1x8x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
  return %y, %large : tensor<1x8xf32>, tensor<1x256xf32>
}
