// RUN: tir-opt %s --tir-check-overlaps --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-check-overlaps=on-error=last-error --split-input-file | FileCheck %s --check-prefix=REPORT

// Offsets that are not known are compared at run time, once for each pair; equal texts share a function.

!part = memref<4xi8, strided<[1], offset: ?>>
// CHECK-LABEL: tir.prim_func @run(
// CHECK:         %[[X:.*]] = memref.subview %arg0[%arg1]
// CHECK:         %[[Y:.*]] = memref.subview %arg0[%arg2]
// CHECK:         %[[C4:.*]] = arith.constant 4 : index
// CHECK:         %[[STEPS:.*]] = arith.subi %[[C4]], %{{.*}} : index
// CHECK:         %[[SPAN:.*]] = arith.muli %[[STEPS]],
// CHECK:         %[[LAST:.*]] = arith.addi %arg1, %[[SPAN]]
// CHECK:         %[[END:.*]] = arith.addi %[[LAST]],
// CHECK:         %[[BEFORE:.*]] = arith.cmpi sle, %[[END]], %arg2
// CHECK:         %[[BEHIND:.*]] = arith.cmpi sle, %{{.*}}, %arg1
// CHECK:         %[[OK:.*]] = arith.ori %[[BEFORE]], %[[BEHIND]]
// CHECK-NEXT:    tir.call_extern @[[CHECK:tvmgen_net_check_overlap]](%[[OK]]) {tir.call = #tir.call<reported = true>} : (i1) -> ()
// CHECK-NEXT:    tir.call_tir @move(%[[X]], %[[Y]])
// CHECK:         tir.call_extern @[[CHECK]](
// CHECK-NEXT:    tir.call_tir @move(%[[Y]], %[[X]])
// CHECK:         tir.return
// CHECK:       func.func private @[[CHECK]](%arg0: i1) -> i32 attributes {tir.function = #tir.function<always_inline = true>} {
// CHECK-NEXT:    tir.assert %arg0, "move: arguments #0 and #1 are parts of one buffer that overlap, but it writes one of them"
// CHECK-NOT:   check_overlap_
// REPORT:      tir.assert %arg0, "move: arguments #0 and #1 are parts of one buffer that overlap, but it writes one of them" {on_error = #tir.on_error<last_error>}
tir.prim_func private @move(%x: !part {tir.effect = #tir.effect<read>}, %y: !part {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = true>}) {
  tir.return
}
tir.prim_func @run(%b: memref<64xi8>, %i: index, %j: index) attributes {tir.model = #tir.model<name = "net", source = "net.mlir">} {
  %x = memref.subview %b[%i] [4] [1] : memref<64xi8> to !part
  %y = memref.subview %b[%j] [4] [1] : memref<64xi8> to !part
  tir.call_tir @move(%x, %y) : (!part, !part) -> ()
  tir.call_tir @move(%y, %x) : (!part, !part) -> ()
  tir.return
}

// -----

// What is disjoint by its bounds needs no check: halves, an offset that is the other one and more, parts that take turns,
// columns, and buffers that are not one.

!part = memref<4xi8, strided<[1], offset: ?>>
!turn = memref<4xi8, strided<[2], offset: ?>>
!column = memref<4x2xi8, strided<[8, 1], offset: ?>>
// CHECK-LABEL: func.func @disjoint(
// CHECK-NOT:     check_overlap
tir.prim_func private @move(%x: !part {tir.effect = #tir.effect<read>}, %y: !part {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = true>}) {
  tir.return
}
tir.prim_func private @turns(%x: !turn {tir.effect = #tir.effect<read>}, %y: !turn {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = true>}) {
  tir.return
}
tir.prim_func private @columns(%x: !column {tir.effect = #tir.effect<read>}, %y: !column {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = true>}) {
  tir.return
}
tir.prim_func private @read(%x: !part {tir.effect = #tir.effect<read>}, %y: !part {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = true>}) {
  tir.return
}
tir.prim_func private @shares(%x: !part {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = false>}, %y: !part {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = false>}) {
  tir.return
}
func.func @disjoint(%b: memref<64xi8>, %other: memref<64xi8>, %m: memref<8x8xi8>, %i: index, %j: index) -> i32 {
  %next = affine.apply affine_map<(d0) -> (d0 + 4)>(%i)
  %x = memref.subview %b[%i] [4] [1] : memref<64xi8> to !part
  %y = memref.subview %b[%next] [4] [1] : memref<64xi8> to !part
  tir.call_tir @move(%x, %y) : (!part, !part) -> ()
  %even = memref.subview %b[2] [4] [2] : memref<64xi8> to memref<4xi8, strided<[2], offset: 2>>
  %odd = memref.subview %b[3] [4] [2] : memref<64xi8> to memref<4xi8, strided<[2], offset: 3>>
  %e = memref.cast %even : memref<4xi8, strided<[2], offset: 2>> to !turn
  %o = memref.cast %odd : memref<4xi8, strided<[2], offset: 3>> to !turn
  tir.call_tir @turns(%e, %o) : (!turn, !turn) -> ()
  %left = memref.subview %m[%i, 0] [4, 2] [1, 1] : memref<8x8xi8> to !column
  %right = memref.subview %m[%j, 2] [4, 2] [1, 1] : memref<8x8xi8> to !column
  tir.call_tir @columns(%left, %right) : (!column, !column) -> ()
  %z = memref.subview %other[%i] [4] [1] : memref<64xi8> to !part
  tir.call_tir @move(%x, %z) : (!part, !part) -> ()
  %w = memref.subview %b[%j] [4] [1] : memref<64xi8> to !part
  tir.call_tir @read(%x, %w) : (!part, !part) -> ()
  tir.call_tir @shares(%x, %w) : (!part, !part) -> ()
  %zero = arith.constant 0 : i32
  return %zero : i32
}

// -----

// A part that may be empty is disjoint from all others; views of bytes count bytes.

!some = memref<?xi8, strided<[1], offset: ?>>
// CHECK-LABEL: tir.prim_func @run(
// CHECK:         %[[NONE:.*]] = arith.cmpi eq, %arg3, %c0
// CHECK:         tir.call_extern @tvmgen_default_check_overlap
// CHECK:         memref.view
// CHECK:         %[[BYTES:.*]] = arith.constant 16 : index
// CHECK:         arith.subi %[[BYTES]],
// CHECK:         tir.call_extern @tvmgen_default_check_overlap_0
tir.prim_func private @move(%x: !some {tir.effect = #tir.effect<read>}, %y: !some {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = true>}) {
  tir.return
}
tir.prim_func private @floats(%x: memref<4xf32> {tir.effect = #tir.effect<read>}, %y: memref<4xf32> {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = true>}) {
  tir.return
}
tir.prim_func @run(%b: memref<64xi8>, %i: index, %j: index, %n: index) {
  %x = memref.subview %b[%i] [%n] [1] : memref<64xi8> to !some
  %y = memref.subview %b[%j] [%n] [1] : memref<64xi8> to !some
  tir.call_tir @move(%x, %y) : (!some, !some) -> ()
  %f = memref.view %b[%i][] : memref<64xi8> to memref<4xf32>
  %g = memref.view %b[%j][] : memref<64xi8> to memref<4xf32>
  tir.call_tir @floats(%f, %g) : (memref<4xf32>, memref<4xf32>) -> ()
  tir.return
}
