//===- NotByRows.cpp - Why calls do not run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGrouping.h"

#include "tir/Dialect/Kernel/IR/AttrNames.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Returns why a step is a group of its own, as the end of a sentence about it.
std::string RowGrouping::explainSingle(unsigned number) {
  const Step &step = steps[number];
  if (!step.rowKernel)
    return explainWhole(step);
  StringRef reason, reasonOfNext;
  bool hasNeighbor = false;
  if (number != 0 && steps[number - 1].rowKernel)
    hasNeighbor |= bool(makeGroup(number - 1, number + 1, &reason));
  if (number + 1 != steps.size() && steps[number + 1].rowKernel)
    hasNeighbor |= bool(makeGroup(number, number + 2, &reasonOfNext));
  if (hasNeighbor && choice == RowsChoice::Auto)
    return "would save the model no memory by rows, or not for the cycles that "
           "--rows=auto allows";
  if (hasNeighbor)
    return "would save the model no memory by rows";
  if (!reason.empty())
    return ("cannot run in turns with the layer before it: it " + reason).str();
  if (!reasonOfNext.empty())
    return ("cannot run in turns with the layer after it: that one " +
            reasonOfNext)
        .str();
  return "has no layer beside it that runs by rows";
}

/// Notes why it does not run by rows on a step that is a call.
void RowGrouping::noteObstacle(unsigned number) {
  Operation *op = steps[number].op;
  if (choice != RowsChoice::Off && isa<CallTIROp>(op))
    op->setAttr(kRowsAttrName,
                StringAttr::get(op->getContext(), explainSingle(number)));
}
