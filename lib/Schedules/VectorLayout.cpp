//===- VectorLayout.cpp - Constants in the layout of #kernel.vector
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLayout.h"
#include "VectorKernel.h"
#include "VectorRescale.h"
#include "WeightRows.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
struct VectorLayout : private KernelLayout {
  VectorLayout(PrimFuncOp function, const BlockedKernel &kernel,
               VectorScheduleAttr schedule, ArrayRef<CallTIROp> calls,
               SymbolTable &symbols)
      : KernelLayout(function, kernel, schedule, calls, symbols),
        blocks(kernel, schedule.getPixels()) {}

  LogicalResult run() {
    WeightRows rows(kernel, blocks.rowSize, blocks.isByColumns());
    if (failed(rows.pack(arguments, numCalls)))
      return failure();
    // One element at a time, other schedules rescale as well or better.
    std::optional<ExactRescale> exact = ExactRescale::find(kernel);
    std::optional<ShortRescale> rescale;
    // The fewest instructions come first: single rounding needs no search.
    if (!exact || exact->isDouble)
      rescale = findRescale(rows.getSums(), RescaleForms::UniformOrLanes);
    if (exact && rescale && rescale->getKind().bySign)
      rescale = std::nullopt;
    if (!exact && !rescale)
      return failure();
    // From here on, operations of `kernel.epilogue` may be gone.
    rows.rewrite(arguments);
    dropZeroPoint(kernel);
    rewriteNumbers(rescale, rows.getSums());
    addScratch("sums", blocks.sums, 32);
    addScratch("columns", blocks.columns, 32);
    addScratch("rows", blocks.copies, 8);
    addScratch("padding", blocks.padding, 8);
    addScratch("elements", blocks.elements, 8);
    return finish();
  }

  VectorBlocks blocks;
};
} // namespace

LogicalResult tir::layOutVectorKernel(FunctionOpInterface kernel,
                                      VectorScheduleAttr schedule,
                                      ArrayRef<Operation *> calls,
                                      SymbolTable &symbols) {
  return layOutConstants<VectorLayout>(matchBlockedKernel(kernel), kernel,
                                       schedule, calls, symbols);
}
