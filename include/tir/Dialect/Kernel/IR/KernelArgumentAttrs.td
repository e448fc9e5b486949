//===- KernelArgumentAttrs.td - What kernels know of their arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELARGUMENTATTRS_TD
#define TIR_DIALECT_KERNEL_IR_KERNELARGUMENTATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "tir/Dialect/Kernel/IR/KernelDialect.td"
include "tir/Dialect/TIR/IR/TIRArgumentInterfaces.td"

def Kernel_ArgumentAttr : AttrDef<Kernel_Dialect, "Argument", [
    DeclareAttrInterfaceMethods<TIR_PassedTypeAttrInterface>]> {
  let mnemonic = "argument";
  let summary = "what a kernel knows of an argument, beside its effect";
  let description = [{
    An argument of a function carries it as `kernel.argument`.

    - `fed`: the application may hand over the rows of this input one by one
      (`tir-choose-rows`). The argument of the function that copies such a row has
      it, too.
    - `range`: the smallest and the largest element of the constants that calls
      pass (`tir-outline-kernels`).
    - `scratch`: memory for the schedule of the kernel, which holds nothing
      before or after a call (`tir-schedule-kernels`).
    - `window`: the rows that a function which computes one row of a kernel
      gets, or the row that it writes (`tir-make-row-kernels`).

    Invariants: one of them is there; only an argument of integers that is only
    read has a `range`, whose two numbers are in order and within the type; the
    argument has the dimension of the `window`, and is declared
    `#tir.effect<read_write>` if the rows of the window move.

    Example:

    ```mlir
    tir.prim_func private @scale(%x: memref<1x1x8x4xi8> {tir.effect = #tir.effect<read>,
                                   kernel.argument = #kernel.argument<window = <dim = 1, unit = 1, stride = 1, first = 0, rows = 1>>},
                                 %factors: memref<4xi8> {tir.effect = #tir.effect<read>,
                                   kernel.argument = #kernel.argument<range = [-7, 5]>},
                                 %sums: memref<4xi32> {tir.effect = #tir.effect<write>,
                                   kernel.argument = #kernel.argument<scratch = true>}) {
      tir.return
    }
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"bool", "false",
        "whether the application may hand over its rows one by one">:$fed,
    OptionalParameter<"::mlir::DenseI64ArrayAttr",
        "the smallest and the largest element">:$range,
    DefaultValuedParameter<"bool", "false",
        "whether it is memory for the schedule">:$scratch,
    OptionalParameter<"::tir::kernel::RowWindowAttr", "the rows that it has">:$window);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELARGUMENTATTRS_TD
