//===- Kernels.h - A vendor's schedule and operators
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TEST_LIB_KERNELPLUGIN_KERNELS_H
#define TIR_TEST_LIB_KERNELPLUGIN_KERNELS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/Kernel/IR/KernelDialect.h"
#include "tir/Dialect/Kernel/IR/KernelInterfaces.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include "KernelsDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "KernelsAttrs.h.inc"

#define GET_OP_CLASSES
#include "KernelsOps.h.inc"

namespace testkernels {

/// Proposes `#testkernels.one_op` on cortex-m3.
void addOneOpProvider(tir::kernel::KernelDialect &dialect);

} // namespace testkernels

#endif // TIR_TEST_LIB_KERNELPLUGIN_KERNELS_H
