//===- BufferizableOpInterfaceImpl.cpp - tir.call_tir under one-shot bufferization
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

using namespace mlir;
using namespace mlir::bufferization;
using namespace tir;

namespace {
/// The callee reads what is passed as input and writes each `outs` buffer,
/// whose result is the same buffer.
struct CallTIROpInterface
    : public BufferizableOpInterface::ExternalModel<CallTIROpInterface,
                                                    CallTIROp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto call = cast<CallTIROp>(op);
    if (!call.isDpsInit(&operand))
      return true;
    PrimFuncOp callee = call.lookupCallee();
    return !callee ||
           callee.getEffect(operand.getOperandNumber()) != Effect::Write;
  }

  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const AnalysisState &) const {
    return cast<CallTIROp>(op).isDpsInit(&operand);
  }

  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    auto call = cast<CallTIROp>(op);
    if (!call.isDpsInit(&operand))
      return {};
    return {{call.getTiedOpResult(&operand), BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto call = cast<CallTIROp>(op);
    PrimFuncOp callee = call.lookupCallee();
    SmallVector<Value> args;
    SmallVector<Value> results(call.getNumResults());
    SmallVector<std::pair<Value, Value>> copiesBack;
    for (OpOperand &operand : call.getArgsMutable()) {
      if (!isa<TensorType>(operand.get().getType())) {
        args.push_back(operand.get());
        continue;
      }
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      unsigned index = operand.getOperandNumber();
      bool isOut = call.isDpsInit(&operand);
      Value passed =
          pack(rewriter, call, *buffer, callee.getArgumentTypes()[index],
               /*copyIn=*/!isOut || callee.getEffect(index) != Effect::Write);
      if (isOut) {
        results[call.getTiedOpResult(&operand).getResultNumber()] = *buffer;
        if (passed != *buffer)
          copiesBack.emplace_back(passed, *buffer);
      }
      args.push_back(passed);
    }
    CallTIROp::create(rewriter, op->getLoc(), call.getCalleeAttr(), args);
    for (auto [packed, buffer] : copiesBack)
      memref::CopyOp::create(rewriter, op->getLoc(), packed, buffer);
    replaceOpWithBufferizedValues(rewriter, op, results);
    return success();
  }

private:
  /// A slice keeps its source's strides; for a callee that wants elements side
  /// by side there is a buffer of its own.
  static Value pack(RewriterBase &rewriter, CallTIROp call, Value buffer,
                    Type declared, bool copyIn) {
    auto type = dyn_cast<MemRefType>(buffer.getType());
    auto want = dyn_cast<MemRefType>(declared);
    if (!type || !want || type.getLayout() == want.getLayout() ||
        !want.getLayout().isIdentity() || !type.hasStaticShape())
      return buffer;
    Value packed = memref::AllocOp::create(
        rewriter, call.getLoc(),
        MemRefType::get(type.getShape(), type.getElementType()));
    if (copyIn)
      memref::CopyOp::create(rewriter, call.getLoc(), buffer, packed);
    return packed;
  }
};
} // namespace

void tir::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TIRDialect *) {
    CallTIROp::attachInterface<CallTIROpInterface>(*context);
  });
}
