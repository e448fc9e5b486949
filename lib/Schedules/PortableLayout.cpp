//===- PortableLayout.cpp - Constants in the layout of #kernel.portable
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PortableKernel.h"
#include "RescaleConstants.h"
#include "WeightRows.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class PortableLayout {
public:
  PortableLayout(PrimFuncOp function, const BlockedKernel &kernel,
                 PortableScheduleAttr schedule, ArrayRef<CallTIROp> calls,
                 SymbolTable &symbols)
      : function(function), kernel(kernel), schedule(schedule),
        blocks(kernel, schedule.getPixels()), numCalls(calls.size()),
        arguments(function, calls, symbols, kernel.weights.getArgNumber()),
        builder(function.getContext()), rows(kernel, blocks.rowSize) {}

  LogicalResult run();

private:
  void rewriteNumbers();

  PrimFuncOp function;
  const BlockedKernel &kernel;
  PortableScheduleAttr schedule;
  PortableBlocks blocks;
  unsigned numCalls;
  KernelArguments arguments;
  OpBuilder builder;

  WeightRows rows;
  std::optional<ShortRescale> rescale;
};
} // namespace

/// Lets the sums begin with the biases, which the zero points are part of, or
/// with zero if the rescale adds them.
void PortableLayout::rewriteNumbers() {
  auto numbers = RescaleConstants::add(
      builder.getContext(), rescale ? &*rescale : nullptr, rows.getSums(),
      [&](StringRef name, KernelArguments::GetConstant getValue) {
        return arguments.addConstant(name, getValue);
      });
  dropZeroPoint(kernel);
  rewriteAccumulatorInit(kernel, numbers.biases);
  if (rescale)
    rescale->rewrite(numbers.numbers);
}

LogicalResult PortableLayout::run() {
  if (failed(rows.pack(arguments, numCalls)))
    return failure();
  rescale = ShortRescale::find(
      kernel,
      [&](Value argument, unsigned call) {
        return arguments.getConstant(call, argument);
      },
      rows.getSums(),
      schedule.getIntegers() ? RescaleForms::Scalar : RescaleForms::Doubles);
  // From here on, operations of `kernel.epilogue` may be gone.
  rows.rewrite(arguments);
  rewriteNumbers();
  auto addScratch = [&](StringRef name, int64_t size, Type element) {
    if (size != 0)
      arguments.addScratch(name, MemRefType::get({size}, element));
  };
  addScratch("sums", blocks.sums, builder.getI32Type());
  addScratch("pixels", blocks.numbers, builder.getI16Type());
  addScratch("padding", blocks.padding, builder.getI8Type());
  arguments.rewrite();
  function.setScheduleAttr(cast<ScheduleAttrInterface>(Attribute(schedule)));
  return success();
}

LogicalResult tir::layOutPortableKernel(FunctionOpInterface kernel,
                                        PortableScheduleAttr schedule,
                                        ArrayRef<Operation *> calls,
                                        SymbolTable &symbols) {
  return layOutConstants<PortableLayout>(matchBlockedKernel(kernel), kernel,
                                         schedule, calls, symbols);
}
