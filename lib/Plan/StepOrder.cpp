//===- StepOrder.cpp - The order of steps that keeps the fewest bytes live
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is live after some steps depends on their set, and not on their order.
// So the search goes from set to set, the one with the lowest peak first: the
// first way that reaches the set of all steps has the lowest peak of all.
//
//===----------------------------------------------------------------------===//

#include "tir/Plan/StepOrder.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <numeric>
#include <queue>

using namespace tir;

namespace {
/// A problem with what the search asks for often.
class Steps {
public:
  explicit Steps(const OrderProblem &problem);

  unsigned size() const { return problem.numSteps; }

  /// Returns true if a step may follow the steps in `done`.
  bool isReady(const llvm::BitVector &done, unsigned step) const;

  /// Returns the steps that need `step`.
  llvm::ArrayRef<unsigned> getReaders(unsigned step) const {
    return readers[step];
  }

  /// Returns the bytes that are live after the steps in `done`.
  uint64_t getLive(const llvm::BitVector &done) const;

  /// The bytes that are live while a step runs, and after it.
  struct Change {
    uint64_t during, after;
  };
  /// Returns the change by a step that follows those in `done`, after which
  /// `live` bytes are live.
  Change follow(const llvm::BitVector &done, uint64_t live,
                unsigned step) const;

  /// Returns a bound for every order: the bytes that some step uses by itself.
  uint64_t getLeastPeak() const;

private:
  const OrderProblem &problem;
  std::vector<llvm::SmallVector<unsigned>> needed, readers;
  /// The buffers of each step.
  std::vector<llvm::SmallVector<unsigned>> uses;
};
} // namespace

Steps::Steps(const OrderProblem &problem)
    : problem(problem), needed(problem.numSteps), readers(problem.numSteps),
      uses(problem.numSteps) {
  for (auto [before, after] : problem.dependences)
    if (!llvm::is_contained(needed[after], before)) {
      needed[after].push_back(before);
      readers[before].push_back(after);
    }
  for (auto [i, buffer] : llvm::enumerate(problem.buffers))
    for (unsigned step : buffer.steps)
      uses[step].push_back(i);
}

bool Steps::isReady(const llvm::BitVector &done, unsigned step) const {
  return !done.test(step) && llvm::all_of(needed[step], [&](unsigned before) {
    return done.test(before);
  });
}

uint64_t Steps::getLive(const llvm::BitVector &done) const {
  uint64_t live = 0;
  auto isDone = [&](unsigned step) { return done.test(step); };
  for (const OrderedBuffer &buffer : problem.buffers)
    if ((buffer.isLiveBefore || llvm::any_of(buffer.steps, isDone)) &&
        (buffer.isLiveAfter || !llvm::all_of(buffer.steps, isDone)))
      live += buffer.bytes;
  return live;
}

Steps::Change Steps::follow(const llvm::BitVector &done, uint64_t live,
                            unsigned step) const {
  uint64_t begun = 0, ended = 0;
  for (unsigned i : uses[step]) {
    const OrderedBuffer &buffer = problem.buffers[i];
    bool isFirst = !buffer.isLiveBefore, isLast = !buffer.isLiveAfter;
    for (unsigned other : buffer.steps) {
      isFirst &= other == step || !done.test(other);
      isLast &= other == step || done.test(other);
    }
    begun += isFirst ? buffer.bytes : 0;
    ended += isLast ? buffer.bytes : 0;
  }
  return {live + begun, live + begun - ended};
}

uint64_t Steps::getLeastPeak() const {
  uint64_t least = getLive(llvm::BitVector(size()));
  for (unsigned step = 0; step < size(); ++step) {
    uint64_t bytes = 0;
    for (unsigned i : uses[step])
      bytes += problem.buffers[i].bytes;
    least = std::max(least, bytes);
  }
  return least;
}

uint64_t tir::findPeak(const OrderProblem &problem,
                       const std::vector<unsigned> &order) {
  Steps steps(problem);
  llvm::BitVector done(problem.numSteps);
  uint64_t live = steps.getLive(done), peak = live;
  for (unsigned step : order) {
    auto [during, after] = steps.follow(done, live, step);
    peak = std::max(peak, during);
    live = after;
    done.set(step);
  }
  return peak;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

namespace {
/// A way to a set of steps.
struct State {
  llvm::BitVector done;
  /// The steps that may follow, in their order.
  llvm::SmallVector<unsigned, 8> ready = {};
  unsigned numDone = 0;
  uint64_t live = 0, peak = 0;
  /// The state before, and the steps since then.
  size_t before = 0;
  llvm::SmallVector<unsigned, 2> steps = {};
};

class OrderSearch {
public:
  OrderSearch(const Steps &steps, uint64_t limit, uint64_t maxLooks)
      : steps(steps), limit(limit), looksLeft(maxLooks) {}

  std::optional<std::vector<unsigned>> run();

private:
  void take(State &state, unsigned step);
  void takeFreeSteps(State &state);
  void push(State state);
  /// Returns false if the search has looked at too many steps.
  bool look(uint64_t numSteps) {
    looksLeft -= std::min(numSteps, looksLeft);
    return looksLeft != 0;
  }
  std::vector<unsigned> getOrder(size_t state) const;

  const Steps &steps;
  /// Peaks from here on are of no use.
  uint64_t limit;
  uint64_t looksLeft;
  std::vector<State> states;
  llvm::DenseMap<llvm::BitVector, uint64_t> peaks;
  /// Lowest peaks first, of these the longest way, of these the oldest.
  struct IsWorse {
    const std::vector<State> &states;
    bool operator()(size_t a, size_t b) const {
      const State &one = states[a], &other = states[b];
      if (one.peak != other.peak)
        return one.peak > other.peak;
      return one.numDone != other.numDone ? one.numDone < other.numDone : a > b;
    }
  };
  std::priority_queue<size_t, std::vector<size_t>, IsWorse> next{
      IsWorse{states}};
};
} // namespace

void OrderSearch::take(State &state, unsigned step) {
  auto [during, after] = steps.follow(state.done, state.live, step);
  state.peak = std::max(state.peak, during);
  state.live = after;
  state.done.set(step);
  ++state.numDone;
  state.steps.push_back(step);
  llvm::erase(state.ready, step);
  for (unsigned reader : steps.getReaders(step))
    if (steps.isReady(state.done, reader))
      state.ready.insert(llvm::lower_bound(state.ready, reader), reader);
}

/// Takes the steps that neither raise the peak nor keep more bytes live. Every
/// order from here on is as good if it begins with them, since a step that
/// comes earlier begins no more bytes than it would later, and other steps end
/// what it does not end.
void OrderSearch::takeFreeSteps(State &state) {
  auto isFree = [&](unsigned step) {
    if (!look(1))
      return false;
    auto [during, after] = steps.follow(state.done, state.live, step);
    return during <= state.peak && after <= state.live;
  };
  for (auto *step = llvm::find_if(state.ready, isFree);
       step != state.ready.end(); step = llvm::find_if(state.ready, isFree))
    take(state, *step);
}

void OrderSearch::push(State state) {
  takeFreeSteps(state);
  if (state.peak >= limit)
    return;
  auto [known, isNew] = peaks.try_emplace(state.done, state.peak);
  if (!isNew && known->second <= state.peak)
    return;
  known->second = state.peak;
  states.push_back(std::move(state));
  next.push(states.size() - 1);
}

std::vector<unsigned> OrderSearch::getOrder(size_t state) const {
  std::vector<unsigned> order;
  for (;; state = states[state].before) {
    order.insert(order.end(), states[state].steps.rbegin(),
                 states[state].steps.rend());
    if (state == 0)
      break;
  }
  std::reverse(order.begin(), order.end());
  return order;
}

std::optional<std::vector<unsigned>> OrderSearch::run() {
  State first{llvm::BitVector(steps.size())};
  first.live = first.peak = steps.getLive(first.done);
  for (unsigned step = 0; step < steps.size(); ++step)
    if (steps.isReady(first.done, step))
      first.ready.push_back(step);
  push(std::move(first));
  while (!next.empty()) {
    size_t current = next.top();
    next.pop();
    if (states[current].numDone == steps.size())
      return getOrder(current);
    if (peaks.at(states[current].done) < states[current].peak)
      continue;
    for (size_t i = 0; i < states[current].ready.size(); ++i) {
      if (!look(states[current].ready.size()))
        return std::nullopt;
      State state = states[current];
      state.before = current;
      state.steps.clear();
      take(state, state.ready[i]);
      push(std::move(state));
    }
  }
  return std::nullopt;
}

std::optional<std::vector<unsigned>>
tir::findLowerOrder(const OrderProblem &problem, uint64_t maxLooks) {
  Steps steps(problem);
  std::vector<unsigned> given(problem.numSteps);
  std::iota(given.begin(), given.end(), 0);
  uint64_t peak = findPeak(problem, given);
  if (peak <= steps.getLeastPeak())
    return std::nullopt;
  return OrderSearch(steps, peak, maxLooks).run();
}
