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

/// A model file that was read. The name is the last component of the path, so
/// that neither locations nor the output depend on the folder of the file.
struct ModelFile {
  std::string name;
  /// The source manager with one buffer. Constants of the module may point into
  /// the buffer.
  std::shared_ptr<llvm::SourceMgr> sources;

  llvm::StringRef getText() const {
    return sources->getMemoryBuffer(1)->getBuffer();
  }
};

/// Reads the file at `path`, or standard input for `-`. If `source` is given,
/// uses that as the contents instead. Contents that are not MLIR (an empty
/// file, TFLite, ONNX, an archive) are an error that explains how to convert
/// them to MLIR.
mlir::FailureOr<ModelFile>
readModelFile(mlir::MLIRContext &context, llvm::StringRef path,
              std::optional<llvm::StringRef> source = std::nullopt);

/// Parses text or bytecode, which may contain unregistered operations; the
/// phase import reports these with their places. Locations name the file by its
/// last component. If `isModel` is set, the file is a model rather than the
/// output of a phase, and operations get their places before the verifier can
/// reject one.
mlir::OwningOpRef<mlir::ModuleOp> parseModel(mlir::MLIRContext &context,
                                             const ModelFile &file,
                                             bool isModel,
                                             DiagnosticPrinter &printer);

} // namespace tir

#endif // TIR_DRIVER_MODELFILE_H
