//===- KernelDialect.td - The dialect's definition
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_KERNEL_IR_KERNELDIALECT_TD
#define TIR_DIALECT_KERNEL_IR_KERNELDIALECT_TD

include "mlir/IR/OpBase.td"
include "tir/Dialect/TIR/IR/TIRDialect.td"

def Kernel_Dialect : Dialect {
  let name = "kernel";
  let cppNamespace = "::tir::kernel";
  let summary = "how kernels are computed";
  let description = [{
    Schedules of kernels, the inner steps that they are made of, and kernels that
    run by rows. The functions and calls belong to the dialect `tir`, which does
    not need this one: a module without schedules, steps and rows is read
    where only `tir` is registered.

    The dialect has these discardable attributes; the verifier refuses others.

    | attribute | on | value | meaning |
    |---|---|---|---|
    | `kernel.argument` | argument of a kernel, of one row of it, or of the main function | `#kernel.argument<…>` | what is known of it beside its effect: the range of constants, memory for the schedule, a window of rows, or that the application hands over its rows |
    | `kernel.rows` | call of a kernel that does not run by rows | a text | why it does not, as the end of a sentence about the call (`tir-choose-rows`) |
    | | call in a loop by rows | `#kernel.turns<…>` | in which iterations of the loop it runs (`tir-stream-rows`) |
    | | `memref.alloc` in the main function | `#kernel.ring<…>` | how many rows of a tensor it contains (`tir-stream-rows`) |

    They are discardable because the functions, calls and allocations that carry
    them belong to other dialects, which do not depend on this one.
  }];
  let dependentDialects = ["::tir::TIRDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let hasOperationAttrVerify = 1;
}

class Kernel_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kernel_Dialect, mnemonic, traits>;

/// An operation that both back ends lower.
class Kernel_LowLevelOp<string mnemonic, list<Trait> traits = []>
    : Kernel_Op<mnemonic, traits # [TIR_LowLevel]>;

#endif // TIR_DIALECT_KERNEL_IR_KERNELDIALECT_TD
