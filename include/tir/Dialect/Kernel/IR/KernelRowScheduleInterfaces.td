//===- KernelRowScheduleInterfaces.td - Schedules of rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELROWSCHEDULEINTERFACES_TD
#define TIR_DIALECT_KERNEL_IR_KERNELROWSCHEDULEINTERFACES_TD

include "mlir/IR/Interfaces.td"

def Kernel_RowScheduleAttrInterface : AttrInterface<"RowScheduleAttrInterface"> {
  let cppNamespace = "::tir::kernel";
  let description = [{
    What a schedule can do besides if its kernels run by rows: move the rows of
    an input while it reads them, and store and read rows as words. A schedule
    works without it, and then other code moves the rows.
  }];
  let methods = [
    InterfaceMethod<[{
        Returns whether the loops can move the rows of argument `input` down by
        `count` rows after they have read them (`moves` in `#kernel.row_window`), for less than a
        copy. They read each of the elements once, then.
      }],
      "bool", "canMoveRows",
      (ins "::mlir::FunctionOpInterface":$kernel, "unsigned":$input,
           "int64_t":$count)>,
    InterfaceMethod<[{
        Returns whether the loops can store the elements of argument `output` as
        words (`kernel.widen_words`).
      }],
      "bool", "canWriteWords",
      (ins "::mlir::FunctionOpInterface":$kernel, "unsigned":$output)>,
    InterfaceMethod<[{
        Returns whether the loops can read the elements of argument `input` from
        words (`kernel.narrow_words`), need no `scratch` then, and save cycles.
        `calls` are all calls of `kernel`, on memrefs.
      }],
      "bool", "canReadWords",
      (ins "::mlir::FunctionOpInterface":$kernel, "unsigned":$input,
           "::llvm::ArrayRef<::mlir::Operation *>":$calls,
           "::mlir::SymbolTable &":$symbols)>,
    InterfaceMethod<[{
        Returns the estimated cycles that a call of `kernel` saves if argument
        `input` is words, or 0 if the loops cannot read words.
      }],
      "uint64_t", "estimateSavedByWords",
      (ins "::mlir::FunctionOpInterface":$kernel, "unsigned":$input)>,
    InterfaceMethod<[{
        Gives the constants that `calls` pass the layout that `kernel` needs for
        an input in words. It can read them, and has `kernel.narrow_words` already.
      }],
      "void", "layOutForWords",
      (ins "::mlir::FunctionOpInterface":$kernel,
           "::llvm::ArrayRef<::mlir::Operation *>":$calls,
           "::mlir::SymbolTable &":$symbols)>
  ];
}

#endif // TIR_DIALECT_KERNEL_IR_KERNELROWSCHEDULEINTERFACES_TD
