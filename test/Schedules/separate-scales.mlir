// RUN: tir-opt --tir-separate-scales %s | FileCheck %s

// CHECK: memref.global "private" constant @rescale_scales : memref<2xi32> = dense<[1518500250, 35]>
// CHECK: tir.prim_func private @rescale(%{{.*}}: memref<4xi32> {{{.*}}}, %{{.*}}: memref<2xi32> {{{.*}}tir.name = "scales"}
// CHECK: ^bb0(%[[ELEMENT:.*]]: i32, %[[MULTIPLIER:.*]]: i32, %[[NUMBER:.*]]: i32, %{{.*}}: i32):
// CHECK: %[[SHIFT:.*]] = arith.trunci %[[NUMBER]] : i32 to i8
// CHECK: tosa.apply_scale %[[ELEMENT]], %[[MULTIPLIER]], %[[SHIFT]]
// CHECK: tir.call_tir @rescale(%{{.*}}, %{{.*}}) outs(
#map = affine_map<(d0) -> (d0)>
tir.prim_func private @rescale(%x: memref<4xi32> {tir.effect = #tir.effect<read>}, %y: memref<4xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xi32> to tensor<4xi32>
  %empty = tensor.empty() : tensor<4xi32>
  %m = arith.constant 1518500250 : i32
  %s = arith.constant 35 : i8
  %out = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%in : tensor<4xi32>) outs(%empty : tensor<4xi32>) {
  ^bb0(%e: i32, %o: i32):
    %r = tosa.apply_scale %e, %m, %s {rounding_mode = DOUBLE_ROUND} : (i32, i32, i8) -> i32
    linalg.yield %r : i32
  } -> tensor<4xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xi32>, memref<4xi32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<4xi32> {tir.effect = #tir.effect<read>}, %y: memref<4xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<4xi32> to tensor<4xi32>
  %empty = tensor.empty() : tensor<4xi32>
  %out = tir.call_tir @rescale(%in) outs(%empty) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  bufferization.materialize_in_destination %out in restrict writable %y : (tensor<4xi32>, memref<4xi32>) -> ()
  tir.return
}
