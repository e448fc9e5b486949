//===- ArgumentChecks.h - What a packed function checks
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ARGUMENTCHECKS_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ARGUMENTCHECKS_H

#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Writes the checks of a function's arguments, each a `tir.assert` that names
/// the function, the argument, the field, what was expected of it and what
/// came. Codes come before tensors, pointers before what they point at; it is
/// for the caller to keep that order.
class ArgumentChecks {
public:
  /// `function` is called so in C. Descriptors that the module makes itself are
  /// of its own buffers, whose memory is there and aligned: there is no need to
  /// look (`checksMemory`), and no compiler would see that there is none.
  ArgumentChecks(mlir::OpBuilder &builder, mlir::Location loc,
                 llvm::StringRef function, OnError onError,
                 bool checksMemory = true)
      : builder(builder), loc(loc), function(function), onError(onError),
        checksMemory(checksMemory) {}

  /// An argument: its place among the packed ones and its name in the model.
  struct Argument {
    unsigned index;
    std::string name;
  };

  /// That there are so many arguments, or `extra` more.
  void checkCount(mlir::Value count, unsigned expected, unsigned extra);
  /// That `pointer`, the parameter `name`, is not NULL.
  void checkParameter(mlir::Value pointer, llvm::StringRef name);
  /// That `code` is one of `accepted`; where a tensor is expected, that it is
  /// not `null` either, which gets a text of its own. `array` is where codes
  /// are.
  void checkCode(const Argument &argument, mlir::Type type, mlir::Value code,
                 llvm::ArrayRef<int32_t> accepted, int32_t null,
                 llvm::StringRef array);
  /// That `pointer`, the struct of the model's variables, is not NULL.
  void checkState(const Argument &argument, mlir::Value pointer);
  /// That a DLTensor describes a buffer that the function takes.
  void checkTensor(const Argument &argument, mlir::MemRefType type,
                   mlir::Value tensor);
  /// That a DLTensor describes memory of at least as many bytes as `type`, so
  /// aligned.
  void checkPool(const Argument &argument, mlir::MemRefType type,
                 int64_t alignment, mlir::Value tensor);

private:
  /// Exceptions of the kind `TypeError` are about what an argument is, others
  /// about its value.
  enum class Kind { Type, Value };

  /// What came in place of what was expected: a number, and how a text that
  /// ends in it goes on to it.
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
  void checkRank(const Argument &argument, mlir::Value tensor, int64_t rank);
  void checkBool(const Argument &argument, mlir::Value tensor);
  void checkElementType(const Argument &argument, mlir::Value tensor,
                        mlir::Type type);
  void checkLanes(const Argument &argument, mlir::Value tensor);
  /// The extents, or null where the rank is 0.
  mlir::Value checkShape(const Argument &argument, mlir::Value tensor,
                         int64_t rank);
  void checkExtents(const Argument &argument, mlir::Value tensor,
                    mlir::MemRefType type);
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
  bool checksMemory;
  /// Whose device the other tensors must be on.
  std::optional<Argument> firstTensor;
  mlir::Value deviceId;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_CONVENTIONS_ARGUMENTCHECKS_H
