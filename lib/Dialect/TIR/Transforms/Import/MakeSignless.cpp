//===- MakeSignless.cpp - Integers without a sign in their type
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKESIGNLESSPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns the elements of a tensor if they are signed or unsigned, else null.
static IntegerType getSignedElement(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  auto element =
      shaped ? dyn_cast<IntegerType>(shaped.getElementType()) : IntegerType();
  return element && !element.isSignless() ? element : IntegerType();
}

static bool isUnsigned(Type type) {
  return getElementTypeOrSelf(type).isUnsignedInteger();
}

static IntegerType makeSignless(IntegerType type) {
  return IntegerType::get(type.getContext(), type.getWidth());
}

/// Creates a replacer of all types and constants of tensors.
static AttrTypeReplacer makeReplacer() {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](Type type) -> std::optional<Type> {
    if (IntegerType element = getSignedElement(type))
      return cast<ShapedType>(type).clone(makeSignless(element));
    return std::nullopt;
  });
  replacer.addReplacement([](DenseElementsAttr a) -> std::optional<Attribute> {
    if (IntegerType element = getSignedElement(a.getType()))
      return a.bitcast(makeSignless(element));
    return std::nullopt;
  });
  return replacer;
}

/// Returns whether the operation does the same to the bits of signed and of
/// unsigned numbers, or says itself which of these they are.
static bool isIndifferentToSign(Operation *op) {
  if (auto rescale = dyn_cast<tosa::RescaleOp>(op))
    return isUnsigned(rescale.getInput().getType()) <=
               rescale.getInputUnsigned() &&
           isUnsigned(rescale.getOutput().getType()) <=
               rescale.getOutputUnsigned();
  if (isa<tosa::TosaDialect>(op->getDialect()))
    return isa<tosa::BitwiseAndOp, tosa::BitwiseNotOp, tosa::BitwiseOrOp,
               tosa::BitwiseXorOp, tosa::ConcatOp, tosa::ConstOp,
               tosa::CustomOp, tosa::EqualOp, tosa::GatherOp, tosa::IdentityOp,
               tosa::IfOp, tosa::PadOp, tosa::ReshapeOp, tosa::ReverseOp,
               tosa::ScatterOp, tosa::SelectOp, tosa::SliceOp, tosa::TileOp,
               tosa::TransposeOp, tosa::VariableReadOp, tosa::VariableWriteOp,
               tosa::WhileOp, tosa::YieldOp>(op);
  return isa<func::FuncDialect, scf::SCFDialect, tensor::TensorDialect>(
             op->getDialect()) ||
         isa<UnrealizedConversionCastOp>(op);
}

namespace {
struct MakeSignlessPass
    : public tir::impl::TIRMakeSignlessPassBase<MakeSignlessPass> {
  void runOnOperation() override {
    if (getOperation()->walk(check).wasInterrupted())
      return signalPassFailure();
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (!function.isPrivate())
        noteValueTypes(function);
    makeReplacer().recursivelyReplaceElementsIn(
        getOperation(), /*replaceAttrs=*/true, /*replaceLocs=*/false,
        /*replaceTypes=*/true);
    // A variable has the type of its elements as an attribute of its own.
    for (auto variable : getOperation().getOps<tosa::VariableOp>())
      if (auto element = dyn_cast<IntegerType>(variable.getType()))
        variable.setType(makeSignless(element));
  }

private:
  static WalkResult check(Operation *op) {
    SmallVector<Type> types(op->getOperandTypes());
    llvm::append_range(types, op->getResultTypes());
    const auto *type = llvm::find_if(types, isUnsigned);
    if (type == types.end() || isIndifferentToSign(op))
      return WalkResult::advance();
    op->emitError("operator '")
        << op->getName() << "' computes on " << *type
        << ", whose elements have no sign; expected signed elements, since "
           "TOSA's operators compute on these: rescale or cast to a signed "
           "type before the operator";
    return WalkResult::interrupt();
  }

  /// Records the types that the interface describes instead of those in memory.
  static void noteValueTypes(FunctionOpInterface function) {
    recordTypes(function, [](Type type) {
      return isUnsigned(type) ? getElementTypeOrSelf(type) : Type();
    });
  }
};
} // namespace
