//===- ChannelFlow.cpp - Which channels of tensors are constant, and needed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Analysis/ChannelFlow.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Tensors with more channels are flattened images rather than channels of a
/// layer; nothing is known about them.
static constexpr int64_t kMaxChannels = 1 << 16;

/// The most channels of all tensors. Where a model has more, as with thousands
/// of tensors that one concatenation joins, large tensors count as single ones.
static constexpr int64_t kMaxAllChannels = 1 << 22;

/// The longest series of operations that is computed again for each use.
static constexpr unsigned kMaxRecomputed = 3;

ChannelFlow::ChannelFlow(Block &block)
    : block(block), maxChannels(kMaxChannels) {
  int64_t numTensors = 0, numChannels = 0;
  for (Operation &op : block)
    for (Value result : op.getResults())
      if (int64_t count = getNumChannels(result)) {
        ++numTensors;
        numChannels += count;
      }
  if (numChannels > kMaxAllChannels)
    maxChannels = kMaxAllChannels / numTensors;
}

//===----------------------------------------------------------------------===//
// Loops over channels
//===----------------------------------------------------------------------===//

ChannelUse tir::getChannelUse(AffineMap access, unsigned loop) {
  if (!access.isFunctionOfDim(loop))
    return ChannelUse::None;
  bool isElsewhere =
      llvm::any_of(access.getResults().drop_back(), [&](AffineExpr result) {
        return result.isFunctionOfDim(loop);
      });
  return !isElsewhere && getLastLoop(access) == loop ? ChannelUse::Last
                                                     : ChannelUse::Elsewhere;
}

std::optional<unsigned> tir::getLastLoop(AffineMap access) {
  if (access.getNumResults() == 0)
    return std::nullopt;
  auto last = dyn_cast<AffineDimExpr>(access.getResults().back());
  return last ? std::optional<unsigned>(last.getPosition()) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Kept channels
//===----------------------------------------------------------------------===//

bool ChannelFlow::isRecomputed(Value value, unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!op || !isa<RankedTensorType>(value.getType()))
    return false;
  if (isa<tensor::EmptyOp>(op) || matchPattern(value, m_Constant()))
    return true;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || structured.getNumReductionLoops() != 0 ||
      op->getNumResults() != 1 || structured.hasIndexSemantics() ||
      depth == kMaxRecomputed)
    return false;
  // Channels must be indexed by a loop of their own.
  AffineMap map = structured.getIndexingMapsArray().back();
  std::optional<unsigned> loop = getLastLoop(map);
  if (!loop || getChannelUse(map, *loop) != ChannelUse::Last)
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    if (getChannelUse(structured.getMatchingIndexingMap(&operand), *loop) ==
        ChannelUse::Elsewhere)
      return false;
    if (isa<RankedTensorType>(operand.get().getType())
            ? !isRecomputed(operand.get(), depth + 1)
            : !matchPattern(operand.get(), m_Constant()))
      return false;
  }
  // Its body reads nothing else.
  WalkResult result = op->walk([&](Operation *inner) {
    return inner != op &&
                   llvm::any_of(
                       inner->getOperands(),
                       [&](Value used) {
                         return !op->isAncestor(
                                    used.getParentRegion()->getParentOp()) &&
                                !matchPattern(used, m_Constant());
                       })
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

std::optional<ChannelFlow::ChannelId>
ChannelFlow::getId(Value value, int64_t channel) const {
  const auto *found = firstIds.find(value);
  if (found == firstIds.end())
    return std::nullopt;
  return found->second + static_cast<ChannelId>(channel);
}

ChannelFlow::ChannelId ChannelFlow::findLeader(ChannelId id) {
  while (leaders[id] != id)
    id = leaders[id] = leaders[leaders[id]];
  return id;
}

void ChannelFlow::number(Value value) {
  int64_t numChannels = getNumChannels(value);
  if (numChannels == 0 || isRecomputed(value))
    return;
  firstIds.insert({value, owners.size()});
  for (int64_t i = 0; i < numChannels; ++i) {
    leaders.push_back(leaders.size());
    owners.push_back(value);
  }
}

void ChannelFlow::tie(Value lhs, int64_t lhsChannel, Value rhs,
                      int64_t rhsChannel) {
  std::optional<ChannelId> left = getId(lhs, lhsChannel);
  std::optional<ChannelId> right = getId(rhs, rhsChannel);
  // A tensor of another block stays whole.
  if (!left && !isRecomputed(lhs) && right)
    return keep(rhs, rhsChannel);
  if (!right && !isRecomputed(rhs) && left)
    return keep(lhs, lhsChannel);
  if (!left || !right)
    return;
  ChannelId from = findLeader(*left), to = findLeader(*right);
  if (from == to)
    return;
  leaders[std::max(from, to)] = std::min(from, to);
  if (kept[from] != kept[to])
    kept[std::min(from, to)] = true;
}

void ChannelFlow::tieAll(Value lhs, Value rhs) {
  for (int64_t i = 0, e = getNumChannels(lhs); i < e; ++i)
    tie(lhs, i, rhs, i);
}

void ChannelFlow::keepLeader(ChannelId leader) {
  if (kept[leader])
    return;
  kept[leader] = true;
  pending.push_back(leader);
}

void ChannelFlow::keep(Value value, int64_t channel) {
  if (std::optional<ChannelId> id = getId(value, channel))
    keepLeader(findLeader(*id));
}

void ChannelFlow::keepAll(ValueRange values) {
  for (Value value : values)
    for (int64_t i = 0, e = getNumChannels(value); i < e; ++i)
      keep(value, i);
}

bool ChannelFlow::isKept(Value value, int64_t channel) const {
  std::optional<ChannelId> id = getId(value, channel);
  return !id || kept[*id];
}

bool ChannelFlow::isShrunk(Value value) const {
  for (int64_t i = 0, e = getNumChannels(value); i < e; ++i)
    if (!isKept(value, i))
      return true;
  return false;
}

SmallVector<int64_t> ChannelFlow::getKept(Value value) const {
  SmallVector<int64_t> channels;
  for (int64_t i = 0, e = getNumChannels(value); i < e; ++i)
    if (isKept(value, i))
      channels.push_back(i);
  return channels;
}

/// Asks what the classes that are kept need, until they need nothing more.
void ChannelFlow::propagate() {
  while (!pending.empty()) {
    llvm::MapVector<OpResult, SmallVector<int64_t>> channels;
    for (ChannelId leader : std::exchange(pending, {}))
      for (ChannelId id : members[leader])
        if (auto result = dyn_cast<OpResult>(owners[id]))
          channels[result].push_back(id - firstIds.find(result)->second);
    for (const auto &[result, ofResult] : channels)
      if (auto flow = dyn_cast<ChannelOpInterface>(result.getOwner()))
        flow.keepOperandChannels(*this, result.getResultNumber(), ofResult);
  }
}

/// Keeps more channels than are needed where that is better: at least one,
/// since a tensor without elements is not an operand of any operation, and
/// whole groups. Returns whether there was a change.
bool ChannelFlow::keepMore() {
  bool isChanged = false;
  auto keepGroups = [&](Value value, int64_t factor) {
    const auto *first = firstIds.find(value);
    if (first == firstIds.end())
      return;
    int64_t numKept = 0;
    SmallVector<int64_t> others;
    for (int64_t i = 0, e = getNumChannels(value); i < e; ++i)
      if (kept[findLeader(first->second + i)])
        ++numKept;
      else
        others.push_back(i);
    int64_t wanted = llvm::alignTo(std::max<int64_t>(numKept, 1), factor);
    for (int64_t channel : others) {
      if (numKept++ >= wanted)
        break;
      keep(value, channel);
      isChanged = true;
    }
  };
  for (const auto &[value, first] : firstIds)
    keepGroups(value, 1);
  for (auto [value, factor] : alignments)
    keepGroups(value, factor);
  return isChanged;
}

/// Ties the channels of an operation to each other, or keeps all of them if
/// nothing is known of it.
void ChannelFlow::tieOrKeep(Operation &op) {
  auto flow = dyn_cast<ChannelOpInterface>(op);
  if (flow && !llvm::all_of(op.getResults(),
                            [](Value result) { return isRecomputed(result); }))
    flow.tieChannels(*this);
  // What regions use stays whole.
  op.walk([&](Operation *inner) {
    if (!flow || inner != &op)
      keepAll(inner->getOperands());
  });
  if (!flow)
    keepAll(op.getResults());
}

/// Finds the members of all classes, and keeps a class if one of them is kept:
/// classes have been joined after some of their channels were kept.
void ChannelFlow::collectMembers() {
  members.resize(owners.size());
  pending.clear();
  std::vector<bool> isLeaderKept(owners.size(), false);
  for (ChannelId id = 0; id < owners.size(); ++id) {
    ChannelId leader = findLeader(id);
    members[leader].push_back(id);
    if (kept[id])
      isLeaderKept[leader] = true;
  }
  kept.assign(owners.size(), false);
  for (ChannelId id = 0; id < owners.size(); ++id)
    if (isLeaderKept[id])
      keepLeader(id);
}

void ChannelFlow::findKept(ArrayRef<Value> stored) {
  for (Value argument : block.getArguments())
    number(argument);
  for (Operation &op : block)
    for (Value result : op.getResults())
      number(result);
  kept.assign(owners.size(), false);

  for (Operation &op : block)
    tieOrKeep(op);
  keepAll(block.getArguments());
  for (Value value : stored)
    for (int64_t i = 0, e = getNumChannels(value); i < e; ++i)
      if (!getRanges(value)[i].isConstant())
        keep(value, i);

  collectMembers();
  do
    propagate();
  while (keepMore());
  for (ChannelId id = 0; id < owners.size(); ++id)
    kept[id] = kept[findLeader(id)];
}
