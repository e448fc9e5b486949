//===- ResultTensors.cpp - What kernels should compute
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultTensors.h"

#include "Elements.h"
#include <cmath>

using namespace mlir;
using namespace tir;

/// Returns whether positions may be computed of elements of this type: of
/// integers of 32 bits and more, and of booleans, which are counted. Others are
/// quantised.
static bool mayMakePosition(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return type.isIndex() ||
         (integer && (integer.getWidth() == 1 || integer.getWidth() >= 32));
}

ResultTensors::ResultTensors(ArrayRef<KernelResult> results,
                             ArrayRef<bool> isShared, bool hasPositions) {
  for (auto [result, shared] : llvm::zip_equal(results, isShared)) {
    Bytes bytes(getByteCount(result.type));
    Type type = result.type.getElementType();
    tensors.push_back({type, shared && !(hasPositions && mayMakePosition(type)),
                       bytes, bytes});
  }
}

Type ResultTensors::getElementType(unsigned number) const {
  return tensors[number].type;
}

void ResultTensors::begin(unsigned run, bool mixesNow) {
  random.seed(run);
  mixes = mixesNow;
}

void ResultTensors::record(unsigned number, char *result) {
  Tensor &tensor = tensors[number];
  std::copy_n(result, tensor.expected.size(), tensor.expected.begin());
  tensor.passed = tensor.expected;
  if (!mixes)
    widenRange(tensor);
  else if (tensor.mayMix && tensor.hasRange)
    mix(tensor);
  llvm::copy(tensor.passed, result);
}

void ResultTensors::widenRange(Tensor &tensor) {
  Elements elements(tensor.type);
  for (size_t at = 0, width = elements.getWidth();
       at + width <= tensor.expected.size(); at += width) {
    const char *element = tensor.expected.data() + at;
    double value = elements.areFloats() ? elements.readFloat(element)
                                        : double(elements.readInteger(element));
    if (!std::isfinite(value))
      continue;
    tensor.low = tensor.hasRange ? std::min(tensor.low, value) : value;
    tensor.high = tensor.hasRange ? std::max(tensor.high, value) : value;
    tensor.hasRange = true;
  }
}

void ResultTensors::mix(Tensor &tensor) {
  Elements elements(tensor.type);
  for (size_t at = 0, width = elements.getWidth();
       at + width <= tensor.passed.size(); at += width) {
    // A distribution of the library would differ from library to library.
    double share = double(random() >> 11) / double(uint64_t(1) << 53);
    double value = tensor.low + share * (tensor.high - tensor.low);
    char *element = tensor.passed.data() + at;
    if (elements.areFloats())
      elements.writeFloat(value, element);
    else
      elements.writeBits(uint64_t(std::llround(value)), element);
  }
}
