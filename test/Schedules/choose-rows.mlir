// RUN: tir-opt %s --tir-split-sums --tir-make-row-kernels --tir-choose-rows=rows=min-ram | FileCheck %s
// RUN: tir-opt %s --tir-split-sums --tir-make-row-kernels --tir-choose-rows=rows=off | FileCheck %s --check-prefix=OFF
// RUN: tir-opt %s --tir-split-sums --tir-make-row-kernels "--tir-choose-rows=rows=off feed-rows=image" | FileCheck %s --check-prefix=FED
// RUN: not tir-opt %s --tir-split-sums --tir-make-row-kernels "--tir-choose-rows=rows=off feed-rows=mean" 2>&1 | FileCheck %s --check-prefix=NAME

// Two kernels and the sums of their result run by rows: the tensors between them are larger than anything else. What is
// computed from the sums is called once. The whole kernels are gone.

// CHECK-NOT:   row_kernel
// CHECK-NOT:   @not(
// CHECK-NOT:   @mean(
// CHECK-LABEL: tir.prim_func @main(
// CHECK:         %[[S:.*]] = kernel.by_rows
// CHECK:           %[[A:.*]] = tir.call_tir @not_row(%{{.*}}) outs(%{{.*}})
// CHECK:           %[[B:.*]] = tir.call_tir @not_row(%[[A]]) outs(%{{.*}})
// CHECK:           %[[SUM:.*]] = tir.call_tir @mean_sum_row(%[[B]]) outs(%{{.*}})
// CHECK:           kernel.yield %[[SUM]]
// CHECK:         tir.call_tir @mean_of_sum(%[[S]]) outs(%{{[a-z0-9_]+}}) {kernel.rows = "has a result of one row, for which it needs all rows of its input"} :

// Without rows, the sum is part of its kernel again.

// OFF-NOT:   _row
// OFF-NOT:   _sum
// OFF-LABEL: tir.prim_func @main(
// OFF:         %[[A:.*]] = tir.call_tir @not(
// OFF:         %[[B:.*]] = tir.call_tir @not(%[[A]])
// OFF:         tir.call_tir @mean(%[[B]])

// The readers of an input that comes by rows run by rows, whatever else does.

// FED:         tir.prim_func @main(%{{.*}} {kernel.argument = #kernel.argument<fed = true>, tir.effect = #tir.effect<read>, tir.name = "image"}
// FED:           kernel.by_rows
// FED:             tir.call_tir @not_row(%{{.*}}) outs(%{{.*}})

// NAME: error: has no input 'mean' to hand over by rows (--feed-rows); expected one of: image
#id = affine_map<(a, b, c) -> (a, b, c)>
!t = tensor<1x64x4xi32>
!m = memref<1x64x4xi32>
!s = tensor<1x1x4xi32>
tir.prim_func private @not(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !m to !t
  %e = tensor.empty() : !t
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%in : !t) outs(%e : !t) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.constant -1 : i32
    %n = arith.xori %a, %c : i32
    linalg.yield %n : i32
  } -> !t
  bufferization.materialize_in_destination %out in restrict writable %y : (!t, !m) -> ()
  tir.return
}
tir.prim_func private @mean(%x: !m {tir.effect = #tir.effect<read>}, %y: memref<1x1x4xi32> {tir.effect = #tir.effect<write>}) {
  %zero = arith.constant 0 : i32
  %in = bufferization.to_tensor %x restrict : !m to !t
  %e = tensor.empty() : !s
  %start = linalg.fill ins(%zero : i32) outs(%e : !s) -> !s
  %sum = linalg.generic {indexing_maps = [affine_map<(n, c, h) -> (n, h, c)>, affine_map<(n, c, h) -> (n, 0, c)>],
                         iterator_types = ["parallel", "parallel", "reduction"]} ins(%in : !t) outs(%start : !s) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    linalg.yield %c : i32
  } -> !s
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sum : !s) outs(%e : !s) {
  ^bb0(%a: i32, %b: i32):
    %six = arith.constant 6 : i32
    %c = arith.shrsi %a, %six : i32
    linalg.yield %c : i32
  } -> !s
  bufferization.materialize_in_destination %out in restrict writable %y : (!s, memref<1x1x4xi32>) -> ()
  tir.return
}
tir.prim_func @main(%x: !m {tir.effect = #tir.effect<read>, tir.name = "image"}, %y: memref<1x1x4xi32> {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !m to !t
  %e = tensor.empty() : !t
  %a = tir.call_tir @not(%in) outs(%e) : (!t, !t) -> !t
  %f = tensor.empty() : !t
  %b = tir.call_tir @not(%a) outs(%f) : (!t, !t) -> !t
  %g = tensor.empty() : !s
  %c = tir.call_tir @mean(%b) outs(%g) : (!t, !s) -> !s
  bufferization.materialize_in_destination %c in restrict writable %y : (!s, memref<1x1x4xi32>) -> ()
  tir.return
}
