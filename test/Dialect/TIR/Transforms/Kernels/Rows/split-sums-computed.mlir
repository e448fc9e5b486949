// RUN: tir-opt %s --tir-split-sums --tir-make-row-kernels | FileCheck %s

// A sum of what the kernel computes from rows is one of rows, also in two steps, and of planes that are not in memory.

// CHECK-LABEL: tir.prim_func private @mean_sum(
// CHECK-SAME:  memref<1x8x4x2xf32>
// CHECK-SAME:  memref<1x2x1xf32>
// CHECK-LABEL: tir.prim_func private @mean_sum_row(
// CHECK-SAME:  memref<1x1x4x2xf32> {{.*}}kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 0, rows = 1>>
// CHECK-SAME:  memref<1x2x1xf32> {{{.*}}tir.effect = #tir.effect<read_write>
// CHECK-LABEL: tir.prim_func private @mean_of_sum(
// CHECK-SAME:  memref<1x2x1xf32>
// CHECK:         arith.divf

// The sum of the rows may be the first of the two: the other one has no rows in memory.

// CHECK-LABEL: tir.prim_func private @columns_last_sum(
// CHECK-SAME:  memref<1x2x4xf32>
// CHECK-LABEL: tir.prim_func private @columns_last_of_sum(

// Two rows are one of what is added: the sum would not know how often it runs.

// CHECK-LABEL: tir.prim_func private @every_second(
// CHECK-NOT:   @every_second_sum
#id = affine_map<(a, b, c, d) -> (a, b, c, d)>
#flat = affine_map<(a, b, c) -> (a, b, c)>
tir.prim_func private @mean(%x: memref<1x8x4x2xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<1x2x1xf32> {tir.effect = #tir.effect<write>}) {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 32.0 : f32
  %in = bufferization.to_tensor %x restrict : memref<1x8x4x2xf32> to tensor<1x8x4x2xf32>
  %p = tensor.empty() : tensor<1x2x8x4xf32>
  %planes = linalg.transpose ins(%in : tensor<1x8x4x2xf32>) outs(%p : tensor<1x2x8x4xf32>) permutation = [0, 3, 1, 2]
  %squares = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%planes : tensor<1x2x8x4xf32>) outs(%p : tensor<1x2x8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %a : f32
    linalg.yield %c : f32
  } -> tensor<1x2x8x4xf32>
  %r = tensor.empty() : tensor<1x2x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %row = linalg.reduce { arith.addf } ins(%squares : tensor<1x2x8x4xf32>) outs(%init : tensor<1x2x8xf32>) dimensions = [3]
  %wide = tensor.expand_shape %row [[0], [1], [2, 3]] output_shape [1, 2, 8, 1] : tensor<1x2x8xf32> into tensor<1x2x8x1xf32>
  %s = tensor.empty() : tensor<1x2x1xf32>
  %start = linalg.fill ins(%zero : f32) outs(%s : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
  %sum = linalg.reduce { arith.addf } ins(%wide : tensor<1x2x8x1xf32>) outs(%start : tensor<1x2x1xf32>) dimensions = [2]
  %mean = linalg.generic {indexing_maps = [#flat, #flat], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x2x1xf32>) outs(%s : tensor<1x2x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.divf %a, %count : f32
    linalg.yield %c : f32
  } -> tensor<1x2x1xf32>
  bufferization.materialize_in_destination %mean in restrict writable %y : (tensor<1x2x1xf32>, memref<1x2x1xf32>) -> ()
  tir.return
}
tir.prim_func private @columns_last(%x: memref<1x8x4x2xf32> {tir.effect = #tir.effect<read>},
                            %y: memref<1x2x1xf32> {tir.effect = #tir.effect<write>}) {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 32.0 : f32
  %in = bufferization.to_tensor %x restrict : memref<1x8x4x2xf32> to tensor<1x8x4x2xf32>
  %p = tensor.empty() : tensor<1x2x8x4xf32>
  %planes = linalg.transpose ins(%in : tensor<1x8x4x2xf32>) outs(%p : tensor<1x2x8x4xf32>) permutation = [0, 3, 1, 2]
  %squares = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%planes : tensor<1x2x8x4xf32>) outs(%p : tensor<1x2x8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %a : f32
    linalg.yield %c : f32
  } -> tensor<1x2x8x4xf32>
  %r = tensor.empty() : tensor<1x2x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %row = linalg.reduce { arith.addf } ins(%squares : tensor<1x2x8x4xf32>) outs(%init : tensor<1x2x4xf32>) dimensions = [2]
  %wide = tensor.expand_shape %row [[0], [1], [2, 3]] output_shape [1, 2, 1, 4] : tensor<1x2x4xf32> into tensor<1x2x1x4xf32>
  %s = tensor.empty() : tensor<1x2x1xf32>
  %start = linalg.fill ins(%zero : f32) outs(%s : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
  %sum = linalg.reduce { arith.addf } ins(%wide : tensor<1x2x1x4xf32>) outs(%start : tensor<1x2x1xf32>) dimensions = [3]
  %mean = linalg.generic {indexing_maps = [#flat, #flat], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sum : tensor<1x2x1xf32>) outs(%s : tensor<1x2x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.divf %a, %count : f32
    linalg.yield %c : f32
  } -> tensor<1x2x1xf32>
  bufferization.materialize_in_destination %mean in restrict writable %y : (tensor<1x2x1xf32>, memref<1x2x1xf32>) -> ()
  tir.return
}
#second = affine_map<(n, h, c) -> (n, h * 2, c)>
tir.prim_func private @every_second(%x: memref<1x7x2xf32> {tir.effect = #tir.effect<read>},
                                    %y: memref<1x2xf32> {tir.effect = #tir.effect<write>}) {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 4.0 : f32
  %in = bufferization.to_tensor %x restrict : memref<1x7x2xf32> to tensor<1x7x2xf32>
  %e = tensor.empty() : tensor<1x4x2xf32>
  %few = linalg.generic {indexing_maps = [#second, #flat], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%in : tensor<1x7x2xf32>) outs(%e : tensor<1x4x2xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<1x4x2xf32>
  %s = tensor.empty() : tensor<1x2xf32>
  %start = linalg.fill ins(%zero : f32) outs(%s : tensor<1x2xf32>) -> tensor<1x2xf32>
  %sum = linalg.reduce { arith.addf } ins(%few : tensor<1x4x2xf32>) outs(%start : tensor<1x2xf32>) dimensions = [1]
  %mean = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>],
                          iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<1x2xf32>) outs(%s : tensor<1x2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.divf %a, %count : f32
    linalg.yield %c : f32
  } -> tensor<1x2xf32>
  bufferization.materialize_in_destination %mean in restrict writable %y : (tensor<1x2xf32>, memref<1x2xf32>) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<1x8x4x2xf32> {tir.effect = #tir.effect<read>}, %z: memref<1x7x2xf32> {tir.effect = #tir.effect<read>},
                    %y: memref<1x2x1xf32> {tir.effect = #tir.effect<write>}, %v: memref<1x2xf32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x8x4x2xf32> to tensor<1x8x4x2xf32>
  %out = bufferization.to_tensor %y restrict writable : memref<1x2x1xf32> to tensor<1x2x1xf32>
  %a = tir.call_tir @mean(%in) outs(%out) : (tensor<1x8x4x2xf32>, tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
  bufferization.materialize_in_destination %a in restrict writable %y : (tensor<1x2x1xf32>, memref<1x2x1xf32>) -> ()
  %c = tir.call_tir @columns_last(%in) outs(%out) : (tensor<1x8x4x2xf32>, tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
  bufferization.materialize_in_destination %c in restrict writable %y : (tensor<1x2x1xf32>, memref<1x2x1xf32>) -> ()
  %other = bufferization.to_tensor %z restrict : memref<1x7x2xf32> to tensor<1x7x2xf32>
  %place = bufferization.to_tensor %v restrict writable : memref<1x2xf32> to tensor<1x2xf32>
  %b = tir.call_tir @every_second(%other) outs(%place) : (tensor<1x7x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  bufferization.materialize_in_destination %b in restrict writable %v : (tensor<1x2xf32>, memref<1x2xf32>) -> ()
  tir.return
}
