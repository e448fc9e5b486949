//===- StructuredChannels.cpp - Channels of structured operations
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChannelOpInterfaceImpl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"
#include "tir/Dialect/TIR/Transforms/Kernels/Lowering/KernelOpInterfaceImpl.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

std::optional<unsigned> tir::getChannelLoop(linalg::LinalgOp op) {
  std::optional<unsigned> loop;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    std::optional<unsigned> last = getLastLoop(map);
    if (!last || (loop && *loop != *last) ||
        getChannelUse(map, *last) != ChannelUse::Last)
      return std::nullopt;
    loop = last;
  }
  if (!loop ||
      op.getIteratorTypesArray()[*loop] != utils::IteratorType::parallel)
    return std::nullopt;
  return loop;
}

/// Returns the loop over channels if channels can be left out: each operand is
/// indexed by that loop in its last dimension or not at all, and the body does
/// not depend on the number of the channel.
static std::optional<unsigned> getSelectableLoop(linalg::LinalgOp op,
                                                 const ChannelFlow &flow) {
  std::optional<unsigned> loop = getChannelLoop(op);
  if (!loop || !op.hasPureTensorSemantics())
    return std::nullopt;
  for (OpOperand &operand : op->getOpOperands())
    if (getChannelUse(op.getMatchingIndexingMap(&operand), *loop) ==
            ChannelUse::Elsewhere ||
        flow.getChannelRank(operand.get()) != 1)
      return std::nullopt;
  bool readsChannel = op->walk([&](linalg::IndexOp index) {
                          return index.getDim() == *loop
                                     ? WalkResult::interrupt()
                                     : WalkResult::advance();
                        }).wasInterrupted();
  return readsChannel ? std::nullopt : loop;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// Returns the range of `count` numbers combined with an initial one.
static ChannelRange combine(Operation *combiner, ChannelRange initial,
                            ChannelRange number, int64_t count) {
  ChannelRange full = ChannelRange::getFull(combiner->getResult(0).getType());
  if (isa<arith::MaxSIOp>(combiner))
    return {std::max(initial.low, number.low),
            std::max(initial.high, number.high)};
  if (isa<arith::MinSIOp>(combiner))
    return {std::min(initial.low, number.low),
            std::min(initial.high, number.high)};
  if (!isa<arith::AddIOp>(combiner))
    return full;
  __int128 low = initial.low + __int128(count) * number.low;
  __int128 high = initial.high + __int128(count) * number.high;
  if (low < full.low || high > full.high)
    return full;
  return {int64_t(low), int64_t(high)};
}

namespace {
/// The ranges of one operation's results.
class StructuredRanges {
public:
  StructuredRanges(linalg::LinalgOp op, ChannelFlow &flow, unsigned loop)
      : op(op), flow(flow) {
    for (OpOperand &operand : op->getOpOperands()) {
      bool isIndexed = flow.getNumChannels(operand.get()) != 0 &&
                       flow.getChannelRank(operand.get()) == 1 &&
                       getChannelUse(op.getMatchingIndexingMap(&operand),
                                     loop) == ChannelUse::Last;
      perChannel.push_back(isIndexed ? flow.getRanges(operand.get())
                                     : ChannelRanges());
      whole.push_back(isIndexed ? ChannelRange()
                                : flow.getRange(operand.get()));
    }
    if (op.getNumReductionLoops() != 0)
      description = describeStructuredOp(op);
  }

  void infer() {
    int64_t numChannels = flow.getNumChannels(op->getResult(0));
    std::vector<ChannelRanges> results(op->getNumResults());
    SmallVector<ChannelRange> arguments, channel;
    for (int64_t i = 0; i < numChannels; ++i) {
      // Most channels of an input are alike.
      SmallVector<ChannelRange> next = getArguments(i);
      if (i == 0 || next != arguments)
        channel = inferChannel(next);
      arguments = std::move(next);
      for (auto [result, range] : llvm::enumerate(channel))
        results[result].push_back(range);
    }
    for (auto [result, ranges] : llvm::zip_equal(op->getResults(), results))
      flow.setRanges(result, std::move(ranges));
  }

private:
  SmallVector<ChannelRange> getArguments(int64_t channel) const {
    SmallVector<ChannelRange> arguments;
    for (auto [ranges, range] : llvm::zip_equal(perChannel, whole))
      arguments.push_back(ranges.empty() ? range : ranges[channel]);
    return arguments;
  }

  SmallVector<ChannelRange> inferChannel(ArrayRef<ChannelRange> arguments) {
    DenseMap<Value, ChannelRange> body =
        inferBodyRanges(*op.getBlock(), arguments);
    SmallVector<ChannelRange> results;
    for (OpOperand &yielded : op.getBlock()->getTerminator()->getOpOperands()) {
      if (op.getNumReductionLoops() == 0)
        results.push_back(body.lookup(yielded.get()));
      else
        results.push_back(inferReduction(yielded, body, arguments));
    }
    return results;
  }

  /// Returns the range of an accumulator after all iterations.
  ChannelRange inferReduction(OpOperand &yielded,
                              const DenseMap<Value, ChannelRange> &body,
                              ArrayRef<ChannelRange> arguments) {
    ChannelRange full = ChannelRange::getFull(yielded.get().getType());
    if (description.factors.size() != 1)
      return full;
    Operation *combiner = yielded.get().getDefiningOp();
    BlockArgument accumulator =
        op.getRegionOutputArgs()[yielded.getOperandNumber()];
    Value added = combiner->getOperand(combiner->getOperand(0) == accumulator);
    int64_t count = 1;
    for (auto [kind, extent] :
         llvm::zip_equal(op.getIteratorTypesArray(), op.getStaticLoopRanges()))
      if (kind == utils::IteratorType::reduction)
        count *= extent;
    return combine(combiner, arguments[accumulator.getArgNumber()],
                   body.lookup(added), count);
  }

  linalg::LinalgOp op;
  ChannelFlow &flow;
  /// For each operand, the ranges of its channels if the loop indexes them,
  /// otherwise the range of all elements.
  std::vector<ChannelRanges> perChannel;
  SmallVector<ChannelRange> whole;
  StructuredOpDescription description;
};
} // namespace

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

namespace {
struct Structured : ChannelOpInterface::FallbackModel<Structured> {
  void inferChannelRanges(Operation *op, ChannelFlow &flow) const {
    auto structured = cast<linalg::LinalgOp>(op);
    if (auto products = ChannelProducts::match(structured))
      return products->inferRanges(flow);
    std::optional<unsigned> loop = getChannelLoop(structured);
    auto isInteger = [](Type type) {
      return getElementTypeOrSelf(type).isIntOrIndex();
    };
    if (!loop || !structured.hasPureTensorSemantics() ||
        flow.getNumChannels(op->getResult(0)) == 0 ||
        llvm::none_of(op->getResultTypes(), isInteger))
      return;
    StructuredRanges(structured, flow, *loop).infer();
  }

  void tieChannels(Operation *op, ChannelFlow &flow) const {
    auto structured = cast<linalg::LinalgOp>(op);
    if (auto products = ChannelProducts::match(structured))
      return products->tie(flow);
    std::optional<unsigned> loop = getSelectableLoop(structured, flow);
    if (!loop)
      return keepWhole(op, flow);
    Value first = op->getResult(0);
    for (Value result : op->getResults().drop_front())
      flow.tieAll(first, result);
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap access = structured.getMatchingIndexingMap(&operand);
      if (getChannelUse(access, *loop) == ChannelUse::Last)
        flow.tieAll(first, operand.get());
      else
        flow.keepAll(operand.get());
    }
  }

  void keepOperandChannels(Operation *op, ChannelFlow &flow, unsigned,
                           ArrayRef<int64_t> channels) const {
    if (auto products = ChannelProducts::match(cast<linalg::LinalgOp>(op)))
      products->keepOperands(flow, channels);
  }

  void selectChannels(Operation *op, ChannelFlow &flow) const {
    auto structured = cast<linalg::LinalgOp>(op);
    if (auto products = ChannelProducts::match(structured))
      return products->select(flow);
    unsigned loop = *getSelectableLoop(structured, flow);
    OpBuilder builder(op);
    SmallVector<int64_t> channels = flow.getKept(op->getResult(0));
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap access = structured.getMatchingIndexingMap(&operand);
      if (getChannelUse(access, loop) == ChannelUse::Last &&
          ChannelFlow::isRecomputed(operand.get()))
        operand.set(ChannelFlow::select(builder, operand.get(), channels));
    }
  }
};
} // namespace

void tir::attachStructuredChannels(MLIRContext &context) {
  for (RegisteredOperationName name : getStructuredOps(context))
    name.attachInterface<Structured>();
}
