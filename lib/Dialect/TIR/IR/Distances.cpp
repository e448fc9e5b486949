//===- Distances.cpp - How close to its input a kernel may write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/Distances.h"

#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

SmallVector<ArgDistance> tir::getDistances(PrimFuncOp function,
                                           unsigned index) {
  SmallVector<ArgDistance> distances;
  DenseI64ArrayAttr numbers = getPort(function, index).distances;
  for (int64_t i = 0, e = numbers ? numbers.size() / 2 : 0; i < e; ++i)
    distances.push_back({unsigned(numbers[2 * i]), numbers[2 * i + 1]});
  return distances;
}

std::optional<int64_t> tir::getDistance(PrimFuncOp function, unsigned output,
                                        unsigned input) {
  for (ArgDistance distance : getDistances(function, output))
    if (distance.argument == input)
      return distance.bytes;
  return std::nullopt;
}

void tir::setDistances(PrimFuncOp function, unsigned index,
                       ArrayRef<ArgDistance> distances) {
  SmallVector<int64_t> numbers;
  for (ArgDistance distance : distances)
    numbers.append({distance.argument, distance.bytes});
  updatePort(function, index, [&](PortParts &port) {
    port.distances =
        numbers.empty()
            ? DenseI64ArrayAttr()
            : DenseI64ArrayAttr::get(function.getContext(), numbers);
  });
}

bool tir::isAlone(PrimFuncOp function, unsigned index) {
  return getPort(function, index).isNoAlias.value_or(isKernel(function));
}

/// Returns what is wrong with the distances of argument `index`, as the end of
/// a sentence, or an empty string if they are valid.
static StringRef findFault(PrimFuncOp function, unsigned index,
                           DenseI64ArrayAttr numbers) {
  if (!isWholeBuffer(function.getArgumentTypes()[index]) ||
      function.getEffect(index) != Effect::Write)
    return "applies to a memref of static shape and identity layout that is "
           "declared #tir.effect<write>";
  if (numbers.empty() || numbers.size() % 2)
    return "consists of pairs of an argument and a number of bytes";
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t i = 0; i < numbers.size(); i += 2) {
    int64_t input = numbers[i];
    if (input < 0 || input >= int64_t(function.getNumArguments()) ||
        !isWholeBuffer(function.getArgumentTypes()[input]) ||
        function.getEffect(input) != Effect::Read)
      return "names memrefs of static shape and identity layout that are "
             "declared #tir.effect<read>";
    if (!seen.insert(input).second)
      return "names each argument once";
  }
  return "";
}

LogicalResult tir::verifyDistances(PrimFuncOp function) {
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    DenseI64ArrayAttr numbers = getPort(function, i).distances;
    StringRef fault = numbers ? findFault(function, i, numbers) : "";
    if (!fault.empty())
      return function.emitOpError("argument #")
             << i << ": 'distances' in '" << kPortAttrName << "' " << fault
             << ", but here it is " << numbers << " on "
             << function.getArgumentTypes()[i];
  }
  return success();
}
