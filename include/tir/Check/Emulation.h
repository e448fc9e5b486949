//===- Emulation.h - Kernels of the target on an emulated processor
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CHECK_EMULATION_H
#define TIR_CHECK_EMULATION_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/TargetInfo/TargetOptions.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>

namespace tir {

/// How a check runs the code of the target: QEMU emulates a board with its
/// processor, and the target's C compiler makes the program.
struct Emulation {
  struct File {
    std::string name, contents;
  };
  /// A form of the code, such as C.
  struct Code {
    /// Its name in messages.
    llvm::StringLiteral name;
    /// Makes its files from a module after the phase `abi`, which it may
    /// change.
    std::function<mlir::FailureOr<std::vector<File>>(mlir::ModuleOp)> make;
  };

  TargetOptions target;
  /// The compiler, and its own options after spaces; empty for the usual one.
  std::string compiler;
  /// The checks in the code (ABIOptions).
  std::vector<std::string> safety;
  llvm::SmallVector<Code> codes;
};

/// Returns why code for the target cannot run here, and what to do, as a
/// sentence without its end; or an empty string.
std::string whyNotEmulated(const TargetOptions &target,
                           llvm::StringRef compiler);

} // namespace tir

#endif // TIR_CHECK_EMULATION_H
