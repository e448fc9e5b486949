// RUN: tir-opt %s --tir-plan-memory=alignment=1 --split-input-file | FileCheck %s

// The loop writes eight rows of eight bytes while it reads eight rows of sixteen bytes. A row is written when the row
// before it has been read, so that both begin at the same place, but for the row that one call reads and writes.

// CHECK-LABEL: tir.prim_func @shrinks(
// CHECK-SAME:    plan = <
// CHECK-SAME:    bytes = 136
tir.prim_func private @make(%x: memref<8x16xi8> {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func private @half(%x: memref<16xi8> {tir.effect = #tir.effect<read>},
                            %y: memref<8xi8> {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func private @use(%x: memref<8x8xi8> {tir.effect = #tir.effect<read>}) { tir.return }
tir.prim_func @shrinks() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %x = memref.alloc() : memref<8x16xi8>
  %y = memref.alloc() : memref<8x8xi8>
  tir.call_tir @make(%x) : (memref<8x16xi8>) -> ()
  scf.for %i = %c0 to %c8 step %c1 {
    %from = arith.muli %i, %c16 : index
    %to = arith.muli %i, %c8 : index
    %in = tir.rebase %x[%from] : memref<8x16xi8> to memref<16xi8>
    %out = tir.rebase %y[%to] : memref<8x8xi8> to memref<8xi8>
    tir.call_tir @half(%in, %out) : (memref<16xi8>, memref<8xi8>) -> ()
  }
  tir.call_tir @use(%y) : (memref<8x8xi8>) -> ()
  tir.return
}

// -----

// The same with slices, whose place follows from the strides of their source.

// CHECK-LABEL: tir.prim_func @slices(
// CHECK-SAME:    bytes = 136
!in = memref<1x16xi8, strided<[16, 1], offset: ?>>
!out = memref<1x8xi8, strided<[8, 1], offset: ?>>
tir.prim_func private @make(%x: memref<8x16xi8> {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func private @half(%x: memref<1x16xi8> {tir.effect = #tir.effect<read>},
                            %y: memref<1x8xi8> {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func private @use(%x: memref<8x8xi8> {tir.effect = #tir.effect<read>}) { tir.return }
tir.prim_func @slices() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = memref.alloc() : memref<8x16xi8>
  %y = memref.alloc() : memref<8x8xi8>
  tir.call_tir @make(%x) : (memref<8x16xi8>) -> ()
  scf.for %i = %c0 to %c8 step %c1 {
    %from = memref.subview %x[%i, 0] [1, 16] [1, 1] : memref<8x16xi8> to !in
    %to = memref.subview %y[%i, 0] [1, 8] [1, 1] : memref<8x8xi8> to !out
    %in = tir.rebase %from : !in to memref<1x16xi8>
    %out = tir.rebase %to : !out to memref<1x8xi8>
    tir.call_tir @half(%in, %out) : (memref<1x16xi8>, memref<1x8xi8>) -> ()
  }
  tir.call_tir @use(%y) : (memref<8x8xi8>) -> ()
  tir.return
}

// -----

// What only later iterations use may lie over what earlier ones have read: the last half of the loop needs 64 bytes more,
// when half of the input has been read.

// CHECK-LABEL: tir.prim_func @begins_late(
// CHECK-SAME:    bytes = 128
tir.prim_func private @make(%x: memref<8x16xi8> {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func private @read(%x: memref<16xi8> {tir.effect = #tir.effect<read>}) { tir.return }
tir.prim_func private @fill(%x: memref<64xi8> {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func @begins_late() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %x = memref.alloc() : memref<8x16xi8>
  %y = memref.alloc() : memref<64xi8>
  tir.call_tir @make(%x) : (memref<8x16xi8>) -> ()
  scf.for %i = %c0 to %c8 step %c1 {
    %isLate = arith.cmpi uge, %i, %c4 : index
    scf.if %isLate {
      tir.call_tir @fill(%y) : (memref<64xi8>) -> ()
    }
    %from = arith.muli %i, %c16 : index
    %in = tir.rebase %x[%from] : memref<8x16xi8> to memref<16xi8>
    tir.call_tir @read(%in) : (memref<16xi8>) -> ()
  }
  tir.return
}

// -----

// A condition that is known only at run time may hold in every iteration.

// CHECK-LABEL: tir.prim_func @begins_at_some_time(
// CHECK-SAME:    bytes = 192
tir.prim_func private @make(%x: memref<8x16xi8> {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func private @read(%x: memref<16xi8> {tir.effect = #tir.effect<read>}) { tir.return }
tir.prim_func private @fill(%x: memref<64xi8> {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func @begins_at_some_time(%when: memref<1xi1> {tir.effect = #tir.effect<read>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %x = memref.alloc() : memref<8x16xi8>
  %y = memref.alloc() : memref<64xi8>
  tir.call_tir @make(%x) : (memref<8x16xi8>) -> ()
  scf.for %i = %c0 to %c8 step %c1 {
    %isLate = memref.load %when[%c0] : memref<1xi1>
    scf.if %isLate {
      tir.call_tir @fill(%y) : (memref<64xi8>) -> ()
    }
    %from = arith.muli %i, %c16 : index
    %in = tir.rebase %x[%from] : memref<8x16xi8> to memref<16xi8>
    tir.call_tir @read(%in) : (memref<16xi8>) -> ()
  }
  tir.return
}

// -----

// A loop may write what it reads: then each iteration needs what the one before it wrote.

// CHECK-LABEL: tir.prim_func @keeps(
// CHECK-SAME:    bytes = 144
tir.prim_func private @make(%x: memref<8x16xi8> {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func private @add(%x: memref<16xi8> {tir.effect = #tir.effect<read_write>},
                           %y: memref<16xi8> {tir.effect = #tir.effect<write>}) { tir.return }
tir.prim_func @keeps() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %x = memref.alloc() : memref<8x16xi8>
  %y = memref.alloc() : memref<16xi8>
  tir.call_tir @make(%x) : (memref<8x16xi8>) -> ()
  scf.for %i = %c0 to %c8 step %c1 {
    %from = arith.muli %i, %c16 : index
    %in = tir.rebase %x[%from] : memref<8x16xi8> to memref<16xi8>
    tir.call_tir @add(%in, %y) : (memref<16xi8>, memref<16xi8>) -> ()
  }
  tir.return
}
