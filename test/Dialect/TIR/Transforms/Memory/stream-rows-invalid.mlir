// RUN: tir-opt %s --tir-stream-rows --split-input-file --verify-diagnostics

// The windows of a kernel must be parts of whole buffers.

!whole = memref<8x4xi8>
!row = memref<1x4xi8>
tir.prim_func private @not_row(
    %x: !row {tir.effect = #tir.effect<read>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>},
    %y: !row {tir.effect = #tir.effect<write>, kernel.argument = #kernel.argument<window = <dim = 0, unit = 1, stride = 1, first = 0, rows = 1>>}) {
  tir.return
}
tir.prim_func @part(%x: memref<16x4xi8> {tir.effect = #tir.effect<read>}, %y: !whole {tir.effect = #tir.effect<write>}) {
  %part = memref.subview %x[0, 0] [8, 4] [1, 1] : memref<16x4xi8> to memref<8x4xi8, strided<[4, 1]>>
  %rebased = tir.rebase %part : memref<8x4xi8, strided<[4, 1]>> to !whole
  kernel.by_rows {
    // expected-error @below {{'tir.call_tir' op cannot run by rows: its operands are not whole buffers, or their rows are not the windows that @not_row reads; move it out of 'kernel.by_rows' and call the kernel for the whole tensor}}
    tir.call_tir @not_row(%rebased, %y) : (!whole, !whole) -> ()
  }
  tir.return
}
