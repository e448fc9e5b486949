//===- InlineResources.cpp - Constants that folders and writers can see
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace tir {
#define GEN_PASS_DEF_TIRINLINERESOURCESPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns the same elements as a dense attribute, or null if the data is
/// missing or does not have the size of its type.
static DenseElementsAttr toDense(DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return {};
  ShapedType type = resource.getType();
  Type element = type.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  // MLIR does not know the size of other elements.
  if (!type.hasStaticShape() || !element.isIntOrIndexOrFloat())
    return {};
  ArrayRef<char> data = blob->getData();
  // A resource has one byte for each i1, a dense attribute one bit.
  if (type.getElementType().isInteger(1)) {
    if (static_cast<int64_t>(data.size()) != type.getNumElements())
      return {};
    SmallVector<bool> bits(data.begin(), data.end());
    return DenseElementsAttr::get(type, bits);
  }
  bool splat = false;
  if (!DenseElementsAttr::isValidRawBuffer(type, data, splat))
    return {};
  return DenseElementsAttr::getFromRawBuffer(type, data);
}

namespace {
struct InlineResourcesPass
    : public tir::impl::TIRInlineResourcesPassBase<InlineResourcesPass> {
  void runOnOperation() override {
    Operation *current = nullptr;
    bool failed = false;
    AttrTypeReplacer replacer;
    replacer.addReplacement(
        [&](DenseResourceElementsAttr resource)
            -> std::optional<std::pair<Attribute, WalkResult>> {
          DenseElementsAttr dense = toDense(resource);
          if (dense)
            return std::pair<Attribute, WalkResult>(dense, WalkResult::skip());
          current->emitError("the data of its constant '")
              << resource.getRawHandle().getKey() << "' of type "
              << resource.getType()
              << " is missing or has another size; expected as many bytes as "
                 "the type says: write the model again, without eliding "
                 "resources";
          failed = true;
          return std::pair<Attribute, WalkResult>(resource, WalkResult::skip());
        });
    getOperation()->walk([&](Operation *op) {
      current = op;
      replacer.replaceElementsIn(op);
      return failed ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (failed)
      signalPassFailure();
  }
};
} // namespace
