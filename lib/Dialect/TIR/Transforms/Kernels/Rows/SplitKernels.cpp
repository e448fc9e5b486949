//===- SplitKernels.cpp - Parts of kernels that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitKernels.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"

using namespace mlir;
using namespace tir;
using bufferization::MaterializeInDestinationOp;

MaterializeInDestinationOp tir::findStore(PrimFuncOp kernel) {
  if (kernel.isExternal() || !kernel.isPrivate() ||
      kernel.getNumArguments() < 2 || !kernel.getBody().hasOneBlock())
    return {};
  unsigned last = kernel.getNumArguments() - 1;
  for (unsigned i = 0; i <= last; ++i)
    if (kernel.getEffect(i) != (i == last ? Effect::Write : Effect::Read) ||
        !kernel.getArgument(i).hasOneUse())
      return {};
  return dyn_cast<MaterializeInDestinationOp>(
      *kernel.getArgument(last).user_begin());
}

DictionaryAttr tir::makeArgAttrs(MLIRContext *context, Effect effect,
                                 StringRef name) {
  Builder builder(context);
  return builder.getDictionaryAttr(
      {builder.getNamedAttr(kEffectAttrName, EffectAttr::get(context, effect)),
       builder.getNamedAttr(kNameAttrName, builder.getStringAttr(name))});
}

PrimFuncOp tir::createPart(OpBuilder &builder, PrimFuncOp kernel,
                           StringRef suffix, TypeRange types,
                           ArrayRef<DictionaryAttr> attributes) {
  auto part = cast<PrimFuncOp>(kernel->cloneWithoutRegions());
  part.setSymName((kernel.getSymName() + suffix).str());
  part.setFunctionType(builder.getFunctionType(types, {}));
  part.setAllArgAttrs(attributes);
  builder.insert(part);
  part.addEntryBlock();
  updateKernel(part, [](KernelParts &parts) { parts.splitFrom = {}; });
  return part;
}

void tir::endPart(OpBuilder &builder, Location loc, PrimFuncOp kernel,
                  PrimFuncOp part, Value result) {
  MaterializeInDestinationOp::create(builder, loc, TypeRange(), result,
                                     part.getArguments().back(),
                                     /*restrict=*/true, /*writable=*/true);
  ReturnOp::create(builder, kernel.getLoc());
}

void tir::setSplitFrom(PrimFuncOp rest, PrimFuncOp kernel) {
  updateKernel(rest, [&](KernelParts &parts) {
    parts.splitFrom = FlatSymbolRefAttr::get(kernel);
  });
}

void tir::setPlace(PrimFuncOp part, StringRef word) {
  updateKernel(part, [&](KernelParts &parts) {
    parts.macs = 0;
    if (parts.place)
      parts.place = StringAttr::get(part.getContext(),
                                    parts.place.getValue() + "/" + word);
  });
}

SmallVector<DictionaryAttr> tir::getAllArgAttrs(PrimFuncOp kernel) {
  SmallVector<DictionaryAttr> attributes;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    attributes.push_back(cast<FunctionOpInterface>(*kernel).getArgAttrDict(i));
  return attributes;
}
