//===- PortableLayout.cpp - Constants in the layout of #kernel.portable
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLayout.h"
#include "PortableKernel.h"
#include "WeightRows.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
struct PortableLayout : private KernelLayout {
  PortableLayout(PrimFuncOp function, const BlockedKernel &kernel,
                 PortableScheduleAttr schedule, ArrayRef<CallTIROp> calls,
                 SymbolTable &symbols)
      : KernelLayout(function, kernel, schedule, calls, symbols),
        blocks(kernel, schedule.getPixels()),
        forms(schedule.getIntegers() ? RescaleForms::Scalar
                                     : RescaleForms::Doubles) {}

  LogicalResult run() {
    WeightRows rows(kernel, blocks.rowSize);
    if (failed(rows.pack(arguments, numCalls)))
      return failure();
    std::optional<ShortRescale> rescale = findRescale(rows.getSums(), forms);
    // From here on, operations of `kernel.epilogue` may be gone.
    rows.rewrite(arguments);
    dropZeroPoint(kernel);
    rewriteNumbers(rescale, rows.getSums());
    addScratch("sums", blocks.sums, 32);
    addScratch("pixels", blocks.numbers, 16);
    addScratch("padding", blocks.padding, 8);
    return finish();
  }

  PortableBlocks blocks;
  RescaleForms forms;
};
} // namespace

LogicalResult tir::layOutPortableKernel(FunctionOpInterface kernel,
                                        PortableScheduleAttr schedule,
                                        ArrayRef<Operation *> calls,
                                        SymbolTable &symbols) {
  return layOutConstants<PortableLayout>(matchBlockedKernel(kernel), kernel,
                                         schedule, calls, symbols);
}
