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
    How a kernel is computed. A `tir.prim_func` whose body works on tensors
    carries one as its attribute `schedule` from the phase `schedule` on, and the
    phase `loops` makes its loops by it. Every schedule of a kernel computes the
    same bits as `#tir.elementwise`.
  }];
  let methods = [
    InterfaceMethod<
      "Checks that the schedule can compute `kernel`; else reports on the "
      "kernel what the schedule wants.",
      "::llvm::LogicalResult", "verifyKernel",
      (ins "::mlir::FunctionOpInterface":$kernel)>,
    InterfaceMethod<
      "The estimated cycles of one call of `kernel` on `target`.",
      "uint64_t", "estimateCycles",
      (ins "::mlir::FunctionOpInterface":$kernel, "const ::tir::TargetOptions &":$target)>,
    InterfaceMethod<
      "Replaces what writes tensors into buffers in the body of `kernel` by "
      "loops on memrefs. The function may have a concrete signature already. "
      "What computed the tensors may stay; it is dead then.",
      "::llvm::LogicalResult", "lowerToLoops",
      (ins "::mlir::FunctionOpInterface":$kernel)>,
  ];
}

#endif // TIR_DIALECT_TIR_IR_TIRSCHEDULEINTERFACES_TD
