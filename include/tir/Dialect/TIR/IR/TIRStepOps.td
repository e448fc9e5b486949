//===- TIRStepOps.td - Inner steps of blocked kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRSTEPOPS_TD
#define TIR_DIALECT_TIR_IR_TIRSTEPOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/TIR/IR/TIRDialect.td"

def TIR_WidenBytesOp : TIR_LowLevelOp<"widen_bytes"> {
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

    Invariants: 0 <= `begin` and `end` <= `size`; the words are within their
    buffer if its size is known.

    Source: Arm v7-M Architecture Reference Manual (DDI 0403E), A7.7.182
    (SXTB16).

    Example:

    ```mlir
    func.func @widen(%bytes: memref<100xi8>, %words: memref<6xi32>, %at: index) {
      %none = arith.constant 0 : index
      %all = arith.constant 12 : index
      tir.widen_bytes %bytes[%at] from %none to %all size 12 padding -128, %words[%none]
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

def TIR_StoreHalfOp : TIR_LowLevelOp<"store_half"> {
  let summary = "a 16-bit number in a word";
  let description = [{
    Stores the low half of `value`. Words have two halves each, the low one
    first: half `at` is the low half of word `at` / 2 if `at` is even, and else
    its high half. The other half of the word stays as it is.

    Invariants: the half is within the words if their number is known.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.170 (STRH).

    Example:

    ```mlir
    func.func @store(%number: i32, %words: memref<8xi32>, %at: index) {
      tir.store_half %number, %words[%at] : memref<8xi32>
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

def TIR_DotPairsOp : TIR_LowLevelOp<"dot_pairs", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "sums of products of pixels with pairs of output channels";
  let description = [{
    The sums of products of `pixels` pixels with 2 * `pairs` output channels, in
    registers. Result 2 * `pairs` * p + c is that of pixel p and channel c.

    A word of a pixel has two 16-bit numbers. The `size` words of a pixel lie in
    runs of `run` consecutive words, such as one for each row of its window:
    word i of run r of pixel p is `pixel_words` element r * `run_pitch` +
    p * `pixel_pitch` + i. Pixels may share words. By default, all words are one
    run, and the pixels are `size` words apart.

    A word of the weights belongs to the same two positions, and has 256 * a + b
    for each, where a and b are the weights of the two channels of the pair. The
    low byte is b, so that SXTB16 takes it out, and one SMLAD of the whole word
    gives 256 times the sum of the first channel plus the sum of the second.
    Word i of pair q is `weights` element `offset` + q * `size` + i.

    With `bytes`, each half has the byte b, and above it the byte a, both of
    which SXTB16 takes out. This is one more instruction for each word of
    weights. It is for weights for which 256 * a + b does not fit 16 bits, and
    for sums of more than 24 bits.

    The sums start with `init`, one number for each channel, or with 0 if there
    is none. With `times256`, each result is 256 times the sum, as
    `tir.requantize` with a 32-bit offset wants it. For the first channels, this
    takes less.

    Invariants: the sums of each first channel without `bytes`, and with
    `times256` those of each channel, are within 24 bits, or the result has their
    low 24 bits only (a schedule proves it from the weights); `init` has no number, or one for each
    channel; `run` divides `size`; `pixels` * `pairs` is at most 3, so that sums
    and operands fit the registers of an Armv7E-M; the words are within their
    buffers if the sizes are known.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.139 (SMLAD), A7.7.182 (SXTB16).

    Example:

    ```mlir
    func.func @dot(%x: memref<96xi32>, %w: memref<1024xi32>, %pair: index) -> (i32, i32) {
      %acc:6 = tir.dot_pairs %x, %w[%pair] size 32 pixels 3 pairs 1
          : memref<96xi32>, memref<1024xi32>
      %biased:6 = tir.dot_pairs %x, %w[%pair] size 48 in runs of 24 apart 40 pixels 3 apart 8
          pairs 1 init(%acc#0, %acc#1) times256 : memref<96xi32>, memref<1024xi32>
      %wide:2 = tir.dot_pairs %x, %w[%pair] size 8 pixels 1 pairs 1 bytes
          : memref<96xi32>, memref<1024xi32>
      return %wide#0, %biased#5 : i32, i32
    }
    ```

    The C it becomes:

    ```c
    tir_dot_3x2_of_32(x, 32, w + pair, acc);
    tir_dot_3x2_by_8_in_runs_init_times_256(x, 8, 24, 40, w + pair, 48, acc[0], acc[1], acc1);
    tir_dot_1x2_of_8_bytes(x, w + pair, acc2);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "the words of the pixels", [MemRead]>:$pixel_words,
    Arg<MemRefRankOf<[I32], [1]>, "the words of the weights", [MemRead]>:$weights,
    Arg<Index, "the position of the first word of the weights">:$offset,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the number of words of a pixel">:$size,
    Arg<OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>,
        "the number of words of a run">:$run,
    Arg<OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>,
        "the distance of a run to the next one">:$run_pitch,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the number of pixels">:$pixels,
    Arg<OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>,
        "the distance of a pixel's words to those of the next one">:$pixel_pitch,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the number of pairs of channels">:$pairs,
    Arg<UnitAttr, "whether the weights of both channels are bytes">:$bytes,
    Arg<Variadic<I32>, "what the sums of the channels start with">:$init,
    Arg<UnitAttr, "whether the results are 256 times the sums">:$times256);
  let results = (outs
    Res<Variadic<I32>, "the sums, channel by channel, then pixel by pixel">:$sums);
  let assemblyFormat = [{
    $pixel_words `,` $weights `[` $offset `]`
    `size` $size (`in` `runs` `of` $run^ `apart` $run_pitch)?
    `pixels` $pixels (`apart` $pixel_pitch^)? `pairs` $pairs
    (`bytes` $bytes^)? (`init` `(` $init^ `)`)? (`times256` $times256^)? attr-dict
    `:` type($pixel_words) `,` type($weights)
  }];
  let extraClassDeclaration = [{
    /// Where the words of the pixels are, with the defaults filled in.
    struct Layout {
      int64_t run, runPitch, pixelPitch;
    };
    Layout getLayout() {
      int64_t size = getSize();
      return {static_cast<int64_t>(getRun().value_or(size)),
              static_cast<int64_t>(getRunPitch().value_or(size)),
              static_cast<int64_t>(getPixelPitch().value_or(size))};
    }
    /// How many words of a run an iteration multiplies: a divisor of their
    /// number if there is a good one.
    int64_t getUnroll();
  }];
  let hasVerifier = 1;
}

def TIR_DotPixelOp : TIR_LowLevelOp<"dot_pixel", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "sums of products of one pixel's elements with pairs of output channels";
  let description = [{
    The same sums as those of `tir.widen_bytes` and `tir.dot_pairs` for one
    pixel, without words in memory: `size` consecutive int8 elements, from
    `elements` number `offset` on, are multiplied with 2 * `pairs` output channels.
    SXTB16 widens them in registers, four elements by two instructions, each
    time that they are multiplied. Result c is the sum of channel c.

    The words of the weights, `bytes`, `init` and `times256` are those of
    `tir.dot_pairs`, and so are their invariants: a pair has as
    many words as `tir.widen_bytes` would write, and word i of pair q is
    `weights` element `weights_offset` + q * that number + i.

    Invariants: `pairs` is at most 2, so that sums and operands fit the registers of
    an Armv7E-M; `init` has no number, or one for each channel; the elements and
    the words are within their buffers if sizes and positions are known.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.139 (SMLAD), A7.7.182 (SXTB16).

    Example:

    ```mlir
    func.func @dot_pixel(%x: memref<640xi8>, %w: memref<20480xi32>, %at: index, %pair: index)
        -> (i32, i32) {
      %acc:4 = tir.dot_pixel %x[%at], %w[%pair] size 128 pairs 2 : memref<640xi8>, memref<20480xi32>
      %few:2 = tir.dot_pixel %x[%at], %w[%pair] size 10 pairs 1 bytes init(%acc#0, %acc#1) times256
          : memref<640xi8>, memref<20480xi32>
      return %acc#3, %few#1 : i32, i32
    }
    ```

    The C it becomes:

    ```c
    tir_dot_pixel_4_by_16(x + at, w + pair, 128, acc);
    tir_dot_pixel_2_by_8_and_rest_bytes_init_times_256(x + at, w + pair, 10, acc[0], acc[1], acc1);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the elements", [MemRead]>:$elements,
    Arg<Index, "the position of the first element">:$offset,
    Arg<MemRefRankOf<[I32], [1]>, "the words of the weights", [MemRead]>:$weights,
    Arg<Index, "the position of the first word of the weights">:$weights_offset,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the number of elements">:$size,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<2>]>,
        "the number of pairs of channels">:$pairs,
    Arg<UnitAttr, "whether the weights of both channels are bytes">:$bytes,
    Arg<Variadic<I32>, "what the sums of the channels start with">:$init,
    Arg<UnitAttr, "whether the results are 256 times the sums">:$times256);
  let results = (outs
    Res<Variadic<I32>, "the sums, channel by channel">:$sums);
  let assemblyFormat = [{
    $elements `[` $offset `]` `,` $weights `[` $weights_offset `]`
    `size` $size `pairs` $pairs (`bytes` $bytes^)? (`init` `(` $init^ `)`)?
    (`times256` $times256^)? attr-dict `:` type($elements) `,` type($weights)
  }];
  let extraClassDeclaration = [{
    /// The words of the weights of a pair.
    int64_t getWordsAPair();
    /// How many elements an iteration multiplies: whole groups of four.
    int64_t getUnroll();
  }];
  let hasVerifier = 1;
}

def TIR_DotTapsOp : TIR_LowLevelOp<"dot_taps", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "sums of a depthwise window for four channels";
  let description = [{
    The sums of products of a window with the weights of its positions, for four
    neighbouring channels of `pixels` neighbouring pixels. Result 4 * p + c is
    that of pixel p and channel c. `zero_point` is subtracted from each element.

    The element of pixel p, row r, column q and channel c is `bytes` element
    `offset` + p * `pixel_pitch` + r * `row_pitch` + q * `column_pitch` + c, and
    its weight is `weights` element `weights_offset` +
    (r * `columns` + q) * `weight_pitch` + c. Only rows from `row_begin` to
    `row_end` and columns from `column_begin` to `column_end` (both exclusive)
    are read; the others add nothing, as padding with the zero point does. The
    sums start with `init`, one number for each channel, or with 0.

    Invariants: `init` has no number or four; `pixels` is 1 or 2, so that the sums fit the registers of an
    Armv7E-M; with two pixels, all columns are read.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.138 (SMLABB), A7.7.221 (UXTB16).

    Example:

    ```mlir
    func.func @depthwise(%x: memref<72xi8>, %w: memref<36xi8>) -> i32 {
      %begin = arith.constant 0 : index
      %end = arith.constant 3 : index
      %acc:4 = tir.dot_taps %x[%begin], %w[%begin] rows %begin to %end columns %begin to %end
          pixels 1 {columns = 3, row_pitch = 24, column_pitch = 4, weight_pitch = 4,
                    pixel_pitch = 4, zero_point = -128} : memref<72xi8>, memref<36xi8>
      return %acc#0 : i32
    }
    ```

    The C it becomes:

    ```c
    tir_dot_taps_1x3(x, 0, w, 0, 3, 0, 3, 24, 4, 4, 4, -128, acc);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the elements", [MemRead]>:$bytes,
    Arg<Index, "the position of the window's first element">:$offset,
    Arg<MemRefRankOf<[I8], [1]>, "the weights", [MemRead]>:$weights,
    Arg<Index, "the position of the first weight">:$weights_offset,
    Arg<Index, "the first row that is read">:$row_begin,
    Arg<Index, "the row after the last one">:$row_end,
    Arg<Index, "the first column that is read">:$column_begin,
    Arg<Index, "the column after the last one">:$column_end,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the columns of the window">:$columns,
    Arg<I64Attr, "elements from one row to the next">:$row_pitch,
    Arg<I64Attr, "elements from one column to the next">:$column_pitch,
    Arg<I64Attr, "weights from one position to the next">:$weight_pitch,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<2>]>,
        "the number of pixels">:$pixels,
    Arg<I64Attr, "elements from one pixel to the next">:$pixel_pitch,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<-128>, IntMaxValue<127>]>,
        "what is subtracted from each element">:$zero_point,
    Arg<Variadic<I32>, "what the sums of the channels start with">:$init);
  let results = (outs
    Res<Variadic<I32>, "the sums, channel by channel, then pixel by pixel">:$sums);
  let assemblyFormat = [{
    $bytes `[` $offset `]` `,` $weights `[` $weights_offset `]`
    `rows` $row_begin `to` $row_end `columns` $column_begin `to` $column_end
    `pixels` $pixels (`init` `(` $init^ `)`)? attr-dict
    `:` type($bytes) `,` type($weights)
  }];
  let hasVerifier = 1;
}

def TIR_WidenRowsOp : TIR_LowLevelOp<"widen_rows", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "rows of a depthwise window, in the order of tir.dot_columns";
  let description = [{
    Reads three or four rows of `columns` positions with `channels` neighbouring
    channels each. For each channel and column, a word has the element of the
    first row in its low half, and that of the second row in its high half. With
    four rows, the word behind it has those of the third and the fourth row.
    With three, columns 0 and 1, 2 and 3 and so on belong together, and the word
    behind those of two columns has the elements of their third row.

    The element of row r, column q and channel c is `bytes` element `offset` +
    r * `row_pitch` + q * `column_pitch` + c. The words of channel c begin with
    `words` element `at` + c * n, where n is two for each column, or three for
    two of them, with the last one alone if their number is odd. Only rows from
    `row_begin` to `row_end` and columns from `column_begin` to `column_end`
    (both exclusive) are read. Other rows are `padding`. The words of other
    columns are not written, except for a third row's word that a column shares
    with one that is read: it has `padding` in its place.

    With `moves`, the rows also move down by so many rows, for the next window
    (`tir-stream-rows`): each element of row r + `moves` that was read is stored
    in row r. All of three rows of four channels are read then.

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
      tir.widen_rows %x[%at] rows %none to %all columns %left to %right, %words[%none]
          {channels = 4, columns = 7, row_pitch = 40, column_pitch = 8, padding = -128}
          : memref<200xi8>, memref<56xi32>
      tir.widen_rows %x[%at] rows %none to %all columns %left to %right, %words[%none]
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

def TIR_LoadTapsOp : TIR_LowLevelOp<"load_taps", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the weights of a depthwise window for one channel";
  let description = [{
    Loads the weights of a window of 3 x 3. `words` elements `at` to `at` + 2
    have those of column 0 to 2: from the lowest byte on, the weight of row 0,
    that of row 1 twice, and that of row 2. Results 0 to 2 have the weight of
    row 0 in the low half and that of row 1 in the high half, one result for
    each column. Results 3 to 5 have those of rows 1 and 2. With `times256`, the
    halves are 256 times the weights.

    Invariants: the words are within their buffer if its size is known.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.182 (SXTB16).

    Example:

    ```mlir
    func.func @taps(%w: memref<24xi32>, %at: index) -> i32 {
      %taps:6 = tir.load_taps %w[%at] : memref<24xi32>
      %shifted:6 = tir.load_taps %w[%at] times256 : memref<24xi32>
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

def TIR_DotColumnsOp : TIR_LowLevelOp<"dot_columns", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "sums of depthwise windows for neighbouring pixels";
  let description = [{
    The sums of products of windows of 3 x 3 with the weights of one channel for
    `pixels` pixels of a row, or of two rows (`rows`). Result `pixels` * r + p is
    that of pixel p of row r. Column q of pixel p is column p * `stride` + q of
    the words of `tir.widen_rows`, the first of which is at `at`: with three rows
    for one row of windows, and with four for two. Of three rows, column 0 is the
    first of two that belong together. The first row of windows begins with the
    first row of the words, the second with the second. `taps` are the results
    of `tir.load_taps`. The sums start with `init`.

    Invariants: there are six `taps`; `rows` is 1 or 2, and `rows` * `pixels` at
    most 6, since an Armv7E-M has no registers for more sums; the words are
    within their buffer if its size is known.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.139 (SMLAD), A7.7.138 (SMLABT, SMLATB).

    Example:

    ```mlir
    func.func @columns(%words: memref<56xi32>, %w: memref<24xi32>, %at: index, %bias: i32)
        -> i32 {
      %taps:6 = tir.load_taps %w[%at] : memref<24xi32>
      %acc:4 = tir.dot_columns %words[%at] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4, %taps#5)
          init %bias rows 2 pixels 2 stride 1 : memref<56xi32>
      return %acc#3 : i32
    }
    ```

    The C it becomes:

    ```c
    tir_dot_columns_2x2_1(words + at, t0, t1, t2, t3, t4, t5, bias, acc);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "the words of the channel", [MemRead]>:$words,
    Arg<Index, "the position of the first word">:$at,
    Arg<Variadic<I32>, "the weights">:$taps,
    Arg<I32, "what the sums start with">:$init,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<2>]>,
        "the number of rows">:$rows,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>,
        "the number of pixels of a row">:$pixels,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>,
        "columns from one pixel to the next">:$stride);
  let results = (outs Res<Variadic<I32>, "the sums, row by row, then pixel by pixel">:$sums);
  let assemblyFormat = [{
    $words `[` $at `]` `taps` `(` $taps `)` `init` $init `rows` $rows
    `pixels` $pixels `stride` $stride attr-dict `:` type($words)
  }];
  let hasVerifier = 1;
}

def TIR_WidenElementsOp : TIR_LowLevelOp<"widen_elements"> {
  let summary = "int8 elements as 16-bit numbers in their order";
  let description = [{
    Reads `size` consecutive elements and writes them as 16-bit numbers, in
    their order. Only elements `begin` to `end` (exclusive) are read; the others
    are `padding`. Compilers turn the loop into vector instructions.

    Invariants: 0 <= `begin` and `end` <= `size`; the numbers are within their
    buffer if its size is known.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @widen(%bytes: memref<100xi8>, %numbers: memref<64xi16>, %at: index) {
      %none = arith.constant 0 : index
      %all = arith.constant 48 : index
      tir.widen_elements %bytes[%at] from %none to %all size 48 padding -128,
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

def TIR_DotRowsOp : TIR_LowLevelOp<"dot_rows"> {
  let summary = "sums of products of pixels with rows of weights";
  let description = [{
    The sums of products of `pixels` pixels with `channels` output channels, by
    loops that compilers turn into vector instructions, such as PMADDWD on x86
    and SMLAL on AArch64. Sum `channels` * p + c is that of pixel p and channel
    c. The numbers of pixel p are `numbers` elements p * `size` to
    (p + 1) * `size` (exclusive), and the weights of channel c `weights` elements
    `offset` + c * `size` on.

    Invariants: `size` is a multiple of 16, since compilers vectorise loops with
    a whole number of vectors only, unless they optimise a lot; there are at
    most 8 pixels, whose sums fit the vector registers; the sums do not overflow
    32 bits; numbers, weights and sums are within their buffers if the sizes are
    known.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @dot(%x: memref<512xi16>, %w: memref<4096xi8>, %row: index,
                   %sums: memref<128xi32>) {
      tir.dot_rows %x, %w[%row], %sums size 64 pixels 8 channels 16
          : memref<512xi16>, memref<4096xi8>, memref<128xi32>
      return
    }
    ```

    The C it becomes:

    ```c
    tir_dot_rows_8(x, w + row, 64, 16, sums);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I16], [1]>, "the numbers of the pixels", [MemRead]>:$numbers,
    Arg<MemRefRankOf<[I8], [1]>, "the weights", [MemRead]>:$weights,
    Arg<Index, "the position of the first weight">:$offset,
    Arg<MemRefRankOf<[I32], [1]>, "the sums", [MemWrite]>:$sums,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the numbers of a pixel">:$size,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<8>]>,
        "the number of pixels">:$pixels,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the number of channels">:$channels);
  let assemblyFormat = [{
    $numbers `,` $weights `[` $offset `]` `,` $sums `size` $size `pixels` $pixels
    `channels` $channels attr-dict
    `:` type($numbers) `,` type($weights) `,` type($sums)
  }];
  let hasVerifier = 1;
}

def TIR_DotWindowOp : TIR_LowLevelOp<"dot_window"> {
  let summary = "sums of a depthwise window for neighbouring channels";
  let description = [{
    The sums of products of a window with the weights of its positions, for
    `channels` neighbouring channels of one pixel, by a loop over the channels
    that compilers turn into vector instructions. Sum c is that of channel c.

    The element of row r, column q and channel c is `bytes` element `offset` +
    r * `row_pitch` + q * `column_pitch` + c, and its weight is `weights` element
    `weights_offset` + (r * `columns` + q) * `weight_pitch` + c. Outside of rows
    `row_begin` to `row_end` and columns `column_begin` to `column_end` (both
    exclusive), the element is `padding` element c.

    Products of two neighbouring positions are added as 16-bit numbers, the first
    with the second, the third with the fourth, and so on.

    Invariants: the window has at most 32 positions; no such pair of products
    overflows 16 bits (a schedule proves it from the weights); weights, sums and
    padding are within their buffers if the sizes are known.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @depthwise(%x: memref<1152xi8>, %none: memref<16xi8>, %w: memref<144xi8>,
                         %sums: memref<16xi32>) {
      %begin = arith.constant 0 : index
      %end = arith.constant 3 : index
      tir.dot_window %x[%begin] padding %none, %w[%begin] rows %begin to %end
          columns %begin to %end, %sums channels 16
          {rows = 3, columns = 3, row_pitch = 96, column_pitch = 16, weight_pitch = 16}
          : memref<1152xi8>, memref<16xi8>, memref<144xi8>, memref<16xi32>
      return
    }
    ```

    The C it becomes:

    ```c
    tir_dot_window_3x3(x, 0, none, w, 0, 3, 0, 3, 96, 16, 16, 16, sums);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the elements", [MemRead]>:$bytes,
    Arg<Index, "the position of the window's first element">:$offset,
    Arg<MemRefRankOf<[I8], [1]>, "the elements outside", [MemRead]>:$padding,
    Arg<MemRefRankOf<[I8], [1]>, "the weights", [MemRead]>:$weights,
    Arg<Index, "the position of the first weight">:$weights_offset,
    Arg<Index, "the first row that is read">:$row_begin,
    Arg<Index, "the row after the last one">:$row_end,
    Arg<Index, "the first column that is read">:$column_begin,
    Arg<Index, "the column after the last one">:$column_end,
    Arg<MemRefRankOf<[I32], [1]>, "the sums", [MemWrite]>:$sums,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the rows of the window">:$rows,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the columns of the window">:$columns,
    Arg<I64Attr, "elements from one row to the next">:$row_pitch,
    Arg<I64Attr, "elements from one column to the next">:$column_pitch,
    Arg<I64Attr, "weights from one position to the next">:$weight_pitch,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the number of channels">:$channels);
  let assemblyFormat = [{
    $bytes `[` $offset `]` `padding` $padding `,` $weights `[` $weights_offset `]`
    `rows` $row_begin `to` $row_end `columns` $column_begin `to` $column_end `,`
    $sums `channels` $channels attr-dict
    `:` type($bytes) `,` type($padding) `,` type($weights) `,` type($sums)
  }];
  let hasVerifier = 1;
}

def TIR_RequantizeOp : TIR_LowLevelOp<"requantize", [Pure]> {
  let summary = "an accumulator as an element of a quantised tensor";
  let description = [{
    Computes `(accumulator * multiplier + offset) >> (32 + shift)` with 64-bit
    numbers and shifts that keep the sign, and saturates it to a signed number
    of `bits` bits. An `offset` of 32 bits is added to the upper half of the
    product instead: `(((accumulator * multiplier) >> 32) + offset) >> shift`.
    On Armv7E-M, both are two instructions: SMLAL, or SMMLA where the offset has
    32 bits, and SSAT with a shift. If there is a `sign_offset`, it is subtracted
    from `offset` where the accumulator is negative, as double rounding needs
    where results of both signs occur; this takes two more instructions.

    TOSA's rescale is another formula. `tir-schedule-kernels` replaces it by this
    operation where it has proved, for each channel, that both give the same
    number for every accumulator value that can occur.

    Invariants: the sum does not overflow 64 bits, nor its upper half 32 bits,
    and this half shifted by `shift` is what is saturated, so that `shift` is 0
    to 31; `bits` is 2 to 32.

    Source: TOSA 1.0.1, 2.10.2 (`RESCALE`), for the numbers it stands for.

    Example:

    ```mlir
    func.func @quantize(%acc: i32, %multiplier: i32, %offset: i64) -> i32 {
      %q = tir.requantize %acc, %multiplier, %offset shift 4 bits 8 : i64
      return %q : i32
    }
    ```

    The C it becomes:

    ```c
    tir_requantize_8_4(acc, multiplier, offset)
    ```
  }];
  let arguments = (ins
    Arg<I32, "the sum of products">:$accumulator,
    Arg<I32, "the scale, with 32 + `shift` fractional bits">:$multiplier,
    Arg<AnyTypeOf<[I32, I64]>,
        "bias, zero points and rounding, with as many or with `shift`">:$offset,
    Arg<Optional<I32>, "what negative accumulators take less">:$sign_offset,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<0>, IntMaxValue<31>]>,
        "the shift of the upper half">:$shift,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<2>, IntMaxValue<32>]>,
        "the number of bits of the result">:$bits);
  let results = (outs Res<I32, "the element">:$result);
  let assemblyFormat = [{
    $accumulator `,` $multiplier `,` $offset (`sign` $sign_offset^)?
    `shift` $shift `bits` $bits attr-dict `:` type($offset)
  }];
}

def TIR_RequantizeDoubleOp : TIR_LowLevelOp<"requantize_double", [Pure]> {
  let summary = "an accumulator as an element of a quantised tensor, by doubles";
  let description = [{
    Computes `accumulator * scale / 2^(32 + shift) + offset / 2^20`, without its
    fraction, and clamps it to 0 to `max`. In double precision, processors with
    vector instructions compute several at a time; others take 64-bit integers.

    `tir-schedule-kernels` replaces TOSA's rescale by this operation where it has
    proved, for each channel, that both give the same number for every
    accumulator value that can occur, by integers and by doubles, however a
    compiler evaluates the sum: with the product rounded, contracted, or with
    more digits.

    Invariants: before it is clamped, the number fits 16 bits; the sum of the
    integers does not overflow 64 bits.

    Source: TOSA 1.0.1, 2.10.2 (`RESCALE`), for the numbers it stands for.

    Example:

    ```mlir
    func.func @quantize(%acc: i32, %scale: i32, %offset: i32) -> i32 {
      %q = tir.requantize_double %acc, %scale, %offset shift 7 max 255
      return %q : i32
    }
    ```

    The C it becomes:

    ```c
    tir_requantize_double_255_7(acc, scale, offset)
    ```
  }];
  let arguments = (ins
    Arg<I32, "the sum of products">:$accumulator,
    Arg<I32, "the scale, with 32 + `shift` fractional bits">:$scale,
    Arg<I32, "bias, zero points and rounding, with 20 fractional bits">:$offset,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<0>, IntMaxValue<31>]>,
        "what the scale has more than 32 fractional bits">:$shift,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<32767>]>,
        "the largest result">:$max);
  let results = (outs Res<I32, "the element">:$result);
  let assemblyFormat = [{
    $accumulator `,` $scale `,` $offset `shift` $shift `max` $max attr-dict
  }];
}

def TIR_KeepOp : TIR_Op<"keep", [Pure, AllTypesMatch<["tensor", "result"]>]> {
  let summary = "a tensor in a kernel that is better stored than computed again";
  let description = [{
    Returns its operand. Elements of tensors in a kernel are computed where they
    are read; this operation marks a tensor whose elements are read several
    times and cost too much for that, such as the exponentials of a softmax.
    `#tir.rowwise` computes each of them once. Other schedules compute them
    again.

    A schedule that stores the elements adds an argument `tir.scratch` to the
    kernel, which is the operand `scratch`. It has the shape of the tensor, with
    the extent 1 in dimensions of which one index is stored at a time. An element
    that is alone is a scalar and needs none.

    Invariants: `scratch` has the rank and the element type of the tensor, and
    in each dimension its extent or 1.

    Source: `store_at` and `compute_at` of Halide, whose schedules say the same
    from outside of the program.

    Example:

    ```mlir
    func.func @kept(%x: tensor<4x8xf32>, %scratch: memref<1x8xf32>) -> tensor<4x8xf32> {
      %row = tir.keep %x in %scratch : tensor<4x8xf32>, memref<1x8xf32>
      %y = tir.keep %row : tensor<4x8xf32>
      return %y : tensor<4x8xf32>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins
    Arg<AnyStaticShapeTensor, "the elements">:$tensor,
    Arg<Optional<AnyStaticShapeMemRef>, "memory for some of them">:$scratch);
  let results = (outs Res<AnyStaticShapeTensor, "the elements">:$result);
  let assemblyFormat = [{
    $tensor (`in` $scratch^)? attr-dict `:` type($tensor) (`,` type($scratch)^)?
  }];
  let hasVerifier = 1;
}

def TIR_UnpackPairsOp : TIR_Op<"unpack_pairs", [Pure]> {
  let summary = "weights that a schedule laid out for tir.dot_pairs";
  let description = [{
    The weights of a convolution whose kernel reads them in the layout of
    `tir.dot_pairs`. `#tir.blocked` reads the words themselves; the operation
    keeps the body of the kernel in the operators of the model until the phase
    `loops`.

    The words are those of pair after pair of output channels. The products of
    an output channel are segments of `segment` elements each; every segment
    begins with a new word, and has its elements in the order of
    `tir.widen_bytes`, or of `tir.widen_words` with `in_order`. With `bytes`, the
    words are those of `tir.dot_pairs` with `bytes`.

    Invariants: the first dimension of the result is the output channel; the
    others have a multiple of `segment` elements; there are as many words as
    these need.

    Source: none in TVM, which rewrites the operators instead.

    Example:

    ```mlir
    func.func @weights(%words: memref<8xi32>) -> tensor<4x1x1x8xi8> {
      %weights = tir.unpack_pairs %words segment 8 : memref<8xi32> to tensor<4x1x1x8xi8>
      return %weights : tensor<4x1x1x8xi8>
    }
    func.func @neighbours(%words: memref<8xi32>) -> tensor<4x1x1x8xi8> {
      %weights = tir.unpack_pairs %words segment 8 in_order
          : memref<8xi32> to tensor<4x1x1x8xi8>
      return %weights : tensor<4x1x1x8xi8>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "the words">:$words,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the elements of a segment">:$segment,
    Arg<UnitAttr, "whether the weights of both channels are bytes">:$bytes,
    Arg<UnitAttr, "whether the elements of a word are neighbours">:$in_order);
  let results = (outs Res<StaticShapeTensorOf<[I8]>, "the weights">:$weights);
  let assemblyFormat = [{
    $words `segment` $segment (`bytes` $bytes^)? (`in_order` $in_order^)? attr-dict
    `:` type($words) `to` type($weights)
  }];
  let hasVerifier = 1;
}

def TIR_UnpackTapsOp : TIR_Op<"unpack_taps", [Pure]> {
  let summary = "weights that a schedule laid out for tir.load_taps";
  let description = [{
    The weights of a depthwise convolution with windows of 3 x 3 whose kernel
    reads them in the layout of `tir.load_taps`. `#tir.blocked` reads the words
    themselves; the operation keeps the body of the kernel in the operators of
    the model until the phase `loops`.

    Invariants: the result has the layout HWCM with 3 x 3 positions and one
    output for each channel; there are three words for each channel.

    Source: none in TVM, which rewrites the operators instead.

    Example:

    ```mlir
    func.func @taps(%words: memref<12xi32>) -> tensor<3x3x4x1xi8> {
      %weights = tir.unpack_taps %words : memref<12xi32> to tensor<3x3x4x1xi8>
      return %weights : tensor<3x3x4x1xi8>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "the words">:$words);
  let results = (outs Res<StaticShapeTensorOf<[I8]>, "the weights">:$weights);
  let assemblyFormat =
      "$words attr-dict `:` type($words) `to` type($weights)";
  let hasVerifier = 1;
}

def TIR_NarrowWordsOp : TIR_Op<"narrow_words", [Pure]> {
  let summary = "a tensor whose elements another kernel stored as words";
  let description = [{
    The int8 elements that `tir.widen_words` stored: 16-bit numbers, two in a
    word, in their order, the first of two in the low half. `#tir.blocked`
    multiplies the words themselves; the operation keeps the body of the kernel
    in the operators of the model until the phase `loops`.

    Invariants: there are as many halves as elements.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @elements(%words: memref<8xi32>) -> tensor<1x1x2x8xi8> {
      %elements = tir.narrow_words %words : memref<8xi32> to tensor<1x1x2x8xi8>
      return %elements : tensor<1x1x2x8xi8>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins Arg<MemRefRankOf<[I32], [1]>, "the words">:$words);
  let results = (outs Res<StaticShapeTensorOf<[I8]>, "the elements">:$elements);
  let assemblyFormat =
      "$words attr-dict `:` type($words) `to` type($elements)";
  let hasVerifier = 1;
}

def TIR_WidenWordsOp : TIR_Op<"widen_words", [Pure]> {
  let summary = "the words as which a kernel stores its int8 elements";
  let description = [{
    The elements as 16-bit numbers, two in a word, in their order, the first of
    two in the low half. A kernel stores these for another one that reads them by
    `tir.narrow_words`. `#tir.blocked` stores each half as soon as it has its
    element (`tir.store_half`).

    Invariants: there are as many halves as elements.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @words(%elements: tensor<1x1x2x8xi8>) -> tensor<8xi32> {
      %words = tir.widen_words %elements : tensor<1x1x2x8xi8> to tensor<8xi32>
      return %words : tensor<8xi32>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins Arg<StaticShapeTensorOf<[I8]>, "the elements">:$elements);
  let results = (outs Res<1DTensorOf<[I32]>, "the words">:$words);
  let assemblyFormat =
      "$elements attr-dict `:` type($elements) `to` type($words)";
  let hasVerifier = 1;
}

#endif // TIR_DIALECT_TIR_IR_TIRSTEPOPS_TD
