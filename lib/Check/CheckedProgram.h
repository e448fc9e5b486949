//===- CheckedProgram.h - A module that runs in this process
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_CHECKEDPROGRAM_H
#define TIR_LIB_CHECK_CHECKEDPROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Dialect/TIR/IR/ModelInterface.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Execution/Program.h"
#include "tir/Pipelines/PhaseOptions.h"
#include "tir/Target/LLVM/AccessHooks.h"

namespace tir {

/// The memory of a tensor.
using Bytes = std::vector<char>;

/// Returns the bytes of a tensor in memory.
size_t getByteCount(mlir::ShapedType type);

/// Returns memory for tensors, which is 0.
std::vector<Bytes> allocate(llvm::ArrayRef<ModelInterface::Tensor> tensors);

/// Returns the bytes of a model's state.
size_t countStateBytes(const ModelInterface &interface);

/// Returns the bytes that the application puts into a pool: its constants, or
/// zeros.
Bytes getInitialContents(const ModelInterface::Tensor &pool, PlanAttr plan);

/// Returns whether inputs and outputs lie in the pools of the model.
bool hasTensorsInPools(const ModelInterface &interface);

/// Sets the options of the phase `abi` for a module after `loops`. The options
/// of the user that say how an application calls the model do not matter for a
/// check. If inputs lie in pools, the caller has these.
void setCheckedOptions(ABIOptions &options, mlir::ModuleOp module);

/// Runs phases on a module.
llvm::LogicalResult runPhases(mlir::ModuleOp module,
                              llvm::ArrayRef<llvm::StringRef> names,
                              const PhaseOptions &options = {});

/// A model that is compiled for this machine and linked into this process, with
/// the memory of its pools and variables.
class CheckedProgram {
public:
  /// Runs the phases after `loops` on `module`, of which programs are made
  /// then.
  static llvm::LogicalResult lower(mlir::ModuleOp module);

  /// Compiles a module that was lowered. The code calls `functions` by their
  /// names. With `watched`, these are hooks for accesses, too.
  static mlir::FailureOr<CheckedProgram>
  create(mlir::ModuleOp lowered, llvm::ArrayRef<Program::Function> functions,
         WatchedFunctions *watched = nullptr);

  /// Returns the name of a kernel's function in the code.
  std::string getFunctionName(llvm::StringRef kernel) const {
    return interface.mangle(kernel);
  }

  llvm::ArrayRef<ModelInterface::Tensor> getInputs() const {
    return interface.inputs;
  }
  llvm::ArrayRef<ModelInterface::Tensor> getOutputs() const {
    return interface.outputs;
  }

  /// Sets the variables to their initial values, which they have already.
  void reset();

  /// Runs the model. Returns the code that it returns.
  int32_t run(llvm::MutableArrayRef<Bytes> inputs,
              llvm::MutableArrayRef<Bytes> outputs);

private:
  int32_t call(llvm::ArrayRef<std::vector<void *>> structs);
  char *findInPool(const ModelInterface::Tensor &tensor);

  CheckedProgram(ModelInterface interface, std::unique_ptr<Program> program,
                 PlanAttr plan);

  ModelInterface interface;
  std::unique_ptr<Program> program;
  std::vector<Bytes> pools;
  Bytes state;
};

} // namespace tir

#endif // TIR_LIB_CHECK_CHECKEDPROGRAM_H
