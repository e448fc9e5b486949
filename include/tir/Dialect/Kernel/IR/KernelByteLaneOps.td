//===- KernelByteLaneOps.td - Sums of int8 products with channels in lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELBYTELANEOPS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELBYTELANEOPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"

def Kernel_UnpackByteLanesOp : Kernel_Op<"unpack_byte_lanes", [Pure]> {
  let summary = "int8 weights that a schedule laid out for lanes";
  let description = [{
    The weights of a convolution whose kernel reads them in groups of `lanes`
    output channels. The products of a channel are divided into segments of `segment`
    products: rows of the window, or its positions; for a depthwise convolution, its
    columns. A segment has `together` weights of each channel of a group side by
    side, then the next ones, and ends with zeros: number
    (((g * S + s) * T + t) * `lanes` + c) * `together` + i belongs to channel
    g * `lanes` + c for product t * `together` + i of segment s of S, with T the
    segment's products divided by `together`, rounded up. Channels that the last
    group lacks have zeros. `#kernel.byte_lanes` reads the numbers themselves; the
    operation keeps the body of the kernel in the operators of the model until the
    phase `loops`.

    Invariants: the result has the layout OHWI, or HWCM with `depthwise`, with one
    output of each channel; there are whole segments, and as many numbers as whole
    groups have.

    Source: none in TVM, which rewrites the operators instead.

    Example:

    ```mlir
    func.func @lanes(%packed: memref<96xi8>) -> tensor<6x1x1x12xi8> {
      %weights = kernel.unpack_byte_lanes %packed lanes 8 together 4 segment 12 : memref<96xi8> to tensor<6x1x1x12xi8>
      return %weights : tensor<6x1x1x12xi8>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the numbers">:$packed,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the channels of a group">:$lanes,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the products that lie together">:$together,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the products of a segment">:$segment,
    Arg<UnitAttr, "whether the weights belong to depthwise windows">:$depthwise);
  let results = (outs Res<StaticShapeTensorOf<[I8]>, "the weights">:$weights);
  let assemblyFormat = [{
    $packed `lanes` $lanes `together` $together `segment` $segment (`depthwise` $depthwise^)? attr-dict
    `:` type($packed) `to` type($weights)
  }];
  let hasVerifier = 1;
}

def Kernel_DotByteLanesOp : Kernel_LowLevelOp<"dot_byte_lanes"> {
  let summary = "sums of int8 products with neighbouring channels in lanes";
  let description = [{
    Computes the sums of products of `pixels` pixels and `channels` output channels:
    each sum starts with the number of its channel, and pixel p's channel c becomes
    `sums` element `at` + `sums_pitch` * p + c. A window has `rows` rows of
    `columns` columns of `size` elements, which lie one after the other; pixel p's
    row r and column q begin at element `offset` + `pixel_pitch` * p +
    `row_pitch` * r + `column_pitch` * q. The weights lie as
    `kernel.unpack_byte_lanes` has them, in groups of `lanes` channels and `together`
    products; a segment is a row with `joined`, else a column.

    Rows before `row_begin` and from `row_end` on are padding. With `border`, which
    has the input's column of the first pixel's window, the columns from one pixel
    to the next, the columns from one column of the window to the next, and the
    columns of the input, so are columns outside of the input. Padding is not read,
    but multiplied as elements with the number `padding`.

    With `together` 4, 128 is added to each element, as VPDPBUSD multiplies numbers
    without a sign; what the sums start with takes it away.

    Alignment: `sums` and `start` are aligned as `i32`.

    Invariants: the sums share no memory with anything that is read; weights,
    starts and sums are within their buffers if the sizes are known; `together` is
    2 or 4, and `lanes` a multiple of 8 that `channels` does not exceed.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @dot(%x: memref<384xi8>, %w: memref<1024xi8>, %start: memref<16xi32>, %sums: memref<96xi32>) {
      %zero = arith.constant 0 : index
      %end = arith.constant 1 : index
      kernel.dot_byte_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero]
          pixels 6 channels 16
          {rows = 1, columns = 1, size = 64, row_pitch = 0, column_pitch = 0, pixel_pitch = 64,
           lanes = 16, together = 4, padding = 0, sums_pitch = 16}
          : memref<384xi8>, memref<1024xi8>, memref<16xi32>, memref<96xi32>
      return
    }
    ```

    ```c
    tir_dot_byte_lanes(x, 0, w, start, 0, 1, 1, 1, 64, 0, 0, 64, 0, 0, 0, 1, 16, 4, 0, 6, 16, 0, sums, 16);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the elements", [MemRead]>:$elements,
    Arg<Index, "the position of the first pixel's first element">:$offset,
    Arg<MemRefRankOf<[I8], [1]>, "the weights", [MemRead]>:$weights,
    Arg<Index, "the position of the first weight">:$weights_offset,
    Arg<MemRefRankOf<[I32], [1]>, "what the sums of a channel start with", [MemRead]>:$start,
    Arg<Index, "the position of the first channel's">:$start_at,
    Arg<Index, "the first row inside of the input">:$row_begin,
    Arg<Index, "the row after the last one">:$row_end,
    Arg<MemRefRankOf<[I32], [1]>, "the sums", [MemWrite]>:$sums,
    Arg<Index, "the position of the first sum">:$at,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the rows of the window">:$rows,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the columns of the window">:$columns,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the elements of a column">:$size,
    Arg<I64Attr, "elements from one row to the next">:$row_pitch,
    Arg<I64Attr, "elements from one column to the next">:$column_pitch,
    Arg<I64Attr, "elements from one pixel to the next">:$pixel_pitch,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the channels of a group of weights">:$lanes,
    Arg<I64Attr, "the products that lie together, 2 or 4">:$together,
    Arg<UnitAttr, "whether a segment of the weights is a row">:$joined,
    Arg<I64Attr, "what is multiplied in place of padding">:$padding,
    Arg<OptionalAttr<DenseI64ArrayAttr>, "where columns of padding are">:$border,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<16>]>, "the number of pixels">:$pixels,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<64>]>, "the number of channels">:$channels,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "sums from one pixel to the next">:$sums_pitch);
  let assemblyFormat = [{
    $elements `[` $offset `]` `,` $weights `[` $weights_offset `]` `from` $start `[` $start_at `]`
    `rows` $row_begin `to` $row_end `,` $sums `[` $at `]`
    `pixels` $pixels `channels` $channels attr-dict
    `:` type($elements) `,` type($weights) `,` type($start) `,` type($sums)
  }];
  let extraClassDeclaration = [{
    /// The products of a row of the window, with the zeros of each segment.
    int64_t getRowProducts() {
      int64_t together = getTogether(), size = getSize(), columns = getColumns();
      auto align = [&](int64_t count) { return (count + together - 1) / together * together; };
      return getJoined() ? align(columns * size) : columns * align(size);
    }
    /// Whether column `column` of pixel `pixel` is inside of the input.
    bool isInside(int64_t pixel, int64_t column);
    /// Returns how far the first element of a row that is read is from the
    /// first one of the first pixel; std::nullopt if all columns are padding.
    std::optional<int64_t> getFirstInside();
  }];
  let hasVerifier = 1;
}

def Kernel_DotWindowLanesOp : Kernel_LowLevelOp<"dot_window_lanes"> {
  let summary = "sums of a depthwise window with neighbouring channels in lanes";
  let description = [{
    Computes the sums of the windows of `pixels` pixels for `channels` channels:
    each sum starts with the number of its channel, and pixel p's channel c becomes
    `sums` element `at` + `sums_pitch` * p + c. A window has `rows` rows of
    `columns` columns; pixel p's row r and column q of channel c is element
    `offset` + `pixel_pitch` * p + `row_pitch` * r + `column_pitch` * q + c. The
    weights lie as `kernel.unpack_byte_lanes` has them, in groups of `lanes` channels,
    with `together` rows of a column side by side.

    Rows before `row_begin` and from `row_end` on, and columns outside of the input
    (`border`), are padding as for `kernel.dot_byte_lanes`, and so are the 128 that
    are added with `together` 4.

    Alignment: `sums` and `start` are aligned as `i32`.

    Invariants: as for `kernel.dot_byte_lanes`.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @window(%x: memref<1024xi8>, %w: memref<192xi8>, %start: memref<16xi32>, %sums: memref<64xi32>) {
      %zero = arith.constant 0 : index
      %end = arith.constant 3 : index
      kernel.dot_window_lanes %x[%zero], %w[%zero] from %start[%zero] rows %zero to %end, %sums[%zero]
          pixels 4 channels 16
          {rows = 3, columns = 3, row_pitch = 128, column_pitch = 16, pixel_pitch = 16,
           lanes = 16, together = 4, padding = 0, sums_pitch = 16}
          : memref<1024xi8>, memref<192xi8>, memref<16xi32>, memref<64xi32>
      return
    }
    ```

    ```c
    tir_dot_window_lanes(x, 0, w, start, 0, 3, 3, 3, 128, 16, 16, 0, 0, 0, 1, 16, 4, 4, 16, 0, sums, 16);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the elements", [MemRead]>:$elements,
    Arg<Index, "the position of the first pixel's first element">:$offset,
    Arg<MemRefRankOf<[I8], [1]>, "the weights", [MemRead]>:$weights,
    Arg<Index, "the position of the first weight">:$weights_offset,
    Arg<MemRefRankOf<[I32], [1]>, "what the sums of a channel start with", [MemRead]>:$start,
    Arg<Index, "the position of the first channel's">:$start_at,
    Arg<Index, "the first row inside of the input">:$row_begin,
    Arg<Index, "the row after the last one">:$row_end,
    Arg<MemRefRankOf<[I32], [1]>, "the sums", [MemWrite]>:$sums,
    Arg<Index, "the position of the first sum">:$at,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the rows of the window">:$rows,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the columns of the window">:$columns,
    Arg<I64Attr, "elements from one row to the next">:$row_pitch,
    Arg<I64Attr, "elements from one column to the next">:$column_pitch,
    Arg<I64Attr, "elements from one pixel to the next">:$pixel_pitch,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the channels of a group of weights">:$lanes,
    Arg<I64Attr, "the products that lie together, 2 or 4">:$together,
    Arg<I64Attr, "what is multiplied in place of padding">:$padding,
    Arg<OptionalAttr<DenseI64ArrayAttr>, "where columns of padding are">:$border,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<16>]>, "the number of pixels">:$pixels,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<64>]>, "the number of channels">:$channels,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "sums from one pixel to the next">:$sums_pitch);
  let assemblyFormat = [{
    $elements `[` $offset `]` `,` $weights `[` $weights_offset `]` `from` $start `[` $start_at `]`
    `rows` $row_begin `to` $row_end `,` $sums `[` $at `]`
    `pixels` $pixels `channels` $channels attr-dict
    `:` type($elements) `,` type($weights) `,` type($start) `,` type($sums)
  }];
  let extraClassDeclaration = [{
    /// The groups of rows that lie together.
    int64_t getRowGroups() {
      return (static_cast<int64_t>(getRows()) + getTogether() - 1) / getTogether();
    }
    /// Whether column `column` of pixel `pixel` is inside of the input.
    bool isInside(int64_t pixel, int64_t column);
    /// Returns how far the first element of a row that is read is from the
    /// first one of the first pixel; std::nullopt if all columns are padding.
    std::optional<int64_t> getFirstInside();
  }];
  let hasVerifier = 1;
}

def Kernel_RequantizeLanesOp : Kernel_LowLevelOp<"requantize_lanes", [AttrSizedOperandSegments]> {
  let summary = "int8 elements from sums with neighbouring channels in lanes";
  let description = [{
    Rescales the sums of `pixels` pixels and `channels` channels to int8 and stores
    them: pixel p's channel c is `sums` element `from` + `sums_pitch` * p + c, and
    output element `to` + `outputs_pitch` * p + c. The output is the upper half of
    the 64-bit product of the sum, shifted to the left by `fraction_bits`, with the
    channel's scale; plus the channel's offset, less its sign offset if the sum is
    negative; shifted to the right by the negative of the channel's shift; and from
    `low` to `high`.

    With `add`, the output is instead (output * `factors`[0] + other *
    `factors`[1] + `factors`[2]) >> `factors`[3], from `factors`[4] to
    `factors`[5], in 32 bits, with the element at the output's position of another
    buffer.

    Alignment: all numbers but the int8 ones are aligned as `i32`.

    Invariants: sums and channels are within their buffers if the sizes are known;
    the numbers of a block are read before its outputs are stored, so that these may
    lie where the other elements do.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @requantize(%sums: memref<96xi32>, %scale: memref<16xi32>, %offset: memref<16xi32>,
                          %shift: memref<16xi32>, %y: memref<384xi8>) {
      %zero = arith.constant 0 : index
      kernel.requantize_lanes %sums[%zero], %scale, %offset, %shift[%zero], %y[%zero] pixels 6 channels 16
          {fraction_bits = 8, low = -128, high = 127, sums_pitch = 16, outputs_pitch = 64}
          : memref<96xi32>, memref<16xi32>, memref<16xi32>, memref<16xi32>, memref<384xi8>
      return
    }
    ```

    ```c
    tir_requantize_lanes(sums, scale, offset, offset, shift, 8, 0, -128, 127, 6, 16, 16, 64, y);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "the sums", [MemRead]>:$sums,
    Arg<Index, "the position of the first sum">:$from,
    Arg<MemRefRankOf<[I32], [1]>, "a scale for each channel", [MemRead]>:$scale,
    Arg<MemRefRankOf<[I32], [1]>, "an offset for each channel", [MemRead]>:$offset,
    Arg<MemRefRankOf<[I32], [1]>, "a negative shift for each channel", [MemRead]>:$shift,
    Arg<Index, "the first channel">:$channel,
    Arg<MemRefRankOf<[I8], [1]>, "the outputs", [MemWrite]>:$outputs,
    Arg<Index, "the position of the first output">:$to,
    Arg<Optional<MemRefRankOf<[I32], [1]>>, "an offset for each channel's negative sums", [MemRead]>:$sign_offset,
    Arg<Optional<MemRefRankOf<[I8], [1]>>, "the other elements of a sum", [MemRead]>:$other,
    Arg<I64Attr, "the bits by which sums are shifted to the left">:$fraction_bits,
    Arg<I64Attr, "the lower limit">:$low,
    Arg<I64Attr, "the upper limit">:$high,
    Arg<OptionalAttr<DenseI64ArrayAttr>, "two factors, an offset, a shift and limits of a sum with other elements">:$factors,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<16>]>, "the number of pixels">:$pixels,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<64>]>, "the number of channels">:$channels,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "sums from one pixel to the next">:$sums_pitch,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "outputs from one pixel to the next">:$outputs_pitch);
  let assemblyFormat = [{
    $sums `[` $from `]` `,` $scale `,` $offset `,` $shift `[` $channel `]` `,` $outputs `[` $to `]`
    `pixels` $pixels `channels` $channels (`sign` $sign_offset^ `:` type($sign_offset))?
    (`add` $other^ `:` type($other))? attr-dict
    `:` type($sums) `,` type($scale) `,` type($offset) `,` type($shift) `,` type($outputs)
  }];
  let hasVerifier = 1;
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELBYTELANEOPS_TD
