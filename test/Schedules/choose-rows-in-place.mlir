// RUN: tir-opt %s --tir-make-row-kernels --tir-choose-rows=rows=min-ram | FileCheck %s
// RUN: sed 's/(a floordiv 2)/(255 - a floordiv 2)/' %s | tir-opt --tir-make-row-kernels --tir-choose-rows=rows=min-ram | FileCheck %s --check-prefix=APART

// Two calls make 1,024 bytes of an input and narrow them to 512, and @twice makes 1,024 bytes of these. No matter how the
// first two run, 1,536 bytes live at a time. But @twice may write its output over its input as it goes, so that it needs
// hardly more than 1,024: rows for the others save memory then.

// CHECK-LABEL: tir.prim_func @main(
// CHECK:         kernel.by_rows
// CHECK:           tir.call_tir @not_row(%{{.*}}) outs(%{{.*}})
// CHECK:           tir.call_tir @narrow_row(%{{.*}}) outs(%{{.*}})

// If it reads its input from back to front, rows save nothing.

// APART-LABEL: tir.prim_func @main(
// APART:         tir.call_tir @not(%{{.*}}) outs(%{{.*}}) {kernel.rows = "would save the model no memory by rows"}
// APART:         tir.call_tir @narrow(%{{.*}}) outs(%{{.*}}) {kernel.rows = "would save the model no memory by rows"}
#id = affine_map<(a, b, c) -> (a, b, c)>
!wide = tensor<1x64x4xi32>
!w = memref<1x64x4xi32>
!t = tensor<1x64x4xi16>
!m = memref<1x64x4xi16>
!flat = tensor<256xi16>
!f = memref<256xi16>
!long = tensor<512xi16>
!l = memref<512xi16>
tir.prim_func private @not(%x: !w {tir.effect = #tir.effect<read>}, %y: !w {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !w to !wide
  %e = tensor.empty() : !wide
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%in : !wide) outs(%e : !wide) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.constant -1 : i32
    %n = arith.xori %a, %c : i32
    linalg.yield %n : i32
  } -> !wide
  bufferization.materialize_in_destination %out in restrict writable %y : (!wide, !w) -> ()
  tir.return
}
tir.prim_func private @narrow(%x: !w {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !w to !wide
  %e = tensor.empty() : !t
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%in : !wide) outs(%e : !t) {
  ^bb0(%a: i32, %b: i16):
    %n = arith.trunci %a : i32 to i16
    linalg.yield %n : i16
  } -> !t
  bufferization.materialize_in_destination %out in restrict writable %y : (!t, !m) -> ()
  tir.return
}
tir.prim_func private @twice(%x: !f {tir.effect = #tir.effect<read>}, %y: !l {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !f to !flat
  %e = tensor.empty() : !long
  %out = linalg.generic {indexing_maps = [affine_map<(a) -> (a floordiv 2)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%in : !flat) outs(%e : !long) {
  ^bb0(%a: i16, %b: i16):
    linalg.yield %a : i16
  } -> !long
  bufferization.materialize_in_destination %out in restrict writable %y : (!long, !l) -> ()
  tir.return
}
tir.prim_func private @reverse(%x: !l {tir.effect = #tir.effect<read>}, %y: !l {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !l to !long
  %e = tensor.empty() : !long
  %out = linalg.generic {indexing_maps = [affine_map<(a) -> (511 - a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%in : !long) outs(%e : !long) {
  ^bb0(%a: i16, %b: i16):
    linalg.yield %a : i16
  } -> !long
  bufferization.materialize_in_destination %out in restrict writable %y : (!long, !l) -> ()
  tir.return
}
tir.prim_func @main(%x: !w {tir.effect = #tir.effect<read>, tir.name = "image"}, %y: !l {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !w to !wide
  %e = tensor.empty() : !wide
  %a = tir.call_tir @not(%in) outs(%e) : (!wide, !wide) -> !wide
  %f = tensor.empty() : !t
  %b = tir.call_tir @narrow(%a) outs(%f) : (!wide, !t) -> !t
  %flat = tensor.collapse_shape %b [[0, 1, 2]] : !t into !flat
  %g = tensor.empty() : !long
  %c = tir.call_tir @twice(%flat) outs(%g) : (!flat, !long) -> !long
  %h = tensor.empty() : !long
  %d = tir.call_tir @reverse(%c) outs(%h) : (!long, !long) -> !long
  bufferization.materialize_in_destination %d in restrict writable %y : (!long, !l) -> ()
  tir.return
}
