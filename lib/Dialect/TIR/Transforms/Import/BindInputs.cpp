//===- BindInputs.cpp - Inputs that are always the same
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Dialect/TIR/Transforms/Import/TensorOptions.h"
#include "llvm/ADT/BitVector.h"

namespace tir {
#define GEN_PASS_DEF_TIRBINDINPUTSPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns the number as an attribute of the type, or null if it has none.
static TypedAttr asInteger(IntegerType type, StringRef number) {
  if (number == "true" || number == "false")
    return type.getWidth() == 1
               ? BoolAttr::get(type.getContext(), number == "true")
               : TypedAttr();
  int64_t value;
  uint64_t magnitude;
  if (number.getAsInteger(10, value)) {
    if (number.getAsInteger(10, magnitude))
      return {};
    value = static_cast<int64_t>(magnitude);
    if (type.getWidth() < 64)
      return {};
  } else if (type.getWidth() < 64 && !llvm::isIntN(type.getWidth(), value) &&
             !llvm::isUIntN(type.getWidth(), value)) {
    return {};
  }
  return IntegerAttr::get(type, APInt(type.getWidth(), value,
                                      /*isSigned=*/true,
                                      /*implicitTrunc=*/true));
}

static TypedAttr asFloat(FloatType type, StringRef number) {
  double value;
  if (number.getAsDouble(value))
    return {};
  APFloat rounded(value);
  bool losesInfo;
  rounded.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  if (rounded.isInfinity() && !std::isinf(value))
    return {};
  return FloatAttr::get(type, rounded);
}

static TypedAttr asElement(Type type, StringRef number) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() <= 64 ? asInteger(integer, number) : TypedAttr();
  if (auto real = dyn_cast<FloatType>(type))
    return asFloat(real, number);
  return {};
}

namespace {
struct BindInputsPass
    : public tir::impl::TIRBindInputsPassBase<BindInputsPass> {
  using TIRBindInputsPassBase::TIRBindInputsPassBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && failed(bindAll(function)))
        return signalPassFailure();
  }

  LogicalResult bindAll(func::FuncOp entry) {
    llvm::BitVector bound(entry.getNumArguments());
    for (const std::string &text : inputValue)
      if (failed(bind(entry, text, bound)))
        return failure();
    return entry.eraseArguments(bound);
  }

  LogicalResult bind(func::FuncOp entry, StringRef text,
                     llvm::BitVector &bound) {
    llvm::Expected<InputValue> given = parseInputValue(text);
    if (!given)
      return entry.emitError() << llvm::toString(given.takeError());
    std::string option = ("--input-value=" + text).str();
    FailureOr<unsigned> index = findInput(entry, option, given->key, rename);
    if (failed(index))
      return failure();
    auto error = [&] {
      return entry.emitError() << option << ": input " << *index << " ('"
                               << getInputName(entry, *index) << "') ";
    };
    if (bound.test(*index))
      return error() << "has a value already; expected one for each input";
    BlockArgument input = entry.getArgument(*index);
    auto type = dyn_cast<RankedTensorType>(input.getType());
    TypedAttr element =
        type ? asElement(type.getElementType(), given->number) : TypedAttr();
    if (!element)
      return error() << "has the type " << input.getType()
                     << "; expected a number that its elements can have";
    OpBuilder builder = OpBuilder::atBlockBegin(input.getOwner());
    input.replaceAllUsesWith(arith::ConstantOp::create(
        builder, entry.getLoc(), type, DenseElementsAttr::get(type, element)));
    bound.set(*index);
    return success();
  }
};
} // namespace
