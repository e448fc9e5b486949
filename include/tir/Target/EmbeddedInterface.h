//===- EmbeddedInterface.h - A model's interface, told by its code
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

/// The section of an object that holds the description. Linkers leave it out of
/// programs.
inline constexpr llvm::StringLiteral kInterfaceSection = ".tirc.interface";

/// What a registry needs to know of the models in `module`: of each, its name
/// and the parts of `tir.interface` that callers from another file depend on,
/// as one dictionary attribute, in lines of at most 100 columns. Empty where no
/// model has an interface. It can stand in a comment of C.
std::string describeInterfaces(mlir::ModuleOp module);

/// The description at the end of a C file, as a comment.
void printInterfaceComment(mlir::ModuleOp module, llvm::raw_ostream &os);

/// What a file that tirc wrote tells of its models.
struct DescribedInterface {
  /// As in `tir.models`.
  llvm::SmallVector<mlir::DictionaryAttr> interfaces;
  /// What an object is for; nothing of a C file.
  std::optional<llvm::Triple::ArchType> architecture;
};

/// Reads the description from a C file or an object. `fileName` is for errors:
/// a file without a description is one.
mlir::FailureOr<DescribedInterface>
readInterfaceDescription(mlir::MLIRContext *context, llvm::StringRef fileName,
                         llvm::StringRef contents);

} // namespace tir

#endif // TIR_TARGET_EMBEDDEDINTERFACE_H
