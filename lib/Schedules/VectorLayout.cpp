//===- VectorLayout.cpp - Constants in the layout of #kernel.vector
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RescaleConstants.h"
#include "VectorKernel.h"
#include "VectorRescale.h"
#include "WeightRows.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
class VectorLayout {
public:
  VectorLayout(PrimFuncOp function, const BlockedKernel &kernel,
               VectorScheduleAttr schedule, ArrayRef<CallTIROp> calls,
               SymbolTable &symbols)
      : function(function), kernel(kernel), schedule(schedule),
        blocks(kernel, schedule.getPixels()), numCalls(calls.size()),
        arguments(function, calls, symbols, kernel.weights.getArgNumber()) {}

  LogicalResult run();

private:
  PrimFuncOp function;
  const BlockedKernel &kernel;
  VectorScheduleAttr schedule;
  VectorBlocks blocks;
  unsigned numCalls;
  KernelArguments arguments;
};
} // namespace

LogicalResult VectorLayout::run() {
  WeightRows rows(kernel, blocks.rowSize, blocks.isByColumns());
  if (failed(rows.pack(arguments, numCalls)))
    return failure();
  // One element at a time, other schedules rescale as well or better.
  std::optional<ExactRescale> exact = ExactRescale::find(kernel);
  std::optional<ShortRescale> rescale;
  // The fewest instructions come first: single rounding needs no search.
  if (!exact || exact->isDouble)
    rescale = ShortRescale::find(
        kernel,
        [&](Value argument, unsigned call) {
          return arguments.getConstant(call, argument);
        },
        rows.getSums(), RescaleForms::Lanes);
  if (exact && rescale && rescale->getKind().bySign)
    rescale = std::nullopt;
  if (!exact && !rescale)
    return failure();
  // From here on, operations of `kernel.epilogue` may be gone.
  rows.rewrite(arguments);
  MLIRContext *context = function.getContext();
  auto numbers = RescaleConstants::add(
      context, rescale ? &*rescale : nullptr, rows.getSums(),
      [&](StringRef name, KernelArguments::GetConstant getValue) {
        return arguments.addConstant(name, getValue);
      });
  dropZeroPoint(kernel);
  rewriteAccumulatorInit(kernel, numbers.biases);
  if (rescale)
    rescale->rewrite(numbers.numbers);
  auto addScratch = [&](StringRef name, int64_t size, unsigned bits) {
    if (size != 0)
      arguments.addScratch(
          name, MemRefType::get({size}, IntegerType::get(context, bits)));
  };
  addScratch("sums", blocks.sums, 32);
  addScratch("columns", blocks.columns, 32);
  addScratch("rows", blocks.copies, 8);
  addScratch("padding", blocks.padding, 8);
  addScratch("elements", blocks.elements, 8);
  arguments.rewrite();
  function.setScheduleAttr(cast<ScheduleAttrInterface>(Attribute(schedule)));
  return success();
}

LogicalResult tir::layOutVectorKernel(FunctionOpInterface kernel,
                                      VectorScheduleAttr schedule,
                                      ArrayRef<Operation *> calls,
                                      SymbolTable &symbols) {
  return layOutConstants<VectorLayout>(matchBlockedKernel(kernel), kernel,
                                       schedule, calls, symbols);
}
