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

/// The interface of a model, as `tir.interface` describes it. The descriptions
/// in `registry` of `tir.model` contain only what callers from another file
/// need.
struct ModelInterface {
  /// An input or output, a pool of the application, or a variable.
  struct Tensor {
    mlir::StringAttr name, field;
    mlir::MemRefType type;
    /// A pool always has one.
    std::optional<int64_t> alignment = std::nullopt;
    /// The type of the values, if it is narrower than the elements; else null.
    mlir::StringAttr values = nullptr;
    /// The parameters of a quantised tensor; else null.
    mlir::FloatAttr scale = nullptr;
    mlir::IntegerAttr zeroPoint = nullptr;
    /// The kernel that computes an output, and its place.
    mlir::StringAttr kernel = nullptr, place = nullptr;
    /// The pool that contains an input or output, and where in it; null if the
    /// application passes the tensor.
    mlir::StringAttr pool = nullptr;
    int64_t offset = 0;
    /// How the application makes the elements of an input; else null.
    mlir::DictionaryAttr normalization = nullptr;
    /// The elements of the constant that the model had in place of an input;
    /// else null.
    mlir::DenseElementsAttr weight = nullptr;
    /// Whether a run leaves other data in an input that the application passes.
    bool isOverwritten = false;
    /// Whether a pool contains constants, which the application puts there.
    bool isReadOnly = false;
  };
  struct Device {
    mlir::StringAttr name, field, kind;
  };

  /// A packed function, called `symbol` in C.
  struct Function {
    mlir::StringAttr name, symbol;
  };

  /// How the application drives a run itself (`tir-make-steps`).
  struct Driven {
    int64_t steps;
    /// Whether it runs each step.
    bool hasStep;
    /// The field of the input whose rows it hands over, or null, and how many
    /// rows that has.
    mlir::StringAttr input = nullptr;
    int64_t rows = 0;
  };

  std::string name;
  bool isPacked = false;
  /// Whether a run always returns 0.
  bool alwaysSucceeds = false;
  /// How the model reports its errors.
  OnError onError = OnError::Code;
  /// Whether the model's own file has a system library.
  bool isSystemLib = false;
  /// `init` may be null.
  mlir::StringAttr entry, init;
  /// The variables are the fields of `state`.
  llvm::SmallVector<Tensor> inputs, outputs, pools, state;
  llvm::SmallVector<Device> devices;
  std::optional<Driven> driven;
  /// The functions that are registered besides `entry` and `init`.
  llvm::SmallVector<Function> functions;
  /// `internal`, `external`, `backend`, or, if each call has its own, `stack`
  /// or `allocated`.
  llvm::StringRef workspace = "internal";
  /// Whether a run is an error while another one uses its memory.
  bool isGuarded = false;
  /// The checks of a run (--safety).
  llvm::SmallVector<llvm::StringRef> safety;
  /// The same of the shared library, if it differs; empty otherwise.
  llvm::StringRef libraryWorkspace = "";
  /// The prototypes of hooks and kernels of the application, without `;`.
  llvm::SmallVector<llvm::StringRef> prototypes;

  /// `tvmgen_<model>`, and with `_<suffix>`.
  std::string prefix() const;
  std::string mangle(llvm::StringRef suffix) const;
};

/// Reads the interface of the model `name`. Reports an error for the first
/// entry that is missing, or that is not a name in C where one is expected.
mlir::FailureOr<ModelInterface>
readInterface(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
              llvm::StringRef name, mlir::DictionaryAttr interface);

/// Reports an error for the first entry of `interface` that is not an entry of
/// `tir.interface`, or of another kind. Not each has to be there.
mlir::LogicalResult
verifyInterface(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                mlir::DictionaryAttr interface);

/// Reads the models of `module`: from `registry` of `tir.model`, or else each
/// function with `tir.interface`. Reports an error for a description that lacks
/// an entry.
mlir::FailureOr<std::vector<ModelInterface>> readModels(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_MODELINTERFACE_H
