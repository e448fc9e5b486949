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
    for (OpOperand &operand : call.getArgsMutable()) {
      if (!isa<TensorType>(operand.get().getType())) {
        args.push_back(operand.get());
        continue;
      }
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      Value passed = *buffer;
      if (!call.isDpsInit(&operand))
        passed = packInput(rewriter, call, passed,
                           callee.getArgumentTypes()[operand.getOperandNumber()]);
      else
        results[call.getTiedOpResult(&operand).getResultNumber()] = passed;
      args.push_back(passed);
    }
    CallTIROp::create(rewriter, op->getLoc(), call.getCalleeAttr(), args);
    replaceOpWithBufferizedValues(rewriter, op, results);
    return success();
  }

private:
  /// A slice keeps its source's strides; a callee that wants another layout
  /// gets a copy of its own.
  static Value packInput(RewriterBase &rewriter, CallTIROp call, Value buffer,
                         Type declared) {
    auto type = dyn_cast<MemRefType>(buffer.getType());
    auto want = dyn_cast<MemRefType>(declared);
    if (!type || !want || type.getLayout() == want.getLayout() ||
        !want.getLayout().isIdentity() || !type.hasStaticShape())
      return buffer;
    Value packed = memref::AllocOp::create(
        rewriter, call.getLoc(),
        MemRefType::get(type.getShape(), type.getElementType()));
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
