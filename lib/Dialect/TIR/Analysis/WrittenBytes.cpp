//===- WrittenBytes.cpp - What is written before it is read
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrittenBytes.h"

#include "tir/Dialect/TIR/IR/BufferOrigins.h"

using namespace mlir;
using namespace tir;

/// Loops with more iterations write too little in each of them to be followed.
static constexpr int64_t kMostIterations = 1 << 16;

static bool haveSameTerms(const LinearForm::Terms &one,
                          const LinearForm::Terms &other) {
  LinearForm a, b;
  a.terms = one;
  b.terms = other;
  return a.hasSameTerms(b);
}

void WrittenBytes::append(const LinearForm::Terms &terms, Interval range) {
  // Mostly, one element comes after the other.
  for (Written &known : llvm::reverse(written)) {
    if (!haveSameTerms(known.terms, terms))
      continue;
    if (range.low <= known.range.high && known.range.low <= range.high) {
      known.range = join(known.range, range);
      return;
    }
  }
  written.push_back({terms, range});
}

bool WrittenBytes::coversBehind(const LinearForm::Terms &terms,
                                const ByteAccess &access) {
  LinearForm behind = access.first, origin;
  origin.terms = terms;
  behind.add(origin, -1);
  Interval range = forms.getRange(behind);
  SmallVector<Interval> known;
  for (const Written &part : written)
    if (haveSameTerms(part.terms, terms))
      known.push_back(part.range);
  llvm::sort(known, [](Interval a, Interval b) { return a.low < b.low; });
  int64_t next = range.low, end = range.high + access.bytes;
  for (Interval part : known)
    if (part.low <= next)
      next = std::max(next, part.high);
  return range.low > Interval::kLeast && range.high < Interval::kMost &&
         next >= end;
}

bool WrittenBytes::covers(const ByteAccess &access) {
  return access.bytes >= 0 && llvm::any_of(written, [&](const Written &part) {
           return coversBehind(part.terms, access);
         });
}

void WrittenBytes::repeat(scf::ForOp loop, const Written &once,
                          const LoopBounds &bounds) {
  Value position = loop.getInductionVar();
  LinearForm::Terms terms = once.terms;
  int64_t factor = terms.lookup(position);
  terms.erase(position);
  // Values of one iteration have no meaning behind the loop.
  for (auto [value, ignored] : terms)
    if (loop.getRegion().isAncestor(value.getParentRegion()))
      return;
  if (factor == 0)
    return append(terms, once.range);
  if (bounds.getCount() > kMostIterations)
    return;
  for (int64_t i = bounds.begin; i < bounds.end; i += bounds.step)
    append(terms, {once.range.low + factor * i, once.range.high + factor * i});
}

bool WrittenBytes::followLoop(scf::ForOp loop) {
  SmallVector<Written> before = written;
  if (!readsOnlyWritten(*loop.getBody()))
    return false;
  std::optional<LoopBounds> bounds = getConstantBounds(loop);
  SmallVector<Written> after = std::move(written);
  written = std::move(before);
  if (!bounds || bounds->getCount() == 0)
    return true;
  // What was written before the loop is among it, and still holds.
  for (const Written &part : after)
    repeat(loop, part, *bounds);
  return true;
}

/// What a branch writes may not be written behind it.
bool WrittenBytes::followBranch(scf::IfOp branch) {
  for (Region &region : branch->getRegions()) {
    SmallVector<Written> before = written;
    for (Block &block : region)
      if (!readsOnlyWritten(block))
        return false;
    written = std::move(before);
  }
  return true;
}

bool WrittenBytes::follow(Operation *op) {
  if (op == skipped)
    return true;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return followLoop(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return followBranch(branch);
  SmallVector<ByteAccess, 0> accesses;
  if (op->getNumRegions() != 0 ||
      failed(collectByteAccesses(op, forms, accesses)))
    return op->hasTrait<OpTrait::IsTerminator>();
  for (const ByteAccess &access : accesses)
    if (access.buffer == buffer && access.isRead && !covers(access))
      return false;
  for (const ByteAccess &access : accesses)
    if (access.buffer == buffer && access.isWrite && access.isExact &&
        access.first.rest.isNumber())
      append(access.first.terms,
             {access.first.rest.low, access.first.rest.low + access.bytes});
  return true;
}

bool WrittenBytes::readsOnlyWritten(Block &block) {
  return llvm::all_of(block, [&](Operation &op) { return follow(&op); });
}
