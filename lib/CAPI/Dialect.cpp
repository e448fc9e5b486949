//===- Dialect.cpp - The dialect in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir-c/Dialect.h"

#include "mlir/CAPI/Registration.h"
#include "tir/Compiler/Registration.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(TIR, tir, tir::TIRDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Kernel, kernel,
                                      tir::kernel::KernelDialect)

void tirRegisterDialect(MlirDialectRegistry registry) {
  unwrap(registry)->insert<tir::TIRDialect, tir::kernel::KernelDialect>();
}

void tirRegisterAllDialects(MlirDialectRegistry registry) {
  tir::registerAllDialects(*unwrap(registry));
}
