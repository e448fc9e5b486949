//===- ModelInterface.h - The interface of a compiled model, read back
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_MODELINTERFACE_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_MODELINTERFACE_H

#include "tir/Dialect/TIR/IR/TIR.h"
#include <vector>

namespace tir {

/// What `tir.interface` says of a model, as far as those who call it from
/// another file need to know.
struct ModelInterface {
  /// An input or output, a pool of the application, or a variable.
  struct Tensor {
    mlir::StringAttr name, field;
    mlir::MemRefType type;
    int64_t alignment = 1;
  };
  struct Device {
    mlir::StringAttr name, field, kind;
  };

  /// A packed function, called `symbol` in C.
  struct Function {
    mlir::StringAttr name, symbol;
  };

  std::string name;
  bool isPacked = false;
  /// Whether the model tells the runtime of its errors itself.
  bool tellsLastError = false;
  /// Whether its own unit has a system library.
  bool isSystemLib = false;
  /// `init` may be null.
  mlir::StringAttr entry, init;
  /// The variables are fields of the state, which models without them lack.
  llvm::SmallVector<Tensor> inputs, outputs, pools, state;
  llvm::SmallVector<Device> devices;
  /// What is registered besides `entry` and `init`.
  llvm::SmallVector<Function> functions;

  /// `tvmgen_<model>`, and with `_<suffix>`.
  std::string prefix() const;
  std::string mangle(llvm::StringRef suffix) const;
};

/// The models of `module`: those of `tir.models`, else each with a
/// `tir.interface`. An error where a description lacks something.
mlir::FailureOr<std::vector<ModelInterface>> readModels(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_MODELINTERFACE_H
