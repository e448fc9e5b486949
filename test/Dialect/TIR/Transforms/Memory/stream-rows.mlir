// RUN: tir-opt %s --tir-stream-rows --split-input-file | FileCheck %s

// Two windows of three rows. The input gets a ring, because it needs padding; the tensor between the calls becomes one;
// the output is whole. Rows move down after the last reader of an iteration. A ring is filled with padding when its first
// row is due, so that something else may lie there until then.

// CHECK-LABEL: tir.prim_func @main(
// CHECK-SAME:    %[[X:[^:]*]]: memref<1x8x4xi8> {{[^,]*}}, %[[Y:[^:]*]]: memref<1x8x4xi8>
// CHECK:         %[[IN:.*]] = memref.alloc() {kernel.rows = #kernel.ring<rows = 3, tensor_rows = 8, kept = 8>} : memref<12xi8>
// CHECK:         %[[IN_FILLED:.*]] = tir.rebase %[[IN]][%{{.*}}] : memref<12xi8> to memref<8xi8>
// CHECK:         tir.call_tir @[[FILL:.*]](%[[IN_FILLED]]) : (memref<8xi8>) -> ()
// CHECK:         %[[A:.*]] = memref.alloc() {kernel.rows = #kernel.ring<rows = 3, tensor_rows = {{[0-9]+}}, kept = 8>} : memref<12xi8>
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for %[[STEP:.*]] = %c0{{.*}} to %c10{{.*}} step %c1
// CHECK:           %[[IS_DUE:.*]] = arith.cmpi eq, %[[STEP]], %c1{{.*}} : index
// CHECK:           scf.if %[[IS_DUE]] {
// CHECK:             %[[A_FILLED:.*]] = tir.rebase %[[A]][%{{.*}}] : memref<12xi8> to memref<8xi8>
// CHECK:             tir.call_tir @[[FILL]](%[[A_FILLED]]) : (memref<8xi8>) -> ()
// CHECK:           scf.if
// CHECK:             %[[FROM:.*]] = tir.rebase %[[X]][%{{.*}}] : memref<1x8x4xi8> to memref<4xi8>
// CHECK:             %[[NEWEST:.*]] = tir.rebase %[[IN]][%c8{{.*}}] : memref<12xi8> to memref<4xi8>
// CHECK:             memref.copy %[[FROM]], %[[NEWEST]] : memref<4xi8> to memref<4xi8>
// CHECK:           scf.if
// CHECK:             tir.call_tir @[[FILL_ROW:.*]](%{{.*}}) {kernel.rows = #kernel.turns<first = {{[0-9]+}}, period = 1, calls = 1>} : (memref<4xi8>) -> ()
// CHECK:           scf.if
// CHECK:             %[[WINDOW:.*]] = tir.rebase %[[IN]][%c0{{.*}}] : memref<12xi8> to memref<1x3x4xi8>
// CHECK:             %[[OUT:.*]] = tir.rebase %[[A]][%c8{{.*}}] : memref<12xi8> to memref<1x1x4xi8>
// CHECK:             tir.call_tir @blur_row(%[[WINDOW]], %[[OUT]]) {kernel.rows = #kernel.turns<first = {{[0-9]+}}, period = {{[0-9]+}}, calls = 8>} : (memref<1x3x4xi8>, memref<1x1x4xi8>) -> ()
// CHECK:           %[[FROM:.*]] = tir.rebase %[[IN]][%{{.*}}] : memref<12xi8> to memref<4xi8>
// CHECK:           %[[TO:.*]] = tir.rebase %[[IN]][%{{.*}}] : memref<12xi8> to memref<4xi8>
// CHECK:           memref.copy %[[FROM]], %[[TO]] : memref<4xi8> to memref<4xi8>
// CHECK:           memref.copy
// CHECK:           scf.if
// CHECK:             %[[WINDOW:.*]] = tir.rebase %[[A]][%c0{{.*}}] : memref<12xi8> to memref<1x3x4xi8>
// CHECK:             %[[OUT:.*]] = tir.rebase %[[Y]][%{{.*}}] : memref<1x8x4xi8> to memref<1x1x4xi8>
// CHECK:             tir.call_tir @blur_row(%[[WINDOW]], %[[OUT]]) {kernel.rows = #kernel.turns<first = {{[0-9]+}}, period = {{[0-9]+}}, calls = 8>} : (memref<1x3x4xi8>, memref<1x1x4xi8>) -> ()
// CHECK-COUNT-2:   memref.copy
// CHECK:         tir.return
!whole = memref<1x8x4xi8>
!rows = memref<1x3x4xi8>
!row = memref<1x1x4xi8>
tir.prim_func private @blur_row(
    %x: !rows {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = -1, rows = 3, padding = 7 : i8>>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func @main(%x: !whole {tir.effect = #tir.effect<read>}, %y: !whole {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !whole
  kernel.by_rows {
    tir.call_tir @blur_row(%x, %a) : (!whole, !whole) -> ()
    tir.call_tir @blur_row(%a, %y) : (!whole, !whole) -> ()
  }
  tir.return
}

// -----

// A tensor that has other readers stays whole, and so does one that a call of another group reads.

// CHECK-LABEL: tir.prim_func @two_groups(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<8x4xi8>
// CHECK:         scf.for
// CHECK:           tir.rebase %[[A]][%{{.*}}] : memref<8x4xi8> to memref<1x4xi8>
// CHECK-NOT:       tir.rebase %[[A]]
// CHECK:         }
// CHECK:         scf.for
// CHECK:           tir.rebase %[[A]][%{{.*}}] : memref<8x4xi8> to memref<1x4xi8>
!whole = memref<8x4xi8>
!row = memref<1x4xi8>
tir.prim_func private @not_row(
    %x: !row {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func @two_groups(%x: !whole {tir.effect = #tir.effect<read>}, %y: !whole {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !whole
  kernel.by_rows {
    tir.call_tir @not_row(%x, %a) : (!whole, !whole) -> ()
  }
  kernel.by_rows {
    tir.call_tir @not_row(%a, %y) : (!whole, !whole) -> ()
  }
  tir.return
}

// -----

// A tensor of which one row is in memory is allocated in the loop, and so is scratch memory.

// CHECK-LABEL: tir.prim_func @brief(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for
// CHECK:           %[[A:.*]] = memref.alloc() {kernel.rows = #kernel.ring<rows = 1, tensor_rows = 8>} : memref<4xi8>
// CHECK:           %[[S:.*]] = memref.alloc() : memref<16xi8>
// CHECK:           tir.call_tir @not_row(%{{.*}}, %[[S]], %{{.*}})
!whole = memref<8x4xi8>
!row = memref<1x4xi8>
!scratch = memref<16xi8>
tir.prim_func private @not_row(
    %x: !row {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
    %s: !scratch {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<scratch = true>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func @brief(%x: !whole {tir.effect = #tir.effect<read>}, %y: !whole {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !whole
  %s = memref.alloc() : !scratch
  kernel.by_rows {
    tir.call_tir @not_row(%x, %s, %a) : (!whole, !scratch, !whole) -> ()
    %t = memref.alloc() : !scratch
    tir.call_tir @not_row(%a, %t, %y) : (!whole, !scratch, !whole) -> ()
  }
  tir.return
}

// -----

// With a stride of 2, two rows move at once, and the place of a new row depends on its number.

// CHECK-LABEL: tir.prim_func @stride(
// CHECK:         %[[A:.*]] = memref.alloc() {kernel.rows = #kernel.ring<rows = 3, tensor_rows = {{[0-9]+}}, kept = 8>} : memref<12xi8>
// CHECK:         scf.for
// CHECK:           %[[IS_ODD:.*]] = arith.remui
// CHECK:           tir.rebase %[[A]][%{{.*}}] : memref<12xi8> to memref<1x4xi8>
// CHECK:           arith.remui
// CHECK:           scf.if
// CHECK:             tir.call_tir @half_row
!whole = memref<8x4xi8>
!half = memref<4x4xi8>
!row = memref<1x4xi8>
tir.prim_func private @not_row(
    %x: !row {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func private @half_row(
    %x: memref<3x4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 2, first = -1, rows = 3, padding = 0 : i8>>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func @stride(%x: !whole {tir.effect = #tir.effect<read>}, %y: !half {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !whole
  kernel.by_rows {
    tir.call_tir @not_row(%x, %a) : (!whole, !whole) -> ()
    tir.call_tir @half_row(%a, %y) : (!whole, !half) -> ()
  }
  tir.return
}

// -----

// Sums start from the value that their window names.

// CHECK-LABEL: tir.prim_func @sums(
// CHECK:         tir.call_tir @fill_rows(%[[Y:.*]]) : (memref<4xi32>) -> ()
// CHECK:         scf.for
// CHECK:           tir.call_tir @sum_row(%{{.*}}, %[[Y]])
tir.prim_func private @sum_row(
    %x: memref<1x4xi32> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
    %y: memref<4xi32> {tir.effect = #tir.effect<read_write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 4, stride = 0, first = 0, rows = 1, padding = 0 : i32>>}) {
  tir.return
}
tir.prim_func @sums(%x: memref<8x4xi32> {tir.effect = #tir.effect<read>}, %y: memref<4xi32> {tir.effect = #tir.effect<write>}) {
  kernel.by_rows {
    tir.call_tir @sum_row(%x, %y) : (memref<8x4xi32>, memref<4xi32>) -> ()
  }
  tir.return
}

// -----

// Calls that need rows of a tensor at two rates become two loops.

// CHECK-LABEL: tir.prim_func @two_rates(
// CHECK-COUNT-2: scf.for
// CHECK-NOT:     scf.for
// CHECK:         tir.return
!whole = memref<8x4xi8>
!half = memref<4x4xi8>
!row = memref<1x4xi8>
tir.prim_func private @half_row(
    %x: !row {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 2, first = 0, rows = 1>>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func private @add_row(
    %x: !row {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
    %z: !row {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 4, rows = 1>>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func @two_rates(%x: !whole {tir.effect = #tir.effect<read>}, %y: !half {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !half
  kernel.by_rows {
    tir.call_tir @half_row(%x, %a) : (!whole, !half) -> ()
    tir.call_tir @add_row(%a, %x, %y) : (!half, !whole, !half) -> ()
  }
  tir.return
}

// -----

// Five rows of which two leave: three rows move down, two at a time, and then the one that is left.

// CHECK-LABEL: tir.prim_func @rest_of_a_ring(
// CHECK:         %[[A:.*]] = memref.alloc() {kernel.rows = #kernel.ring<rows = 5, tensor_rows = {{[0-9]+}}, kept = 16>} : memref<20xi8>
// CHECK:         scf.for
// CHECK:           %[[FROM:.*]] = tir.rebase %[[A]][%{{.*}}] : memref<20xi8> to memref<8xi8>
// CHECK:           %[[TO:.*]] = tir.rebase %[[A]][%c0{{.*}}] : memref<20xi8> to memref<8xi8>
// CHECK:           memref.copy %[[FROM]], %[[TO]] : memref<8xi8> to memref<8xi8>
// CHECK:           %[[LEFT:.*]] = arith.addi %[[PLACE:c8[_0-9]*]], %c8{{.*}}
// CHECK:           %[[FROM:.*]] = tir.rebase %[[A]][%[[LEFT]]] : memref<20xi8> to memref<4xi8>
// CHECK:           %[[TO:.*]] = tir.rebase %[[A]][%[[PLACE]]] : memref<20xi8> to memref<4xi8>
// CHECK:           memref.copy %[[FROM]], %[[TO]] : memref<4xi8> to memref<4xi8>
!whole = memref<12x4xi8>
!half = memref<4x4xi8>
!row = memref<1x4xi8>
tir.prim_func private @not_row(
    %x: !row {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func private @half_row(
    %x: memref<5x4xi8> {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 2, first = 0, rows = 5>>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func @rest_of_a_ring(%x: !whole {tir.effect = #tir.effect<read>}, %y: !half {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !whole
  kernel.by_rows {
    tir.call_tir @not_row(%x, %a) : (!whole, !whole) -> ()
    tir.call_tir @half_row(%a, %y) : (!whole, !half) -> ()
  }
  tir.return
}

// -----

// The output may lie where the input does, so that no row of it is written before all of the input has been read: these
// calls do not run in turns.

// CHECK-LABEL: tir.prim_func @shared_memory(
// CHECK:         scf.for
// CHECK:           tir.call_tir @not_row
// CHECK-NOT:       tir.call_tir
// CHECK:         }
// CHECK:         scf.for
// CHECK:           tir.call_tir @not_row
!whole = memref<8x4xi8>
!row = memref<1x4xi8>
tir.prim_func private @not_row(
    %x: !row {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func @shared_memory(%x: !whole {tir.effect = #tir.effect<read>, tir.port = #tir.port<noalias = false>}, %y: !whole {tir.effect = #tir.effect<write>, tir.port = #tir.port<noalias = false>}) {
  %a = memref.alloc() : !whole
  kernel.by_rows {
    tir.call_tir @not_row(%x, %a) : (!whole, !whole) -> ()
    tir.call_tir @not_row(%a, %y) : (!whole, !whole) -> ()
  }
  tir.return
}

// -----

// Constants share memory with nothing that a call writes, and the copy of a row that the application may hand over comes
// before everything else.

// CHECK-LABEL: tir.prim_func @fed(
// CHECK-SAME:    %[[X:[^:]*]]: memref<8x4xi8>
// CHECK:         %[[RING:.*]] = memref.alloc() {kernel.rows = #kernel.ring<rows = 1, tensor_rows = 8>} : memref<4xi8>
// CHECK:         scf.for
// CHECK:           %[[ROW:.*]] = tir.rebase %[[X]][%{{.*}}] : memref<8x4xi8> to memref<4xi8>
// CHECK:           tir.call_tir @feed_row(%[[ROW]], %[[RING]]) {kernel.rows = #kernel.turns<first = 0, period = 1, calls = 8, fed = true>}
// CHECK:           tir.call_tir @add_row
// CHECK-NOT:     scf.for
// CHECK:         tir.return
!whole = memref<8x4xi8>
!row = memref<1x4xi8>
memref.global "private" constant @bias : memref<4xi8> = dense<1>
tir.prim_func private @add_row(
    %x: !row {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
    %b: memref<4xi8> {tir.effect = #tir.effect<read>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func @fed(%x: !whole {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<fed = true>}, %y: !whole {tir.effect = #tir.effect<write>}) {
  %b = memref.get_global @bias : memref<4xi8>
  kernel.by_rows {
    tir.call_tir @add_row(%x, %b, %y) : (!whole, memref<4xi8>, !whole) -> ()
  }
  tir.return
}
