//===- BufferizableOpInterfaceImpl.cpp - Calls under bufferization
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/TIR/IR/Regions.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace tir;

/// A buffer that fits the declared type: of its shape and strides, and of its
/// offset, where that is constant.
static Value allocate(OpBuilder &builder, Location loc, MemRefType declared) {
  int64_t offset = declared.getStridesAndOffset().second;
  bool isOpen = ShapedType::isDynamic(offset);
  MemRefType type = isOpen || offset == 0 ? getRebasedType(declared) : declared;
  if (type.getLayout().isIdentity())
    return memref::AllocOp::create(builder, loc, type);
  offset = isOpen ? 0 : offset;
  auto storageType =
      MemRefType::get({offset + *getSpan(type)}, type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  Value storage = memref::AllocOp::create(builder, loc, storageType);
  return memref::ReinterpretCastOp::create(builder, loc, type, storage, offset,
                                           type.getShape(),
                                           type.getStridesAndOffset().first);
}

/// Whether `allocate` can make it.
static bool isAllocatable(MemRefType declared) {
  std::optional<int64_t> span = getSpan(declared);
  if (!span || *span == 0)
    return false;
  auto [strides, offset] = declared.getStridesAndOffset();
  bool isConstant = !ShapedType::isDynamic(offset) && offset != 0;
  return !isConstant ||
         (offset > 0 && llvm::none_of(strides, ShapedType::isDynamic));
}

/// The same call on memrefs: its operands from the second list on (a context)
/// and its attributes stay.
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
/// The callee reads what is passed as input and writes each `outs` buffer,
/// whose result is the same buffer.
template <typename CallOp>
struct CallBufferization
    : public BufferizableOpInterface::ExternalModel<CallBufferization<CallOp>,
                                                    CallOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return cast<BufferCallOpInterface>(op).getArgEffect(
               operand.getOperandNumber()) != Effect::Write;
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
                        callee.getArgumentTypes()[call.getCalleeIndex(index)],
                        /*copyIn=*/call.getArgEffect(index) != Effect::Write)
                 : *buffer;
      if (isOut) {
        results[call.getTiedResult(operand).getResultNumber()] = *buffer;
        if (passed != *buffer)
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
  /// A slice keeps its source's strides; for a callee that wants others there
  /// is a buffer of its own.
  static Value pack(RewriterBase &rewriter, BufferCallOpInterface call,
                    Value buffer, Type declared, bool copyIn) {
    auto type = dyn_cast<MemRefType>(buffer.getType());
    auto want = dyn_cast<MemRefType>(declared);
    if (!type || !want || describeMisfit(type, want).empty() ||
        !isAllocatable(want))
      return buffer;
    Value packed = allocate(rewriter, call.getLoc(), want);
    if (copyIn)
      memref::CopyOp::create(rewriter, call.getLoc(), buffer, packed);
    return packed;
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
}
