//===- ConstantPools.h - The read-only pools that a module declares
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_CONSTANTPOOLS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_CONSTANTPOOLS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// The `tir.pool`s of a module that `tir-plan-memory` fills with constants.
class ConstantPools {
public:
  explicit ConstantPools(mlir::ModuleOp module);

  /// Assigns each constant of the module to the first pool that has room.
  /// Reports an error if none has. Does nothing if there is no pool.
  mlir::LogicalResult place();

  /// Removes the declarations. A constant in a pool of the program gets the
  /// pool's section. The constants in an external pool become parts of one
  /// constant, the pool's contents, which the plan of each main function that
  /// reads them describes.
  void replace(mlir::SymbolTable &symbols);

private:
  struct Constant {
    mlir::memref::GlobalOp global;
    uint64_t offset;
    /// The operations that take its address.
    llvm::SmallVector<mlir::memref::GetGlobalOp> addresses;
  };
  struct Pool {
    PoolOp op;
    uint64_t limit, alignment;
    /// The position after the last constant.
    uint64_t end = 0;
    llvm::SmallVector<Constant> constants;
    /// What replaces an external pool.
    mlir::memref::GlobalOp global;
  };

  Pool *findPool(uint64_t bytes, uint64_t alignment, bool mayBeExternal);
  mlir::LogicalResult place(mlir::memref::GlobalOp global,
                            mlir::SymbolUserMap &users);
  void replaceExternal(Pool &pool, mlir::SymbolTable &symbols);
  void describe(PrimFuncOp main);

  mlir::ModuleOp module;
  mlir::DataLayout layout;
  llvm::SmallVector<Pool> pools;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_CONSTANTPOOLS_H
