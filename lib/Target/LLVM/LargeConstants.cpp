//===- LargeConstants.cpp - Constants that LLVM does not see
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LargeConstants.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Object/ObjectFile.h"

using namespace mlir;
using namespace tir;
using llvm::Error;

/// Smaller constants cost nothing, and LLVM may use their numbers.
static constexpr size_t kLarge = 1 << 16;

/// Returns the number of elements of an array, and of the arrays in it.
static uint64_t countElements(Type type) {
  uint64_t count = 1;
  while (auto array = dyn_cast<LLVM::LLVMArrayType>(type)) {
    count *= array.getNumElements();
    type = array.getElementType();
  }
  return type.isIntOrFloat() ? count : 0;
}

/// Returns the numbers of a constant if its memory in the object is the same as
/// in the attribute, or null.
static DenseElementsAttr getLargeNumbers(LLVM::GlobalOp global) {
  auto numbers =
      dyn_cast_if_present<DenseElementsAttr>(global.getValueOrNull());
  if (!numbers || !global.getConstant() || numbers.isSplat() ||
      global.getLinkage() != LLVM::Linkage::Internal)
    return nullptr;
  Type type = numbers.getElementType();
  size_t size = numbers.getRawData().size();
  bool hasWholeBytes =
      type.isIntOrFloat() &&
      llvm::is_contained({8u, 16u, 32u, 64u}, type.getIntOrFloatBitWidth());
  if (!hasWholeBytes || size < kLarge ||
      countElements(global.getGlobalType()) * type.getIntOrFloatBitWidth() !=
          8 * size)
    return nullptr;
  return numbers;
}

void LargeConstants::takeFrom(ModuleOp module) {
  MLIRContext *context = module.getContext();
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    DenseElementsAttr numbers = getLargeNumbers(global);
    if (!numbers)
      continue;
    constants[global.getSymName()] = numbers;
    bytes += numbers.getRawData().size();
    global.setValueAttr(LLVM::ZeroAttr::get(context));
    // Otherwise LLVM would compute with the zeros.
    global.setExternallyInitializedAttr(UnitAttr::get(context));
  }
}

Error LargeConstants::copyInto(llvm::MutableArrayRef<char> object) const {
  if (constants.empty())
    return Error::success();
  auto file = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef(StringRef(object.data(), object.size()), "object"));
  if (!file)
    return file.takeError();
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
    auto name = symbol.getName();
    if (!name)
      return name.takeError();
    auto found = constants.find(*name);
    if (found == constants.end())
      continue;
    auto section = symbol.getSection();
    if (!section)
      return section.takeError();
    auto contents = (*section)->getContents();
    if (!contents)
      return contents.takeError();
    auto offset = symbol.getValue();
    if (!offset)
      return offset.takeError();
    ArrayRef<char> numbers = found->second.getRawData();
    if (*offset > contents->size() ||
        contents->size() - *offset < numbers.size())
      return llvm::createStringError("its section has no room for '" + *name +
                                     "'");
    size_t start = contents->data() - object.data() + *offset;
    llvm::copy(numbers, object.begin() + start);
  }
  return Error::success();
}
