// RUN: tir-opt %s --tir-elide-copies --split-input-file | FileCheck %s
// RUN: tir-opt %s --tir-elide-copies --tir-plan-memory --split-input-file | FileCheck %s --check-prefix=PLAN

// What a loop carries is written where it is. The kernel that reads it, too, may do so by its distance; the other one,
// since the old value has been read. Only the callee of the first one has arguments that share memory.

// CHECK:       tir.prim_func private @forget(
// CHECK-SAME:    noalias = false>}, %{{.*}}noalias = false>})
// CHECK:       tir.prim_func private @output(
// CHECK-NOT:     noalias
// CHECK-LABEL: tir.prim_func @lstm(
// CHECK:         %[[CELL:.*]] = memref.alloc() : memref<8xf32>
// CHECK:         %[[HIDDEN:.*]] = memref.alloc() : memref<8xf32>
// CHECK:         scf.for
// CHECK-NOT:       memref
// CHECK:           tir.call_tir @forget(%[[CELL]], %[[HIDDEN]], %[[CELL]])
// CHECK-NEXT:      tir.call_tir @output(%[[CELL]], %[[HIDDEN]])
// CHECK-NEXT:    }

// PLAN-LABEL: tir.prim_func @lstm(
// PLAN-SAME:    bytes = 64

!state = memref<8xf32>
tir.prim_func private @forget(%c: !state {tir.effect = #tir.effect<read>}, %h: !state {tir.effect = #tir.effect<read>},
    %y: !state {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0]>}) { tir.return }
tir.prim_func private @output(%c: !state {tir.effect = #tir.effect<read>},
                              %h: !state {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func @lstm(%x: !state {tir.effect = #tir.effect<read>}, %y: !state {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %cell = memref.alloc() : !state
  memref.copy %x, %cell : !state to !state
  %hidden = memref.alloc() : !state
  memref.copy %x, %hidden : !state to !state
  scf.for %step = %c0 to %c5 step %c1 {
    %next = memref.alloc() : !state
    tir.call_tir @forget(%cell, %hidden, %next) : (!state, !state, !state) -> ()
    %out = memref.alloc() : !state
    tir.call_tir @output(%next, %out) : (!state, !state) -> ()
    memref.copy %out, %hidden : !state to !state
    memref.copy %next, %cell : !state to !state
  }
  memref.copy %hidden, %y : !state to !state
  tir.return
}

// -----

// A part of a result is written in its place, although the place is computed after the call. Other calls of the callee
// keep their promise.

// CHECK-LABEL: tir.prim_func @parts(
// CHECK:         %[[ALL:.*]] = memref.alloc() : memref<5x8xi8>
// CHECK:         scf.for %[[I:.*]] = %c0
// CHECK:           %[[ROW:.*]] = arith.subi %c4, %[[I]]
// CHECK:           %[[PART:.*]] = memref.subview %[[ALL]][%[[ROW]], 0] [1, 8] [1, 1]
// CHECK:           %[[PLACE:.*]] = tir.rebase %[[PART]]
// CHECK:           tir.call_tir @row(%{{.*}}, %[[PLACE]])
// CHECK-NOT:       memref.copy
// CHECK:         }

// PLAN-LABEL: tir.prim_func @parts(
// PLAN-SAME:    bytes = 40

!row = memref<1x8xi8>
!part = memref<1x8xi8, strided<[8, 1], offset: ?>>
tir.prim_func private @row(%x: !row {tir.effect = #tir.effect<read>},
                           %y: !row {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func private @use(%x: memref<5x8xi8> {tir.effect = #tir.effect<read>}) { tir.return }
tir.prim_func @parts(%x: !row {tir.effect = #tir.effect<read>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %all = memref.alloc() : memref<5x8xi8>
  scf.for %step = %c0 to %c5 step %c1 {
    %out = memref.alloc() : !row
    tir.call_tir @row(%x, %out) : (!row, !row) -> ()
    %row = arith.subi %c4, %step : index
    %part = memref.subview %all[%row, 0] [1, 8] [1, 1] : memref<5x8xi8> to !part
    memref.copy %out, %part : !row to !part
  }
  tir.call_tir @use(%all) : (memref<5x8xi8>) -> ()
  tir.return
}

// -----

// The old contents are needed: by the kernel, by a call before the copy, or in part.

// CHECK-LABEL: tir.prim_func @needed(
// CHECK-COUNT-3: memref.copy %alloc{{.*}}, %alloc
// CHECK-NOT:     memref.copy %alloc{{.*}}, %alloc
// CHECK:         tir.return

!state = memref<8xf32>
tir.prim_func private @reverse(%x: !state {tir.effect = #tir.effect<read>},
                               %y: !state {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func private @use(%x: !state {tir.effect = #tir.effect<read>}) { tir.return }
tir.prim_func private @add(%x: !state {tir.effect = #tir.effect<read>},
                           %y: !state {tir.effect = #tir.effect<read_write>}) { tir.return }
tir.prim_func @needed(%x: !state {tir.effect = #tir.effect<read>}) {
  %a = memref.alloc() : !state
  memref.copy %x, %a : !state to !state
  %reversed = memref.alloc() : !state
  tir.call_tir @reverse(%a, %reversed) : (!state, !state) -> ()
  memref.copy %reversed, %a : !state to !state
  %other = memref.alloc() : !state
  tir.call_tir @reverse(%x, %other) : (!state, !state) -> ()
  tir.call_tir @use(%a) : (!state) -> ()
  memref.copy %other, %a : !state to !state
  %sum = memref.alloc() : !state
  memref.copy %x, %sum : !state to !state
  tir.call_tir @add(%x, %sum) : (!state, !state) -> ()
  memref.copy %sum, %a : !state to !state
  tir.call_tir @use(%a) : (!state) -> ()
  tir.return
}

// -----

// The result is read after the copy, or belongs to the application or a state variable.

// CHECK-LABEL: tir.prim_func @kept(
// CHECK:         tir.call_tir @make(%[[A:[a-z_0-9]*]])
// CHECK-NEXT:    memref.copy %[[A]],
// CHECK:         tir.call_tir @make(%[[B:[a-z_0-9]*]])
// CHECK-NEXT:    memref.copy %[[B]], %arg0
// CHECK:         tir.call_tir @make(%[[C:[a-z_0-9]*]])
// CHECK-NEXT:    memref.copy %[[C]], %{{.*}}

!state = memref<8xf32>
memref.global "private" @variable : !state = uninitialized
tir.prim_func private @make(%x: !state {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func private @use(%x: !state {tir.effect = #tir.effect<read>}) { tir.return }
tir.prim_func @kept(%y: !state {tir.effect = #tir.effect<write>}) {
  %a = memref.alloc() : !state
  %copied = memref.alloc() : !state
  tir.call_tir @make(%a) : (!state) -> ()
  memref.copy %a, %copied : !state to !state
  tir.call_tir @use(%a) : (!state) -> ()
  tir.call_tir @use(%copied) : (!state) -> ()
  %b = memref.alloc() : !state
  tir.call_tir @make(%b) : (!state) -> ()
  memref.copy %b, %y : !state to !state
  %variable = memref.get_global @variable : !state
  %c = memref.alloc() : !state
  tir.call_tir @make(%c) : (!state) -> ()
  memref.copy %c, %variable : !state to !state
  tir.return
}
