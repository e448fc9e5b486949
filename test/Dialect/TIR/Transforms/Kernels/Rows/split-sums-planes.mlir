// RUN: tir-opt %s --tir-split-sums --tir-make-row-kernels | FileCheck %s
// RUN: tir-opt %s --tir-split-sums --tir-make-row-kernels --tir-choose-rows=rows=min-ram | FileCheck %s --check-prefix=ROWS
// RUN: tir-opt %s --tir-split-sums --tir-make-row-kernels --tir-choose-rows=rows=off | FileCheck %s --check-prefix=OFF

// A kernel that reads planes, and one that writes them, are split: rows of pixels are made of rows of all planes, which lie
// as far apart as a plane is large, and rows of planes of them.

// CHECK-LABEL: tir.prim_func private @first_pixels(
// CHECK-SAME:  memref<192x64xf32>
// CHECK-LABEL: tir.prim_func private @first_pixels_row(
// CHECK-SAME:  memref<129x64xf32> {{.*}}kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 129>>
// CHECK-SAME:  memref<1x1x64x3xf32> {{.*}}kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 0, rows = 1>>
// CHECK-LABEL: tir.prim_func private @first_of_pixels(
// CHECK-SAME:  split_from = @first
// CHECK-LABEL: tir.prim_func private @last_computed(
// CHECK-LABEL: tir.prim_func private @last_planes(
// CHECK-SAME:  split_from = @last
// CHECK-LABEL: tir.prim_func private @last_planes_row(
// CHECK-SAME:  memref<1x1x64x3xf32> {{.*}}kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 0, rows = 1>>
// CHECK-SAME:  memref<129x64xf32> {{.*}}kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 129>>
// CHECK:         memref.subview %{{.*}}[0, 0] [3, 64] [64, 1] : memref<129x64xf32> to memref<3x64xf32, strided<[4096, 1]>>

// All four run by rows.

// ROWS-NOT:   @first(
// ROWS-NOT:   @last(
// ROWS-LABEL: tir.prim_func @main(
// ROWS:         tensor.collapse_shape %{{.*}} {{\[\[}}0, 1, 2], [3]] : tensor<1x3x64x64xf32> into tensor<192x64xf32>
// ROWS:         kernel.by_rows
// ROWS:           tir.call_tir @first_pixels_row(%{{.*}}) outs(%{{.*}})
// ROWS:           tir.call_tir @first_of_pixels_row(%{{.*}}) outs(%{{.*}})
// ROWS:           tir.call_tir @last_computed_row(%{{.*}}) outs(%{{.*}})
// ROWS:           tir.call_tir @last_planes_row(%{{.*}}) outs(%{{.*}})

// Without rows, the parts are together again.

// OFF-NOT:   _pixels
// OFF-NOT:   _planes
// OFF-LABEL: tir.prim_func @main(
// OFF:         %[[A:.*]] = tir.call_tir @first(%{{.*}}) outs(%{{.*}}) : (tensor<1x3x64x64xf32>, tensor<1x64x64x3xf32>)
// OFF:         tir.call_tir @last(%[[A]]) outs(%{{.*}}) : (tensor<1x64x64x3xf32>, tensor<1x3x64x64xf32>)
#id = affine_map<(a, b, c, d) -> (a, b, c, d)>
!planes = tensor<1x3x64x64xf32>
!pixels = tensor<1x64x64x3xf32>
tir.prim_func private @first(%x: memref<1x3x64x64xf32> {tir.effect = #tir.effect<read>},
                             %y: memref<1x64x64x3xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x3x64x64xf32> to !planes
  %e = tensor.empty() : !pixels
  %pixels = linalg.transpose ins(%in : !planes) outs(%e : !pixels) permutation = [0, 2, 3, 1]
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%pixels : !pixels) outs(%e : !pixels) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %a : f32
    linalg.yield %c : f32
  } -> !pixels
  bufferization.materialize_in_destination %out in restrict writable %y : (!pixels, memref<1x64x64x3xf32>) -> ()
  tir.return
}
tir.prim_func private @last(%x: memref<1x64x64x3xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<1x3x64x64xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x64x64x3xf32> to !pixels
  %e = tensor.empty() : !pixels
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%in : !pixels) outs(%e : !pixels) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %a : f32
    linalg.yield %c : f32
  } -> !pixels
  %p = tensor.empty() : !planes
  %made = linalg.transpose ins(%out : !pixels) outs(%p : !planes) permutation = [0, 3, 1, 2]
  bufferization.materialize_in_destination %made in restrict writable %y : (!planes, memref<1x3x64x64xf32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<1x3x64x64xf32> {tir.effect = #tir.effect<read>},
                    %y: memref<1x3x64x64xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x3x64x64xf32> to !planes
  %e = tensor.empty() : !pixels
  %a = tir.call_tir @first(%in) outs(%e) : (!planes, !pixels) -> !pixels
  %out = bufferization.to_tensor %y restrict writable : memref<1x3x64x64xf32> to !planes
  %b = tir.call_tir @last(%a) outs(%out) : (!pixels, !planes) -> !planes
  bufferization.materialize_in_destination %b in restrict writable %y : (!planes, memref<1x3x64x64xf32>) -> ()
  tir.return
}
