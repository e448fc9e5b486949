//===- LiveBytes.cpp - The bytes of buffers that live at each step
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Report/ReportModel.h"

#include "llvm/ADT/DenseMap.h"
#include <map>

using namespace mlir;
using namespace tir;
using namespace tir::report;

namespace {
/// Where a buffer lies.
struct Place {
  Attribute pool;
  uint64_t begin, end;
};

/// The bytes that the live buffers hold; those that several share count once.
/// The time of a change depends on what lives at its place, not on all that
/// lives.
class LiveBytes {
public:
  void add(const Place &place) { change(place, 1); }
  void remove(const Place &place) { change(place, -1); }
  uint64_t get() const { return bytes; }

private:
  /// How many buffers hold the bytes from each offset up to the next one.
  using Counts = std::map<uint64_t, int64_t>;

  void change(const Place &place, int64_t difference);

  DenseMap<Attribute, Counts> pools;
  uint64_t bytes = 0;
};
} // namespace

/// The count before `range`.
static int64_t getCountBefore(const std::map<uint64_t, int64_t> &counts,
                              std::map<uint64_t, int64_t>::iterator range) {
  return range == counts.begin() ? 0 : std::prev(range)->second;
}

void LiveBytes::change(const Place &place, int64_t difference) {
  if (place.begin >= place.end)
    return;
  Counts &counts = pools[place.pool];
  auto splitAt = [&](uint64_t offset) {
    auto next = counts.lower_bound(offset);
    if (next != counts.end() && next->first == offset)
      return next;
    return counts.emplace_hint(next, offset, getCountBefore(counts, next));
  };
  auto joinWithPrevious = [&](Counts::iterator range) {
    return range->second == getCountBefore(counts, range) ? counts.erase(range)
                                                          : std::next(range);
  };
  auto end = splitAt(place.end);
  for (auto range = splitAt(place.begin); range != end;) {
    uint64_t size = std::next(range)->first - range->first;
    bytes -= range->second > 0 ? size : 0;
    range->second += difference;
    bytes += range->second > 0 ? size : 0;
    range = joinWithPrevious(range);
  }
  joinWithPrevious(end);
}

void report::countLiveBytes(ArrayRef<PlannedBufferAttr> buffers,
                            MutableArrayRef<StepRow> steps) {
  std::vector<SmallVector<Place, 1>> first(steps.size()), last(steps.size());
  for (PlannedBufferAttr buffer : buffers) {
    uint64_t begin = buffer.getFirst(), end = buffer.getLast();
    // A file that somebody wrote may say anything.
    if (begin > end || begin >= steps.size())
      continue;
    uint64_t offset = buffer.getOffset();
    Place place = {buffer.getPool(), offset, offset + buffer.getBytes()};
    first[begin].push_back(place);
    if (end < steps.size())
      last[end].push_back(place);
  }
  LiveBytes live;
  for (auto [step, begins, ends] : llvm::zip_equal(steps, first, last)) {
    for (const Place &place : begins)
      live.add(place);
    step.liveBytes = live.get();
    for (const Place &place : ends)
      live.remove(place);
  }
}
