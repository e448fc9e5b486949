// RUN: tir-opt %s --tir-verify-distances=report --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The loops of one kernel after the phase `loops`, and what is derived from them. The first one reads from back to
// front. Any other order of loops without stores is the same, whether their bounds are numbers or minima of these, and
// a branch is taken if it may be.

// REMARK: remark: argument #0 may begin 7 bytes after argument #1, the loops require 7
tir.prim_func private @reverse(%x: memref<8xi8> {tir.effect = #tir.effect<read>},
                               %y: memref<8xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 7]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %j = arith.subi %c7, %i : index
    %element = memref.load %x[%j] : memref<8xi8>
    memref.store %element, %y[%i] : memref<8xi8>
  }
  tir.return
}

// -----

// Sums of a window of three with one element of padding on each side, of elements of two bytes: element 1 is stored
// before element 1 is read the last time.

// REMARK: remark: argument #0 may begin 2 bytes after argument #1, the loops require 2
tir.prim_func private @window(%x: memref<2x4xi16> {tir.effect = #tir.effect<read>},
                              %y: memref<8xi16> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 2]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i16
  %flat = memref.collapse_shape %x [[0, 1]] : memref<2x4xi16> into memref<8xi16>
  scf.for %i = %c0 to %c8 step %c1 {
    %first = arith.subi %i, %c1 : index
    %begin = arith.maxsi %first, %c0 : index
    %after = arith.addi %i, %c2 : index
    %end = arith.minsi %after, %c8 : index
    %sum = scf.for %j = %begin to %end step %c1 iter_args(%acc = %zero) -> i16 {
      %element = memref.load %flat[%j] : memref<8xi16>
      %next = arith.addi %acc, %element : i16
      scf.yield %next : i16
    }
    memref.store %sum, %y[%i] : memref<8xi16>
  }
  tir.return
}

// -----

// Only the first half is read in the branch: when element 4 is stored, four elements have been written, and none is read
// any longer.

// REMARK: remark: argument #0 may begin 0 bytes after argument #1, the loops require 0
tir.prim_func private @branch(%x: memref<8xi8> {tir.effect = #tir.effect<read>},
                              %y: memref<8xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i8
  scf.for %i = %c0 to %c8 step %c1 {
    %isFirst = arith.cmpi slt, %i, %c4 : index
    %element = scf.if %isFirst -> i8 {
      %read = memref.load %x[%i] : memref<8xi8>
      scf.yield %read : i8
    } else {
      scf.yield %zero : i8
    }
    memref.store %element, %y[%i] : memref<8xi8>
  }
  tir.return
}

// -----

// The whole input is read before the first element is written; a loop of unknown length that writes cannot be followed.

// REMARK: remark: argument #0 may begin -8 bytes after argument #1, the loops require -8
// REMARK: remark: argument #0 may begin 0 bytes after argument #1, the loops cannot be followed
tir.prim_func private @last(%x: memref<8xi8> {tir.effect = #tir.effect<read>},
                            %y: memref<1xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, -8]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i8
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %zero) -> i8 {
    %element = memref.load %x[%i] : memref<8xi8>
    %next = arith.addi %acc, %element : i8
    scf.yield %next : i8
  }
  memref.store %sum, %y[%c0] : memref<1xi8>
  tir.return
}
tir.prim_func private @unknown(%x: memref<8xi8> {tir.effect = #tir.effect<read>},
                               %y: memref<8xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0]>},
                               %count: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %count step %c1 {
    %element = memref.load %x[%i] : memref<8xi8>
    memref.store %element, %y[%i] : memref<8xi8>
  }
  tir.return
}

// -----

// The pixels of a block are widened before the first of them is stored. Rows that are padding are not read.

// REMARK: remark: argument #0 may begin 4 bytes after argument #1, the loops require 4
tir.prim_func private @steps(%x: memref<16xi8> {tir.effect = #tir.effect<read>},
                             %y: memref<8xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 4]>},
                             %words: memref<8xi32> {tir.effect = #tir.effect<write>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i8
  scf.for %i = %c0 to %c8 step %c4 {
    kernel.widen_bytes %x[%c0] from %c0 to %i size 8 padding 0, %words[%c0] : memref<16xi8>, memref<8xi32>
    scf.for %j = %c0 to %c4 step %c1 {
      %place = arith.addi %i, %j : index
      memref.store %zero, %y[%place] : memref<8xi8>
    }
  }
  tir.return
}

// -----

// A pixel that is read for each pair of its channels: the first two of four are stored before it is read the last time.

// REMARK: remark: argument #0 may begin 2 bytes after argument #2, the loops require 2
tir.prim_func private @pixel(%x: memref<8xi8> {tir.effect = #tir.effect<read>},
                             %w: memref<8xi32> {tir.effect = #tir.effect<read>},
                             %y: memref<4xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 2]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %words = arith.muli %i, %c4 : index
    %sums:2 = kernel.dot_pixel %x[%c0], %w[%words] size 8 pairs 1 : memref<8xi8>, memref<8xi32>
    %first = arith.muli %i, %c2 : index
    %second = arith.addi %first, %c1 : index
    %a = arith.trunci %sums#0 : i32 to i8
    %b = arith.trunci %sums#1 : i32 to i8
    memref.store %a, %y[%first] : memref<4xi8>
    memref.store %b, %y[%second] : memref<4xi8>
  }
  tir.return
}

// -----

// The windows at the border of a pool begin with the first row and column that are inside, not with those that are cut:
// the step of one row and one column less reads what is not written yet.
// REMARK: remark: argument #0 may begin 0 bytes after argument #1, the loops require 0
tir.prim_func private @border(%x: memref<64xi8> {tir.effect = #tir.effect<read>},
                              %y: memref<16xi8> {tir.effect = #tir.effect<write>, tir.port = #tir.port<distances = [0, 0]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %before = arith.constant -20 : index
  scf.for %w = %c0 to %c2 step %c1 {
    %cut = arith.subi %c1, %w : index
    %column = arith.muli %w, %c8 : index
    %offset = arith.addi %column, %before : index
    %at = arith.muli %w, %c4 : index
    kernel.call_step "dsp_max_border"(%x, %y) at(%c0, %at) numbers(%offset, %c1, %c3, %cut, %c3) sizes [3, 16, 4] : memref<64xi8>, memref<16xi8>
  }
  tir.return
}
