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
    InterfaceMethod<
      "Replaces the operations in the body of `kernel` that write tensors into "
      "buffers by loops on memrefs. The function may already have a concrete "
      "signature. The operations that computed the tensors may remain as dead "
      "code.",
      "::llvm::LogicalResult", "lowerToLoops",
      (ins "::mlir::FunctionOpInterface":$kernel)>,
  ];
}

#endif // TIR_DIALECT_TIR_IR_TIRSCHEDULEINTERFACES_TD
