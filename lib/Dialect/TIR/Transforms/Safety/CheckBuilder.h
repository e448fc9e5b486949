//===- CheckBuilder.h - Functions that check constants
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_SAFETY_CHECKBUILDER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_SAFETY_CHECKBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/SetVector.h"

namespace tir {

using Constants = llvm::SmallSetVector<mlir::memref::GlobalOp, 16>;

/// Creates the functions that compute CRCs and compare them.
class CheckBuilder {
public:
  CheckBuilder(mlir::ModuleOp module, std::string model,
               const Constants &constants)
      : module(module), builder(module.getContext()), symbols(module),
        model(std::move(model)) {
    for (mlir::memref::GlobalOp constant : constants) {
      int64_t count = std::max<int64_t>(2, constant.getType().getNumElements());
      auto fewest =
          fewestElements.try_emplace(constant.getType().getElementType(), count)
              .first;
      fewest->second = std::min(fewest->second, count);
    }
  }

  /// Creates a function that fails if one of the constants has changed.
  PrimFuncOp create(llvm::StringRef name, const Constants &constants,
                    bool firstRunOnly);

private:
  PrimFuncOp createFunction(llvm::StringRef name,
                            llvm::ArrayRef<mlir::Type> types,
                            llvm::ArrayRef<mlir::DictionaryAttr> attributes);
  mlir::memref::GlobalOp createGlobal(llvm::StringRef name,
                                      mlir::MemRefType type,
                                      mlir::Attribute value, bool isConstant);
  mlir::memref::GlobalOp getTable();
  PrimFuncOp getStep(mlir::Type element);
  mlir::Value advance(mlir::OpBuilder &at, mlir::Location loc,
                      mlir::Value table, mlir::Value state, mlir::Value word,
                      unsigned bits);
  mlir::Value index(mlir::OpBuilder &at, mlir::Location loc, int64_t value) {
    return mlir::arith::ConstantIndexOp::create(at, loc, value);
  }
  mlir::Value number(mlir::OpBuilder &at, mlir::Location loc, int32_t value) {
    return mlir::arith::ConstantIntOp::create(at, loc, value, 32);
  }
  mlir::Value copyElement(mlir::OpBuilder &at, mlir::Location loc,
                          mlir::Value data, mlir::MemRefType type);
  void addAll(mlir::OpBuilder &at, mlir::Location loc,
              const Constants &constants, mlir::Value state);

  mlir::ModuleOp module;
  mlir::OpBuilder builder;
  mlir::SymbolTable symbols;
  std::string model;
  mlir::memref::GlobalOp table;
  llvm::DenseMap<mlir::Type, PrimFuncOp> steps;
  /// The elements that all constants with such elements have, or 2.
  llvm::DenseMap<mlir::Type, int64_t> fewestElements;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_SAFETY_CHECKBUILDER_H
