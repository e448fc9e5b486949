//===- NPU.h - The dialect of an accelerator
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NPU_NPU_H
#define NPU_NPU_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include "npu/NPUDialect.h.inc"

#define GET_OP_CLASSES
#include "npu/NPUOps.h.inc"

namespace npu {
#define GEN_PASS_DECL
#include "npu/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "npu/Passes.h.inc"
} // namespace npu

#endif // NPU_NPU_H
