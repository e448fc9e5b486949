//===- BufferizableOpInterfaceImpl.cpp - Calls under bufferization
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "tir/Dialect/Kernel/IR/RowOps.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/PassedTypes.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace tir;

/// Computes `lhs op rhs` of two indices, at compile time if both are known.
template <typename Op, typename Function>
static OpFoldResult create(OpBuilder &builder, Location loc, OpFoldResult lhs,
                           OpFoldResult rhs, Function compute) {
  std::optional<int64_t> left = getConstantIntValue(lhs);
  std::optional<int64_t> right = getConstantIntValue(rhs);
  if (left && right)
    return builder.getIndexAttr(compute(*left, *right));
  return Op::create(builder, loc,
                    getValueOrCreateConstantIndexOp(builder, loc, lhs),
                    getValueOrCreateConstantIndexOp(builder, loc, rhs))
      .getResult();
}

static OpFoldResult add(OpBuilder &builder, Location loc, OpFoldResult lhs,
                        OpFoldResult rhs) {
  if (isZeroInteger(rhs))
    return lhs;
  return create<arith::AddIOp>(builder, loc, lhs, rhs, std::plus<int64_t>());
}

static OpFoldResult multiply(OpBuilder &builder, Location loc, OpFoldResult lhs,
                             OpFoldResult rhs) {
  if (isOneInteger(lhs))
    return rhs;
  return create<arith::MulIOp>(builder, loc, lhs, rhs,
                               std::multiplies<int64_t>());
}

/// Returns the index of the last element, or 0 if there is none.
static OpFoldResult getLast(OpBuilder &builder, Location loc,
                            OpFoldResult size) {
  OpFoldResult one = builder.getIndexAttr(1);
  OpFoldResult atLeastOne = create<arith::MaxSIOp>(
      builder, loc, size, one,
      [](int64_t lhs, int64_t rhs) { return std::max(lhs, rhs); });
  return create<arith::SubIOp>(builder, loc, atLeastOne, one,
                               std::minus<int64_t>());
}

/// Returns the strides of a buffer of `sizes` that matches `declared`. A stride
/// that is left open becomes the smallest one that leaves room for the
/// dimensions before it in this order: those with constant strides, then the
/// others from the last one on. Sets `span` to the number of elements that the
/// buffer covers, including gaps.
static SmallVector<OpFoldResult> getStrides(OpBuilder &builder, Location loc,
                                            ArrayRef<OpFoldResult> sizes,
                                            MemRefType declared,
                                            OpFoldResult &span) {
  SmallVector<int64_t> constants = declared.getStridesAndOffset().first;
  SmallVector<OpFoldResult> strides(sizes.size());
  span = builder.getIndexAttr(1);
  for (auto [size, constant, stride] :
       llvm::zip_equal(sizes, constants, strides)) {
    if (ShapedType::isDynamic(constant))
      continue;
    stride = builder.getIndexAttr(constant);
    span = add(builder, loc, span,
               multiply(builder, loc, getLast(builder, loc, size), stride));
  }
  for (auto [size, stride] : llvm::reverse(llvm::zip_equal(sizes, strides))) {
    if (stride)
      continue;
    stride = span;
    span = multiply(builder, loc, span, size);
  }
  return strides;
}

/// Allocates a buffer without gaps.
static Value allocateContiguous(OpBuilder &builder, Location loc,
                                ArrayRef<OpFoldResult> sizes,
                                MemRefType declared) {
  auto [shape, dynamicSizes] = decomposeMixedValues(sizes);
  auto type =
      MemRefType::get(shape, declared.getElementType(),
                      MemRefLayoutAttrInterface(), declared.getMemorySpace());
  return memref::AllocOp::create(builder, loc, type, dynamicSizes);
}

/// Allocates a buffer with the extents of `buffer` that matches the declared
/// type: its strides, and its offset if that is constant.
static Value allocate(OpBuilder &builder, Location loc, Value buffer,
                      MemRefType declared) {
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, extent] : llvm::enumerate(declared.getShape()))
    sizes.push_back(ShapedType::isDynamic(extent)
                        ? memref::getMixedSize(builder, loc, buffer, dim)
                        : OpFoldResult(builder.getIndexAttr(extent)));
  if (declared.getLayout().isIdentity())
    return allocateContiguous(builder, loc, sizes, declared);
  OpFoldResult span;
  SmallVector<OpFoldResult> strides =
      getStrides(builder, loc, sizes, declared, span);
  int64_t offset = declared.getStridesAndOffset().second;
  if (ShapedType::isDynamic(offset))
    offset = 0;
  auto layout = StridedLayoutAttr::get(builder.getContext(), offset,
                                       decomposeMixedValues(strides).first);
  auto type = MemRefType::get(decomposeMixedValues(sizes).first,
                              declared.getElementType(), layout,
                              declared.getMemorySpace());
  // The open strides may have turned out to leave no gaps.
  if (offset == 0 && getSpan(type) &&
      getRebasedType(type).getLayout().isIdentity())
    return allocateContiguous(builder, loc, sizes, declared);
  Value storage = allocateContiguous(
      builder, loc, add(builder, loc, span, builder.getIndexAttr(offset)),
      declared);
  return memref::ReinterpretCastOp::create(builder, loc, type, storage,
                                           builder.getIndexAttr(offset), sizes,
                                           strides);
}

/// Returns true if `allocate` can allocate a buffer of this type: its elements
/// follow each other in memory that begins at offset 0.
static bool isAllocatable(MemRefType declared) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(declared.getStridesAndOffset(strides, offset)) ||
      llvm::is_contained(declared.getShape(), 0))
    return false;
  strides.push_back(offset);
  return llvm::all_of(strides, [](int64_t value) {
    return ShapedType::isDynamic(value) || value >= 0;
  });
}

/// Creates the same call on memrefs. Its operands after the arguments (a
/// context) and its attributes stay.
static void createOnBuffers(RewriterBase &rewriter, BufferCallOpInterface call,
                            ArrayRef<Value> args) {
  OperationState state(call.getLoc(), call->getName());
  state.addOperands(args);
  state.addOperands(
      llvm::to_vector(call->getOperands().drop_front(args.size())));
  state.addAttributes(call->getAttrs());
  state.attributes.erase("num_outs");
  rewriter.create(state);
}

namespace {
/// The callee reads its inputs and writes each `outs` buffer, whose result is
/// the same buffer.
template <typename CallOp>
struct CallBufferization
    : public BufferizableOpInterface::ExternalModel<CallBufferization<CallOp>,
                                                    CallOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto call = cast<BufferCallOpInterface>(op);
    // The analysis queries this for each pair of uses of a tensor, so the
    // callee is only looked up if the answer depends on it.
    return !call.isOut(operand) ||
           call.getArgEffect(operand.getOperandNumber()) != Effect::Write;
  }

  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const AnalysisState &) const {
    return cast<BufferCallOpInterface>(op).isOut(operand);
  }

  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    auto call = cast<BufferCallOpInterface>(op);
    if (!call.isOut(operand))
      return {};
    return {{call.getTiedResult(operand), BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto call = cast<BufferCallOpInterface>(op);
    auto callee = dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration());
    SmallVector<Value> args;
    SmallVector<Value> results(call->getNumResults());
    SmallVector<std::pair<Value, Value>> copiesBack;
    MutableOperandRange operands = call.getArgOperandsMutable();
    for (unsigned index = 0, size = operands.size(); index < size; ++index) {
      OpOperand &operand = operands[index];
      if (!isa<TensorType>(operand.get().getType())) {
        args.push_back(operand.get());
        continue;
      }
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      bool isOut = call.isOut(operand);
      Value passed =
          callee ? pack(rewriter, call, *buffer,
                        getWantedType(call, callee, call.getCalleeIndex(index),
                                      buffer->getType()),
                        /*copyIn=*/call.getArgEffect(index) != Effect::Write)
                 : *buffer;
      if (isOut) {
        results[call.getTiedResult(operand).getResultNumber()] = *buffer;
        if (passed != *buffer && !passed.getDefiningOp<RebaseOp>())
          copiesBack.emplace_back(passed, *buffer);
      }
      args.push_back(passed);
    }
    // A callee of this module has its contexts last.
    SmallVector<Value> ordered = args;
    for (auto [index, arg] : llvm::enumerate(args))
      ordered[callee ? call.getCalleeIndex(index) : index] = arg;
    createOnBuffers(rewriter, call, ordered);
    for (auto [packed, buffer] : copiesBack)
      memref::CopyOp::create(rewriter, op->getLoc(), packed, buffer);
    replaceOpWithBufferizedValues(rewriter, op, results);
    return success();
  }

private:
  /// Returns a buffer that the callee accepts. A slice keeps the strides of its
  /// source; if the callee requires others, it gets a separate buffer. If only
  /// the offset differs, it gets the address. Extents may only be known when
  /// the program runs.
  static Value pack(RewriterBase &rewriter, BufferCallOpInterface call,
                    Value buffer, Type declared, bool copyIn) {
    auto type = dyn_cast<MemRefType>(buffer.getType());
    auto want = dyn_cast<MemRefType>(declared);
    if (!type || !want || describeMisfit(type, want).empty() ||
        !isAllocatable(want))
      return buffer;
    if (MemRefType rebased = getRebasedType(type);
        rebased && describeMisfit(rebased, want).empty())
      return RebaseOp::create(rewriter, call.getLoc(), rebased, buffer,
                              /*offset=*/Value());
    Value packed = allocate(rewriter, call.getLoc(), buffer, want);
    if (copyIn)
      memref::CopyOp::create(rewriter, call.getLoc(), buffer, packed);
    return packed;
  }
};
} // namespace

namespace {
/// The results are what the calls pass on. On memrefs, there are none, and all
/// allocations are in front of the calls.
struct ByRowsBufferization
    : public BufferizableOpInterface::ExternalModel<ByRowsBufferization,
                                                    kernel::ByRowsOp> {
  bool isWritable(Operation *, Value, const AnalysisState &) const {
    return true;
  }

  AliasingOpOperandList getAliasingOpOperands(Operation *op, Value value,
                                              const AnalysisState &) const {
    return {{&cast<kernel::ByRowsOp>(op).getYielded(cast<OpResult>(value)),
             BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto rows = cast<kernel::ByRowsOp>(op);
    Operation *yield = rows.getBody()->getTerminator();
    SmallVector<Value> results;
    rewriter.setInsertionPoint(yield);
    for (Value value : yield->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, value, options, state);
      if (failed(buffer))
        return failure();
      results.push_back(*buffer);
    }
    rewriter.setInsertionPoint(op);
    auto calls = kernel::ByRowsOp::create(rewriter, op->getLoc(), TypeRange());
    calls.getCalls().takeBody(rows.getCalls());
    rewriter.modifyOpInPlace(yield, [&] { yield->setOperands({}); });
    calls.hoist();
    replaceOpWithBufferizedValues(rewriter, op, results);
    return success();
  }
};

struct RowsYieldBufferization
    : public BufferizableOpInterface::ExternalModel<RowsYieldBufferization,
                                                    kernel::RowsYieldOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }

  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }

  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    return {{op->getParentOp()->getResult(operand.getOperandNumber()),
             BufferRelation::Equivalent}};
  }

  bool mustBufferizeInPlace(Operation *, OpOperand &,
                            const AnalysisState &) const {
    return true;
  }

  /// The operation around it replaces it.
  LogicalResult bufferize(Operation *, RewriterBase &,
                          const BufferizationOptions &,
                          BufferizationState &) const {
    return success();
  }
};
} // namespace

void tir::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TIRDialect *) {
    CallTIROp::attachInterface<CallBufferization<CallTIROp>>(*context);
    CallPackedOp::attachInterface<CallBufferization<CallPackedOp>>(*context);
    CallCPackedOp::attachInterface<CallBufferization<CallCPackedOp>>(*context);
    CallExternOp::attachInterface<CallBufferization<CallExternOp>>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, kernel::KernelDialect *) {
    kernel::ByRowsOp::attachInterface<ByRowsBufferization>(*context);
    kernel::RowsYieldOp::attachInterface<RowsYieldBufferization>(*context);
  });
}
