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
#include "tir/Execution/Program.h"
#include "tir/Pipelines/PhaseOptions.h"

namespace tir {

/// The memory of a tensor.
using Bytes = std::vector<char>;

/// Returns the bytes of a tensor in memory.
size_t getByteCount(mlir::ShapedType type);

/// Runs phases on a module.
llvm::LogicalResult runPhases(mlir::ModuleOp module,
                              llvm::ArrayRef<llvm::StringRef> names,
                              const PhaseOptions &options = {});

/// A model that is compiled for this machine and linked into this process, with
/// the memory of its pools and variables.
class CheckedProgram {
public:
  /// Compiles `module`, whose last phase is `loops`, and changes it. The code
  /// calls `functions` by their names.
  static mlir::FailureOr<CheckedProgram>
  create(mlir::ModuleOp module, llvm::ArrayRef<Program::Function> functions);

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
  CheckedProgram(ModelInterface interface, std::unique_ptr<Program> program);

  ModelInterface interface;
  std::unique_ptr<Program> program;
  std::vector<Bytes> pools;
  Bytes state;
};

} // namespace tir

#endif // TIR_LIB_CHECK_CHECKEDPROGRAM_H
