//===- KernelLoadStepOps.td - Steps that load, widen and store elements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELLOADSTEPOPS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELLOADSTEPOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"

def Kernel_WidenBytesOp : Kernel_LowLevelOp<"widen_bytes"> {
  let summary = "int8 elements in the order in which DSP instructions multiply";
  let description = [{
    Reads `size` consecutive elements and writes them, two in a word, as 16-bit
    numbers. Of four elements, one word gets the first and the third, and the
    next word the second and the fourth: the order in which SXTB16 takes the
    bytes out of a word. If one or two elements are left at the end, one more
    word gets them in their order; if three are left, two words get them as if
    there were a fourth. The first element of a word is in its low half. Halves
    without an element have any value.

    Only elements `begin` to `end` (exclusive) are read; the others are
    `padding`.

    Alignment: words are aligned as `i32`; bytes may begin at any address.

    Invariants: 0 <= `begin` <= `end` <= `size` and `padding` is a signed
    number of 8 bits; the words are within their buffer if its size is
    known.

    Source: Arm v7-M Architecture Reference Manual (DDI 0403E), A7.7.182
    (SXTB16).

    Example:

    ```mlir
    func.func @widen(%bytes: memref<100xi8>, %words: memref<6xi32>, %at: index) {
      %none = arith.constant 0 : index
      %all = arith.constant 12 : index
      kernel.widen_bytes %bytes[%at] from %none to %all size 12 padding -128, %words[%none]
          : memref<100xi8>, memref<6xi32>
      return
    }
    ```

    The C it becomes:

    ```c
    tir_widen_bytes(bytes, at, 0, 12, 12, -128, words);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the elements", [MemRead]>:$bytes,
    Arg<Index, "the position of the first element">:$offset,
    Arg<Index, "the first element that is read">:$begin,
    Arg<Index, "the element after the last one that is read">:$end,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the number of elements">:$size,
    Arg<I64Attr, "the number in place of an element that is not read">:$padding,
    Arg<MemRefRankOf<[I32], [1]>, "the words", [MemWrite]>:$words,
    Arg<Index, "the position of the first word">:$at);
  let assemblyFormat = [{
    $bytes `[` $offset `]` `from` $begin `to` $end `size` $size `padding`
    $padding `,` $words `[` $at `]` attr-dict
    `:` type($bytes) `,` type($words)
  }];
  let hasVerifier = 1;
}

def Kernel_StoreHalfOp : Kernel_LowLevelOp<"store_half"> {
  let summary = "a 16-bit number in a word";
  let description = [{
    Stores the low half of `value`. Words have two halves each, the low one
    first: half `at` is the low half of word `at` / 2 if `at` is even, and else
    its high half. The other half of the word stays as it is.

    Alignment: words are aligned as `i32`.

    Invariants: the half is within the words if their number is known.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.170 (STRH).

    Example:

    ```mlir
    func.func @store(%number: i32, %words: memref<8xi32>, %at: index) {
      kernel.store_half %number, %words[%at] : memref<8xi32>
      return
    }
    ```

    The C it becomes:

    ```c
    tir_store_half(words, at, number);
    ```
  }];
  let arguments = (ins
    Arg<I32, "the number">:$value,
    Arg<MemRefRankOf<[I32], [1]>, "the words", [MemWrite]>:$words,
    Arg<Index, "the position of the half">:$at);
  let assemblyFormat = [{
    $value `,` $words `[` $at `]` attr-dict `:` type($words)
  }];
  let hasVerifier = 1;
}

def Kernel_WidenRowsOp : Kernel_LowLevelOp<"widen_rows", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "rows of a depthwise window, in the order of kernel.dot_columns";
  let description = [{
    Reads three or four rows of `columns` positions with `channels` neighbouring
    channels each. For each channel and column, a word has the element of the
    first row in its low half, and the element of the second row in its high
    half. With four rows, the next word has the elements of the third and fourth
    rows. With three, columns 0 and 1, 2 and 3 and so on belong together, and
    the word after the words of two columns has the elements of their third row.

    The element of row r, column q and channel c is `bytes` element `offset` +
    r * `row_pitch` + q * `column_pitch` + c. The words of channel c begin with
    `words` element `at` + c * n, where n is two for each column, or three for
    two of them, with the last one alone if their number is odd. Only rows from
    `row_begin` to `row_end` and columns from `column_begin` to `column_end`
    (both exclusive) are read. Other rows are `padding`. The words of other
    columns are not written, except for a third row's word that a column shares
    with one that is read: it has `padding` in its place.

    With `moves`, the rows also move down by that many rows, for the next window
    (`tir-stream-rows`): each element of row r + `moves` that was read is stored
    in row r. All of three rows of four channels are read then.

    Alignment: words are aligned as `i32`; bytes may begin at any address.

    Invariants: 0 <= `column_begin` and `column_end` <= `columns`; `channels` is
    1 to 4, and `rows` 3 (the default) or 4; the words are within their buffer if its size is known.

    Source: Arm v7-M Architecture Reference Manual (DDI 0403E), A7.7.182
    (SXTB16), A7.7.93 (PKHBT).

    Example:

    ```mlir
    func.func @widen_rows(%x: memref<200xi8>, %words: memref<56xi32>, %at: index) {
      %none = arith.constant 0 : index
      %left = arith.constant 1 : index
      %right = arith.constant 6 : index
      %all = arith.constant 3 : index
      kernel.widen_rows %x[%at] rows %none to %all columns %left to %right, %words[%none]
          {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = -128}
          : memref<200xi8>, memref<56xi32>
      kernel.widen_rows %x[%at] rows %none to %all columns %left to %right, %words[%none]
          {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = -128, moves = 1}
          : memref<200xi8>, memref<56xi32>
      return
    }
    ```

    The C it becomes:

    ```c
    tir_widen_rows(x, at, 3, 0, 3, 1, 6, 7, 40, 8, 4, -128, words);
    tir_widen_and_move_rows(x, at, 1, 1, 6, 7, 40, 8, -128, words);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the elements">:$bytes,
    Arg<Index, "the position of the first row's first element">:$offset,
    Arg<Index, "the first row that is read">:$row_begin,
    Arg<Index, "the row after the last one">:$row_end,
    Arg<Index, "the first column that is read">:$column_begin,
    Arg<Index, "the column after the last one">:$column_end,
    Arg<MemRefRankOf<[I32], [1]>, "the words">:$words,
    Arg<Index, "the position of the first word">:$at,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<4>]>,
        "the number of channels">:$channels,
    Arg<DefaultValuedAttr<ConfinedAttr<I64Attr,
            [IntMinValue<3>, IntMaxValue<4>]>, "3">,
        "the number of rows">:$rows,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the number of columns">:$columns,
    Arg<I64Attr, "elements from one row to the next">:$row_pitch,
    Arg<I64Attr, "elements from one column to the next">:$column_pitch,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<-128>, IntMaxValue<127>]>,
        "the number in place of an element that is not read">:$padding,
    Arg<OptionalAttr<ConfinedAttr<I64Attr,
            [IntMinValue<1>, IntMaxValue<2>]>>,
        "by how many rows the rows move down">:$moves);
  let assemblyFormat = [{
    $bytes `[` $offset `]` `rows` $row_begin `to` $row_end
    `columns` $column_begin `to` $column_end `,` $words `[` $at `]` attr-dict
    `:` type($bytes) `,` type($words)
  }];
  let hasVerifier = 1;
}

def Kernel_LoadTapsOp : Kernel_LowLevelOp<"load_taps", [InferTypeOpAdaptor]> {
  let summary = "the weights of a depthwise window for one channel";
  let description = [{
    Loads the weights of a window of 3 x 3. `words` elements `at` to `at` + 2
    have the weights of columns 0 to 2: from the lowest byte on, rows 0, 1, 1
    and 2. Results 0 to 2 have the weight of row 0 in the low half and the
    weight of row 1 in the high half, one result for each column. Results 3 to 5
    have rows 1 and 2 in the same way. With `times256`, the halves are 256 times
    the weights.

    Alignment: words are aligned as `i32`.

    Invariants: the words are within their buffer if its size is known.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.182 (SXTB16).

    Example:

    ```mlir
    func.func @taps(%w: memref<24xi32>, %at: index) -> i32 {
      %taps:6 = kernel.load_taps %w[%at] : memref<24xi32>
      %shifted:6 = kernel.load_taps %w[%at] times256 : memref<24xi32>
      %sum = arith.addi %taps#4, %shifted#5 : i32
      return %sum : i32
    }
    ```

    The C it becomes:

    ```c
    tir_load_taps(w + at, taps);
    tir_load_taps_times_256(w + at, taps1);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "the words", [MemRead]>:$words,
    Arg<Index, "the position of the first word">:$at,
    Arg<UnitAttr, "whether the weights are multiplied by 256">:$times256);
  let results = (outs Res<Variadic<I32>, "six words">:$taps);
  let assemblyFormat = [{
    $words `[` $at `]` (`times256` $times256^)? attr-dict `:` type($words)
  }];
  let hasVerifier = 1;
}

def Kernel_LoadRowTapsOp : Kernel_LowLevelOp<"load_row_taps", [InferTypeOpAdaptor]> {
  let summary = "the weights of a depthwise window for a row of one channel";
  let description = [{
    Loads the weights of a window of 3 x 3 of which one row of outputs is computed
    at a time. `words` elements `at` to `at` + 2 have the weights of columns 0 to 2:
    from the lowest byte on, row 2 of the column, row 0 of it, row 2 of the next
    column and row 1 of the first one. The last word has only rows 0 and 1, in its second and
    its fourth byte, beside zeros. Results 0 to 2 have the weight of row 0 in the
    low half and the weight of row 1 in the high half, one result for each
    column; results 3 and 4 have row 2 of columns 0 and 1, and of columns 1 and 2.
    With `times256`, the halves are 256 times the weights.

    Alignment: words are aligned as `i32`.

    Invariants: the words are within their buffer if its size is known.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.182 (SXTB16).

    Example:

    ```mlir
    func.func @taps(%w: memref<24xi32>, %at: index) -> i32 {
      %taps:5 = kernel.load_row_taps %w[%at] : memref<24xi32>
      return %taps#3 : i32
    }
    ```

    The C it becomes:

    ```c
    tir_load_row_taps(w + at, taps);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "the words", [MemRead]>:$words,
    Arg<Index, "the position of the first word">:$at,
    Arg<UnitAttr, "whether the weights are multiplied by 256">:$times256);
  let results = (outs Res<Variadic<I32>, "five words">:$taps);
  let assemblyFormat = [{
    $words `[` $at `]` (`times256` $times256^)? attr-dict `:` type($words)
  }];
  let hasVerifier = 1;
}

def Kernel_WidenElementsOp : Kernel_LowLevelOp<"widen_elements"> {
  let summary = "int8 elements as 16-bit numbers in their order";
  let description = [{
    Reads `size` consecutive elements and writes them as 16-bit numbers, in
    their order. Only elements `begin` to `end` (exclusive) are read; the others
    are `padding`. Compilers turn the loop into vector instructions.

    Alignment: 16-bit numbers are aligned as `i16`; bytes may begin at
    any address.

    Invariants: 0 <= `begin` <= `end` <= `size` and `padding` is a signed
    number of 8 bits; the numbers are within their buffer if its size is
    known.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @widen(%bytes: memref<100xi8>, %numbers: memref<64xi16>, %at: index) {
      %none = arith.constant 0 : index
      %all = arith.constant 48 : index
      kernel.widen_elements %bytes[%at] from %none to %all size 48 padding -128,
          %numbers[%none] : memref<100xi8>, memref<64xi16>
      return
    }
    ```

    The C it becomes:

    ```c
    tir_widen_elements(bytes, at, 0, 48, 48, -128, numbers);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the elements", [MemRead]>:$bytes,
    Arg<Index, "the position of the first element">:$offset,
    Arg<Index, "the first element that is read">:$begin,
    Arg<Index, "the element after the last one that is read">:$end,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the number of elements">:$size,
    Arg<I64Attr, "the number in place of an element that is not read">:$padding,
    Arg<MemRefRankOf<[I16], [1]>, "the numbers", [MemWrite]>:$numbers,
    Arg<Index, "the position of the first number">:$at);
  let assemblyFormat = [{
    $bytes `[` $offset `]` `from` $begin `to` $end `size` $size `padding`
    $padding `,` $numbers `[` $at `]` attr-dict
    `:` type($bytes) `,` type($numbers)
  }];
  let hasVerifier = 1;
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELLOADSTEPOPS_TD
