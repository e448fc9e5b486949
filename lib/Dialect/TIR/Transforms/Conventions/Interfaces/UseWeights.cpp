//===- UseWeights.cpp - Weights that the application chose before
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/SealedConstants.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tir {
#define GEN_PASS_DEF_TIRUSEWEIGHTSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
struct UseWeightsPass
    : public tir::impl::TIRUseWeightsPassBase<UseWeightsPass> {
  using TIRUseWeightsPassBase::TIRUseWeightsPassBase;

  void runOnOperation() override {
    SmallVector<StructGetOp> reads;
    getOperation()->walk([&](StructGetOp get) {
      if (get.getField() == kWeightPoolName &&
          get.getStructName().ends_with("_workspace_pools"))
        reads.push_back(get);
    });
    for (StructGetOp get : reads)
      replace(get);
  }

private:
  void replace(StructGetOp get);
  void dropPool(func::FuncOp entry, StringRef name);
  func::FuncOp declare(func::FuncOp entry, StringRef suffix, Type result);
};
} // namespace

/// Declares a function of the file with the weights.
func::FuncOp UseWeightsPass::declare(func::FuncOp entry, StringRef suffix,
                                     Type result) {
  std::string name = mangleSymbol(getModelName(entry), suffix);
  SymbolTable symbols(getOperation());
  if (auto found = symbols.lookup<func::FuncOp>(name))
    return found;
  OpBuilder builder(entry);
  auto function = func::FuncOp::create(builder, entry.getLoc(), name,
                                       builder.getFunctionType({}, result));
  function.setPrivate();
  return function;
}

/// Reads the address from the function, and fails if there are no weights.
void UseWeightsPass::replace(StructGetOp get) {
  auto entry = get->getParentOfType<func::FuncOp>();
  StringAttr structName = get.getStructNameAttr().getAttr();
  func::FuncOp current =
      declare(entry, "current_weights", HandleType::get(&getContext()));
  // Arguments that cannot be read do not matter without weights.
  OpBuilder builder = OpBuilder::atBlockBegin(&entry.getBody().front());
  Location loc = get.getLoc();
  Value address =
      func::CallOp::create(builder, loc, current, ValueRange{}).getResult(0);
  Value isMissing =
      IsNullOp::create(builder, loc, builder.getI1Type(), address);
  auto number = [&](int32_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  Value code = arith::SelectOp::create(builder, loc, isMissing,
                                       number(kNoWeightsCode), number(0));
  CheckReturnOp::create(builder, loc, code);
  if (check) {
    func::FuncOp verify =
        declare(entry, "verify_weights", builder.getI32Type());
    CheckReturnOp::create(
        builder, loc,
        func::CallOp::create(builder, loc, verify, ValueRange{}).getResult(0));
  }
  get.replaceAllUsesWith(
      PointerCastOp::create(builder, loc, get.getResult().getType(), address,
                            /*offset=*/Value())
          .getResult());
  get.erase();
  dropPool(entry, structName);
}

/// Removes the pool from the interface, and its struct if that has no other.
void UseWeightsPass::dropPool(func::FuncOp entry, StringRef name) {
  Builder builder(&getContext());
  auto isOther = [](Attribute field) {
    auto text = dyn_cast<StringAttr>(field);
    if (auto fields = dyn_cast<DictionaryAttr>(field))
      text = fields.getAs<StringAttr>("c_name");
    return text && text.getValue() != kWeightPoolName;
  };
  auto keepOthers = [&](ArrayAttr all) {
    return builder.getArrayAttr(
        llvm::to_vector(llvm::make_filter_range(all, isOther)));
  };
  NamedAttrList interface(
      entry->getAttrOfType<DictionaryAttr>(kInterfaceAttrName));
  ArrayAttr pools = keepOthers(cast<ArrayAttr>(interface.get("pools")));
  interface.erase("always_succeeds");
  if (pools.empty())
    interface.erase("pools");
  else
    interface.set("pools", pools);
  entry->setAttr(kInterfaceAttrName, interface.getDictionary(&getContext()));
  SymbolTable symbols(getOperation());
  auto structOp = symbols.lookup<StructOp>(name);
  ArrayAttr fields = keepOthers(structOp.getFields());
  if (!fields.empty()) {
    structOp.setFieldsAttr(fields);
    return;
  }
  for (unsigned i = entry.getNumArguments(); i-- > 0;)
    if (StringAttr structName = getPort(entry, i).structName;
        structName && structName.getValue() == name)
      (void)entry.eraseArgument(i);
  symbols.erase(structOp);
}
