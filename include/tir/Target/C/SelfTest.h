//===- SelfTest.h - C that runs a model on a stored input
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_C_SELFTEST_H
#define TIR_TARGET_C_SELFTEST_H

#include "tir/Target/C/CSource.h"
#include "tir/Target/C/ModelInfo.h"

namespace tir {

/// What a self-test gives an input of the model.
struct SelfTestInput {
  enum class Kind {
    /// What the application passes: weights that became an input.
    Own,
    /// Zeros, since other numbers may be no positions in a tensor.
    Zeros,
    /// `low` to `low + span - 1`.
    Integers,
    /// Multiples of 1/128 from -4 to 4.
    Floats,
    /// `bytes`, each element in little-endian order.
    Stored,
  };
  Kind kind;
  int32_t low = 0;
  uint32_t span = 0;
  std::string bytes;
};

/// A self-test of a model.
struct SelfTest {
  /// What the generator of numbers begins with, if an input needs it.
  uint32_t seed = 1;
  /// In the order of the model's inputs.
  std::vector<SelfTestInput> inputs;
  /// The expected results, in little-endian order: the CRC-32 of all outputs of
  /// integers, and for each output of floats by how much an element may
  /// differ, and its elements.
  std::string results;
  /// Whether the results are in the file with the weights.
  bool isInWeights = false;

  /// Returns the next number of the generator.
  static uint32_t nextNumber(uint32_t &state);
};

/// All inputs and outputs of a model of a program. Those with an `address` are
/// not passed by the application.
struct SelfTestTensors {
  std::vector<c::TensorInfo> inputs, outputs;
};

/// Writes the C file with the self-test of the model, whose attributes are as
/// for `emitCHeader`. `tensors` are the model's if the application does not
/// pass all of them.
mlir::LogicalResult emitSelfTest(mlir::ModuleOp module,
                                 const CSourceOptions &options,
                                 const SelfTest &test, llvm::raw_ostream &os,
                                 const SelfTestTensors *tensors = nullptr);

} // namespace tir

#endif // TIR_TARGET_C_SELFTEST_H
