//===- ModelFile.h - Reading a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DRIVER_MODELFILE_H
#define TIR_DRIVER_MODELFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "tir/Driver/DiagnosticPrinter.h"
#include "llvm/Support/SourceMgr.h"
#include <memory>
#include <optional>
#include <string>

namespace tir {

/// A model as it lies in its file. The name is the file's last component, so
/// that neither locations nor what is written depend on where the file lies.
struct ModelFile {
  std::string name;
  /// Its one buffer; constants of the module may point into it.
  std::shared_ptr<llvm::SourceMgr> sources;

  llvm::StringRef getText() const {
    return sources->getMemoryBuffer(1)->getBuffer();
  }
};

/// Reads the file at `path`, or standard input for `-`; with `source` that is
/// what the file would hold. What is no MLIR (nothing there, TFLite, ONNX, an
/// archive) is an error that says how it becomes MLIR.
mlir::FailureOr<ModelFile>
readModelFile(mlir::MLIRContext &context, llvm::StringRef path,
              std::optional<llvm::StringRef> source = std::nullopt);

/// Parses text or bytecode, which may hold unregistered operations: the phase
/// import reports these with their place. Locations name the file by its last
/// component. Of a model, rather than of what a phase wrote, operations get
/// their places before the verifier can object to one.
mlir::OwningOpRef<mlir::ModuleOp> parseModel(mlir::MLIRContext &context,
                                             const ModelFile &file,
                                             bool isModel,
                                             DiagnosticPrinter &printer);

} // namespace tir

#endif // TIR_DRIVER_MODELFILE_H
