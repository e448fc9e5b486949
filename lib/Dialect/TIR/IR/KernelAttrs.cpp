//===- KernelAttrs.cpp - Attributes that describe kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/KernelAttrs.h"

#include "tir/Dialect/TIR/IR/KnownAttributes.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

static LogicalResult verifyStrings(EmitError emitError, StringRef name,
                                   ArrayAttr list) {
  if (!list || isArrayOf<StringAttr>(list))
    return success();
  return emitError() << "'" << name << "' is " << list
                     << "; expected an array of strings";
}

LogicalResult KernelAttr::verify(EmitError emitError, StringAttr blocks,
                                 ArrayRef<FoldedChannelsAttr> channels,
                                 int64_t cycles, ArrayAttr fused,
                                 StringAttr kind, int64_t macs,
                                 StringAttr place, FlatSymbolRefAttr rowKernel,
                                 ArrayAttr sharedBy,
                                 FlatSymbolRefAttr splitFrom,
                                 StringAttr summary) {
  if (failed(verifyStrings(emitError, "fused", fused)) ||
      failed(verifyStrings(emitError, "shared_by", sharedBy)))
    return failure();
  for (auto [name, number] : {std::pair("cycles", cycles), {"macs", macs}})
    if (number < 0)
      return emitError() << "'" << name << "' is " << number
                         << "; expected at least 0";
  for (auto [name, value] : {std::pair<StringRef, Attribute>("fused", fused),
                             {"kind", kind},
                             {"shared_by", sharedBy}})
    if (value && !place)
      return emitError() << "'" << name << "' is " << value
                         << ", but there is no 'place', the operation of the "
                            "model that the kernel computes; add it";
  if (sharedBy && sharedBy.size() < 2)
    return emitError() << "'shared_by' is " << sharedBy
                       << "; expected the places of at least two kernels, or "
                          "no 'shared_by'";
  if (!blocks && channels.empty() && cycles == 0 && macs == 0 && !place &&
      !rowKernel && !splitFrom && !summary)
    return emitError() << "a kernel is described by nothing; expected at least "
                          "one parameter, such as place = \"conv2d#3\"";
  return success();
}

LogicalResult LayerAttr::verify(EmitError emitError, ArrayAttr fused,
                                StringAttr) {
  return verifyStrings(emitError, "fused", fused);
}

LogicalResult ExposedAttr::verify(EmitError emitError, StringAttr, StringAttr,
                                  ArrayAttr reads) {
  return verifyStrings(emitError, "reads", reads);
}

KernelParts::KernelParts(KernelAttr kernel) {
  if (!kernel)
    return;
  blocks = kernel.getBlocks();
  channels.assign(kernel.getChannels().begin(), kernel.getChannels().end());
  cycles = kernel.getCycles();
  fused = kernel.getFused();
  kind = kernel.getKind();
  macs = kernel.getMacs();
  place = kernel.getPlace();
  rowKernel = kernel.getRowKernel();
  sharedBy = kernel.getSharedBy();
  splitFrom = kernel.getSplitFrom();
  summary = kernel.getSummary();
}

KernelAttr KernelParts::get(MLIRContext *context) const {
  if (!blocks && channels.empty() && cycles == 0 && macs == 0 && !place &&
      !rowKernel && !splitFrom && !summary)
    return {};
  return KernelAttr::get(context, blocks, channels, cycles, fused, kind, macs,
                         place, rowKernel, sharedBy, splitFrom, summary);
}

KernelAttr tir::getKernelAttr(Operation *function) {
  return getFunctionParts(function).kernel;
}

bool tir::isKernel(Operation *function) {
  KernelAttr kernel = getKernelAttr(function);
  return kernel && kernel.getPlace();
}

void tir::updateKernel(Operation *function,
                       llvm::function_ref<void(KernelParts &)> change) {
  updateFunction(function, [&](FunctionParts &known) {
    KernelParts parts(known.kernel);
    change(parts);
    known.kernel = parts.get(function->getContext());
  });
}

void tir::describeBlocks(Operation *function, StringRef blocks) {
  updateKernel(function, [&](KernelParts &parts) {
    parts.blocks = StringAttr::get(function->getContext(), blocks);
  });
}
