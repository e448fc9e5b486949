//===- ModelInfo.h - The model according to its attributes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_C_MODELINFO_H
#define TIR_TARGET_C_MODELINFO_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"
#include "tir/Dialect/TIR/IR/ModelInterface.h"
#include "tir/Target/C/CSource.h"
#include <optional>
#include <vector>

namespace tir::c {

struct TensorInfo {
  std::string name;      // in the model
  std::string field;     // in the interface struct
  std::string macroStem; // `TVMGEN_DEFAULT_X`, unique
  llvm::SmallVector<int64_t> shape;
  std::string dtype;  // `int8`, `float32`, …
  std::string values; // `int4` if int8 stores it, or empty
  /// The C type of an element; bytes if there is none.
  std::string cType = "uint8_t";
  int64_t elementBytes = 1;
  int64_t bytes = 0;
  int64_t alignment = 1;
  std::optional<double> scale;
  std::optional<int64_t> zeroPoint;
  std::string kernel, place; // of an output that is a kernel's result
  // The address in C of a tensor in a pool; empty if the application passes it.
  std::string address;
  // The function that says that an input in such a place has been written.
  std::string written;
  // How the application makes the elements of an input, or null.
  mlir::DictionaryAttr normalization = nullptr;
  // The model's own elements of an input that was a constant, or null.
  mlir::DenseElementsAttr weight = nullptr;
  bool isOverwritten = false; // by a run, although the application passes it

  std::string shapeText() const; // `1x8x8x1`
  std::string typeText() const;  // `int8`, `int8 (holds int4)`
  /// Returns `weight` as it lies in memory.
  llvm::SmallVector<uint8_t> getWeightBytes(bool isBigEndian) const;
};

struct PoolInfo {
  std::string name;
  int64_t bytes = 0;
  int64_t alignment = 16;
  std::optional<int64_t> limit; // the most bytes that it may have
  bool isExternal = false;
  bool hasArguments = false; // contains inputs or outputs
  int64_t paddedBytes = 0;   // of the static array, as the file defines it
  std::string symbol;        // the static array
  // For a pool that the application provides.
  std::string field;
  std::string macroStem; // `TVMGEN_DEFAULT_WORKSPACE_WORKSPACE_POOL`
  // The bytes that the application puts there; null for a pool for buffers.
  mlir::DenseElementsAttr contents = nullptr;
};

struct DeviceInfo {
  std::string name;
  std::string field;
  std::string kind;
};

/// A kernel around which the model calls the application.
struct ProfiledKernel {
  int64_t step;
  std::string name; // in the model
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
  // How the application drives a run itself.
  std::optional<ModelInterface::Driven> driven;
  llvm::SmallVector<PoolInfo> pools;
  llvm::SmallVector<PoolInfo> externalPools; // from the application
  llvm::SmallVector<DeviceInfo> devices;
  int64_t workspaceBytes = 0;
  PlanAttr plan = nullptr;      // null where there is none
  std::string workspace;        // `internal`, `external`, `backend`, `stack` or
                                // `allocated`
  std::string libraryWorkspace; // of the shared library, if it differs
  bool isGuarded = false;       // a run is an error during another one
  std::vector<std::string> safety; // the checks of a run
  // The bytes before an input or an output in its memory with guards, or 0.
  int64_t guardOffset = 0;
  Interface interface = Interface::None;
  std::string entry;           // runs the model
  std::string init;            // initialises its devices; may be empty
  bool alwaysSucceeds = false; // a run returns 0
  bool hasErrorHook = false;
  bool hasProfileHooks = false;
  // The kernels with hooks, and the number of steps of a run.
  std::vector<ProfiledKernel> profiledKernels;
  size_t numSteps = 0;
  // C prototypes of hooks and kernels that the application provides, without
  // `;`.
  llvm::SmallVector<std::string> prototypes;

  /// Returns whether inputs and outputs lie in pools. `_run` then does not take
  /// them, and functions in the header return their addresses.
  bool mapsArguments() const;

  /// Returns the bytes of the pools that are static arrays.
  int64_t staticBytes() const;

  /// Returns the bytes of workspace for which a program reserves memory.
  int64_t workspaceSize() const;

  /// Returns the bytes of the struct of the variables if each has its natural
  /// alignment. No compiler needs more.
  int64_t stateSize() const;

  bool isPacked() const { return interface == Interface::Packed; }
};

/// Reads the attributes of each model of the module (`tir.model`,
/// `tir.interface` and `#tir.plan`, each of which may be missing). A module
/// without models counts as one model without attributes. Reports an error for
/// an attribute of the wrong form.
mlir::FailureOr<std::vector<ModelInfo>> readModelInfos(mlir::ModuleOp module);

/// Reads the attributes of the model `name`, or of the only model of the module
/// if `name` is empty. `purpose` is the reason why only one is allowed, such as
/// "a C header describes one model". Reports an error if the model has no
/// `tir.interface`.
mlir::FailureOr<ModelInfo> readModelInfo(mlir::ModuleOp module,
                                         llvm::StringRef purpose,
                                         llvm::StringRef name = "");

/// Prints the comment at the beginning of each file: what generated it, from
/// what, what happens to changes, and its licence.
void printFileHead(
    const ModelInfo &info, const CSourceOptions &options,
    llvm::StringRef purpose, llvm::raw_ostream &os,
    llvm::StringRef changes = "Changes are lost when it is generated again.");

/// Returns the names of the parameters of `_run`, in the C interface.
llvm::SmallVector<llvm::StringRef> listRunArguments(const ModelInfo &info);

} // namespace tir::c

#endif // TIR_TARGET_C_MODELINFO_H
