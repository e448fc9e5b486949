//===- NPUDialect.cpp - The dialect and what its operations demand
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "npu/NPU.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace npu;

#include "npu/NPUDialect.cpp.inc"

#define GET_OP_CLASSES
#include "npu/NPUOps.cpp.inc"

void NPUDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "npu/NPUOps.cpp.inc"
      >();
}

LogicalResult Conv2DOp::verify() {
  auto shapeOf = [](Value value) { return cast<ShapedType>(value.getType()).getShape(); };
  ArrayRef<int64_t> image = shapeOf(getImage()), weights = shapeOf(getWeights()),
                    result = shapeOf(getResult());
  if (image.size() != 4 || weights.size() != 4 || image[0] != 1)
    return emitOpError("takes an image of 1xHxWxC and weights of OxKHxKWxC, "
                       "but got ")
           << getImage().getType() << " and " << getWeights().getType();
  if (image[3] != weights[3])
    return emitOpError("has weights for ")
           << weights[3] << " channels, but the image has " << image[3];
  SmallVector<int64_t> expected = {1, image[1] - weights[1] + 1, image[2] - weights[2] + 1,
                                   weights[0]};
  if (result != ArrayRef(expected))
    return emitOpError("gives a ")
           << RankedTensorType::get(expected, Builder(getContext()).getI8Type())
           << ", but its result is " << getResult().getType();
  return success();
}
