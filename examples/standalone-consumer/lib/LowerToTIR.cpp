//===- LowerToTIR.cpp - Operations of the accelerator to calls of its kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "npu/NPU.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"

namespace npu {
#define GEN_PASS_DEF_NPULOWERTOTIRPASS
#include "npu/Passes.h.inc"
} // namespace npu

using namespace mlir;
using namespace npu;

static std::string shapeOf(Value value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(cast<ShapedType>(value.getType()).getShape(), os, "x");
  return text;
}

/// Returns the name that runtime/npu.h gives the function for these shapes.
static std::string kernelName(AddOp op) { return "npu_add_" + shapeOf(op); }
static std::string kernelName(Conv2DOp op) {
  return "npu_conv2d_" + shapeOf(op.getImage()) + "_" + shapeOf(op.getWeights()) + "_" +
         std::to_string(op.getShift());
}

namespace {
class LowerToTIRPass : public npu::impl::NPULowerToTIRPassBase<LowerToTIRPass> {
public:
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    WalkResult result = getOperation()->walk([&](Operation *op) {
      if (auto add = dyn_cast<AddOp>(op))
        return lower(add, kernelName(add), symbols);
      if (auto conv = dyn_cast<Conv2DOp>(op))
        return lower(conv, kernelName(conv), symbols);
      if (auto barrier = dyn_cast<BarrierOp>(op))
        return lower(barrier);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  /// Declares the function, so that tirc checks each call and writes a
  /// prototype.
  static LogicalResult declare(Operation *op, StringRef name, SymbolTable &symbols) {
    if (Operation *other = symbols.lookup(name)) {
      if (isa<tir::PrimFuncOp>(other))
        return success();
      InFlightDiagnostic diag = op->emitOpError("needs the name @")
                                << name << " for its kernel; rename the other symbol";
      diag.attachNote(other->getLoc()) << "the other symbol is here";
      return diag;
    }
    OpBuilder builder(op->getContext());
    SmallVector<Type> types;
    SmallVector<DictionaryAttr> attrs;
    auto add = [&](Type type, tir::Effect effect) {
      auto tensor = cast<RankedTensorType>(type);
      types.push_back(MemRefType::get(tensor.getShape(), tensor.getElementType()));
      attrs.push_back(builder.getDictionaryAttr(
          builder.getNamedAttr("tir.effect", tir::EffectAttr::get(op->getContext(), effect))));
    };
    for (Type type : op->getOperandTypes())
      add(type, tir::Effect::Read);
    add(op->getResult(0).getType(), tir::Effect::Write);
    auto function =
        tir::PrimFuncOp::create(builder, op->getLoc(), name, builder.getFunctionType(types, {}),
                                ArrayRef<NamedAttribute>(), attrs);
    function.setPrivate();
    // Insert it before the function that calls it.
    Operation *caller = op;
    while (caller->getParentOp() != symbols.getOp())
      caller = caller->getParentOp();
    symbols.insert(function, caller->getIterator());
    return success();
  }

  static WalkResult lower(Operation *op, StringRef name, SymbolTable &symbols) {
    if (failed(declare(op, name, symbols)))
      return WalkResult::interrupt();
    OpBuilder builder(op);
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<Value> args(op->getOperands());
    args.push_back(
        tensor::EmptyOp::create(builder, op->getLoc(), type.getShape(), type.getElementType()));
    auto call = tir::CallExternOp::create(builder, op->getLoc(), TypeRange(type), name, args,
                                          /*device_context=*/Value(), /*returns_void=*/false,
                                          /*num_outs=*/1,
                                          /*arg_attrs=*/ArrayAttr(), /*res_attrs=*/ArrayAttr());
    op->replaceAllUsesWith(call);
    op->erase();
    return WalkResult::advance();
  }

  static WalkResult lower(BarrierOp op) {
    OpBuilder builder(op);
    tir::CallExternOp::create(builder, op.getLoc(), TypeRange(), "npu_barrier", ValueRange(),
                              op.getContext(),
                              /*returns_void=*/false, /*num_outs=*/0, ArrayAttr(), ArrayAttr());
    op.erase();
    return WalkResult::advance();
  }
};
} // namespace
