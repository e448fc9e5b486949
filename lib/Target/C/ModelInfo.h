//===- ModelInfo.h - What the module attributes say of the model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_MODELINFO_H
#define TIR_LIB_TARGET_C_MODELINFO_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Target/C/CSource.h"
#include <optional>
#include <vector>

namespace tir::c {

struct TensorInfo {
  std::string name;      // the model's name for it
  std::string field;     // in the interface struct
  std::string macroStem; // `TVMGEN_DEFAULT_X`, unlike any other
  llvm::SmallVector<int64_t> shape;
  std::string dtype;  // `int8`, `float32`, …
  std::string values; // `int4` where int8 holds them; else empty
  /// What C has for an element; bytes where it has nothing.
  std::string cType = "uint8_t";
  int64_t elementBytes = 1;
  int64_t bytes = 0;
  int64_t alignment = 1;
  std::optional<double> scale;
  std::optional<int64_t> zeroPoint;
  std::string kernel, place; // of an output that is a kernel's result

  std::string shapeText() const; // `1x8x8x1`
  std::string typeText() const;  // `int8`, `int8 (holds int4)`
};

struct PoolInfo {
  std::string name;
  int64_t bytes = 0;
  int64_t alignment = 16;
  // Of a pool that the application gives.
  std::string field;
  std::string macroStem; // `TVMGEN_DEFAULT_WORKSPACE_WORKSPACE_POOL`
};

struct DeviceInfo {
  std::string name;
  std::string field;
  std::string kind;
};

/// What the application calls.
enum class Interface { None, C, Packed };

struct ModelInfo {
  std::string name;   // `default`, in lower case
  std::string prefix; // `tvmgen_default`
  std::string macros; // `TVMGEN_DEFAULT_`
  std::string source; // file name of the model, without its folder
  std::vector<TensorInfo> inputs, outputs;
  std::vector<TensorInfo> state; // the variables, in order
  llvm::SmallVector<PoolInfo> pools;
  llvm::SmallVector<PoolInfo> externalPools; // given by the application
  llvm::SmallVector<DeviceInfo> devices;
  int64_t workspaceBytes = 0;
  mlir::DictionaryAttr plan; // null where there is none
  std::string workspace;     // `internal`, `external` or `backend`
  Interface interface = Interface::None;
  std::string entry; // what runs the model
  std::string init;  // what initialises its devices; may be empty
  bool hasErrorHook = false;
  // C of hooks and kernels that the application provides, without `;`.
  llvm::SmallVector<std::string> prototypes;

  /// Bytes of workspace as a program sizes memory for it.
  int64_t workspaceSize() const;

  /// Bytes of the struct of the variables where each has its natural alignment;
  /// no compiler needs more.
  int64_t stateSize() const;

  bool isPacked() const { return interface == Interface::Packed; }
};

/// Reads what each model of the module says of itself (`tir.model`,
/// `tir.interface` and `tir.plan`, each of which may be missing). A module
/// without models is one model that says nothing. An attribute of the wrong
/// form is an error.
mlir::FailureOr<std::vector<ModelInfo>> readModelInfos(mlir::ModuleOp module);

/// Reads what the model `name` says of itself; where no name is given, the one
/// model of the module, and `purpose` says what needs just one, such as "a C
/// header describes one model". It is an error if it has no `tir.interface`.
mlir::FailureOr<ModelInfo> readModelInfo(mlir::ModuleOp module,
                                         llvm::StringRef purpose,
                                         llvm::StringRef name = "");

/// The comment at the head of each file: what made it, of what, what becomes of
/// changes, whose it is.
void printFileHead(
    const ModelInfo &info, const CSourceOptions &options,
    llvm::StringRef purpose, llvm::raw_ostream &os,
    llvm::StringRef changes = "Changes are lost when it is generated again.");

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_MODELINFO_H
