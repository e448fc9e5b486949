//===- OffloadTable.h - Which operators a device takes ----------*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_TOSATOTIR_OFFLOADTABLE_H
#define TIR_CONVERSION_TOSATOTIR_OFFLOADTABLE_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace tir {

/// Whole numbers: from one to another, and multiples of a third one.
struct NumberRange {
  int64_t first = 0, last = INT64_MAX, factor = 1;

  bool contains(int64_t number) const {
    return number >= first && number <= last && number % factor == 0;
  }
  std::string text() const;
};

/// What an operand or a result must be.
struct OffloadTensor {
  /// The element types as MLIR writes them; any if there are none.
  llvm::SmallVector<std::string> types;
  /// The extents; any shape if there are none.
  std::optional<llvm::SmallVector<NumberRange>> shape;
  /// Whether it must have the shape of the result.
  bool isSame = false;
  /// Whether it must be a constant.
  bool isConstant = false;
  /// Whether it is passed as a number: a constant with equal elements.
  bool isNumber = false;
};

/// Operators that one function of a driver computes.
struct OffloadRow {
  struct Step {
    /// The operation, such as `tosa.conv2d`.
    std::string op;
    bool isOptional = false;
  };

  std::string name;
  /// The steps, each of which is operand 0 of the next one, and used by that
  /// alone.
  llvm::SmallVector<Step> pattern;
  /// The values of attributes that the function takes, by `op.attribute`. An
  /// attribute that is not passed must be here.
  llvm::json::Object attributes;
  /// The attributes that are passed, by their names in C, if not all that can.
  std::optional<llvm::SmallVector<std::string>> arguments;
  /// The operands of all steps, apart from the results of others, and the
  /// result of the last step.
  llvm::SmallVector<OffloadTensor> operands;
  OffloadTensor result;
  /// The tensors whose extents the function gets: `input0`, `output0`.
  llvm::SmallVector<std::string> shapes;
  /// The value of --custom-op for the calls.
  std::string call;
};

/// Reads a table of operators in JSON (see `tir-offload`). Errors begin with
/// `where`, the name of its file.
llvm::Expected<std::vector<OffloadRow>>
parseOffloadTable(llvm::StringRef text, llvm::StringRef where);

} // namespace tir

#endif // TIR_CONVERSION_TOSATOTIR_OFFLOADTABLE_H
