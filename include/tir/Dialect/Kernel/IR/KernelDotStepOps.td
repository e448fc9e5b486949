//===- KernelDotStepOps.td - Steps that multiply and add
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELDOTSTEPOPS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELDOTSTEPOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"

def Kernel_DotPairsOp : Kernel_LowLevelOp<"dot_pairs", [InferTypeOpAdaptor]> {
  let summary = "sums of products of pixels with pairs of output channels";
  let description = [{
    The sums of products of `pixels` pixels with 2 * `pairs` output channels, in
    registers. Result 2 * `pairs` * p + c is the sum for pixel p and channel c.

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
    `kernel.requantize` with a 32-bit offset wants it. For the first channels, this
    takes less.

    Alignment: words are aligned as `i32`.

    Invariants: the sums of each first channel without `bytes`, and the sums
    of each channel with `times256`, are within 24 bits, or the result has their
    low 24 bits only (a schedule proves it from the weights); `init` has no number, or one for each
    channel; `run` divides `size`; `pixels` * `pairs` is at most 3, so that sums
    and operands fit the registers of an Armv7E-M; the words are within their
    buffers if the sizes are known.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.139 (SMLAD), A7.7.182 (SXTB16).

    Example:

    ```mlir
    func.func @dot(%x: memref<96xi32>, %w: memref<1024xi32>, %pair: index) -> (i32, i32) {
      %acc:6 = kernel.dot_pairs %x, %w[%pair] size 32 pixels 3 pairs 1
          : memref<96xi32>, memref<1024xi32>
      %biased:6 = kernel.dot_pairs %x, %w[%pair] size 48 in runs of 24 apart 40 pixels 3 apart 8
          pairs 1 init(%acc#0, %acc#1) times256 : memref<96xi32>, memref<1024xi32>
      %wide:2 = kernel.dot_pairs %x, %w[%pair] size 8 pixels 1 pairs 1 bytes
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
        "the distance of a pixel's words to the next pixel's words">:$pixel_pitch,
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

def Kernel_DotPixelOp : Kernel_LowLevelOp<"dot_pixel", [InferTypeOpAdaptor]> {
  let summary = "sums of products of one pixel's elements with pairs of output channels";
  let description = [{
    The same sums that `kernel.widen_bytes` and `kernel.dot_pairs` give for one pixel,
    without words in memory: `size` consecutive int8 elements, from `elements`
    number `offset` on, are multiplied with 2 * `pairs` output channels. SXTB16
    widens them in registers, four elements by two instructions, each time that
    they are multiplied. Result c is the sum of channel c.

    The words of the weights, `bytes`, `init` and `times256` and their
    invariants are the same as for `kernel.dot_pairs`: a pair has as many words as
    `kernel.widen_bytes` would write, and word i of pair q is `weights` element
    `weights_offset` + q * that number + i.

    Alignment: words are aligned as `i32`; bytes may begin at any address.

    Invariants: `pairs` is at most 4, so that sums and operands fit the registers of
    an Armv7E-M; `init` has no number, or one for each channel; the elements and
    the words are within their buffers if sizes and positions are known.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.139 (SMLAD), A7.7.182 (SXTB16).

    Example:

    ```mlir
    func.func @dot_pixel(%x: memref<640xi8>, %w: memref<20480xi32>, %at: index, %pair: index)
        -> (i32, i32) {
      %acc:4 = kernel.dot_pixel %x[%at], %w[%pair] size 128 pairs 2 : memref<640xi8>, memref<20480xi32>
      %few:2 = kernel.dot_pixel %x[%at], %w[%pair] size 10 pairs 1 bytes init(%acc#0, %acc#1) times256
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
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<4>]>,
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

def Kernel_DotTapsOp : Kernel_LowLevelOp<"dot_taps", [InferTypeOpAdaptor]> {
  let summary = "sums of a depthwise window for four channels";
  let description = [{
    The sums of products of a window with the weights of its positions, for four
    neighbouring channels of `pixels` neighbouring pixels. Result 4 * p + c is
    the sum for pixel p and channel c. `zero_point` is subtracted from each element.

    The element of pixel p, row r, column q and channel c is `bytes` element
    `offset` + p * `pixel_pitch` + r * `row_pitch` + q * `column_pitch` + c, and
    its weight is `weights` element `weights_offset` +
    (r * `columns` + q) * `weight_pitch` + c. Only rows from `row_begin` to
    `row_end` and columns from `column_begin` to `column_end` (both exclusive)
    are read; the others add nothing, as padding with the zero point does. The
    sums start with `init`, one number for each channel, or with 0.

    Alignment: bytes may begin at any address.

    Invariants: `init` has no number or four; `pixels` is 1 or 2, so that the sums fit the registers of an
    Armv7E-M; with two pixels, all columns are read.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.138 (SMLABB), A7.7.221 (UXTB16).

    Example:

    ```mlir
    func.func @depthwise(%x: memref<72xi8>, %w: memref<36xi8>) -> i32 {
      %begin = arith.constant 0 : index
      %end = arith.constant 3 : index
      %acc:4 = kernel.dot_taps %x[%begin], %w[%begin] rows %begin to %end columns %begin to %end
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

def Kernel_DotColumnsOp : Kernel_LowLevelOp<"dot_columns", [InferTypeOpAdaptor]> {
  let summary = "sums of depthwise windows for neighbouring pixels";
  let description = [{
    The sums of products of windows of 3 x 3 with the weights of one channel for
    `pixels` pixels of a row, or of two rows (`rows`). Result `pixels` * r + p
    is the sum for pixel p of row r. Column q of pixel p is column
    p * `stride` + q of the words of `kernel.widen_rows`, the first of which is at
    `at`: with three rows for one row of windows, and with four for two. Of three
    rows, column 0 is the first of two that belong together. The first row of windows
    begins with the first row of the words, the second with the second. `taps`
    are the results of `kernel.load_taps`; for one row, results of `kernel.load_row_taps`
    need fewer registers. The sums start with `init`.

    Alignment: words are aligned as `i32`.

    Invariants: there are six `taps`, or five for one row; `rows` is 1 or 2, and `rows` * `pixels` at
    most 6, since an Armv7E-M has no registers for more sums; the words are
    within their buffer if its size is known.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.139 (SMLAD), A7.7.138 (SMLABT, SMLATB).

    Example:

    ```mlir
    func.func @columns(%words: memref<56xi32>, %w: memref<24xi32>, %at: index, %bias: i32)
        -> i32 {
      %taps:6 = kernel.load_taps %w[%at] : memref<24xi32>
      %acc:4 = kernel.dot_columns %words[%at] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4, %taps#5)
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

def Kernel_DotRowsOp : Kernel_LowLevelOp<"dot_rows"> {
  let summary = "sums of products of pixels with rows of weights";
  let description = [{
    The sums of products of `pixels` pixels with `channels` output channels, by
    loops that compilers turn into vector instructions, such as PMADDWD on x86
    and SMLAL on AArch64. Sum `channels` * p + c belongs to pixel p and channel
    c. The numbers of pixel p are `numbers` elements p * `size` to
    (p + 1) * `size` (exclusive), and the weights of channel c `weights` elements
    `offset` + c * `size` on.

    Alignment: 16-bit numbers are aligned as `i16`, sums as `i32`;
    bytes may begin at any address.

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
      kernel.dot_rows %x, %w[%row], %sums size 64 pixels 8 channels 16
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

def Kernel_DotWindowOp : Kernel_LowLevelOp<"dot_window"> {
  let summary = "sums of a depthwise window for neighbouring channels";
  let description = [{
    The sums of products of a window with the weights of its positions, for
    `channels` neighbouring channels of one pixel, by a loop over the channels
    that compilers turn into vector instructions. Sum c belongs to channel c.

    The element of row r, column q and channel c is `bytes` element `offset` +
    r * `row_pitch` + q * `column_pitch` + c, and its weight is `weights` element
    `weights_offset` + (r * `columns` + q) * `weight_pitch` + c. Outside of rows
    `row_begin` to `row_end` and columns `column_begin` to `column_end` (both
    exclusive), the element is `padding` element c.

    Products of two neighbouring positions are added as 16-bit numbers, the first
    with the second, the third with the fourth, and so on.

    Alignment: sums are aligned as `i32`; bytes may begin at any address.

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
      kernel.dot_window %x[%begin] padding %none, %w[%begin] rows %begin to %end
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

#endif // TIR_DIALECT_KERNEL_IR_KERNELDOTSTEPOPS_TD
