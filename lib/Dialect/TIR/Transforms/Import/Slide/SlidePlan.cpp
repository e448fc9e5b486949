//===- SlidePlan.cpp - Which rows each call keeps and computes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlidePlan.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace tir::slide;

/// The first row that is kept of a tensor of which none is.
static constexpr int64_t kNone = std::numeric_limits<int64_t>::max();

//===----------------------------------------------------------------------===//
// Sets of rows
//===----------------------------------------------------------------------===//

void RowSet::add(Rows rows) {
  if (rows.empty())
    return;
  SmallVector<Rows, 4> others;
  for (Rows range : ranges) {
    if (range.end < rows.begin || range.begin > rows.end)
      others.push_back(range);
    else
      rows = {std::min(rows.begin, range.begin), std::max(rows.end, range.end)};
  }
  auto *place = llvm::find_if(
      others, [&](Rows range) { return range.begin > rows.begin; });
  others.insert(place, rows);
  ranges = std::move(others);
}

int64_t RowSet::size() const {
  int64_t count = 0;
  for (Rows range : ranges)
    count += range.size();
  return count;
}

Rows RowSet::getHull(Rows bounds) const {
  Rows hull;
  for (Rows range : ranges) {
    Rows part = range.intersect(bounds);
    if (part.empty())
      continue;
    hull = {hull.empty() ? part.begin : hull.begin, part.end};
  }
  return hull;
}

RowSet RowSet::without(Rows rows) const {
  RowSet result;
  for (Rows range : ranges) {
    if (rows.empty()) {
      result.add(range);
      continue;
    }
    result.add(range.intersect({range.begin, rows.begin}));
    result.add(range.intersect({rows.end, range.end}));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Plan::Plan(func::FuncOp entry, BlockArgument input, unsigned axis, int64_t hop)
    : hop(hop) {
  addInput(input, axis);
  for (Operation &op : entry.getBody().front())
    addOperation(&op);
  moveCandidates();
  choice.assign(nodes.size(), kNone);
}

Node *Plan::findSimplerNode(Node &node) {
  if (!node.op || node.multiplications != 0 || node.rule.uses.size() != 1)
    return nullptr;
  const Use &use = node.rule.uses.front();
  auto found = indices.find(node.op->getOperand(use.operand));
  if (found == indices.end() || use.step != 1 || use.extent != 1)
    return nullptr;
  Node &operand = nodes[found->second];
  return operand.hop == node.hop ? &operand : nullptr;
}

/// Keeps rows of what cheap operators make larger ones of.
void Plan::moveCandidates() {
  for (Node &node : llvm::reverse(nodes)) {
    if (!node.isCandidate)
      continue;
    Node *smallest = &node;
    for (Node *next = findSimplerNode(node); next;
         next = findSimplerNode(*next))
      if (next->bytesOfRow < smallest->bytesOfRow)
        smallest = next;
    node.isCandidate = false;
    smallest->isCandidate = true;
  }
}

/// Fills in what follows from the type and the track of a tensor.
static void measure(Node &node, int64_t hop) {
  auto type = cast<RankedTensorType>(node.value.getType());
  node.others = type.getNumElements() / node.track.rows;
  // A state has bytes of its own for narrow integers.
  node.bytesOfRow = node.others *
                    llvm::PowerOf2Ceil(std::max(
                        8u, type.getElementType().getIntOrFloatBitWidth())) /
                    8;
  bool divides = hop % node.track.stride == 0;
  node.hop = divides ? hop / node.track.stride : 0;
  if (node.hop >= node.track.interior.size() + 1)
    node.hop = 0;
}

void Plan::addInput(BlockArgument input, unsigned axis) {
  Node node;
  node.value = input;
  int64_t rows = getNumRows(input, axis);
  node.track = {axis, rows, 1, {0, rows}, /*moves=*/true};
  measure(node, hop);
  node.hop = hop;
  node.isCandidate = true;
  indices[input] = 0;
  tracks[input] = node.track;
  nodes.push_back(std::move(node));
}

/// Marks all tensors that the operation or the operations in it read.
void Plan::addWhole(Operation *op) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      auto found = indices.find(operand);
      if (found == indices.end())
        continue;
      wholes.push_back(found->second);
      nodes[found->second].isCandidate = true;
    }
  });
}

void Plan::addOperation(Operation *op) {
  auto isConstant = [&](Value value) { return constants.contains(value); };
  std::optional<Rule> rule = findRule(op, tracks, isConstant);
  if (!rule) {
    addWhole(op);
    bool varies = op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
                  !llvm::all_of(op->getOperands(), isConstant);
    if (!varies)
      constants.insert_range(op->getResults());
    return;
  }
  Node node;
  node.op = op;
  node.value = op->getResult(0);
  node.rule = *rule;
  node.track = getTrack(*rule, op, tracks);
  node.slides = rule->rows > 1;
  measure(node, hop);
  node.multiplications = countMultiplications(op, *rule);
  if (node.multiplications != 0)
    node.others = 0;
  else
    node.others *= rule->uses.front().extent;
  for (const Use &use : rule->uses) {
    auto found = indices.find(op->getOperand(use.operand));
    if (found == indices.end())
      continue;
    Node &operand = nodes[found->second];
    operand.isCandidate |= use.extent > use.step || !node.slides ||
                           node.hop == 0 || !operand.value.hasOneUse();
  }
  if (node.slides) {
    indices[node.value] = nodes.size();
    tracks[node.value] = node.track;
  }
  nodes.push_back(std::move(node));
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Decides which of the needed rows are in the state, and which are computed.
void Plan::keepRows(Node &node, int64_t first) {
  node.kept = {};
  node.computed = node.needed;
  bool isInput = node.op == nullptr;
  Rows interior = node.track.interior;
  if (node.hop == 0 || node.needed.get().empty() ||
      (first == kNone && !isInput))
    return;
  Rows hull =
      node.needed.getHull({std::max(first, interior.begin), interior.end});
  if (isInput)
    hull = {node.needed.getHull(interior).begin, interior.end};
  // The newest rows that are needed are computed; they are in the state later.
  Rows kept = {hull.begin, hull.end - node.hop};
  if (kept.empty() || kept.begin < interior.begin)
    return;
  node.kept = kept;
  node.computed = node.needed.without(kept);
  node.computed.add(node.getNext().intersect({kept.end, interior.end}));
}

Cost Plan::evaluate(ArrayRef<int64_t> first) {
  Cost result;
  for (Node &node : nodes) {
    node.needed.clear();
    if (!node.slides)
      node.needed.add({0, 1});
  }
  for (unsigned index : wholes)
    nodes[index].needed.add({0, nodes[index].track.rows});
  for (unsigned index = nodes.size(); index-- > 0;) {
    Node &node = nodes[index];
    keepRows(node, first[index]);
    result.bytes += node.keptBytes();
    if (!node.op)
      continue;
    RowSet widened;
    for (Rows rows : node.computed.get())
      widened.add(node.rule.widen(node.op, rows));
    node.computed = widened;
    int64_t count = node.computed.size();
    result.multiplications += count * node.multiplications;
    result.others += count * node.others;
    for (Rows rows : node.computed.get())
      for (const Use &use : node.rule.uses)
        if (auto found = indices.find(node.op->getOperand(use.operand));
            found != indices.end())
          nodes[found->second].needed.add(use.getRows(rows));
  }
  return result;
}

Cost Plan::getWholeCost() const {
  Cost result;
  for (const Node &node : nodes)
    if (node.op) {
      result.multiplications += node.rule.rows * node.multiplications;
      result.others += node.rule.rows * node.others;
    }
  return result;
}

Cost Plan::getNewCost() const {
  Cost result;
  for (const Node &node : nodes)
    if (node.op) {
      int64_t rows = node.rule.rows;
      if (node.track.moves)
        rows = std::min(rows, llvm::divideCeilSigned(hop, node.track.stride));
      result.multiplications += rows * node.multiplications;
      result.others += rows * node.others;
    }
  return result;
}

//===----------------------------------------------------------------------===//
// What is kept
//===----------------------------------------------------------------------===//

/// Keeps no rows of a tensor whose rows are as cheap to compute again.
void Plan::dropUseless() {
  for (unsigned index = nodes.size(); index-- > 1;) {
    if (choice[index] == kNone)
      continue;
    int64_t before = std::exchange(choice[index], kNone);
    Cost without = evaluate(choice);
    if (without.getWork() > cost.getWork() || without.bytes >= cost.bytes)
      choice[index] = before;
    else
      cost = without;
  }
}

/// Keeps fewer rows, where that costs the least work for the bytes that it
/// saves. Returns false if nothing saves any. Bytes below `enough` are of no
/// use.
bool Plan::makeSmaller(int64_t enough) {
  double best = std::numeric_limits<double>::infinity();
  SmallVector<int64_t> bestChoice;
  (void)evaluate(choice);
  SmallVector<Rows> kept;
  for (const Node &node : nodes)
    kept.push_back(node.kept);
  for (unsigned index = 1; index < nodes.size(); ++index) {
    if (kept[index].empty())
      continue;
    SmallVector<int64_t> tried = choice;
    // Not more than 32 sizes of large windows.
    int64_t step = std::max<int64_t>(kept[index].size() / 32, 1);
    for (int64_t first = kept[index].begin + step;; first += step) {
      tried[index] = first < kept[index].end ? first : kNone;
      Cost smaller = evaluate(tried);
      int64_t saved = cost.bytes - std::max(smaller.bytes, enough);
      auto work = double(smaller.getWork() - cost.getWork());
      if (saved > 0 && work / double(saved) < best) {
        best = work / double(saved);
        bestChoice = tried;
      }
      if (tried[index] == kNone)
        break;
    }
  }
  if (bestChoice.empty())
    return false;
  choice = bestChoice;
  cost = evaluate(choice);
  return true;
}

/// Keeps at most `bytes` bytes, if that is possible. It goes towards the limit
/// in several ways, as a step that saves less than another may be the first of
/// some that save more.
void Plan::keepLimit(int64_t bytes) {
  SmallVector<int64_t> all = choice, bestChoice;
  Cost best;
  for (int64_t enough : {bytes, bytes / 2, int64_t(0)}) {
    choice = all;
    cost = evaluate(choice);
    while (cost.bytes > bytes && makeSmaller(enough)) {
    }
    if (cost.bytes <= bytes)
      useRoom(bytes);
    bool isBetter = cost.bytes <= bytes
                        ? best.bytes > bytes || cost.getWork() < best.getWork()
                        : cost.bytes < best.bytes;
    if (bestChoice.empty() || isBetter) {
      best = cost;
      bestChoice = choice;
    }
  }
  choice = bestChoice;
}

/// Keeps more rows again where the limit allows it.
void Plan::useRoom(int64_t bytes) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned index = nodes.size(); index-- > 1;) {
      if (!nodes[index].isCandidate || nodes[index].hop == 0)
        continue;
      Rows interior = nodes[index].track.interior;
      int64_t before = choice[index];
      int64_t step = std::max<int64_t>(interior.size() / 32, 1);
      for (int64_t first = interior.begin; first < interior.end;
           first += step) {
        int64_t last = std::exchange(choice[index], first);
        Cost larger = evaluate(choice);
        if (larger.bytes <= bytes && larger.getWork() < cost.getWork()) {
          cost = larger;
          changed = true;
          break;
        }
        choice[index] = last;
      }
      if (!changed)
        choice[index] = before;
    }
  }
}

void Plan::choose(int64_t bytes) {
  for (auto [index, node] : llvm::enumerate(nodes))
    if (node.isCandidate && node.slides && node.hop != 0)
      choice[index] = node.track.interior.begin;
  cost = evaluate(choice);
  dropUseless();
  if (bytes != 0 && cost.bytes > bytes)
    keepLimit(bytes);
  cost = evaluate(choice);
}
