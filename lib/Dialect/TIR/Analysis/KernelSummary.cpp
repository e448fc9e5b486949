//===- KernelSummary.cpp - What a kernel computes, in one line of text
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/KernelSummary.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "tir/ABI/ScalarTypes.h"
#include "tir/Dialect/TIR/Analysis/KernelDescription.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Returns a type as `1x8x8x1 int8`.
static std::string describeTensor(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  std::string text;
  for (int64_t extent : tensor.getShape())
    text += (text.empty() ? "" : "x") +
            (ShapedType::isDynamic(extent) ? "?" : std::to_string(extent));
  std::string element = getDTypeName(tensor.getElementType());
  return text.empty() ? element : text + " " + element;
}

/// Returns a number for each dimension as `3x3`.
template <typename GetNumber>
static std::string describeEach(ArrayRef<WindowDimension> window,
                                GetNumber getNumber) {
  return llvm::join(llvm::map_range(window,
                                    [&](const WindowDimension &dimension) {
                                      return std::to_string(
                                          getNumber(dimension));
                                    }),
                    "x");
}

/// As `describeEach`, but one number if it is the same for all dimensions.
template <typename GetNumber>
static std::string describeAll(ArrayRef<WindowDimension> window,
                               GetNumber getNumber) {
  bool isSame = llvm::all_equal(llvm::map_range(window, getNumber));
  return describeEach(isSame ? window.take_front() : window, getNumber);
}

static std::string describeWindow(ArrayRef<WindowDimension> window) {
  auto getDilation = [](const WindowDimension &dimension) {
    return dimension.dilation;
  };
  std::string text = "window " +
                     describeEach(window,
                                  [](const WindowDimension &dimension) {
                                    return dimension.size;
                                  }) +
                     ", stride " +
                     describeAll(window, [](const WindowDimension &dimension) {
                       return dimension.stride;
                     });
  if (llvm::any_of(window, [&](const WindowDimension &dimension) {
        return getDilation(dimension) != 1;
      }))
    text += ", dilation " + describeAll(window, getDilation);
  if (llvm::all_of(window, [](const WindowDimension &dimension) {
        return dimension.padLow == 0 && dimension.padHigh == 0;
      }))
    return text;
  text += ", padding";
  for (const WindowDimension &dimension : window)
    text += " " + std::to_string(dimension.padLow) + " " +
            std::to_string(dimension.padHigh);
  return text;
}

std::string tir::summarizeKernel(FunctionOpInterface kernel) {
  SmallVector<std::string> inputs, outputs;
  kernel.walk([&](bufferization::MaterializeInDestinationOp store) {
    auto words = store.getSource().getDefiningOp<WidenWordsOp>();
    outputs.push_back(words ? describeTensor(words.getElements().getType()) +
                                  " as words"
                            : describeTensor(store.getSource().getType()));
  });
  if (outputs.empty())
    return "";
  KernelDescription description(kernel);
  for (const KernelOperand &operand : description.getOperands())
    if (operand.role == OperandRole::Input)
      inputs.push_back(
          describeTensor(operand.value.getType()) +
          (operand.value.getDefiningOp<NarrowWordsOp>() ? " as words" : ""));
  std::string text;
  if (description.getKind() != KernelKind::Unknown) {
    text = stringifyKernelKind(description.getKind()).str() + ": ";
    llvm::replace(text, '_', ' ');
  }
  if (!inputs.empty())
    text += llvm::join(inputs, " and ") + " to ";
  text += llvm::join(outputs, " and ");
  if (!description.getWindow().empty())
    text += ", " + describeWindow(description.getWindow());
  return text;
}
