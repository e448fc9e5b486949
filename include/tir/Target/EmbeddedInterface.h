//===- EmbeddedInterface.h - A model's interface, embedded in its code
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_EMBEDDEDINTERFACE_H
#define TIR_TARGET_EMBEDDEDINTERFACE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/TargetParser/Triple.h"
#include <string>

namespace tir {

/// The section of an object that contains the description. Linkers leave it out
/// of programs.
inline constexpr llvm::StringLiteral kInterfaceSection = ".tirc.interface";

/// Describes the models in `module` for a registry: for each, its name and the
/// parts of `tir.interface` that callers from another file depend on, as one
/// dictionary attribute, in lines of at most 100 columns. Returns an empty
/// string if no model has an interface. The text can be part of a C comment.
std::string describeInterfaces(mlir::ModuleOp module);

/// Prints the description at the end of a C file, as a comment.
void printInterfaceComment(mlir::ModuleOp module, llvm::raw_ostream &os);

/// The interfaces that a file written by tirc describes.
struct DescribedInterface {
  /// The interfaces in the form of `registry` of `tir.model`.
  llvm::SmallVector<mlir::DictionaryAttr> interfaces;
  /// The architecture of an object; std::nullopt for a C file.
  std::optional<llvm::Triple::ArchType> architecture;
};

/// Reads the description from a C file or an object. `fileName` is for errors.
/// A file without a description is an error.
mlir::FailureOr<DescribedInterface>
readInterfaceDescription(mlir::MLIRContext *context, llvm::StringRef fileName,
                         llvm::StringRef contents);

} // namespace tir

#endif // TIR_TARGET_EMBEDDEDINTERFACE_H
