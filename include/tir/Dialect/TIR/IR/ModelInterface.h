//===- ModelInterface.h - The interface of a compiled model, read back
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_MODELINTERFACE_H
#define TIR_DIALECT_TIR_IR_MODELINTERFACE_H

#include "tir/Dialect/TIR/IR/TIR.h"
#include <vector>

namespace tir {

/// What `tir.interface` says of a model. The descriptions in `tir.models` lack
/// what callers from another file need not know.
struct ModelInterface {
  /// An input or output, a pool of the application, or a variable.
  struct Tensor {
    mlir::StringAttr name, field;
    mlir::MemRefType type;
    /// A pool always has one.
    std::optional<int64_t> alignment = std::nullopt;
    /// What the elements hold, where that is narrower than they are; null else.
    mlir::StringAttr values = nullptr;
    /// Of a quantised tensor.
    mlir::FloatAttr scale = nullptr;
    mlir::IntegerAttr zeroPoint = nullptr;
    /// The kernel whose result an output is, and its place.
    mlir::StringAttr kernel = nullptr, place = nullptr;
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
  /// Where the model reports its errors itself.
  OnError onError = OnError::Code;
  /// Whether its own unit has a system library.
  bool isSystemLib = false;
  /// `init` may be null.
  mlir::StringAttr entry, init;
  /// The variables are fields of the state, which models without them lack.
  llvm::SmallVector<Tensor> inputs, outputs, pools, state;
  llvm::SmallVector<Device> devices;
  /// What is registered besides `entry` and `init`.
  llvm::SmallVector<Function> functions;
  /// `internal`, `external` or `backend`.
  llvm::StringRef workspace = "internal";
  /// C of hooks and kernels that the application provides, without `;`.
  llvm::SmallVector<llvm::StringRef> prototypes;

  /// `tvmgen_<model>`, and with `_<suffix>`.
  std::string prefix() const;
  std::string mangle(llvm::StringRef suffix) const;
};

/// Reads the interface of the model `name`. The first thing that is missing, or
/// that would be other code in C, is an error.
mlir::FailureOr<ModelInterface>
readInterface(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
              llvm::StringRef name, mlir::DictionaryAttr interface);

/// The models of `module`: those of `tir.models`, else each with a
/// `tir.interface`. An error where a description lacks something.
mlir::FailureOr<std::vector<ModelInterface>> readModels(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_MODELINTERFACE_H
