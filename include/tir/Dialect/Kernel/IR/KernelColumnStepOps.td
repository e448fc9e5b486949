//===- KernelColumnStepOps.td - Parts of rows of depthwise windows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELCOLUMNSTEPOPS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELCOLUMNSTEPOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"

def Kernel_DotNextColumnsOp : Kernel_LowLevelOp<"dot_next_columns", [
    AttrSizedOperandSegments, InferTypeOpAdaptor]> {
  let summary = "sums of depthwise windows, some of which have begun";
  let description = [{
    The sums of `kernel.dot_columns` for a part of a row of windows. A long block
    of pixels is a chain of these steps: each loads the words of its columns once,
    and what follows the sums of a step can be computed before the next step, so that
    only a few sums are in registers at a time.

    The first results are the sums of `pixels` pixels, whose first column is at `at`.
    `begins` more results are for the windows after them, which begin in the last pair
    of columns of the last pixel: `init`, and the products of the columns in that pair. The
    next step gets these as `begun`, for its first windows, and then does not multiply
    the pair of columns at its `at`.

    Alignment: words are aligned as `i32`.

    Invariants: there are five `taps`, of `kernel.load_row_taps`; `pixels` + `begins` is at most 6; `begun` has no
    sum, or one for each window that begins in the first pair of columns, which is
    one of the pixels; the windows that begin do so in the last pair; the words are within their
    buffer if its size is known.

    Source: none in TVM. Arm v7-M Architecture Reference Manual (DDI 0403E),
    A7.7.139 (SMLAD), A7.7.138 (SMLABT, SMLATB).

    Example:

    ```mlir
    func.func @next(%words: memref<56xi32>, %w: memref<24xi32>, %at: index, %next: index, %bias: i32)
        -> i32 {
      %taps:5 = kernel.load_row_taps %w[%at] : memref<24xi32>
      %first:4 = kernel.dot_next_columns %words[%at] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4)
          init %bias pixels 2 begins 2 stride 1 : memref<56xi32>
      %last:2 = kernel.dot_next_columns %words[%next] taps(%taps#0, %taps#1, %taps#2, %taps#3, %taps#4)
          begun(%first#2, %first#3) init %bias pixels 2 begins 0 stride 1 : memref<56xi32>
      return %last#1 : i32
    }
    ```

    The C it becomes:

    ```c
    tir_dot_next_columns_0_2_2_1(words + at, t0, t1, t2, t3, t4, bias, acc);
    tir_dot_next_columns_2_2_0_1(words + next, t0, t1, t2, t3, t4, acc[2], acc[3], bias, acc_1);
    ```
  }];
  let arguments = (ins
    Arg<MemRefRankOf<[I32], [1]>, "the words of the channel", [MemRead]>:$words,
    Arg<Index, "the position of the first word">:$at,
    Arg<Variadic<I32>, "the weights">:$taps,
    Arg<Variadic<I32>, "the sums of windows that have begun">:$begun,
    Arg<I32, "what the other sums start with">:$init,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>,
        "the number of pixels whose windows end">:$pixels,
    Arg<ConfinedAttr<I64Attr, [IntNonNegative]>,
        "the number of windows that begin after them">:$begins,
    Arg<ConfinedAttr<I64Attr, [IntPositive]>,
        "columns from one pixel to the next">:$stride);
  let results = (outs
    Res<Variadic<I32>, "the sums of the pixels, and of the windows that begin">:$sums);
  let assemblyFormat = [{
    $words `[` $at `]` `taps` `(` $taps `)` (`begun` `(` $begun^ `)`)? `init` $init
    `pixels` $pixels `begins` $begins `stride` $stride attr-dict `:` type($words)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Returns the windows of the step.
    ::tir::kernel::RowWindows getRowWindows();
  }];
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELCOLUMNSTEPOPS_TD
