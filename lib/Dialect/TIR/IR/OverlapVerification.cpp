//===- OverlapVerification.cpp - Arguments of a call that share memory
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallVerification.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Dialect/TIR/IR/Distances.h"

using namespace mlir;
using namespace tir;

namespace {
/// The part of a buffer that is passed as an argument of a call.
struct ByteRange {
  unsigned index;
  Value argument;
  /// The name of a global, or the value of another buffer.
  const void *buffer;
  int64_t begin, end;
};
} // namespace

/// Returns the range of `argument` in the buffer that it is a `memref.view` of,
/// or std::nullopt if it is not known.
static std::optional<ByteRange> findRange(unsigned index, Value argument,
                                          const DataLayout &layout) {
  Value value = argument;
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<memref::CastOp, memref::ExpandShapeOp, memref::CollapseShapeOp>(
            op))
      break;
    value = op->getOperand(0);
  }
  auto view = value.getDefiningOp<memref::ViewOp>();
  std::optional<int64_t> begin =
      view ? getConstantIntValue(view.getByteShift()) : std::nullopt;
  if (!begin || !view.getType().hasStaticShape())
    return std::nullopt;
  int64_t bytes = layout.getTypeSize(view.getType().getElementType());
  auto global = view.getSource().getDefiningOp<memref::GetGlobalOp>();
  return ByteRange{index, argument,
                   global ? global.getNameAttr().getAsOpaquePointer()
                          : view.getSource().getAsOpaquePointer(),
                   *begin, *begin + bytes * view.getType().getNumElements()};
}

/// Reports an error unless `callee` allows the two arguments to share memory in
/// this way. The callee writes at least one of them.
static LogicalResult verifyShared(BufferCallOpInterface call, PrimFuncOp callee,
                                  const ByteRange &one,
                                  const ByteRange &other) {
  unsigned first = call.getCalleeIndex(one.index);
  unsigned second = call.getCalleeIndex(other.index);
  if (isAlone(callee, first) || isAlone(callee, second))
    return emitCallError(
        call, callee,
        (one.argument == other.argument ? Twine("passes one buffer")
                                        : Twine("passes parts of one buffer "
                                                "that overlap")) +
            " as arguments #" + Twine(one.index) + " and #" +
            Twine(other.index) +
            ", but the callee writes it and assumes two different buffers; "
            "pass a copy, or declare both arguments noalias = false in "
            "tir.port");
  for (auto [output, input] :
       {std::pair(&one, &other), std::pair(&other, &one)}) {
    std::optional<int64_t> least =
        getDistance(callee, call.getCalleeIndex(output->index),
                    call.getCalleeIndex(input->index));
    if (least && input->begin - output->begin < *least)
      return emitCallError(
          call, callee,
          "passes an argument #" + Twine(input->index) + " that begins " +
              Twine(input->begin - output->begin) + " bytes after argument #" +
              Twine(output->index) +
              ", but the callee writes the latter while it reads the former, "
              "which requires at least " +
              Twine(*least) + "; pass them farther apart");
  }
  return success();
}

LogicalResult tir::verifyOverlaps(BufferCallOpInterface call,
                                  PrimFuncOp callee) {
  DataLayout layout = DataLayout::closest(call);
  SmallVector<ByteRange> ranges;
  for (auto [index, value] : llvm::enumerate(call.getArgOperands())) {
    if (!isa<BaseMemRefType>(value.getType()))
      continue;
    std::optional<ByteRange> range = findRange(index, value, layout);
    // A buffer with an unknown range only overlaps itself, as far as is known.
    ranges.push_back(range ? *range
                           : ByteRange{unsigned(index), value,
                                       value.getAsOpaquePointer(), 0, 1});
    for (const ByteRange &other : llvm::drop_end(ranges)) {
      const ByteRange &own = ranges.back();
      if (other.buffer != own.buffer || other.end <= own.begin ||
          own.end <= other.begin ||
          (callee.getEffect(call.getCalleeIndex(other.index)) == Effect::Read &&
           callee.getEffect(call.getCalleeIndex(index)) == Effect::Read))
        continue;
      if (failed(verifyShared(call, callee, other, own)))
        return failure();
    }
  }
  return success();
}
