//===- ExtendNarrowIntegers.cpp - Narrow integers in calls of C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtendNarrowIntegers.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tir/ABI/ScalarTypes.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace tir;

using llvm::TargetLibraryInfo;
using llvm::Triple;

static Triple getTriple(ModuleOp module) {
  auto text = module->getAttrOfType<StringAttr>(
      LLVM::LLVMDialect::getTargetTripleAttrName());
  return Triple(text ? text.getValue() : "");
}

unsigned tir::getIntBits(ModuleOp module) {
  return llvm::TargetLibraryInfoImpl(getTriple(module)).getIntSize();
}

/// Returns the attribute that clang gives to the C type for `type`, or an empty
/// name if it gives none.
static StringRef getExtension(const Triple &triple, Type type, bool isResult) {
  auto integer = dyn_cast_if_present<IntegerType>(getCScalar(type));
  if (!integer || integer.getWidth() > 32)
    return "";
  bool isBool = integer.getWidth() == 1;
  bool isSigned = !isBool && !integer.isUnsigned();
  auto kind = isSigned ? llvm::Attribute::SExt : llvm::Attribute::ZExt;
  if (integer.getWidth() == 32)
    kind = isResult
               ? TargetLibraryInfo::getExtAttrForI32Return(triple, isSigned)
               : TargetLibraryInfo::getExtAttrForI32Param(triple, isSigned);
  else if (triple.isAArch64() && !triple.isOSDarwin())
    // The receiver of the number extends it.
    kind = llvm::Attribute::None;
  else if (triple.isOSWindows() && triple.isX86_64() && !isBool)
    kind = llvm::Attribute::None;
  switch (kind) {
  case llvm::Attribute::SExt:
    return LLVM::LLVMDialect::getSExtAttrName();
  case llvm::Attribute::ZExt:
    return LLVM::LLVMDialect::getZExtAttrName();
  default:
    return "";
  }
}

/// Returns `attributes`, one dictionary for each of `types`, with the
/// extensions added, or null if all dictionaries are empty.
static ArrayAttr addExtensions(MLIRContext *context, const Triple &triple,
                               TypeRange types, ArrayAttr attributes,
                               bool isResult) {
  SmallVector<Attribute> result;
  bool isEmpty = true;
  for (auto [index, type] : llvm::enumerate(types)) {
    NamedAttrList list;
    if (attributes)
      list = cast<DictionaryAttr>(attributes[index]);
    StringRef extension = getExtension(triple, type, isResult);
    if (!extension.empty())
      list.set(extension, UnitAttr::get(context));
    isEmpty &= list.empty();
    result.push_back(list.getDictionary(context));
  }
  return isEmpty ? ArrayAttr() : ArrayAttr::get(context, result);
}

void tir::setExtensions(FunctionOpInterface function) {
  MLIRContext *context = function.getContext();
  Triple triple = getTriple(function->getParentOfType<ModuleOp>());
  if (ArrayAttr attributes =
          addExtensions(context, triple, function.getArgumentTypes(),
                        function.getArgAttrsAttr(), /*isResult=*/false))
    function.setArgAttrsAttr(attributes);
  if (ArrayAttr attributes =
          addExtensions(context, triple, function.getResultTypes(),
                        function.getResAttrsAttr(), /*isResult=*/true))
    function.setResAttrsAttr(attributes);
}

void tir::setExtensions(CallOpInterface call) {
  MLIRContext *context = call.getContext();
  Triple triple = getTriple(call->getParentOfType<ModuleOp>());
  if (ArrayAttr attributes =
          addExtensions(context, triple, call.getArgOperands().getTypes(),
                        call.getArgAttrsAttr(), /*isResult=*/false))
    call.setArgAttrsAttr(attributes);
  if (ArrayAttr attributes =
          addExtensions(context, triple, call->getResultTypes(),
                        call.getResAttrsAttr(), /*isResult=*/true))
    call.setResAttrsAttr(attributes);
}
