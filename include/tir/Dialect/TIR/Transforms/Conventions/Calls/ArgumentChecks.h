//===- ArgumentChecks.h - What a packed function checks
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_ARGUMENTCHECKS_H
#define TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_ARGUMENTCHECKS_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Creates the checks of a function's arguments. Each is a `tir.assert` that
/// names the function, the argument, the field, the expected value and the
/// value found. Codes must be checked before tensors, and pointers before the
/// memory they point to; the caller must keep that order.
class ArgumentChecks {
public:
  /// `function` is the name of the function in C. Descriptors that the module
  /// creates itself describe its own buffers, whose memory exists and is
  /// aligned: such memory need not be checked (`checksMemory`), and no compiler
  /// could remove the check.
  ArgumentChecks(mlir::OpBuilder &builder, mlir::Location loc,
                 llvm::StringRef function, OnError onError,
                 bool checksMemory = true, bool trustsCaller = false)
      : builder(builder), loc(loc), function(function), onError(onError),
        checksMemory(checksMemory), trustsCaller(trustsCaller) {}

  /// An argument: its index among the packed arguments and its name in the
  /// model.
  struct Argument {
    unsigned index;
    std::string name;
  };

  /// Checks that there are `expected` arguments, or `extra` more.
  void checkCount(mlir::Value count, unsigned expected, unsigned extra);
  /// Checks that `pointer`, the parameter `name`, is not NULL.
  void checkParameter(mlir::Value pointer, llvm::StringRef name);
  /// Checks that `code` is one of `accepted`. If a tensor is expected, also
  /// checks that it is not `null`, with a separate message. `array` is the name
  /// of the array of codes.
  void checkCode(const Argument &argument, mlir::Type type, mlir::Value code,
                 llvm::ArrayRef<int32_t> accepted, int32_t null,
                 llvm::StringRef array);
  /// Checks that `pointer`, the struct of the model's variables, is not NULL.
  void checkState(const Argument &argument, mlir::Value pointer);
  /// Checks that a DLTensor describes a buffer that the function accepts.
  void checkTensor(const Argument &argument, mlir::MemRefType type,
                   int64_t alignment, mlir::Value tensor);
  /// Checks that a DLTensor describes memory of at least as many bytes as
  /// `type`, with the given alignment.
  void checkPool(const Argument &argument, mlir::MemRefType type,
                 int64_t alignment, mlir::Value tensor);

private:
  /// `TypeError` exceptions are about the type of an argument, others about its
  /// value.
  enum class Kind { Type, Value };

  /// The value that was found instead of the expected one: a number, and the
  /// text that introduces it at the end of a message.
  struct Came {
    Came(mlir::Value number = {}, llvm::StringRef text = "but it is ")
        : number(number), text(text) {}
    mlir::Value number;
    llvm::StringRef text;
  };

  void require(mlir::Value condition, const llvm::Twine &text, Kind kind,
               Came came = {});
  void require(mlir::Value condition, const Argument &argument,
               const llvm::Twine &text, Kind kind, Came came = {});
  /// Emits the checks of rank, elements, shape and strides. If the caller is
  /// trusted, a tensor of rank 0 passes: TVM's test harness and its users
  /// describe no tensor further.
  void checkDescription(mlir::Value tensor, const Argument &argument,
                        llvm::function_ref<void()> check);
  void checkRank(const Argument &argument, mlir::Value tensor, int64_t rank);
  void checkBool(const Argument &argument, mlir::Value tensor);
  void checkElementType(const Argument &argument, mlir::Value tensor,
                        mlir::Type type);
  void checkLanes(const Argument &argument, mlir::Value tensor);
  /// Returns the extents, or null if the rank is 0.
  mlir::Value checkShape(const Argument &argument, mlir::Value tensor,
                         int64_t rank);
  void checkExtents(const Argument &argument, mlir::Value tensor,
                    mlir::MemRefType type);
  void checkBytes(const Argument &argument, mlir::MemRefType type,
                  mlir::Value tensor);
  void checkStrides(const Argument &argument, mlir::Value tensor,
                    mlir::MemRefType type);
  void checkPlace(const Argument &argument, mlir::Value tensor,
                  bool hasElements, int64_t alignment);

  mlir::Value getField(mlir::Value tensor, DLTensorField field,
                       mlir::Type type);
  mlir::Value equals(mlir::Value value, int64_t expected);
  mlir::Value isNotNull(mlir::Value pointer);
  mlir::Value negate(mlir::Value condition);
  mlir::Value load(mlir::Value array, int64_t index);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  std::string function;
  OnError onError;
  bool checksMemory, trustsCaller;
  /// The tensor whose device the other tensors must be on.
  std::optional<Argument> firstTensor;
  mlir::Value deviceId;
};

} // namespace tir

#endif // TIR_DIALECT_TIR_TRANSFORMS_CONVENTIONS_CALLS_ARGUMENTCHECKS_H
