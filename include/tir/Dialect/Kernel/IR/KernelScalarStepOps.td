//===- KernelScalarStepOps.td - Steps for processors without vectors
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELSCALARSTEPOPS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELSCALARSTEPOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"

def Kernel_DotBlockOp : Kernel_LowLevelOp<"dot_block", [InferTypeOpAdaptor]> {
  let summary = "sums of products of pixels with output channels";
  let description = [{
    The sums of products of `pixels` pixels with C output channels, in registers,
    by multiplications of single elements that are read where they are. Result
    C * p + c belongs to pixel p and channel c. The sums start with `init`, one
    number for each channel. C is 4, 8 or 16.

    A pixel is multiplied with `rows` rows of `size` consecutive elements, such
    as the rows of its window. Element i of row r of pixel p is `bytes` element
    `offset` + p * `pixel_pitch` + r * `row_pitch` + i, and its weight for channel
    c is `weights` element `weights_offset` + (r * `size` + i) * C + c. Outside of
    rows `row_begin` to `row_end` and of elements `begin` to `end` of a row (both
    exclusive), nothing is read: the elements count as `padding`.

    With `excess`, 128 was added to each weight, which is a number of eight bits
    without sign then. The Cortex-M0+ loads those with an immediate offset.

    Invariants: with two pixels, all elements of a row are read, and C is 4, as it
    is with `excess`; the weights are within their buffer if sizes and positions are
    known.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @dot(%x: memref<800xi8>, %w: memref<256xi8>, %at: index, %bias: i32) -> i32 {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %size = arith.constant 64 : index
      %acc:8 = kernel.dot_block %x[%at], %w[%zero] rows %zero to %one elements %zero to %size
          init(%bias, %bias, %bias, %bias) rows 1 apart 64 size 64 padding 0 pixels 2 apart 64
          : memref<800xi8>, memref<256xi8>
      return %acc#7 : i32
    }
    ```

    The C it becomes:

    ```c
    tir_dot_block_2_by_4(x + at, 64, w, 64, bias, bias, bias, bias, acc);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the elements", [MemRead]>:$bytes,
    Arg<Index, "the position of the first element">:$offset,
    Arg<MemRefRankOf<[I8], [1]>, "the weights", [MemRead]>:$weights,
    Arg<Index, "the position of the first weight">:$weights_offset,
    Arg<Index, "the first row that is read">:$row_begin,
    Arg<Index, "the row after the last one">:$row_end,
    Arg<Index, "the first element of a row that is read">:$begin,
    Arg<Index, "the element after the last one">:$end,
    Arg<Variadic<I32>, "what the sums of the channels start with">:$init,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the number of rows">:$rows,
    Arg<I64Attr, "elements from one row to the next">:$row_pitch,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the elements of a row">:$size,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<-128>, IntMaxValue<127>]>,
        "what elements outside count as">:$padding,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<2>]>,
        "the number of pixels">:$pixels,
    Arg<I64Attr, "elements from one pixel to the next">:$pixel_pitch,
    Arg<UnitAttr, "whether 128 was added to each weight">:$excess);
  let results = (outs
    Res<Variadic<I32>, "the sums, channel by channel, then pixel by pixel">:$sums);
  let assemblyFormat = [{
    $bytes `[` $offset `]` `,` $weights `[` $weights_offset `]`
    `rows` $row_begin `to` $row_end `elements` $begin `to` $end
    `init` `(` $init `)` `rows` $rows `apart` $row_pitch `size` $size
    `padding` $padding `pixels` $pixels `apart` $pixel_pitch (`excess` $excess^)?
    attr-dict `:` type($bytes) `,` type($weights)
  }];
  let extraClassDeclaration = [{
    /// Whether all elements are one row, and all are read.
    bool isOneRow();
    /// The output channels.
    int64_t getChannels() { return getInit().size(); }
    /// How many elements an iteration multiplies: a divisor of `size` if there
    /// is a good one.
    int64_t getUnroll();
  }];
  let hasVerifier = 1;
}

def Kernel_RaiseElementsOp : Kernel_LowLevelOp<"raise_elements"> {
  let summary = "the elements of a window with 128 added, and their sum";
  let description = [{
    Writes `rows` rows of `size` consecutive elements one after the other, each
    with 128 added, as numbers of eight bits without sign, and returns the sum of
    these numbers. Element i of row r is `bytes` element `offset` +
    r * `row_pitch` + i. Outside of rows `row_begin` to `row_end` and of elements
    `begin` to `end` of a row (both exclusive), nothing is read: the elements
    are `padding`.

    Invariants: the written elements are within their buffer if sizes and
    positions are known.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @raise(%x: memref<800xi8>, %y: memref<64xi8>, %at: index) -> i32 {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %size = arith.constant 64 : index
      %sum = kernel.raise_elements %x[%at] rows %zero to %one elements %zero to %size
          rows 1 apart 64 size 64 padding 0, %y[%zero] : memref<800xi8>, memref<64xi8>
      return %sum : i32
    }
    ```

    The C it becomes:

    ```c
    tir_raise_elements(x + at, 64, y, acc);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the elements", [MemRead]>:$bytes,
    Arg<Index, "the position of the first element">:$offset,
    Arg<Index, "the first row that is read">:$row_begin,
    Arg<Index, "the row after the last one">:$row_end,
    Arg<Index, "the first element of a row that is read">:$begin,
    Arg<Index, "the element after the last one">:$end,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the number of rows">:$rows,
    Arg<I64Attr, "elements from one row to the next">:$row_pitch,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the elements of a row">:$size,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<-128>, IntMaxValue<127>]>,
        "what elements outside are">:$padding,
    Arg<MemRefRankOf<[I8], [1]>, "what is written", [MemWrite]>:$written,
    Arg<Index, "the position of the first element that is written">:$at);
  let results = (outs Res<I32, "the sum">:$sum);
  let assemblyFormat = [{
    $bytes `[` $offset `]` `rows` $row_begin `to` $row_end
    `elements` $begin `to` $end `rows` $rows `apart` $row_pitch `size` $size
    `padding` $padding `,` $written `[` $at `]` attr-dict
    `:` type($bytes) `,` type($written)
  }];
  let extraClassDeclaration = [{
    /// Whether all elements are one row, and all are read.
    bool isOneRow();
  }];
  let hasVerifier = 1;
}

def Kernel_DotRaisedOp : Kernel_LowLevelOp<"dot_raised", [InferTypeOpAdaptor]> {
  let summary = "sums of products of raised elements with four output channels";
  let description = [{
    The sums of products of `size` elements with four output channels, where 128
    was added to each element (`kernel.raise_elements`) and to each weight, so that
    these are numbers without sign. The sums are the ones of these numbers, and
    start with `init`, one number for each channel. The weight of element i for
    channel c is `weights` element `weights_offset` + i * 4 + c.

    Weights can have 16 bits each. One multiplication by a word then gives the
    products of two channels, which is worth twice the memory where a
    multiplication takes as many instructions as a Cortex-M0+ needs, or 32 cycles.

    Alignment: weights of 16 bits are aligned to words.

    Invariants: the elements and weights are within their buffers if sizes and
    positions are known.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @dot(%x: memref<64xi8>, %w: memref<4096xi8>, %at: index, %bias: i32) -> i32 {
      %zero = arith.constant 0 : index
      %acc:4 = kernel.dot_raised %x[%zero], %w[%at] init(%bias, %bias, %bias, %bias) size 64
          : memref<64xi8>, memref<4096xi8>
      return %acc#0 : i32
    }
    ```

    The C it becomes:

    ```c
    tir_dot_block_1_by_8_raised(x, w + at, 64, bias, bias, bias, bias, acc);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the raised elements", [MemRead]>:$bytes,
    Arg<Index, "the position of the first element">:$offset,
    Arg<MemRefRankOf<[I8, I16], [1]>, "the weights", [MemRead]>:$weights,
    Arg<Index, "the position of the first weight">:$weights_offset,
    Arg<Variadic<I32>, "what the sums start with">:$init,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the number of elements">:$size);
  let results = (outs Res<Variadic<I32>, "the sums, channel by channel">:$sums);
  let assemblyFormat = [{
    $bytes `[` $offset `]` `,` $weights `[` $weights_offset `]`
    `init` `(` $init `)` `size` $size attr-dict
    `:` type($bytes) `,` type($weights)
  }];
  let extraClassDeclaration = [{
    /// How many elements an iteration multiplies: a divisor of `size` if there
    /// is a good one.
    int64_t getUnroll();
  }];
  let hasVerifier = 1;
}

def Kernel_DotStripOp : Kernel_LowLevelOp<"dot_strip", [InferTypeOpAdaptor]> {
  let summary = "sums of depthwise windows of one channel for neighbouring pixels";
  let description = [{
    The sums of products of depthwise windows of one channel with their weights,
    for `pixels` neighbouring pixels of a row, by multiplications of single
    elements. Pixels share the elements that their windows have in common.
    Result p belongs to pixel p. The sums start with `init`.

    The element of row r and column q of pixel p is `bytes` element `offset` +
    r * `row_pitch` + (p * `stride` + q * `dilation`) * `column_pitch`, and its
    weight is `weights` element `weights_offset` + r * `columns` + q. Outside of
    rows `row_begin` to `row_end` and columns `column_begin` to `column_end` (both
    exclusive), nothing is read: the elements count as `padding`.

    Invariants: `column_begin` is less than `column_end`, which is at most
    `columns`; the weights are within their buffer if sizes and positions are
    known.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @depthwise(%x: memref<8000xi8>, %w: memref<576xi8>, %at: index, %bias: i32) -> i32 {
      %zero = arith.constant 0 : index
      %three = arith.constant 3 : index
      %acc:2 = kernel.dot_strip %x[%at], %w[%zero] rows %zero to %three init %bias pixels 2
          {rows = 3, columns = 3, column_begin = 0, column_end = 3, row_pitch = 320,
           column_pitch = 64, stride = 1, dilation = 1, padding = 0}
          : memref<8000xi8>, memref<576xi8>
      return %acc#1 : i32
    }
    ```

    The C it becomes:

    ```c
    tir_dot_strip_2_of_3_from_0_to_3_by_1_and_1(x + at, 64, w, 3, 320, 0, 3, 0, bias, acc);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I8], [1]>, "the elements", [MemRead]>:$bytes,
    Arg<Index, "the position of the first window's first element">:$offset,
    Arg<MemRefRankOf<[I8], [1]>, "the weights", [MemRead]>:$weights,
    Arg<Index, "the position of the first weight">:$weights_offset,
    Arg<Index, "the first row that is read">:$row_begin,
    Arg<Index, "the row after the last one">:$row_end,
    Arg<I32, "what the sums start with">:$init,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the rows of the window">:$rows,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<16>]>,
        "the columns of the window">:$columns,
    Arg<ConfinedAttr<I64Attr, [IntNonNegative]>, "the first column that is read">:$column_begin,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the column after the last one">:$column_end,
    Arg<I64Attr, "elements from one row to the next">:$row_pitch,
    Arg<I64Attr, "elements from one column to the next">:$column_pitch,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<6>]>,
        "the number of pixels">:$pixels,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "columns from one pixel to the next">:$stride,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>,
        "columns from one column of the window to the next">:$dilation,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<-128>, IntMaxValue<127>]>,
        "what elements outside count as">:$padding);
  let results = (outs Res<Variadic<I32>, "the sums, pixel by pixel">:$sums);
  let assemblyFormat = [{
    $bytes `[` $offset `]` `,` $weights `[` $weights_offset `]`
    `rows` $row_begin `to` $row_end `init` $init `pixels` $pixels attr-dict
    `:` type($bytes) `,` type($weights)
  }];
  let hasVerifier = 1;
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELSCALARSTEPOPS_TD
