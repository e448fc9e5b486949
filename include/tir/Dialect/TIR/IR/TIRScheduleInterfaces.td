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
    kernel computes exactly the same bits as `#kernel.elementwise`.
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
        Returns the estimated memory that `kernel`, which is called `numCalls`
        times, needs beyond what `#kernel.elementwise` needs.
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
    InterfaceMethod<
      "Replaces the operations in the body of `kernel` that write tensors into "
      "buffers by loops on memrefs. The function may already have a concrete "
      "signature. The operations that computed the tensors may remain as dead "
      "code. A schedule that computes several outputs together describes them "
      "in the function's attribute `#tir.kernel` (`describeBlocks`).",
      "::llvm::LogicalResult", "lowerToLoops",
      (ins "::mlir::FunctionOpInterface":$kernel)>,
  ];
}

#endif // TIR_DIALECT_TIR_IR_TIRSCHEDULEINTERFACES_TD
