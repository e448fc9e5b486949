//===- ByteAccesses.cpp - Which bytes an operation accesses
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteAccesses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/Kernel/IR/ByteLaneSteps.h"
#include "tir/Dialect/Kernel/IR/CallStep.h"
#include "tir/Dialect/Kernel/IR/LaneSteps.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Steps/Steps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Returns the bytes of an element in memory, or 0 if they are not whole.
static int64_t getElementBytes(Type type) {
  Type element = cast<BaseMemRefType>(type).getElementType();
  if (element.isInteger(1))
    return 1;
  bool isWhole = element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 8;
  return isWhole ? element.getIntOrFloatBitWidth() / 8 : 0;
}

int64_t tir::getBufferBytes(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  std::optional<int64_t> span = memref ? getSpan(memref) : std::nullopt;
  int64_t bytes = memref ? getElementBytes(memref) : 0;
  return span && bytes != 0 ? *span * bytes : -1;
}

namespace {
class AccessCollector {
public:
  AccessCollector(LinearForms &forms, SmallVectorImpl<ByteAccess> &accesses)
      : forms(forms), accesses(accesses) {}

  LogicalResult collect(Operation *op);

private:
  enum class Kind { Read, Write, Both };

  /// Returns where the first element of a view is in its buffer, in bytes.
  std::optional<LinearForm> getPlace(Value view);
  std::optional<LinearForm> getOffset(memref::SubViewOp slice);

  ByteAccess &add(Value view, Kind kind);
  /// Any part of what the view shows.
  void accessWhole(Value view, Kind kind, bool isExact = false);
  void accessElement(Value view, ValueRange indices, Kind kind);
  /// `count` elements from element `first` on.
  void accessElements(Value view, const LinearForm &first, int64_t count,
                      Kind kind);
  void accessElements(Value view, Value first, int64_t count, Kind kind) {
    accessElements(view, forms.get(first), count, kind);
  }
  void accessFirst(Value view, int64_t count, Kind kind) {
    accessElements(view, LinearForm(), count, kind);
  }
  /// The channels of several pixels.
  void accessPixels(Value view, Value first, int64_t pixels, int64_t channels,
                    int64_t pitch, Kind kind);
  void readAll(ValueRange views) {
    for (Value view : views)
      if (view && isa<BaseMemRefType>(view.getType()))
        accessWhole(view, Kind::Read);
  }
  void collectStep(CallStepOp op);
  LogicalResult collectEffects(Operation *op);
  LogicalResult collectSums(Operation *op);

  LinearForms &forms;
  SmallVectorImpl<ByteAccess> &accesses;
};
} // namespace

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::optional<LinearForm> AccessCollector::getOffset(memref::SubViewOp slice) {
  SmallVector<int64_t> strides;
  int64_t ignored;
  if (failed(slice.getSourceType().getStridesAndOffset(strides, ignored)))
    return std::nullopt;
  LinearForm elements;
  for (auto [offset, stride] :
       llvm::zip_equal(slice.getMixedOffsets(), strides)) {
    if (ShapedType::isDynamic(stride))
      return std::nullopt;
    std::optional<int64_t> number = getConstantIntValue(offset);
    elements.add(number ? LinearForm::of(Interval::of(*number))
                        : forms.get(cast<Value>(offset)),
                 stride);
  }
  return elements;
}

std::optional<LinearForm> AccessCollector::getPlace(Value view) {
  LinearForm place;
  Value buffer = getViewedBuffer(view);
  while (view != buffer) {
    Operation *op = view.getDefiningOp();
    int64_t bytes = getElementBytes(op->getOperand(0).getType());
    if (bytes == 0)
      return std::nullopt;
    if (auto slice = dyn_cast<memref::SubViewOp>(op)) {
      std::optional<LinearForm> offset = getOffset(slice);
      if (!offset)
        return std::nullopt;
      place.add(*offset, bytes);
    } else if (auto rebase = dyn_cast<RebaseOp>(op)) {
      if (rebase.getOffset())
        place.add(forms.get(rebase.getOffset()), bytes);
    } else if (auto flat = dyn_cast<memref::ReinterpretCastOp>(op)) {
      // It counts from the start of the whole buffer.
      std::optional<int64_t> offset =
          getConstantIntValue(flat.getMixedOffsets().front());
      if (!offset || !isWholeBuffer(flat.getSource().getType()))
        return std::nullopt;
      place.add(LinearForm::of(Interval::of(*offset)), bytes);
    } else if (!isa<memref::CastOp, memref::CollapseShapeOp,
                    memref::ExpandShapeOp>(op)) {
      return std::nullopt;
    }
    view = op->getOperand(0);
  }
  return place;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

ByteAccess &AccessCollector::add(Value view, Kind kind) {
  ByteAccess &access = accesses.emplace_back();
  access.buffer = getViewedBuffer(view);
  access.isRead = kind != Kind::Write;
  access.isWrite = kind != Kind::Read;
  access.bytes = getBufferBytes(access.buffer.getType());
  return access;
}

void AccessCollector::accessWhole(Value view, Kind kind, bool isExact) {
  ByteAccess &access = add(view, kind);
  std::optional<LinearForm> place = getPlace(view);
  int64_t bytes = getBufferBytes(view.getType());
  if (!place || bytes < 0)
    return;
  access.first = *place;
  access.bytes = bytes;
  access.isExact =
      isExact &&
      isWholeBuffer(getRebasedType(cast<MemRefType>(view.getType())));
}

void AccessCollector::accessElement(Value view, ValueRange indices, Kind kind) {
  ByteAccess &access = add(view, kind);
  auto type = cast<MemRefType>(view.getType());
  int64_t bytes = getElementBytes(type), ignored;
  SmallVector<int64_t> strides;
  std::optional<LinearForm> place = getPlace(view);
  if (!place || bytes == 0 ||
      failed(type.getStridesAndOffset(strides, ignored)) ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return;
  access.first = *place;
  for (auto [index, stride] : llvm::zip_equal(indices, strides)) {
    access.indices.push_back(forms.get(index));
    access.first.add(access.indices.back(), stride * bytes);
  }
  access.bytes = bytes;
  access.isExact = true;
  if (isWholeBuffer(type) && place->isNumber() && place->rest.low == 0)
    access.indexed = type;
}

void AccessCollector::accessElements(Value view, const LinearForm &first,
                                     int64_t count, Kind kind) {
  ByteAccess &access = add(view, kind);
  std::optional<LinearForm> place = getPlace(view);
  int64_t bytes = getElementBytes(view.getType());
  if (!place || bytes == 0 || !isWholeBuffer(view.getType()))
    return;
  access.first = *place;
  access.first.add(first, bytes);
  access.bytes = count * bytes;
  access.isExact = true;
}

void AccessCollector::accessPixels(Value view, Value first, int64_t pixels,
                                   int64_t channels, int64_t pitch, Kind kind) {
  if (pitch == channels)
    return accessElements(view, first, pixels * channels, kind);
  for (int64_t pixel = 0; pixel < pixels; ++pixel) {
    LinearForm position = forms.get(first);
    position.add(LinearForm::of(Interval::of(pixel)), pitch);
    accessElements(view, position, channels, kind);
  }
}

void AccessCollector::collectStep(CallStepOp op) {
  const StepDescription &step = *findStep(op.getStep());
  auto reaches = step.getReach(op.getSizes());
  for (auto [i, buffer] : llvm::enumerate(op.getBuffers())) {
    // Steps that add to sums read them, too.
    Kind kind = step.buffers[i].isWritten ? Kind::Both : Kind::Read;
    if (reaches[i] > 0 && step.buffers[i].isWritten)
      accessElements(buffer, op.getOffsets()[i], reaches[i], kind);
    else
      accessWhole(buffer, kind);
  }
}

LogicalResult AccessCollector::collectEffects(Operation *op) {
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  if (!effects)
    return failure();
  for (const MemoryEffects::EffectInstance &effect : *effects) {
    // Only steps of kernels access nothing but their operands.
    if (!effect.getValue() || !isa<KernelDialect>(op->getDialect()))
      return failure();
    accessWhole(effect.getValue(), isa<MemoryEffects::Read>(effect.getEffect())
                                       ? Kind::Read
                                       : Kind::Both);
  }
  return success();
}

/// Steps that compute sums, or what kernels compute from them.
LogicalResult AccessCollector::collectSums(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](DotLanesOp dot) {
        readAll({dot.getElements(), dot.getWeights(), dot.getStart(),
                 dot.getAddend()});
        bool adds = !dot.getStart() && !dot.getZero();
        accessPixels(dot.getSums(), dot.getAt(), dot.getPixels(),
                     dot.getChannels(), dot.getSumsOfPixel(),
                     adds ? Kind::Both : Kind::Write);
        return success();
      })
      .Case<DotByteLanesOp, DotWindowLanesOp>([&](auto dot) {
        readAll({dot.getElements(), dot.getWeights(), dot.getStart()});
        accessPixels(dot.getSums(), dot.getAt(), dot.getPixels(),
                     dot.getChannels(), dot.getSumsPitch(), Kind::Write);
        return success();
      })
      .Case([&](RequantizeLanesOp requantize) {
        readAll({requantize.getScale(), requantize.getOffset(),
                 requantize.getShift(), requantize.getSignOffset(),
                 requantize.getOther()});
        accessPixels(requantize.getSums(), requantize.getFrom(),
                     requantize.getPixels(), requantize.getChannels(),
                     requantize.getSumsPitch(), Kind::Read);
        accessPixels(requantize.getOutputs(), requantize.getTo(),
                     requantize.getPixels(), requantize.getChannels(),
                     requantize.getOutputsPitch(), Kind::Write);
        return success();
      })
      .Case([&](DotRowsOp dot) {
        accessFirst(dot.getNumbers(), int64_t(dot.getPixels() * dot.getSize()),
                    Kind::Read);
        accessWhole(dot.getWeights(), Kind::Read);
        accessFirst(dot.getSums(), int64_t(dot.getPixels() * dot.getChannels()),
                    Kind::Write);
        return success();
      })
      .Case([&](DotWindowOp dot) {
        readAll({dot.getBytes(), dot.getPadding(), dot.getWeights()});
        accessFirst(dot.getSums(), dot.getChannels(), Kind::Write);
        return success();
      })
      .Default([&](Operation *other) { return collectEffects(other); });
}

LogicalResult AccessCollector::collect(Operation *op) {
  if (isMemoryEffectFree(op) || isa<memref::AllocaOp>(op))
    return success();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](memref::LoadOp load) {
        accessElement(load.getMemRef(), load.getIndices(), Kind::Read);
        return success();
      })
      .Case([&](memref::StoreOp store) {
        accessElement(store.getMemRef(), store.getIndices(), Kind::Write);
        return success();
      })
      .Case([&](memref::CopyOp copy) {
        accessWhole(copy.getSource(), Kind::Read);
        accessWhole(copy.getTarget(), Kind::Write, /*isExact=*/true);
        return success();
      })
      .Case([&](CallStepOp step) {
        collectStep(step);
        return success();
      })
      .Case([&](WidenElementsOp widen) {
        accessWhole(widen.getBytes(), Kind::Read);
        accessElements(widen.getNumbers(), widen.getAt(), widen.getSize(),
                       Kind::Write);
        return success();
      })
      .Case([&](WidenBytesOp widen) {
        accessWhole(widen.getBytes(), Kind::Read);
        accessElements(widen.getWords(), widen.getAt(),
                       llvm::divideCeil(widen.getSize(), 2), Kind::Write);
        return success();
      })
      .Default([&](Operation *other) { return collectSums(other); });
}

LogicalResult tir::collectByteAccesses(Operation *op, LinearForms &forms,
                                       SmallVectorImpl<ByteAccess> &accesses) {
  return AccessCollector(forms, accesses).collect(op);
}
