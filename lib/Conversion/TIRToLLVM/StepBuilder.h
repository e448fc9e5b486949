//===- StepBuilder.h - Instructions of the steps of #kernel.blocked
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOLLVM_STEPBUILDER_H
#define TIR_LIB_CONVERSION_TIRTOLLVM_STEPBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

/// Builds the code of one step, with Arm's DSP instructions or with others that
/// compute the same.
class StepBuilder {
public:
  /// With `loadsAnywhere`, the processor loads words from any address.
  StepBuilder(mlir::Operation *op, bool hasDSP, bool loadsAnywhere = true)
      : b(op->getLoc(), op), hasDSP(hasDSP), loadsAnywhere(loadsAnywhere),
        i32(b.getI32Type()) {}

protected:
  mlir::Value index(int64_t number) {
    return mlir::arith::ConstantIndexOp::create(b, number);
  }
  mlir::Value number(int64_t number, unsigned width = 32) {
    return mlir::arith::ConstantIntOp::create(b, number, width);
  }
  mlir::Value add(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::AddIOp::create(b, lhs, rhs);
  }
  mlir::Value multiply(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::MulIOp::create(b, lhs, rhs);
  }
  mlir::Value at(mlir::Value base, int64_t summand) {
    return summand == 0 ? base : add(base, index(summand));
  }
  mlir::Value load(mlir::Value buffer, mlir::Value position) {
    return mlir::memref::LoadOp::create(b, buffer, position);
  }
  mlir::Value shiftLeft(mlir::Value value, int64_t bits) {
    return mlir::arith::ShLIOp::create(b, value, number(bits));
  }
  mlir::Value shiftRight(mlir::Value value, int64_t bits) {
    return mlir::arith::ShRSIOp::create(b, value, number(bits));
  }
  /// Rotates a word to the right by a byte.
  mlir::Value turnRight(mlir::Value word) {
    return mlir::arith::OrIOp::create(
        b, mlir::arith::ShRUIOp::create(b, word, number(8)),
        shiftLeft(word, 24));
  }
  mlir::Value callIntrinsic(llvm::StringRef name, mlir::ValueRange operands) {
    return mlir::LLVM::CallIntrinsicOp::create(b, i32, b.getStringAttr(name),
                                               operands)
        .getResult(0);
  }
  /// Emits an instruction that keeps its place: LLVM's own schedule of a block
  /// that needs all registers spills some.
  mlir::Value emitInOrder(llvm::StringRef text, llvm::StringRef constraints,
                          mlir::ValueRange operands);
  /// Returns bytes 0 and 2 of a word as two signed halves.
  mlir::Value getLowBytes(mlir::Value word);
  /// Returns `sum` plus the products of both halves.
  mlir::Value multiplyHalves(mlir::Value x, mlir::Value y, mlir::Value sum);
  mlir::Value joinHalves(mlir::Value low, mlir::Value high);
  /// Returns a word with the high half of `low` below the high half of `high`.
  mlir::Value joinHighHalves(mlir::Value low, mlir::Value high);
  /// Returns the same number or address, of which LLVM does not know where it
  /// comes from.
  mlir::Value hideOrigin(mlir::Value value);
  /// Returns a word with the same number in both halves.
  mlir::Value getBothHalves(int64_t half);
  mlir::Value getAddress(mlir::Value buffer, mlir::Value position);
  mlir::Value loadWord(mlir::Value buffer, mlir::Value position);
  /// Moves an address by a number of elements.
  mlir::Value advance(mlir::Value address, mlir::Type element,
                      int64_t elements);

  /// Returns whether a loop over [from, to) is known to do nothing.
  static bool isEmpty(mlir::Value from, mlir::Value to);

  /// A word, counted from an address on.
  struct WordPlace {
    mlir::Value address;
    int64_t word;
    unsigned alignment = 4;
  };
  llvm::SmallVector<mlir::Value> loadWords(llvm::ArrayRef<WordPlace> places);

  /// What the loops of inner products carry: addresses of pixels and weights,
  /// and sums.
  struct DotState {
    mlir::Value pixels, weights;
    llvm::SmallVector<mlir::Value> sums;
  };
  /// Emits a loop with `count` iterations that carries the state.
  void repeat(mlir::Value count, DotState &state,
              llvm::function_ref<void(DotState &)> body);

  mlir::ImplicitLocOpBuilder b;
  bool hasDSP, loadsAnywhere;
  mlir::Type i32;
};

/// Expand `op`, before it, if it is a step that stores halves, one of channel
/// pairs, one of depthwise windows, or one that multiplies the columns of such
/// windows, and return whether it is.
bool expandHalfStep(mlir::Operation *op, bool hasDSP, bool loadsAnywhere);
bool expandPairStep(mlir::Operation *op, bool hasDSP, bool loadsAnywhere);
bool expandDepthwiseStep(mlir::Operation *op, bool hasDSP);
bool expandColumnStep(mlir::Operation *op, bool hasDSP);

/// Expands `op`, before it, if it calls a step that is written as C, and
/// returns whether it does. The function is declared only; its bitcode is
/// linked later.
bool expandCallStep(mlir::Operation *op);

/// Expands `op`, before it, if it is a step of `#kernel.scalar` or a rescale,
/// and returns whether it is. No instruction of an Armv6-M has a product of
/// more than 32 bits.
bool expandScalarStep(mlir::Operation *op, bool isThumb1, bool hasDSP);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOLLVM_STEPBUILDER_H
