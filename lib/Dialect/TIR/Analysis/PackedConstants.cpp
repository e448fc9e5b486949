//===- PackedConstants.cpp - Constants whose numbers share bytes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/PackedConstants.h"

#include "tir/Dialect/TIR/IR/ModelAttrs.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

/// What unpacking takes in code is more than fewer numbers save.
static constexpr int64_t kLeastElements = 32;

std::optional<PackedForm> tir::findPackedForm(memref::GlobalOp global) {
  auto module = global->getParentOfType<ModuleOp>();
  if (!module || !getModelParts(module).packsConstants || !global.isPrivate() ||
      !global.getConstant())
    return std::nullopt;
  auto elements =
      dyn_cast_if_present<DenseElementsAttr>(global.getInitialValueAttr());
  MemRefType type = global.getType();
  if (!elements || elements.isSplat() || !type.getElementType().isInteger(8) ||
      !type.getLayout().isIdentity() || type.getNumElements() < kLeastElements)
    return std::nullopt;
  int64_t least = INT8_MAX, most = INT8_MIN;
  for (int8_t number : elements.getValues<int8_t>()) {
    least = std::min<int64_t>(least, number);
    most = std::max<int64_t>(most, number);
  }
  for (unsigned bits : {2u, 4u}) {
    if (least >= 0 && most < (1 << bits))
      return PackedForm{bits, /*isSigned=*/false};
    if (llvm::isIntN(bits, least) && llvm::isIntN(bits, most))
      return PackedForm{bits, /*isSigned=*/true};
  }
  return std::nullopt;
}

DenseElementsAttr tir::packElements(DenseElementsAttr elements,
                                    PackedForm form) {
  int64_t count = elements.getNumElements(), perByte = form.getPerByte();
  SmallVector<int8_t> bytes(llvm::divideCeil(count, perByte), 0);
  for (auto [i, number] : llvm::enumerate(elements.getValues<int8_t>())) {
    unsigned field = static_cast<uint8_t>(number) & ((1u << form.bits) - 1);
    bytes[i / perByte] =
        static_cast<int8_t>(static_cast<uint8_t>(bytes[i / perByte]) |
                            field << (form.bits * (i % perByte)));
  }
  auto type = RankedTensorType::get({static_cast<int64_t>(bytes.size())},
                                    elements.getElementType());
  return DenseElementsAttr::get(type, ArrayRef<int8_t>(bytes));
}
