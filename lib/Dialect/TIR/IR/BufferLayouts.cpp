//===- BufferLayouts.cpp - Buffers and parts of them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/BufferLayouts.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;

/// Does what MemRefType::getStridesAndOffset does, which makes an affine map of
/// the identity each time.
static LogicalResult getStridesAndOffset(MemRefType type,
                                         SmallVectorImpl<int64_t> &strides,
                                         int64_t &offset) {
  if (!type.getLayout().isIdentity() || !type.hasStaticShape())
    return type.getStridesAndOffset(strides, offset);
  offset = 0;
  strides = computeSuffixProduct(type.getShape());
  return success();
}

std::optional<int64_t> tir::getSpan(MemRefType type) {
  if (!type.hasStaticShape())
    return std::nullopt;
  if (type.getLayout().isIdentity())
    return type.getNumElements();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  if (type.getNumElements() == 0)
    return 0;
  int64_t span = 1;
  for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides)) {
    if (extent == 1)
      continue;
    if (ShapedType::isDynamic(stride) || stride < 0)
      return std::nullopt;
    span += (extent - 1) * stride;
  }
  return span;
}

bool tir::isWholeBuffer(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.hasStaticShape() && memref.getLayout().isIdentity();
}

bool tir::isWholeCopy(memref::CopyOp copy) {
  return isWholeBuffer(copy.getSource().getType()) &&
         isWholeBuffer(copy.getTarget().getType());
}

bool tir::hasOffset(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return failed(::getStridesAndOffset(type, strides, offset)) || offset != 0;
}

bool tir::haveSameStrides(MemRefType a, MemRefType b) {
  SmallVector<int64_t> stridesA, stridesB;
  int64_t offset;
  if (a.getShape() != b.getShape() ||
      failed(::getStridesAndOffset(a, stridesA, offset)) ||
      failed(::getStridesAndOffset(b, stridesB, offset)))
    return false;
  return llvm::all_of(llvm::zip_equal(a.getShape(), stridesA, stridesB),
                      [](auto dim) {
                        auto [extent, strideA, strideB] = dim;
                        return extent == 1 || strideA == strideB;
                      });
}

MemRefType tir::getRebasedType(MemRefType type) {
  if (!getSpan(type))
    return {};
  auto identity =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  if (haveSameStrides(identity, type))
    return identity;
  auto [strides, offset] = type.getStridesAndOffset();
  // Any stride is correct for a dimension of extent 1.
  for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides))
    if (ShapedType::isDynamic(stride))
      stride = 1;
  return MemRefType::get(type.getShape(), type.getElementType(),
                         StridedLayoutAttr::get(type.getContext(), 0, strides),
                         type.getMemorySpace());
}

bool tir::isOpenBuffer(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && !memref.hasStaticShape() && memref.getLayout().isIdentity();
}

Type tir::getPointedType(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (isOpenBuffer(type))
    return MemRefType::get({1}, memref.getElementType(),
                           MemRefLayoutAttrInterface(),
                           memref.getMemorySpace());
  return memref ? getRebasedType(memref) : type;
}

static std::string describeExtent(int64_t extent) {
  return ShapedType::isDynamic(extent) ? "?" : std::to_string(extent);
}

static bool fits(int64_t passed, int64_t declared) {
  return ShapedType::isDynamic(declared) || passed == declared;
}

/// Returns what is wrong with the strides of `passed`, or "". Those that are
/// `declared` do not count where its layout is the identity: this requires a
/// buffer without gaps, whatever its extents are, as the callee computes the
/// strides from the extents.
static std::string describeStrideMisfit(MemRefType passed,
                                        ArrayRef<int64_t> strides,
                                        MemRefType declared,
                                        ArrayRef<int64_t> declaredStrides) {
  bool compact = declared.getLayout().isIdentity();
  int64_t product = 1;
  for (int64_t dim = passed.getRank() - 1; dim >= 0; --dim) {
    int64_t extent = passed.getDimSize(dim);
    // The only index into one element is 0.
    bool counts = extent != 1 && declared.getDimSize(dim) != 1;
    int64_t wanted = compact ? product : declaredStrides[dim];
    bool isOpen = ShapedType::isDynamic(wanted);
    bool good = compact ? !isOpen && strides[dim] == wanted
                        : fits(strides[dim], wanted);
    if (counts && !good)
      return "has stride " + describeExtent(strides[dim]) + " in dimension " +
             std::to_string(dim) + ", expected " +
             (isOpen ? "a buffer without gaps" : std::to_string(wanted));
    if (extent != 1)
      product = ShapedType::isDynamic(product) || ShapedType::isDynamic(extent)
                    ? ShapedType::kDynamic
                    : product * extent;
  }
  return "";
}

static std::string describeLayoutMisfit(MemRefType passed,
                                        MemRefType declared) {
  // Without an attribute, it is the space 0.
  auto print = [](Attribute attr) { return attr ? debugString(attr) : "0"; };
  if (passed.getMemorySpace() != declared.getMemorySpace())
    return "lies in memory space " + print(passed.getMemorySpace()) +
           ", expected " + print(declared.getMemorySpace());
  SmallVector<int64_t> strides, declaredStrides;
  int64_t offset, declaredOffset;
  if (failed(::getStridesAndOffset(passed, strides, offset)) ||
      failed(::getStridesAndOffset(declared, declaredStrides, declaredOffset)))
    return passed.getLayout() == declared.getLayout()
               ? ""
               : "has layout " + print(passed.getLayout()) + ", expected " +
                     print(declared.getLayout());
  if (!fits(offset, declaredOffset))
    return "has offset " + describeExtent(offset) + ", expected " +
           describeExtent(declaredOffset) +
           " (elements from the buffer's first)";
  if (declared.getLayout().isIdentity() && passed.getLayout().isIdentity())
    return "";
  return describeStrideMisfit(passed, strides, declared, declaredStrides);
}

std::string tir::describeMisfit(ShapedType passed, MemRefType declared) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (passed.getElementType() != declared.getElementType()) {
    os << "has element type " << passed.getElementType() << ", expected "
       << declared.getElementType();
    return text;
  }
  if (!passed.hasRank() || passed.getRank() != declared.getRank()) {
    os << "has rank "
       << (passed.hasRank() ? std::to_string(passed.getRank()) : "unknown")
       << ", expected " << declared.getRank();
    return text;
  }
  for (auto [dim, extents] :
       llvm::enumerate(llvm::zip(passed.getShape(), declared.getShape()))) {
    auto [extent, declaredExtent] = extents;
    if (fits(extent, declaredExtent))
      continue;
    os << "has extent " << describeExtent(extent) << " in dimension " << dim
       << ", expected " << declaredExtent;
    return text;
  }
  auto memref = dyn_cast<MemRefType>(passed);
  return memref ? describeLayoutMisfit(memref, declared) : text;
}
