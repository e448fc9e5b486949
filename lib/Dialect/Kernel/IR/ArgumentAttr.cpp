//===- ArgumentAttr.cpp - What kernels know of their arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

LogicalResult ArgumentAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   bool fed, DenseI64ArrayAttr range,
                                   bool scratch, RowWindowAttr window) {
  if (!fed && !range && !scratch && !window)
    return emitError() << "an argument has nothing that a kernel knows; leave "
                          "the attribute out";
  if (range && (range.size() != 2 || range[0] > range[1]))
    return emitError() << "a range consists of " << range
                       << ", expected the smallest and the largest element";
  return success();
}

Type ArgumentAttr::getPassedType(Operation *call, Type declared,
                                 Type passed) const {
  RowWindowAttr window = getWindow();
  return window ? window.getPassedType(call, declared, passed) : Type();
}

ArgumentParts::ArgumentParts(ArgumentAttr attr)
    : isFed(attr.getFed()), range(attr.getRange()),
      isScratch(attr.getScratch()), window(attr.getWindow()) {}

ArgumentAttr ArgumentParts::get(MLIRContext *context) const {
  if (!isFed && !range && !isScratch && !window)
    return {};
  return ArgumentAttr::get(context, isFed, range, isScratch, window);
}

void ArgumentParts::set(NamedAttrList &attributes, MLIRContext *context) const {
  if (ArgumentAttr attr = get(context))
    attributes.set(kKernelArgumentAttrName, attr);
  else
    attributes.erase(kKernelArgumentAttrName);
}

ArgumentParts tir::kernel::getArgumentParts(FunctionOpInterface function,
                                            unsigned index) {
  auto attr =
      function.getArgAttrOfType<ArgumentAttr>(index, kKernelArgumentAttrName);
  return attr ? ArgumentParts(attr) : ArgumentParts();
}

void tir::kernel::setArgumentParts(FunctionOpInterface function, unsigned index,
                                   const ArgumentParts &parts) {
  MLIRContext *context = function.getContext();
  if (ArgumentAttr attr = parts.get(context))
    function.setArgAttr(index, kKernelArgumentAttrName, attr);
  else
    function.removeArgAttr(index,
                           StringAttr::get(context, kKernelArgumentAttrName));
}
