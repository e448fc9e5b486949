//===- Registration.h - The translations that tir-translate offers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_REGISTRATION_H
#define TIR_TARGET_REGISTRATION_H

#include "mlir/IR/DialectRegistry.h"
#include <functional>

namespace tir {

/// Adds the dialects that the modules to be translated may contain.
using DialectRegistration = std::function<void(mlir::DialectRegistry &)>;

/// Registers `--tir-to-c`, `--tir-to-c-header` and `--tir-to-c-example`.
void registerCTranslations(const DialectRegistration &registerDialects);

/// Registers `--tir-to-report` and `--tir-to-html`.
void registerReportTranslation(const DialectRegistration &registerDialects);

/// Registers `--tir-to-object`, `--tir-to-llvmir`, `--tir-to-shared` and
/// `--tir-to-compiler-flags`, with the options that they share.
void registerLLVMTranslations(const DialectRegistration &registerDialects);

} // namespace tir

#endif // TIR_TARGET_REGISTRATION_H
