//===- SealedConstants.cpp - Constants whose values no pass may use
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/SealedConstants.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kPrefix = "tir_weights";

ElementsAttr tir::sealConstant(DenseElementsAttr values) {
  ArrayRef<char> raw = values.getRawData();
  SmallVector<char> data;
  // A splat has one element.
  int64_t copies = values.isSplat() ? values.getNumElements() : 1;
  data.reserve(raw.size() * copies);
  for (int64_t i = 0; i < copies; ++i)
    data.append(raw.begin(), raw.end());
  return DenseResourceElementsAttr::get(
      values.getType(), kPrefix,
      HeapAsmResourceBlob::allocateAndCopyWithAlign(data, /*align=*/16,
                                                    /*dataIsMutable=*/false));
}

bool tir::isSealedConstant(Attribute values) {
  auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(values);
  return resource && resource.getRawHandle().getKey().starts_with(kPrefix);
}

DenseElementsAttr tir::unsealConstant(Attribute values) {
  if (!isSealedConstant(values))
    return dyn_cast_if_present<DenseElementsAttr>(values);
  auto resource = cast<DenseResourceElementsAttr>(values);
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  return blob ? DenseElementsAttr::getFromRawBuffer(resource.getType(),
                                                    blob->getData())
              : DenseElementsAttr();
}

bool tir::hasSealedConstants(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  return module &&
         llvm::any_of(module.getOps<memref::GlobalOp>(),
                      [](memref::GlobalOp global) {
                        return isSealedConstant(global.getInitialValueAttr());
                      });
}
