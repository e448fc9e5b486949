//===- Pools.cpp - What a pool is made of
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRCommon/Pools.h"

#include "tir/Conversion/EmitCCommon/EmitCBuilder.h"

using namespace mlir;
using namespace tir;

FailureOr<PoolStorage> tir::getPoolStorage(PoolOp pool) {
  std::optional<ElementsAttr> contents = pool.getContents();
  if (!contents) {
    if (!pool.getSize())
      return pool.emitOpError("has no size, which the plan sets; run the phase "
                              "'plan' first, or give it one");
    if (*pool.getSize() == 0)
      return pool.emitOpError("has no bytes, but C has no empty arrays; remove "
                              "it");
    return PoolStorage{IntegerType::get(pool.getContext(), 8),
                       int64_t(*pool.getSize()), nullptr};
  }
  auto dense = dyn_cast<DenseElementsAttr>(*contents);
  if (!dense)
    return pool.emitOpError("has contents that are not dense; make resources "
                            "dense first (tir-inline-resources)");
  if (!isCScalar(dense.getElementType()) || dense.getNumElements() == 0)
    return pool.emitOpError("has contents of type ")
           << dense.getType()
           << ", which no array of C99 holds; give their bytes as i8";
  return PoolStorage{dense.getElementType(), dense.getNumElements(),
                     dense.reshape(RankedTensorType::get(
                         {dense.getNumElements()}, dense.getElementType()))};
}
