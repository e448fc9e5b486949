//===- KernelLaneOps.td - Sums of floats with channels in lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELLANEOPS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELLANEOPS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"

def Kernel_UnpackLanesOp : Kernel_Op<"unpack_lanes", [Pure]> {
  let summary = "weights that a schedule laid out for lanes";
  let description = [{
    The weights of a convolution whose kernel reads them in groups of `lanes`
    output channels: number (g * K + k) * `lanes` + c belongs to channel
    g * `lanes` + c for product k of K. Channels that the last group lacks have
    zeros. `#kernel.lanes` reads the numbers themselves; the operation keeps the body
    of the kernel in the operators of the model until the phase `loops`.

    Invariants: the result has the layout OHWI; there are as many numbers as whole
    groups have.

    Source: none in TVM, which rewrites the operators instead.

    Example:

    ```mlir
    func.func @lanes(%packed: memref<96xf32>) -> tensor<6x1x1x12xf32> {
      %weights = kernel.unpack_lanes %packed lanes 8 : memref<96xf32> to tensor<6x1x1x12xf32>
      return %weights : tensor<6x1x1x12xf32>
    }
    ```

    It does not reach C: the phase `loops` removes it.

    ```c
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[F32], [1]>, "the numbers">:$packed,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the channels of a group">:$lanes);
  let results = (outs Res<StaticShapeTensorOf<[F32]>, "the weights">:$weights);
  let assemblyFormat = [{
    $packed `lanes` $lanes attr-dict `:` type($packed) `to` type($weights)
  }];
  let hasVerifier = 1;
}

def Kernel_DotLanesOp : Kernel_LowLevelOp<"dot_lanes", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "sums of float products with neighbouring channels in lanes";
  let description = [{
    Adds products to the sums of `pixels` pixels and `channels` output channels.
    The channels are the lanes of vectors, so that each sum is computed in the
    order of plain loops, and has the same bits: row by row, in each row column by
    column, and in each column number by number. Products and sums are rounded
    one by one. Sum `at` + `channels` * p + c belongs to pixel p and channel c; it
    starts with what it is.

    The element of pixel p for row r, column q and number k is `elements` element
    `offset` + p * `pixel_pitch` + r * `row_pitch` + q * `column_pitch` +
    k * `element_pitch`, and its weight for channel c `weights` element
    `weights_offset` + ((r * `columns` + q) * `size` + k) * `weight_pitch` + c.
    With `depthwise`, each channel has an element of its own, which is c elements
    further. Only rows `row_begin` to `row_end` (exclusive) are read.

    With `from`, all sums start with the number of their channel instead, and with
    `zero` with 0. The step then stores what the kernel computes from the sums,
    after it has read everything: pixel p's channel c is `sums` element `at` +
    `sums_pitch` * p + c, and row r's weights begin `weight_row_pitch` * r weights
    further, so that a window can leave out columns. `add` adds element
    `addend_at` + `addend_pitch` * p + c of another buffer to each sum, and `clamp`
    limits the result. NaN stays NaN.

    Alignment: numbers are aligned as `f32`.

    Invariants: sums that are read share no memory with elements and weights;
    elements, weights and sums are within their buffers if the sizes are known;
    only a step with `from` or `zero` adds, clamps and has the pitches
    `sums_pitch` and `weight_row_pitch`. The lower limit is not -0 and the upper
    limit not 0, whose signs would matter.

    Source: none in TVM.

    Example:

    ```mlir
    func.func @lanes(%x: memref<384xf32>, %w: memref<1024xf32>, %panel: index,
                     %sums: memref<96xf32>) {
      %begin = arith.constant 0 : index
      %end = arith.constant 1 : index
      kernel.dot_lanes %x[%begin], %w[%panel] rows %begin to %end, %sums[%begin] pixels 6 channels 16
          {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1,
           pixel_pitch = 64, weight_pitch = 16}
          : memref<384xf32>, memref<1024xf32>, memref<96xf32>
      return
    }
    ```

    The C it becomes:

    ```c
    tir_dot_lanes_6x16(x, w + panel, 0, 1, 1, 64, 0, 0, 1, 64, 16, sums);
    ```

    With what the kernel computes from the sums:

    ```mlir
    func.func @outputs(%x: memref<384xf32>, %w: memref<1024xf32>, %bias: memref<16xf32>,
                       %other: memref<384xf32>, %y: memref<384xf32>) {
      %begin = arith.constant 0 : index
      %end = arith.constant 1 : index
      %low = arith.constant 0.0 : f32
      %high = arith.constant 6.0 : f32
      kernel.dot_lanes %x[%begin], %w[%begin] rows %begin to %end, %y[%begin] pixels 6 channels 16
          from %bias[%begin] : memref<16xf32> add %other[%begin] : memref<384xf32> clamp %low to %high
          {columns = 1, size = 64, row_pitch = 0, column_pitch = 0, element_pitch = 1,
           pixel_pitch = 64, weight_pitch = 16, weight_row_pitch = 1024, sums_pitch = 64, addend_pitch = 64}
          : memref<384xf32>, memref<1024xf32>, memref<384xf32>
      return
    }
    ```

    ```c
    tir_dot_lanes_6x16_from_add_clamp(x, w, 0, 1, 1, 64, 0, 0, 1, 64, 16, 1024, bias, other, 64, 0.0f, 6.0f, y, 64);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[F32], [1]>, "the elements">:$elements,
    Arg<Index, "the position of the first pixel's first element">:$offset,
    Arg<MemRefRankOf<[F32], [1]>, "the weights">:$weights,
    Arg<Index, "the position of the first weight">:$weights_offset,
    Arg<Index, "the first row that is read">:$row_begin,
    Arg<Index, "the row after the last one">:$row_end,
    Arg<MemRefRankOf<[F32], [1]>, "the sums">:$sums,
    Arg<Index, "the position of the first sum">:$at,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the columns of the window">:$columns,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>, "the numbers of a column">:$size,
    Arg<I64Attr, "elements from one row to the next">:$row_pitch,
    Arg<I64Attr, "elements from one column to the next">:$column_pitch,
    Arg<I64Attr, "elements from one number to the next">:$element_pitch,
    Arg<I64Attr, "elements from one pixel to the next">:$pixel_pitch,
    Arg<I64Attr, "weights from one number to the next">:$weight_pitch,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<16>]>,
        "the number of pixels">:$pixels,
    Arg<ConfinedAttr<I64Attr, [IntMinValue<1>, IntMaxValue<64>]>,
        "the number of channels">:$channels,
    Arg<UnitAttr, "whether each channel has elements of its own">:$depthwise,
    Arg<Optional<MemRefRankOf<[F32], [1]>>, "what the sums of a channel start with">:$start,
    Arg<Optional<Index>, "the position of the first channel's">:$start_at,
    Arg<UnitAttr, "whether the sums start with 0">:$zero,
    Arg<Optional<MemRefRankOf<[F32], [1]>>, "what is added to the sums">:$addend,
    Arg<Optional<Index>, "the position of the first sum's">:$addend_at,
    Arg<Optional<F32>, "the lower limit">:$low,
    Arg<Optional<F32>, "the upper limit">:$high,
    Arg<OptionalAttr<I64Attr>, "numbers that are added, from one pixel to the next">:$addend_pitch,
    Arg<OptionalAttr<I64Attr>, "sums from one pixel to the next">:$sums_pitch,
    Arg<OptionalAttr<I64Attr>, "weights from one row to the next">:$weight_row_pitch);
  let assemblyFormat = [{
    $elements `[` $offset `]` `,` $weights `[` $weights_offset `]`
    `rows` $row_begin `to` $row_end `,` $sums `[` $at `]`
    `pixels` $pixels `channels` $channels (`from` $start^ `[` $start_at `]` `:` type($start))?
    (`zero` $zero^)? (`add` $addend^ `[` $addend_at `]` `:` type($addend))? (`clamp` $low^ `to` $high)?
    attr-dict `:` type($elements) `,` type($weights) `,` type($sums)
  }];
  let extraClassDeclaration = [{
    /// Whether it stores what the kernel computes from the sums.
    bool hasOutputs() { return getStart() || getZero(); }
    /// The weights from one row of the window to the next.
    int64_t getWeightsOfRow() {
      return getWeightRowPitch().value_or(getColumns() * getSize() * getWeightPitch());
    }
    /// The sums from one pixel to the next.
    int64_t getSumsOfPixel() { return getSumsPitch().value_or(getChannels()); }
  }];
  let hasVerifier = 1;
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELLANEOPS_TD
