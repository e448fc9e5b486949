//===- BlockedRescale.h - Short forms of the rescale after a convolution
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_BLOCKEDRESCALE_H
#define TIR_LIB_SCHEDULES_BLOCKEDRESCALE_H

#include "BlockedKernel.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "tir/Support/AffineRescale.h"
#include "tir/Support/DoubleRescale.h"

namespace tir {

/// The sums of products that a channel can have for any input, and what is
/// added to them.
struct ChannelSum {
  int64_t low = 0, high = 0;
  int64_t bias = 0;
};

/// One number for each channel: a tensor, or a column of one.
struct ChannelNumber {
  mlir::Value tensor;
  std::optional<int64_t> column;

  /// Returns the map to the tensor from a space of `rank` dimensions, one of
  /// which is the channel.
  mlir::AffineMap getMap(unsigned rank, unsigned channel) const;
};

/// The short forms of a rescale that suit a processor.
enum class RescaleForms {
  /// With integers, one element at a time. Accumulators in the upper half have
  /// eight fractional bits.
  Scalar,
  /// The same, with as many fractional bits as the sums have space for.
  AnyBits,
  /// The same, where products of more than 32 bits are expensive.
  ShortProducts,
  /// In double precision, if there are such forms, else the scalar ones except
  /// for those in the upper half.
  Doubles,
  /// In the upper half, with as many fractional bits as the sums have space for
  /// and a shift for each channel: vectors have one for each lane.
  Lanes,
  /// The same. One form for all channels is part of the kernel.
  UniformOrLanes,
};

/// A rescale whose short form was found for all channels of all calls.
class ShortRescale {
public:
  /// Returns the constant that call number `call` passes for an argument, or
  /// null.
  using ConstantOfCall = llvm::function_ref<mlir::DenseElementsAttr(
      mlir::Value argument, unsigned call)>;

  /// Finds the short form of the rescale that takes the sums of a convolution.
  /// `sums` has the channels of each call. Returns std::nullopt if the kernel
  /// does not have such a rescale, or the rescale does not have a short form.
  static std::optional<ShortRescale>
  find(const BlockedKernel &kernel, ConstantOfCall getConstant,
       llvm::ArrayRef<llvm::ArrayRef<ChannelSum>> sums,
       RescaleForms suitable = RescaleForms::Scalar);

  /// Finds the short form of a rescale by constants of numbers from `low` to
  /// `high`.
  static std::optional<ShortRescale> find(mlir::tosa::ApplyScaleOp scale,
                                          int64_t low, int64_t high);

  /// Returns whether the forms are in double precision.
  bool isDouble() const { return !doubles.empty(); }

  /// Returns the forms of a call's channels in double precision.
  llvm::ArrayRef<DoubleRescale> getDoubleForms(unsigned call) const {
    return llvm::ArrayRef(doubles).slice(call * numChannels, numChannels);
  }

  /// Whether all channels of all calls have one form, whose numbers are part
  /// of the kernel.
  bool isUniform() const { return hasOneForm; }

  /// Whether each channel has a shift of its own.
  bool hasShifts() const { return !shifts.empty(); }

  /// Whether the shifts are negative, as vector instructions take them.
  bool hasNegativeShifts() const { return isForLanes; }

  /// Returns the shifts of a call's channels.
  llvm::ArrayRef<unsigned> getShifts(unsigned call) const {
    return llvm::ArrayRef(shifts).slice(call * numChannels, numChannels);
  }

  /// Returns the family of the forms.
  AffineRescaleKind getKind() const { return kind; }
  /// Whether the accumulator has the bias; otherwise the offset has it.
  bool takesBias() const {
    return kind.upperHalf || kind.bySign || hasShifts();
  }

  /// Returns the forms of a call's channels.
  llvm::ArrayRef<AffineRescale> getForms(unsigned call) const {
    return llvm::ArrayRef(forms.channels)
        .slice(call * numChannels, numChannels);
  }

  /// Replaces the rescale by `kernel.requantize` with these numbers of a
  /// channel: multiplier, offset, sign offset if the forms depend on the sign,
  /// and a shift if each channel has its own, negative in the upper half. If
  /// the forms are in double precision, replaces it by
  /// `kernel.requantize_double` with scale and offset. There are no numbers if
  /// the form is uniform.
  void rewrite(llvm::ArrayRef<ChannelNumber> numbers) const;

private:
  llvm::SmallVector<mlir::Value> createNumbers(mlir::OpBuilder &builder,
                                               mlir::Location location) const;
  mlir::Value createShortForm(mlir::OpBuilder &builder, mlir::Location location,
                              mlir::Value sum, mlir::ValueRange numbers) const;
  RescaleChannel makeChannel(int64_t multiplier, int64_t shift,
                             const ChannelSum &sum);
  /// Returns the channels of all calls, or nothing if a factor of the rescale
  /// is not constant.
  std::vector<RescaleChannel>
  readChannels(ConstantOfCall getConstant,
               llvm::ArrayRef<llvm::ArrayRef<ChannelSum>> sums);
  /// Finds the best forms that suit the processor.
  bool findAnyForms(const BlockedKernel &kernel,
                    llvm::ArrayRef<RescaleChannel> channels,
                    RescaleForms suitable);
  bool findDoubleForms(llvm::ArrayRef<RescaleChannel> channels);
  /// Finds one form of a family for all channels, whose intervals have the
  /// biases.
  bool findUniformForm(llvm::ArrayRef<RescaleChannel> channels,
                       AffineRescaleKind kind);
  bool findForms(llvm::ArrayRef<RescaleChannel> channels,
                 AffineRescaleKind kind);
  llvm::SmallVector<AffineRescaleKind>
  getKinds(RescaleForms suitable, bool mayBeBySign,
           llvm::ArrayRef<RescaleChannel> channels) const;
  void findDoubles(llvm::ArrayRef<RescaleChannel> channels);
  bool findShifts(llvm::ArrayRef<RescaleChannel> channels,
                  llvm::ArrayRef<bool> signs);
  /// Finds forms for the lanes of vectors, for channels whose intervals have
  /// the biases.
  bool findLaneForms(llvm::ArrayRef<RescaleChannel> channels,
                     RescaleForms suitable);
  /// Finds forms whose kind does not depend on the numbers of the channels, and
  /// that nearly all numbers have: with a shift for each channel.
  bool findFixedForms(llvm::ArrayRef<RescaleChannel> channels,
                      RescaleForms suitable, int64_t products);
  bool match(const BlockedKernel &kernel);
  bool matchClamp();

  /// The operation around the rescale.
  mlir::linalg::GenericOp generic;
  mlir::tosa::ApplyScaleOp scale;
  /// The operation that has the clamped number.
  mlir::Operation *last = nullptr;
  int64_t outputZeroPoint = 0;
  int64_t min = INT32_MIN, max = INT32_MAX;
  int64_t numChannels = 0;
  AffineRescales forms;
  std::vector<DoubleRescale> doubles;
  std::vector<unsigned> shifts;
  AffineRescaleKind kind;
  bool isForLanes = false, hasOneForm = false;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_BLOCKEDRESCALE_H
