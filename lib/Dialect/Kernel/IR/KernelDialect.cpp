//===- KernelDialect.cpp - Registration of the dialect
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormerNames.h"

#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/ByteLaneSteps.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/Kernel/IR/ColumnSteps.h"
#include "tir/Dialect/Kernel/IR/DialectVersion.h"
#include "tir/Dialect/Kernel/IR/LaneSteps.h"
#include "tir/Dialect/Kernel/IR/RowOps.h"
#include "tir/Dialect/Kernel/IR/RowScheduleInterface.h"
#include "tir/Dialect/TIR/IR/DialectSuccessors.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "tir/Dialect/Kernel/IR/KernelDialect.cpp.inc"

#include "tir/Dialect/Kernel/IR/KernelRowScheduleInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tir/Dialect/Kernel/IR/KernelAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/Kernel/IR/KernelOps.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/Kernel/IR/KernelLaneOps.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/Kernel/IR/KernelByteLaneOps.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/Kernel/IR/KernelColumnStepOps.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/Kernel/IR/KernelCallStepOp.cpp.inc"

#define GET_OP_CLASSES
#include "tir/Dialect/Kernel/IR/KernelRowOps.cpp.inc"

void tir::kernel::KernelDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tir/Dialect/Kernel/IR/KernelAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/Kernel/IR/KernelOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/Kernel/IR/KernelLaneOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/Kernel/IR/KernelByteLaneOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/Kernel/IR/KernelColumnStepOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/Kernel/IR/KernelCallStepOp.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tir/Dialect/Kernel/IR/KernelRowOps.cpp.inc"
      >();
  addInterface<AnnotationDialectInterface>();
  addBytecodeInterface(*this);
  addFormerNames(*this);
  attachInterfaces(*this);
}
