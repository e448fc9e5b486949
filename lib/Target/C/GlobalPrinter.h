//===- GlobalPrinter.h - Printing the variables of the C file
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_GLOBALPRINTER_H
#define TIR_LIB_TARGET_C_GLOBALPRINTER_H

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Target/C/ModelInfo.h"
#include "tir/Target/StaticMemory.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace tir::c {

/// Returns whether the variable is a pool or a part of one, all of which have
/// an alignment. The application sees pools with inputs and outputs.
bool isPoolMemory(mlir::emitc::GlobalOp global);

/// Prints variables. The elements of tables of constants are left out, since
/// their text may have many times the size of the module.
class GlobalPrinter {
public:
  /// The arguments must outlive this object.
  GlobalPrinter(mlir::ModuleOp module, llvm::ArrayRef<ModelInfo> models);

  /// Prints the definition or the declaration of a variable.
  mlir::LogicalResult print(mlir::emitc::GlobalOp global,
                            llvm::raw_string_ostream &os);

  /// Returns whether a variable other than the pools is aligned.
  bool hasAlignedVariables() const { return hasAligned; }
  /// Returns whether the variable has more memory than elements.
  bool isPadded(llvm::StringRef name) const { return padded.contains(name); }

  /// The tables of constants, each with its position in the text.
  using Tables = std::vector<std::pair<size_t, mlir::ElementsAttr>>;
  const Tables &getTables() const { return tables; }

private:
  const ModelInfo &getModel(mlir::Operation *symbol) const;
  bool isMemory(mlir::emitc::GlobalOp global);
  mlir::LogicalResult printMemoryGlobal(mlir::emitc::GlobalOp global,
                                        llvm::raw_string_ostream &os);
  mlir::LogicalResult printInitialValue(mlir::emitc::GlobalOp global,
                                        mlir::Attribute value,
                                        llvm::raw_string_ostream &os);

  mlir::ModuleOp module;
  llvm::ArrayRef<ModelInfo> models;
  ModelNames names;
  bool hasAligned = false;
  /// The prefixes of the models whose workspace has a comment.
  llvm::StringSet<> withWorkspaceComment;
  /// The variables in RAM that are padded, by name.
  llvm::StringMap<StaticVariable> padded;
  Tables tables;
};

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_GLOBALPRINTER_H
