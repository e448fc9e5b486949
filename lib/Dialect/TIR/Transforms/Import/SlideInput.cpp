//===- SlideInput.cpp - Windows that overlap
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Slide/SlideBuilder.h"
#include "Slide/SplitMeans.h"
#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "tir/Dialect/TIR/Transforms/Import/TensorOptions.h"
#include "llvm/Support/FormatVariadic.h"

namespace tir {
#define GEN_PASS_DEF_TIRSLIDEINPUTPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns the outermost dimension that is not 1.
static std::optional<unsigned> findAxis(RankedTensorType type) {
  for (auto [axis, size] : llvm::enumerate(type.getShape()))
    if (size != 1)
      return axis;
  return std::nullopt;
}

/// Says what share of a whole window's work is done, if there is any.
static std::string percent(int64_t part, int64_t all) {
  return llvm::formatv("{0:f1} %", all == 0 ? 0.0 : 100.0 * part / all);
}

/// Says what a call costs.
static void report(func::FuncOp entry, slide::Plan &plan) {
  const slide::Cost &cost = plan.getCost();
  slide::Cost whole = plan.getWholeCost(), fresh = plan.getNewCost();
  int64_t calls = llvm::divideCeil(plan.getWindow(), plan.getHop());
  InFlightDiagnostic diag = entry.emitRemark();
  diag << "a call of " << plan.getHop() << " of " << plan.getWindow()
       << " rows takes " << cost.multiplications << " multiplications, "
       << percent(cost.multiplications, whole.multiplications) << " of "
       << whole.multiplications << " of a whole window, and keeps "
       << cost.bytes << " bytes; results belong to a whole window after "
       << calls << " calls";
  for (slide::Node &node : plan.getNodes()) {
    if (!node.op || !node.slides || node.multiplications == 0)
      continue;
    int64_t rows = node.computed.size();
    if (node.hop == 0)
      diag.attachNote(node.op->getLoc())
          << "computes all " << rows << " rows that are needed: its rows are "
          << node.track.stride
          << " rows of the input apart, or all depend on padding or on "
             "something else than the input";
    else if (rows > node.hop)
      diag.attachNote(node.op->getLoc())
          << "computes " << rows << " rows, " << node.hop
          << " of them new; the others depend on padding, or are not kept";
  }
  if (cost.multiplications > fresh.multiplications)
    diag.attachNote(entry.getLoc())
        << "a network without padding along the window and with strides that "
           "divide "
        << plan.getHop() << " would take " << fresh.multiplications
        << " multiplications, "
        << percent(fresh.multiplications, whole.multiplications);
}

namespace {
struct SlideInputPass
    : public tir::impl::TIRSlideInputPassBase<SlideInputPass> {
  using TIRSlideInputPassBase::TIRSlideInputPassBase;

  void runOnOperation() override {
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (function.isPublic() && !function.isExternal() &&
          failed(slideInput(function)))
        return signalPassFailure();
  }

  LogicalResult slideInput(func::FuncOp entry) {
    llvm::Expected<SlidingInput> given = parseSlidingInput(slide);
    if (!given)
      return entry.emitError() << llvm::toString(given.takeError());
    std::string option = "--slide=" + slide;
    FailureOr<unsigned> index = findInput(entry, option, given->key, rename);
    if (failed(index))
      return failure();
    auto type = dyn_cast<RankedTensorType>(entry.getArgument(*index).getType());
    auto refuse = [&]() {
      return entry.emitError()
             << option << ": input " << *index << " ('"
             << getInputName(entry, *index) << "') is of type "
             << entry.getArgument(*index).getType() << "; expected ";
    };
    if (!type || !type.hasStaticShape())
      return refuse() << "a static shape: give --input-shape";
    std::optional<unsigned> axis = findAxis(type);
    if (!axis)
      return refuse() << "a dimension of more than one row";
    if (given->rows > type.getDimSize(*axis))
      return refuse() << "1 to " << type.getDimSize(*axis)
                      << " rows, the outermost dimension that is not 1";
    slide::splitMeans(entry);
    slide::Plan plan(entry, entry.getArgument(*index), *axis, given->rows);
    plan.choose(state);
    if (state != 0 && plan.getCost().bytes > int64_t(state))
      return entry.emitError()
             << option << ": keeps at least " << plan.getCost().bytes
             << " bytes from call to call; --slide-state=" << uint64_t(state)
             << " allows fewer";
    report(entry, plan);
    setRows(entry, *index, *axis, given->rows);
    slide::buildCalls(entry, entry.getArgument(*index), plan);
    return success();
  }

  static void setRows(func::FuncOp entry, unsigned index, unsigned axis,
                      int64_t rows) {
    BlockArgument input = entry.getArgument(index);
    auto type = cast<RankedTensorType>(input.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[axis] = rows;
    input.setType(type.clone(shape));
    entry.setFunctionType(FunctionType::get(entry.getContext(),
                                            entry.getBody().getArgumentTypes(),
                                            entry.getResultTypes()));
  }
};
} // namespace
