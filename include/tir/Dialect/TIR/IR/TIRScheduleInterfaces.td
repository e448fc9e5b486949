//===- TIRScheduleInterfaces.td - The interface of schedules
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_TIRSCHEDULEINTERFACES_TD
#define TIR_DIALECT_TIR_IR_TIRSCHEDULEINTERFACES_TD

include "mlir/IR/Interfaces.td"

def TIR_ScheduleAttrInterface : AttrInterface<"ScheduleAttrInterface"> {
  let cppNamespace = "::tir";
  let description = [{
    Says how a kernel is computed. From the phase `schedule` on, a
    `tir.prim_func` whose body works on tensors carries one as its attribute
    `schedule`, and the phase `loops` lowers the body by it. Every schedule of a
    kernel computes exactly the same bits as `#tir.elementwise`.
  }];
  let methods = [
    InterfaceMethod<
      "Checks that the schedule can compute `kernel`. If it cannot, emits an "
      "error at the kernel that says what the schedule requires.",
      "::llvm::LogicalResult", "verifyKernel",
      (ins "::mlir::FunctionOpInterface":$kernel)>,
    InterfaceMethod<
      "Returns the estimated number of cycles of one call of `kernel` on "
      "`target`.",
      "uint64_t", "estimateCycles",
      (ins "::mlir::FunctionOpInterface":$kernel, "const ::tir::TargetOptions &":$target)>,
    InterfaceMethod<[{
        Returns the estimated memory that `kernel`, of which there are
        `numCalls` calls, takes besides that of `#tir.elementwise`.
        `tir-schedule-kernels` asks for it if memory is limited.
      }],
      "::tir::ScheduleMemory", "estimateMemory",
      (ins "::mlir::FunctionOpInterface":$kernel, "uint64_t":$numCalls),
      /*methodBody=*/[{}], /*defaultImplementation=*/[{
        return ::tir::ScheduleMemory();
      }]>,
    InterfaceMethod<[{
        Gives the constants that `calls`, all calls of `kernel`, pass the layout
        that the schedule needs, adds arguments for the memory that it needs,
        and makes it the kernel's schedule. Returns failure, with nothing
        changed and without an error, if the schedule cannot compute the kernel
        with these constants. `symbols` is the symbol table of the module.
      }],
      "::llvm::LogicalResult", "layOut",
      (ins "::mlir::FunctionOpInterface":$kernel,
           "::llvm::ArrayRef<::mlir::Operation *>":$calls,
           "::mlir::SymbolTable &":$symbols),
      /*methodBody=*/[{}], /*defaultImplementation=*/[{
        kernel->setAttr("schedule", $_attr);
        return ::llvm::success();
      }]>,
    InterfaceMethod<[{
        Returns how far the loops have read argument `input` when they store an
        element of an output. From it follows how near the input may lie to the
        output. A schedule that computes element by element, in order, has a
        progress of one element. With a delay of n, the n last elements may be
        stored in any order. With a unit of n, the input is read for n elements,
        such as the channels of a pixel, before the first of them is stored.
        Returns std::nullopt if nothing is known.
      }],
      "::std::optional<::tir::ReadProgress>", "getReadProgress",
      (ins "::mlir::FunctionOpInterface":$kernel, "unsigned":$input),
      /*methodBody=*/[{}],
      /*defaultImplementation=*/[{ return ::std::nullopt; }]>,
    InterfaceMethod<[{
        Returns whether the loops can move the rows of argument `input` down by
        `count` rows after they have read them (`tir.moves`), for less than a
        copy. They read each of the elements once, then.
      }],
      "bool", "canMoveRows",
      (ins "::mlir::FunctionOpInterface":$kernel, "unsigned":$input,
           "int64_t":$count),
      /*methodBody=*/[{}],
      /*defaultImplementation=*/[{ return false; }]>,
    InterfaceMethod<[{
        Returns whether the loops can store the elements of argument `output` as
        words (`tir.widen_words`).
      }],
      "bool", "canWriteWords",
      (ins "::mlir::FunctionOpInterface":$kernel, "unsigned":$output),
      /*methodBody=*/[{}], /*defaultImplementation=*/[{ return false; }]>,
    InterfaceMethod<[{
        Returns whether the loops can read the elements of argument `input` from
        words (`tir.narrow_words`), need no `tir.scratch` then, and save cycles.
        `calls` are all calls of `kernel`, on memrefs.
      }],
      "bool", "canReadWords",
      (ins "::mlir::FunctionOpInterface":$kernel, "unsigned":$input,
           "::llvm::ArrayRef<::mlir::Operation *>":$calls,
           "::mlir::SymbolTable &":$symbols),
      /*methodBody=*/[{}], /*defaultImplementation=*/[{ return false; }]>,
    InterfaceMethod<[{
        Returns the estimated cycles that a call of `kernel` saves if argument
        `input` is words, or 0 if the loops cannot read words.
      }],
      "uint64_t", "estimateSavedByWords",
      (ins "::mlir::FunctionOpInterface":$kernel, "unsigned":$input),
      /*methodBody=*/[{}], /*defaultImplementation=*/[{ return 0; }]>,
    InterfaceMethod<[{
        Gives the constants that `calls` pass the layout that `kernel` needs for
        an input in words. It can read them, and has `tir.narrow_words` already.
      }],
      "void", "layOutForWords",
      (ins "::mlir::FunctionOpInterface":$kernel,
           "::llvm::ArrayRef<::mlir::Operation *>":$calls,
           "::mlir::SymbolTable &":$symbols),
      /*methodBody=*/[{}], /*defaultImplementation=*/[{ return; }]>,
    InterfaceMethod<
      "Replaces the operations in the body of `kernel` that write tensors into "
      "buffers by loops on memrefs. The function may already have a concrete "
      "signature. The operations that computed the tensors may remain as dead "
      "code. A schedule that computes several outputs together describes them "
      "in the function's attribute `tir.blocks`.",
      "::llvm::LogicalResult", "lowerToLoops",
      (ins "::mlir::FunctionOpInterface":$kernel)>,
  ];
}

#endif // TIR_DIALECT_TIR_IR_TIRSCHEDULEINTERFACES_TD
