// RUN: tir-opt %s --tir-view-concatenations --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-view-concatenations --tir-infer-distances --tir-plan-memory --split-input-file \
// RUN:   | FileCheck %s --check-prefix=PLAN

// The parts are written where they are in the result. The result, whole as it is, may still be overwritten by what is
// computed from it.

// CHECK-NOT: @concat
// CHECK:     tir.prim_func @main
// CHECK:       %[[BYTES:.*]] = memref.alloc() {alignment = 4 : i64} : memref<128xi8>
// CHECK:       %[[WHOLE:.*]] = memref.view %[[BYTES]][%c0{{.*}}][] : memref<128xi8> to memref<1x4x8xi32>
// CHECK:       %[[FIRST:.*]] = memref.view %[[BYTES]][%c0{{.*}}][] : memref<128xi8> to memref<1x1x8xi32>
// CHECK:       %[[REST:.*]] = memref.view %[[BYTES]][%c32{{.*}}][] : memref<128xi8> to memref<24xi32>
// CHECK-NEXT:  memref.copy %{{.*}}, %[[FIRST]]
// CHECK-NEXT:  memref.copy %{{.*}}, %[[REST]]
// CHECK-NOT:   @concat
// CHECK:       tir.call_tir @negate(%[[WHOLE]], %{{.*}})

// PLAN:      over = ["copy"]
// PLAN-SAME: pools = [<alignment = 16, bytes = 128
// PLAN:      memref.view %{{.*}}[%c0{{.*}}][] : memref<128xi8> to memref<1x1x8xi32>
// PLAN:      memref.view %{{.*}}[%c32{{.*}}][] : memref<128xi8> to memref<24xi32>

!first = memref<1x1x8xi32>
!rest = memref<24xi32>
!whole = memref<1x4x8xi32>
!t = tensor<1x4x8xi32>
tir.prim_func private @concat(%z: !whole {tir.effect = #tir.effect<write>}, %y: !rest {tir.effect = #tir.effect<read>},
                              %x: !first {tir.effect = #tir.effect<read>}) {
  %none = tensor.empty() : !t
  %rest = bufferization.to_tensor %y restrict : !rest to tensor<24xi32>
  %rows = tensor.expand_shape %rest [[0, 1]] output_shape [3, 8] : tensor<24xi32> into tensor<3x8xi32>
  %one = tensor.insert_slice %rows into %none[0, 1, 0] [1, 3, 8] [1, 1, 1] : tensor<3x8xi32> into !t
  %first = bufferization.to_tensor %x restrict : !first to tensor<1x1x8xi32>
  %both = tensor.insert_slice %first into %one[0, 0, 0] [1, 1, 8] [1, 1, 1] : tensor<1x1x8xi32> into !t
  bufferization.materialize_in_destination %both in restrict writable %z : (!t, !whole) -> ()
  tir.return
}
tir.prim_func private @negate(%x: !whole {tir.effect = #tir.effect<read>}, %y: !whole {tir.effect = #tir.effect<write>}) attributes {tir.function = #tir.function<kernel = <place = "negate">>} {
  %in = bufferization.to_tensor %x restrict : !whole to !t
  %empty = tensor.empty() : !t
  %out = linalg.sub ins(%in, %in : !t, !t) outs(%empty : !t) -> !t
  bufferization.materialize_in_destination %out in restrict writable %y : (!t, !whole) -> ()
  tir.return
}
tir.prim_func @main(%x: !first {tir.effect = #tir.effect<read>}, %y: !rest {tir.effect = #tir.effect<read>},
                    %z: !whole {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !first
  memref.copy %x, %a : !first to !first
  %b = memref.alloc() : !rest
  memref.copy %y, %b : !rest to !rest
  %c = memref.alloc() : !whole
  tir.call_tir @concat(%c, %b, %a) : (!whole, !rest, !first) -> ()
  %d = memref.alloc() : !whole
  tir.call_tir @negate(%c, %d) : (!whole, !whole) -> ()
  memref.copy %d, %z : !whole to !whole
  memref.dealloc %a : !first
  tir.return
}

// -----

// Calls that stay. A part is not contiguous; a part is written once more; a tensor is in the result twice; a function
// from outside gets a part; a part lives long before the others, so that the result would take more memory.

// CHECK-LABEL: @columns(
// CHECK:     tir.prim_func @main
// CHECK:     call_tir @columns
// CHECK:     call_tir @rows
// CHECK:     call_tir @rows
// CHECK:     call_tir @rows
// CHECK:     call_tir @rows
// CHECK-NOT: call_tir

!half = memref<2x8xi8>
!both = memref<4x8xi8>
!wide = memref<2x16xi8>
!t = tensor<2x8xi8>
tir.prim_func private @columns(%x: !half {tir.effect = #tir.effect<read>}, %y: !half {tir.effect = #tir.effect<read>}, %z: !wide {tir.effect = #tir.effect<write>}) {
  %first = bufferization.to_tensor %x restrict : !half to !t
  %second = bufferization.to_tensor %y restrict : !half to !t
  %none = tensor.empty() : tensor<2x16xi8>
  %one = tensor.insert_slice %first into %none[0, 0] [2, 8] [1, 1] : !t into tensor<2x16xi8>
  %two = tensor.insert_slice %second into %one[0, 8] [2, 8] [1, 1] : !t into tensor<2x16xi8>
  bufferization.materialize_in_destination %two in restrict writable %z : (tensor<2x16xi8>, !wide) -> ()
  tir.return
}
tir.prim_func private @rows(%x: !half {tir.effect = #tir.effect<read>}, %y: !half {tir.effect = #tir.effect<read>}, %z: !both {tir.effect = #tir.effect<write>}) {
  %first = bufferization.to_tensor %x restrict : !half to !t
  %second = bufferization.to_tensor %y restrict : !half to !t
  %none = tensor.empty() : tensor<4x8xi8>
  %one = tensor.insert_slice %first into %none[0, 0] [2, 8] [1, 1] : !t into tensor<4x8xi8>
  %two = tensor.insert_slice %second into %one[2, 0] [2, 8] [1, 1] : !t into tensor<4x8xi8>
  bufferization.materialize_in_destination %two in restrict writable %z : (tensor<4x8xi8>, !both) -> ()
  tir.return
}
tir.prim_func private @npu(!half {tir.effect = #tir.effect<write>})
tir.prim_func @main(%x: !half {tir.effect = #tir.effect<read>}, %y: !wide {tir.effect = #tir.effect<write>}, %z: !both {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !half
  %b = memref.alloc() : !half
  memref.copy %x, %a : !half to !half
  memref.copy %x, %b : !half to !half
  %c = memref.alloc() : !wide
  tir.call_tir @columns(%a, %b, %c) : (!half, !half, !wide) -> ()
  memref.copy %c, %y : !wide to !wide
  %d = memref.alloc() : !both
  tir.call_tir @rows(%a, %b, %d) : (!half, !half, !both) -> ()
  memref.copy %x, %a : !half to !half
  memref.copy %d, %z : !both to !both
  %e = memref.alloc() : !both
  tir.call_tir @rows(%b, %b, %e) : (!half, !half, !both) -> ()
  memref.copy %e, %z : !both to !both
  %f = memref.alloc() : !half
  %g = memref.alloc() : !half
  memref.copy %x, %f : !half to !half
  tir.call_extern @npu(%g) : (!half) -> ()
  %h = memref.alloc() : !both
  tir.call_tir @rows(%f, %g, %h) : (!half, !half, !both) -> ()
  memref.copy %h, %z : !both to !both
  %i = memref.alloc() : !half
  memref.copy %x, %i : !half to !half
  %large = memref.alloc() : memref<64xi8>
  tir.call_extern @npu_work(%large) : (memref<64xi8>) -> ()
  %j = memref.alloc() : !half
  memref.copy %x, %j : !half to !half
  %k = memref.alloc() : !both
  tir.call_tir @rows(%i, %j, %k) : (!half, !half, !both) -> ()
  memref.copy %k, %z : !both to !both
  tir.return
}
tir.prim_func private @npu_work(memref<64xi8> {tir.effect = #tir.effect<write>})
