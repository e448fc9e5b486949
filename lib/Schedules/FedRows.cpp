//===- FedRows.cpp - Inputs that the application hands over by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGrouping.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Rows/RowKernels.h"

using namespace mlir;
using namespace tir;
using bufferization::MaterializeInDestinationOp;

/// Returns whether these steps read a part of an input that comes by rows in
/// another way.
bool RowGrouping::isImpossible(RowCut cut) {
  return readsFed(cut.first, cut.end) &&
         getCost(cut.first, cut.end)->bytes >= kImpossible;
}

/// Begins the error that the application cannot hand over the input by rows.
InFlightDiagnostic RowGrouping::refuseFed(Location loc) {
  InFlightDiagnostic diag = emitError(loc);
  diag << "the application cannot hand over ";
  auto main = cast<PrimFuncOp>(block.getParentOp());
  for (BlockArgument argument : block.getArguments())
    if (auto name = main.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                      kNameAttrName);
        name && isFedInput(argument))
      diag << "the input " << name;
  diag << " by rows (--feed-rows), since ";
  return diag;
}

/// Reports an error if nothing computes from the input, or if it is an output
/// as well.
LogicalResult RowGrouping::verifyFedUses() {
  for (auto store : block.getOps<MaterializeInDestinationOp>())
    if (isFed(store.getSource()))
      return refuseFed(store.getLoc())
             << "it is an output of the model, too; pass that input as a "
                "whole";
  if (endOfFed != 0)
    return success();
  return refuseFed(block.getParentOp()->getLoc())
         << "no layer reads it; name another input";
}

/// Returns why a step does not run by rows at all, as the end of a sentence
/// about it.
std::string RowGrouping::explainWhole(const Step &step) const {
  auto call = dyn_cast<CallTIROp>(step.op);
  if (!call || !step.kernel)
    return "is a call of the application's code or a part of the control "
           "flow, which gets whole tensors";
  KernelAttr known = getKernelAttr(step.kernel);
  if (!known || !known.getRowKernel())
    return explainNoRows(step.kernel);
  return "reads or writes a tensor whose memory it shares with others, such as "
         "a variable";
}

/// Finds the step that does not let the application hand over the input by
/// rows, and says why.
std::pair<unsigned, std::string> RowGrouping::findObstacle() {
  for (unsigned step = firstFed; step < endOfFed; ++step)
    if (!steps[step].rowKernel)
      return {step, explainWhole(steps[step])};
  StringRef reason;
  for (unsigned end = firstFed + 1; end <= endOfFed; ++end)
    if (!makeGroup(firstFed, end, &reason))
      return {end - 1, (end == firstFed + 1
                            ? ""
                            : "cannot run in turns with the layers before it: "
                              "it ") +
                           reason.str()};
  return {endOfFed - 1, "reads it after more than " +
                            std::to_string(kMaxLength) + " other layers"};
}

/// Reports an error if these steps need more of the input than its rows.
LogicalResult RowGrouping::verifyFed(RowCut cut) {
  if (!isImpossible(cut))
    return success();
  auto [number, reason] = findObstacle();
  InFlightDiagnostic diag = refuseFed(steps[number].op->getLoc());
  diag << "this layer needs the whole input: it " << reason
       << "; pass that input as a whole";
  diag.attachNote(steps[firstFed].op->getLoc())
      << "the first layer that reads the input is this one";
  return diag;
}
