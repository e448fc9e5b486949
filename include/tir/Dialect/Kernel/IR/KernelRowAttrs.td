//===- KernelRowAttrs.td - Kernels that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELROWATTRS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELROWATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"
include "tir/Dialect/TIR/IR/TIRArgumentInterfaces.td"

def Kernel_RowWindowAttr : AttrDef<Kernel_Dialect, "RowWindow", [
    DeclareAttrInterfaceMethods<TIR_PassedTypeAttrInterface>]> {
  let mnemonic = "row_window";
  let summary = "the rows of a tensor that a row of a kernel's output needs";
  let description = [{
    For row y of the output, a kernel reads `rows` rows of a tensor from row y *
    `stride` + `first` on. A row is `unit` elements along the dimension `dim`,
    with all of the dimensions after it; the dimensions before it have one
    element. Rows outside of the tensor contain `padding`; without it, a kernel
    does not read such rows. On the output, the window is the row itself. If
    each row is added to the same output, that output has the `stride` 0, and
    contains `padding` at first. With `moves`, the function moves the window
    down by as many rows after it has read it (`tir-stream-rows`).

    Invariants: `unit` and `rows` are at least 1, `stride` is at least 0, and
    `moves` is 0 to `rows`; an argument whose rows move is declared
    `#tir.effect<read_write>`.

    Example:

    ```mlir
    tir.prim_func private @pool_row(memref<1x3x8x4xi8> {tir.effect = #tir.effect<read>,
                                      kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 2, first = -1, rows = 3, padding = -128 : i8>>},
                                    memref<1x1x4x4xi8> {tir.effect = #tir.effect<write>,
                                      kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 0, rows = 1>>})
    ```
  }];
  let parameters = (ins
    AttrParameter<"unsigned", "the dimension of the rows">:$dim,
    AttrParameter<"int64_t", "the elements of a row along this dimension">:$unit,
    AttrParameter<"int64_t", "the rows between the windows of two rows of the output">:$stride,
    AttrParameter<"int64_t", "the first row of the window for row 0">:$first,
    AttrParameter<"int64_t", "the rows of the window">:$rows,
    DefaultValuedParameter<"int64_t", "0",
        "by how many rows the function moves the window down">:$moves,
    OptionalParameter<"::mlir::TypedAttr", "the elements of rows outside of the tensor">:$padding);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Kernel_RingAttr : AttrDef<Kernel_Dialect, "Ring"> {
  let mnemonic = "ring";
  let summary = "memory for some rows of a tensor at a time";
  let description = [{
    A `memref.alloc` in the main function carries it as `kernel.rows`
    (`tir-stream-rows`). With `kept`, only as many elements, from the first one
    on, keep their values from one iteration of the loop to the next; the others
    contain nothing between iterations.

    Invariants: `rows` and `tensor_rows` are at least 1; the elements of the
    buffer are a multiple of `rows`, and at least `kept`. There may be more
    `rows` than `tensor_rows`, since rows of padding are in the buffer, too.

    Example:

    ```mlir
    tir.prim_func @main() {
      %rows = memref.alloc() {kernel.rows = #kernel.ring<rows = 3, tensor_rows = 8, kept = 8>} : memref<12xi8>
      tir.return
    }
    ```
  }];
  let parameters = (ins
    AttrParameter<"int64_t", "the rows in memory at a time">:$rows,
    AttrParameter<"int64_t", "the rows that the tensor has">:$tensor_rows,
    DefaultValuedParameter<"int64_t", "-1",
        "the elements that keep their values; without it, all">:$kept);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Kernel_TurnsAttr : AttrDef<Kernel_Dialect, "Turns"> {
  let mnemonic = "turns";
  let summary = "in which iterations of a loop by rows a call runs";
  let description = [{
    A call in a loop carries it as `kernel.rows` (`tir-stream-rows`): the call runs
    in iteration `first`, and `period` iterations later each further time,
    `calls` times in all. A call that is `fed` copies a row of an input, which
    the application may hand over instead.

    Invariants: `first` and `calls` are at least 0, and `period` at least 1.

    Example:

    ```mlir
    tir.prim_func private @blur_row(%x: memref<12xi8>) {
      tir.return
    }
    tir.prim_func @main(%x: memref<12xi8>) {
      tir.call_tir @blur_row(%x) {kernel.rows = #kernel.turns<first = 2, period = 1, calls = 8>}
        : (memref<12xi8>) -> ()
      tir.return
    }
    ```
  }];
  let parameters = (ins
    AttrParameter<"int64_t", "the first iteration">:$first,
    AttrParameter<"int64_t", "the iterations from one call to the next">:$period,
    AttrParameter<"int64_t", "how often a run of the model calls it">:$calls,
    DefaultValuedParameter<"bool", "false",
        "whether the application may hand over the row that it copies">:$fed);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELROWATTRS_TD
