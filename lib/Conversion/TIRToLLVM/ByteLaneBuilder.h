//===- ByteLaneBuilder.h - Vectors of the steps of #kernel.byte_lanes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOLLVM_BYTELANEBUILDER_H
#define TIR_LIB_CONVERSION_TIRTOLLVM_BYTELANEBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tir/Dialect/Kernel/IR/ByteLaneSteps.h"
#include "tir/TargetInfo/FloatVectors.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tir {

/// Builds the code of one step, with the instructions that a target has for
/// sums of int8 products, or with others that compute the same.
class ByteLaneBuilder {
protected:
  using Sums = llvm::SmallVector<mlir::Value>;
  /// Neighbouring channels in the lanes of a vector, of which `used` are there.
  struct Part {
    int64_t first, size, used;
  };

  ByteLaneBuilder(mlir::Operation *op, const ByteVectors &vectors,
                  int64_t together, int64_t lanes, int64_t channels,
                  int64_t padding);

  // Indices, addresses and loops.

  mlir::Value index(int64_t number) {
    return mlir::arith::ConstantIndexOp::create(b, number);
  }
  mlir::Value add(mlir::Value lhs, mlir::Value rhs) {
    return b.createOrFold<mlir::arith::AddIOp>(lhs, rhs);
  }
  mlir::Value scale(mlir::Value value, int64_t factor) {
    return b.createOrFold<mlir::arith::MulIOp>(value, index(factor));
  }
  mlir::Value getAddress(mlir::Value buffer, mlir::Value position,
                         unsigned bytes = 1);
  mlir::Value move(mlir::Value address, int64_t elements, unsigned bytes);
  Sums loop(mlir::Value begin, mlir::Value end, mlir::ValueRange carried,
            llvm::function_ref<Sums(mlir::Value, mlir::ValueRange)> body);

  // Vectors in memory. Lanes that are not used are 0.

  mlir::Value load(mlir::Value address, mlir::Type element, const Part &part);
  Sums loadNumbers(mlir::Value buffer, mlir::Value position);
  Sums loadWeights(mlir::Value buffer, mlir::Value position);
  void storeSums(mlir::ValueRange sums, mlir::Value buffer,
                 mlir::Value position, int64_t pitch);
  /// Stores numbers of 32 bits as int8.
  void storeElements(mlir::Value numbers, mlir::Value address,
                     const Part &part);

  // Elements as words of 32 bits, each of which is multiplied with the weights
  // of a lane that lie together.

  /// Returns a byte as the number that `joinBytes` takes.
  mlir::Value loadByte(mlir::Value buffer, mlir::Value position);
  mlir::Value getPaddingByte();
  mlir::Value joinBytes(llvm::ArrayRef<mlir::Value> bytes);
  mlir::Value getPaddingWord();
  /// Returns the words of a load: one with four products, and four with two.
  llvm::SmallVector<mlir::Value> loadWords(mlir::Value buffer,
                                           mlir::Value position);
  /// Returns a word for each lane, which has the elements of these vectors.
  mlir::Value joinVectors(llvm::ArrayRef<mlir::Value> vectors, int64_t size);
  mlir::Value repeat(mlir::Value word, int64_t size);
  mlir::Value getPadding(int64_t size) {
    return repeat(getPaddingWord(), size);
  }
  /// Returns the address of a vector of bytes of padding.
  mlir::Value storePadding();

  // Arithmetic on vectors.

  mlir::Value dot(mlir::Value sum, mlir::Value words, mlir::Value weights,
                  int64_t size);
  mlir::Value multiplyHigh(mlir::Value lhs, mlir::Value rhs);
  mlir::Value getNumber(int64_t number, int64_t size);
  mlir::Value extend(mlir::Value bytes);
  mlir::Value limit(mlir::Value numbers, int64_t low, int64_t high);
  template <typename Op>
  mlir::Value make(mlir::Value lhs, mlir::Value rhs) {
    return Op::create(b, lhs, rhs);
  }
  mlir::Value isBetween(mlir::Value number, mlir::Value begin, mlir::Value end);

  mlir::ImplicitLocOpBuilder b;
  mlir::Type i8, i32;
  int64_t together, lanes;
  llvm::SmallVector<Part> parts;

private:
  mlir::Value call(llvm::StringRef name, mlir::Type result,
                   mlir::ValueRange operands);
  mlir::Value shuffle(mlir::Value one, mlir::Value other,
                      llvm::ArrayRef<int32_t> mask) {
    return mlir::LLVM::ShuffleVectorOp::create(b, one, other, mask);
  }
  mlir::Value number(int64_t value) {
    return mlir::arith::ConstantIntOp::create(b, static_cast<int32_t>(value),
                                              32);
  }
  mlir::Value dotWithoutInstruction(mlir::Value sum, mlir::Value words,
                                    mlir::Value weights, int64_t size);

  mlir::Operation *op;
  ByteVectors vectors;
  int64_t padding;
};

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOLLVM_BYTELANEBUILDER_H
