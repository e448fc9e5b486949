//===- TOMLTables.h - Reading tables of TOML
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_TOMLTABLES_H
#define TIR_LIB_DRIVER_TOMLTABLES_H

#include "tir/Compiler/FirmwarePlan.h"
#include <functional>

#ifdef TIR_HAS_TOML
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace tir {

/// Reads values of a file in TOML. What is wrong is an error at its place.
class TOMLTables {
public:
  TOMLTables(mlir::MLIRContext &context, const FirmwarePlan &plan)
      : context(context), plan(plan) {}

protected:
  /// A key of a table, and what reads its value.
  struct Key {
    llvm::StringLiteral name;
    std::function<llvm::LogicalResult(const toml::node &)> read;
    bool isRequired = false;
  };

  /// Returns the name of a kind of value, as in "a list".
  static llvm::StringRef getKind(const toml::node &node);

  static PlanPlaceInFile getPlace(const toml::source_region &source) {
    return {source.begin.line, source.begin.column};
  }
  mlir::InFlightDiagnostic error(PlanPlaceInFile at) {
    return mlir::emitError(getLocation(context, plan, at));
  }
  mlir::InFlightDiagnostic error(const toml::node &node) {
    return error(getPlace(node.source()));
  }

  /// Reads a table whose keys are all among `keys`.
  llvm::LogicalResult readTable(const toml::node &node, llvm::StringRef what,
                                llvm::ArrayRef<Key> keys);

  /// Reads tables that begin with `[[what]]`, each by `one`.
  llvm::LogicalResult
  readTables(const toml::node &node, llvm::StringRef what,
             llvm::function_ref<llvm::LogicalResult(const toml::node &)> one);

  /// Read a text, or a list of texts. `expected` says in an error what belongs
  /// there.
  llvm::LogicalResult readText(const toml::node &node, PlacedText &text,
                               llvm::StringRef expected);
  llvm::LogicalResult readTexts(const toml::node &node,
                                std::vector<PlacedText> &texts,
                                llvm::StringRef expected);

  llvm::LogicalResult readFlag(const toml::node &node, bool &flag);
  llvm::LogicalResult readBytes(const toml::node &node, uint64_t &bytes);

  mlir::MLIRContext &context;

private:
  const FirmwarePlan &plan;
};

} // namespace tir

#endif // TIR_HAS_TOML

#endif // TIR_LIB_DRIVER_TOMLTABLES_H
