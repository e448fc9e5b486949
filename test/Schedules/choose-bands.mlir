// RUN: tir-opt %s --tir-make-row-kernels --tir-choose-bands=bands=0:2:2 | FileCheck %s
// RUN: tir-opt %s --tir-make-row-kernels --tir-choose-bands=bands=0:2:2 --tir-choose-rows=rows=min-ram | FileCheck %s --check-prefix=ROWS
// RUN: tir-opt %s --tir-make-row-kernels --tir-choose-bands | FileCheck %s --check-prefix=OFF
// RUN: tir-opt %s --tir-make-row-kernels --tir-choose-bands=ram=4096 | FileCheck %s --check-prefix=OFF
// RUN: not tir-opt %s --tir-make-row-kernels --tir-choose-bands=bands=0:3:2 2>&1 | FileCheck %s --check-prefix=MIXES
// RUN: not tir-opt %s --tir-make-row-kernels --tir-choose-bands=bands=0:2:9 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not tir-opt %s --tir-make-row-kernels --tir-choose-bands=bands=2:2:2 2>&1 | FileCheck %s --check-prefix=FIELDS

// A maximum of 3 x 3 with padding, and the sum of it and what it reads. Each of two bands computes 4 of 8 columns of the
// result, for which it needs 5 columns of the maximum's input, and has padding at its border alone. Each reader gets the
// columns that it needs.

// CHECK-LABEL: tir.prim_func private @max_pool_columns(
// CHECK-SAME:    memref<1x8x8x4xi8> {{.*}} memref<1x8x5x4xi8>
// CHECK:         tensor.extract_slice %{{.*}}[0, 0, 0, 0] [1, 8, 5, 4] [1, 1, 1, 1]
// CHECK-LABEL: tir.prim_func private @max_pool_band(
// CHECK-SAME:    memref<1x8x5x4xi8> {{.*}} memref<1x8x4x4xi8>
// CHECK:         tensor.pad %{{.*}} low[0, 1, 1, 0] high[0, 1, 0, 0]
// CHECK-LABEL: tir.prim_func private @max_pool_band_row(
// CHECK-SAME:    memref<1x3x5x4xi8> {kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = -1, rows = 3, padding = -128 : i8>>
// CHECK:         tensor.pad %{{.*}} low[0, 0, 1, 0] high[0, 0, 0, 0]
// CHECK-LABEL: tir.prim_func private @sum_insert(
// CHECK-SAME:    memref<1x8x4x4xi8> {tir.effect = #tir.effect<read>, {{.*}} memref<1x8x8x4xi8> {tir.effect = #tir.effect<read_write>
// CHECK:         memref.subview %{{.*}}[0, 0, 0, 0] [1, 8, 4, 4] [1, 1, 1, 1]
// CHECK-LABEL: tir.prim_func @main(
// CHECK:         %[[IN:.*]] = bufferization.to_tensor
// CHECK:         %[[X:.*]] = tir.call_tir @max_pool_columns(%[[IN]])
// CHECK:         %[[MAX:.*]] = tir.call_tir @max_pool_band(%[[X]])
// CHECK:         %[[Y:.*]] = tir.call_tir @sum_columns(%[[IN]])
// CHECK:         %[[SUM:.*]] = tir.call_tir @sum_band(%[[MAX]], %[[Y]])
// CHECK:         %[[PART:.*]] = tir.call_tir @sum_insert(%[[SUM]]) outs(%{{.*}}) : (tensor<1x8x4x4xi8>, tensor<1x8x8x4xi8>)
// CHECK:         tir.call_tir @sum_band(
// CHECK:         %[[ALL:.*]] = tir.call_tir @sum_insert_{{[0-9]+}}(%{{.*}}) outs(%[[PART]])
// CHECK:         tir.call_tir @total(%[[ALL]])

// Bands run by rows one after the other.

// ROWS-LABEL: tir.prim_func @main(
// ROWS:         kernel.by_rows
// ROWS:           tir.call_tir @sum_insert_row(%{{.*}}) outs(%{{.*}})
// ROWS:         kernel.by_rows
// ROWS:           tir.call_tir @max_pool_band_{{[0-9]+}}_row(%{{.*}}) outs(%{{.*}})
// ROWS:           tir.call_tir @sum_insert_{{[0-9]+}}_row(%{{.*}}) outs(%{{.*}})

// Without a limit, or with one that rows keep, there are no bands.

// OFF-NOT: _band

// MIXES: error: cannot run in bands of columns: it has a result without columns; end the bands before it
// MIXES: note: the bands are columns of this result
// FEW: error: cannot run in bands of columns: it has a result of fewer columns than there are bands; end the bands before it
// FIELDS: error: tir-choose-bands: bands=2:2:2: expected FIRST:END:COUNT, numbers of calls from 0 to 3 and how many bands they run in
#id = affine_map<(a, b, c, d) -> (a, b, c, d)>
#mean = affine_map<(a, b, c, d) -> (a, d)>
!t = tensor<1x8x8x4xi8>
!m = memref<1x8x8x4xi8>
tir.prim_func private @max_pool(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
  %least = arith.constant -128 : i8
  %in = bufferization.to_tensor %x restrict : !m to !t
  %padded = tensor.pad %in low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %h: index, %w: index, %c: index):
    tensor.yield %least : i8
  } : !t to tensor<1x10x10x4xi8>
  %window = tensor.empty() : tensor<3x3xi8>
  %none = tensor.empty() : !t
  %init = linalg.fill ins(%least : i8) outs(%none : !t) -> !t
  %max = linalg.pooling_nhwc_max {strides = dense<1> : vector<2xi64>}
    ins(%padded, %window : tensor<1x10x10x4xi8>, tensor<3x3xi8>) outs(%init : !t) -> !t
  bufferization.materialize_in_destination %max in restrict writable %y : (!t, !m) -> ()
  tir.return
}
tir.prim_func private @sum(%x: !m {tir.effect = #tir.effect<read>}, %z: !m {tir.effect = #tir.effect<read>},
                           %y: !m {tir.effect = #tir.effect<write>}) {
  %a = bufferization.to_tensor %x restrict : !m to !t
  %b = bufferization.to_tensor %z restrict : !m to !t
  %none = tensor.empty() : !t
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b : !t, !t) outs(%none : !t) {
  ^bb0(%c: i8, %d: i8, %out: i8):
    %e = arith.addi %c, %d : i8
    linalg.yield %e : i8
  } -> !t
  bufferization.materialize_in_destination %sum in restrict writable %y : (!t, !m) -> ()
  tir.return
}
tir.prim_func private @total(%x: !m {tir.effect = #tir.effect<read>}, %y: memref<1x4xi8> {tir.effect = #tir.effect<write>}) {
  %zero = arith.constant 0 : i8
  %in = bufferization.to_tensor %x restrict : !m to !t
  %none = tensor.empty() : tensor<1x4xi8>
  %init = linalg.fill ins(%zero : i8) outs(%none : tensor<1x4xi8>) -> tensor<1x4xi8>
  %sum = linalg.generic {indexing_maps = [#id, #mean], iterator_types = ["parallel", "reduction", "reduction", "parallel"]}
      ins(%in : !t) outs(%init : tensor<1x4xi8>) {
  ^bb0(%c: i8, %out: i8):
    %e = arith.addi %c, %out : i8
    linalg.yield %e : i8
  } -> tensor<1x4xi8>
  bufferization.materialize_in_destination %sum in restrict writable %y : (tensor<1x4xi8>, memref<1x4xi8>) -> ()
  tir.return
}
tir.prim_func @main(%x: !m {tir.effect = #tir.effect<read>, tir.name = "x"},
                    %y: memref<1x4xi8> {tir.effect = #tir.effect<write>, tir.name = "y"}) {
  %in = bufferization.to_tensor %x restrict : !m to !t
  %e = tensor.empty() : !t
  %a = tir.call_tir @max_pool(%in) outs(%e) : (!t, !t) -> !t
  %f = tensor.empty() : !t
  %b = tir.call_tir @sum(%a, %in) outs(%f) : (!t, !t, !t) -> !t
  %g = tensor.empty() : tensor<1x4xi8>
  %c = tir.call_tir @total(%b) outs(%g) : (!t, tensor<1x4xi8>) -> tensor<1x4xi8>
  bufferization.materialize_in_destination %c in restrict writable %y : (tensor<1x4xi8>, memref<1x4xi8>) -> ()
  tir.return
}
