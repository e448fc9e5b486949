// RUN: tir-opt %s --tir-make-row-kernels --tir-choose-rows=rows=min-ram | FileCheck %s --check-prefix=KEPT
// RUN: tir-opt %s --tir-make-row-kernels "--tir-choose-rows=rows=min-ram overwrite-inputs" | FileCheck %s --check-prefix=OVERWRITTEN

// An input of 1,024 bytes is narrowed to 256 bytes and inverted. Two kernels that need all rows make two more tensors of
// 256 bytes. If the input stays, the most that the model needs are two such tensors, and rows would save nothing.

// KEPT-LABEL: tir.prim_func @main(
// KEPT:         tir.call_tir @narrow(%{{.*}}) outs(%{{[a-z0-9_]+}}) {kernel.rows = "would save the model no memory by rows"} :
// KEPT:         tir.call_tir @not(%{{.*}}) outs(%{{[a-z0-9_]+}}) {kernel.rows = "would save the model no memory by rows"} :

// If it may be overwritten, it counts, and 1,280 bytes are live where it is narrowed. By rows, each row of the input makes
// room for one of the result.

// OVERWRITTEN-LABEL: tir.prim_func @main(
// OVERWRITTEN:         kernel.by_rows
// OVERWRITTEN:           tir.call_tir @narrow_row(%{{.*}}) outs(%{{.*}})
// OVERWRITTEN:           tir.call_tir @not_row(%{{.*}}) outs(%{{.*}})
// OVERWRITTEN:         tir.call_tir @reverse(
// OVERWRITTEN:         tir.call_tir @reverse(
#id = affine_map<(a, b, c) -> (a, b, c)>
!wide = tensor<1x64x4xi32>
!t = tensor<1x64x4xi8>
!m = memref<1x64x4xi8>
tir.prim_func private @narrow(%x: memref<1x64x4xi32> {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x64x4xi32> to !wide
  %e = tensor.empty() : !t
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%in : !wide) outs(%e : !t) {
  ^bb0(%a: i32, %b: i8):
    %n = arith.trunci %a : i32 to i8
    linalg.yield %n : i8
  } -> !t
  bufferization.materialize_in_destination %out in restrict writable %y : (!t, !m) -> ()
  tir.return
}
tir.prim_func private @not(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !m to !t
  %e = tensor.empty() : !t
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%in : !t) outs(%e : !t) {
  ^bb0(%a: i8, %b: i8):
    %c = arith.constant -1 : i8
    %n = arith.xori %a, %c : i8
    linalg.yield %n : i8
  } -> !t
  bufferization.materialize_in_destination %out in restrict writable %y : (!t, !m) -> ()
  tir.return
}
tir.prim_func private @reverse(%x: !m {tir.effect = #tir.effect<read>}, %y: !m {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : !m to !t
  %e = tensor.empty() : !t
  %out = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, 63 - b, c)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%in : !t) outs(%e : !t) {
  ^bb0(%a: i8, %b: i8):
    linalg.yield %a : i8
  } -> !t
  bufferization.materialize_in_destination %out in restrict writable %y : (!t, !m) -> ()
  tir.return
}
tir.prim_func @main(%x: memref<1x64x4xi32> {tir.effect = #tir.effect<read>, tir.name = "image"}, %y: !m {tir.effect = #tir.effect<write>}) {
  %in = bufferization.to_tensor %x restrict : memref<1x64x4xi32> to !wide
  %e = tensor.empty() : !t
  %a = tir.call_tir @narrow(%in) outs(%e) : (!wide, !t) -> !t
  %n = tensor.empty() : !t
  %inverted = tir.call_tir @not(%a) outs(%n) : (!t, !t) -> !t
  %f = tensor.empty() : !t
  %b = tir.call_tir @reverse(%inverted) outs(%f) : (!t, !t) -> !t
  %g = tensor.empty() : !t
  %c = tir.call_tir @reverse(%b) outs(%g) : (!t, !t) -> !t
  bufferization.materialize_in_destination %c in restrict writable %y : (!t, !m) -> ()
  tir.return
}
