//===- BandSearch.cpp - The calls of a block that run in bands of columns
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BandSearch.h"

#include "tir/Dialect/TIR/Analysis/RowGroup.h"
#include "tir/Plan/RowPeak.h"
#include <tuple>

using namespace mlir;
using namespace tir;

/// Cycles on a Cortex-M4 of a byte of columns that is copied.
static constexpr uint64_t kCyclesPerCopiedByte = 4;

/// Ways whose bytes differ by a smaller part are not listed.
static constexpr uint64_t kFineness = 256;

/// Returns the columns of a tensor.
static int64_t countColumns(Value tensor) {
  auto type = cast<ShapedType>(tensor.getType());
  std::optional<unsigned> dim = findColumnDim(type);
  return dim ? type.getDimSize(*dim) : 1;
}

//===----------------------------------------------------------------------===//
// The memory of a band
//===----------------------------------------------------------------------===//

/// The rows of a band's tensors, and the kernels that compute them: the
/// group's own, what copies columns for them, and what copies the result.
struct BandSearch::Layout {
  Layout(const RowGroup &group, const DataLayout &dataLayout,
         llvm::function_ref<bool(Value tensor)> counts)
      : group(group), dataLayout(dataLayout), counts(counts) {}

  const RowGroup &group;
  const DataLayout &dataLayout;
  /// Whether the memory of a tensor counts.
  llvm::function_ref<bool(Value tensor)> counts;

  RowProblem problem;
  std::vector<RowBytes> bytes;
  uint64_t copied = 0;
  /// For each tensor of the group, the one in memory and its columns.
  llvm::SmallDenseMap<unsigned, std::pair<unsigned, Columns>> places;

  /// Adds some columns of a tensor of the group, or all of them.
  unsigned addTensor(unsigned tensor, std::optional<Columns> columns) {
    const RowGroup::Tensor &whole = group.tensors[tensor];
    int64_t all = countColumns(whole.value);
    uint64_t row = whole.rowElements *
                   dataLayout.getTypeSize(whole.elementType).getFixedValue();
    problem.tensors.push_back(
        {group.problem.tensors[tensor].rows, /*isWhole=*/!columns});
    RowBytes &added = bytes.emplace_back();
    added.row = columns ? llvm::divideCeil(row * columns->count, all) : row;
    added.isElsewhere = !columns && !counts(whole.value);
    return problem.tensors.size() - 1;
  }

  /// Adds a kernel that copies columns of each row of a tensor.
  unsigned addCopy(unsigned from, unsigned to) {
    RowKernel copy;
    copy.output = to;
    copy.windows.push_back({from, 1, 0, 1});
    problem.kernels.push_back(copy);
    copied +=
        problem.tensors[to].rows * std::min(bytes[from].row, bytes[to].row);
    return to;
  }

  /// Returns these columns of a tensor of the group.
  unsigned getColumns(unsigned tensor, Columns need) {
    if (!places.contains(tensor)) {
      unsigned whole = addTensor(tensor, std::nullopt);
      places[tensor] = {whole, {0, countColumns(group.tensors[tensor].value)}};
    }
    auto [place, has] = places[tensor];
    return has == need ? place : addCopy(place, addTensor(tensor, need));
  }

  /// Adds a kernel of the group for some columns. Returns false if it does not
  /// compute rows of columns.
  bool addKernel(unsigned number, const ColumnNeeds &needs, Columns columns) {
    RowKernel kernel = group.problem.kernels[number];
    if (kernel.runs)
      return false;
    for (auto [window, argument] :
         llvm::zip_equal(kernel.windows, group.windows[number])) {
      if (!needs[argument])
        return false;
      window.tensor = getColumns(window.tensor, *needs[argument]);
    }
    unsigned output = kernel.output;
    kernel.output = addTensor(output, columns);
    places[output] = {kernel.output, columns};
    problem.kernels.push_back(std::move(kernel));
    return true;
  }
};

uint64_t BandSearch::Run::getBytes(unsigned choice) const {
  if (choices.empty())
    return peak;
  return peak +
         alignAsPlanned(llvm::divideCeil(choices[choice].scratch * part, all));
}

uint64_t BandSearch::Run::getCycles(unsigned choice) const {
  return choices.empty() ? 0 : choices[choice].cycles * times * part / all;
}

/// Adds the kernels of a band to `runs`. Returns the cycles of copies, or
/// std::nullopt if the steps do not run in this band.
std::optional<uint64_t> BandSearch::addBand(const RowGroup &group,
                                            const Band &band, unsigned first,
                                            unsigned end,
                                            std::vector<Run> &runs) {
  auto counts = [&](Value tensor) {
    return grouping.getLife(tensor, first, end).has_value();
  };
  Layout layout(group, grouping.layout, counts);
  std::vector<Run> added;
  for (unsigned k = 0; k < group.calls.size(); ++k) {
    unsigned output = group.problem.kernels[k].output;
    if (!layout.addKernel(k, band.needs[k], band.results[k]))
      return std::nullopt;
    added.resize(layout.problem.kernels.size());
    Run &run = added.back();
    run.choices = costs.getChoices(group.calls[k].rowKernel);
    run.times = group.problem.tensors[output].rows;
    run.part = band.results[k].count;
    run.all = countColumns(group.tensors[output].value);
  }
  unsigned last = group.problem.kernels.back().output;
  unsigned result = layout.places[last].first;
  layout.addCopy(result, layout.addTensor(last, std::nullopt));
  added.emplace_back();
  std::optional<RowPipeline> pipeline = makeRowPipeline(layout.problem);
  if (!pipeline)
    return std::nullopt;
  for (auto [run, peak] : llvm::zip_equal(
           added, getRowPeaks(layout.problem, *pipeline, layout.bytes)))
    run.peak = peak;
  llvm::append_range(runs, added);
  return layout.copied * kCyclesPerCopiedByte;
}

/// Adds the kernels of these bands to `runs`. Returns the cycles of copies, or
/// std::nullopt if the steps do not run in them.
std::optional<uint64_t> BandSearch::addBands(const RowGroup &group,
                                             ArrayRef<Band> bands,
                                             unsigned first, unsigned end,
                                             std::vector<Run> &runs) {
  uint64_t cycles = 0;
  // Bands between others have the same shapes.
  struct Known {
    SmallVector<int64_t> shape;
    size_t first, end;
    uint64_t cycles, copies = 1;
  };
  SmallVector<Known> known;
  for (const Band &band : bands) {
    auto shape = llvm::map_to_vector(
        band.results, [](Columns columns) { return columns.count; });
    auto *found = llvm::find_if(
        known, [&](const Known &other) { return other.shape == shape; });
    if (found != known.end()) {
      ++found->copies;
      continue;
    }
    size_t begin = runs.size();
    std::optional<uint64_t> own = addBand(group, band, first, end, runs);
    if (!own)
      return std::nullopt;
    known.push_back({shape, begin, runs.size(), *own});
  }
  for (const Known &shape : known) {
    cycles += shape.cycles * shape.copies;
    for (size_t i = shape.first; i < shape.end; ++i)
      runs[i].times *= shape.copies;
  }
  return cycles;
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

/// Adds a way of steps, which costs `way.cost.cycles` and what its kernels
/// take: with their fastest schedules, and with others while these need less
/// memory.
void BandSearch::addOptions(Option way, ArrayRef<Run> runs, uint64_t around) {
  uint64_t others = way.cost.cycles;
  SmallVector<unsigned> chosen(runs.size(), 0);
  while (true) {
    uint64_t bytes = 0;
    way.cost.cycles = others;
    for (auto [run, choice] : llvm::zip_equal(runs, chosen)) {
      bytes = std::max(bytes, run.getBytes(choice));
      way.cost.cycles += run.getCycles(choice);
    }
    way.cost.bytes = bytes + around;
    found.push_back(way);
    for (auto [run, choice] : llvm::zip_equal(runs, chosen)) {
      if (run.getBytes(choice) < bytes)
        continue;
      if (choice + 1 >= run.choices.size())
        return;
      ++choice;
    }
  }
}

/// Adds steps that do not run in bands.
void BandSearch::addWhole(unsigned first, unsigned end, const RowCost &cost,
                          const std::optional<RowGroup> &group) {
  std::vector<Run> runs;
  uint64_t around = 0, kernels = 0;
  if (group) {
    std::vector<uint64_t> peaks =
        getGroupPeaks(*group, grouping.layout, [&](Value tensor) {
          return grouping.getLife(tensor, first, end);
        });
    around = grouping.getBytesAround(first, end, &*group);
    for (auto [call, kernel, peak] :
         llvm::zip_equal(group->calls, group->problem.kernels, peaks)) {
      uint64_t times =
          kernel.runs.value_or(group->problem.tensors[kernel.output].rows);
      runs.push_back({peak, costs.getChoices(call.rowKernel), times});
    }
  } else {
    Run &run = runs.emplace_back();
    PrimFuncOp kernel = grouping.steps[first].kernel;
    if (kernel && !kernel.isExternal())
      run.choices = costs.getChoices(kernel);
    run.peak = cost.bytes;
    if (!run.choices.empty())
      run.peak -= run.choices.front().scratch;
  }
  for (const Run &run : runs)
    kernels += run.getCycles(0);
  addOptions({first, end, 1, {0, cost.cycles - std::min(cost.cycles, kernels)}},
             runs, around);
}

/// Adds the numbers of bands in which steps can run.
void BandSearch::addBanded(unsigned first, unsigned end,
                           const RowGroup &group) {
  SmallVector<CallTIROp> calls;
  for (unsigned step = first; step < end; ++step) {
    // An input that comes by rows comes once.
    if (!grouping.steps[step].rowKernel || grouping.readsFed(step, step + 1))
      return;
    calls.push_back(cast<CallTIROp>(grouping.steps[step].op));
  }
  int64_t columns = countColumns(calls.back()->getResult(0));
  if (columns < 2 || !builder.findBand(calls, {0, columns}))
    return;
  uint64_t around = grouping.getBytesAround(first, end, &group);
  for (unsigned numBands = 2;
       numBands <= std::min<int64_t>(columns, kMostBands); ++numBands) {
    // More bands of which one is as wide only take longer.
    if (numBands > 2 && llvm::divideCeil(columns, numBands) ==
                            llvm::divideCeil(columns, numBands - 1))
      continue;
    std::vector<Band> bands;
    for (Columns part : BandBuilder::divide(columns, numBands)) {
      std::optional<Band> band = builder.findBand(calls, part);
      if (!band)
        return;
      bands.push_back(std::move(*band));
    }
    std::vector<Run> runs;
    std::optional<uint64_t> cycles = addBands(group, bands, first, end, runs);
    if (!cycles)
      return;
    addOptions({first, end, numBands, {0, *cycles}}, runs, around);
  }
}

void BandSearch::collectOptions() {
  unsigned numSteps = grouping.steps.size();
  options.assign(numSteps, {});
  for (unsigned first = 0; first < numSteps; ++first)
    for (unsigned end = first + 1;
         end <= std::min(numSteps, first + RowGrouping::kMaxLength); ++end) {
      std::optional<RowGroup> group;
      std::optional<RowCost> cost = grouping.getCost(first, end, group);
      if (!cost)
        continue;
      found.clear();
      addWhole(first, end, *cost, group);
      if (!group)
        group = grouping.makeGroup(first, end);
      if (group)
        addBanded(first, end, *group);
      // Of ways with as few bytes, the one with the fewest cycles.
      llvm::sort(found, [](const Option &a, const Option &b) {
        return std::tie(a.cost.cycles, a.cost.bytes, a.numBands) <
               std::tie(b.cost.cycles, b.cost.bytes, b.numBands);
      });
      uint64_t fewest = UINT64_MAX;
      for (const Option &option : found) {
        if (option.cost.bytes >= fewest)
          continue;
        fewest = option.cost.bytes;
        options[end - 1].push_back(option);
      }
    }
}

/// Returns the fewest bytes with which all steps can run.
uint64_t BandSearch::findFewestBytes() const {
  std::vector<uint64_t> fewest(options.size() + 1, UINT64_MAX);
  fewest[0] = 0;
  for (unsigned step = 0; step < options.size(); ++step)
    for (const Option &option : options[step])
      fewest[step + 1] = std::min(
          fewest[step + 1], std::max(fewest[option.first], option.cost.bytes));
  return fewest.back();
}

/// Returns the way with the fewest cycles whose groups need at most `limit`
/// bytes, or std::nullopt if there is none.
std::optional<BandSearch::Way> BandSearch::findFastest(uint64_t limit) const {
  std::vector<uint64_t> cycles(options.size() + 1, UINT64_MAX);
  std::vector<const Option *> chosen(options.size() + 1, nullptr);
  cycles[0] = 0;
  for (unsigned step = 0; step < options.size(); ++step)
    for (const Option &option : options[step]) {
      if (option.cost.bytes > limit || cycles[option.first] == UINT64_MAX)
        continue;
      uint64_t all = cycles[option.first] + option.cost.cycles;
      if (all < cycles[step + 1]) {
        cycles[step + 1] = all;
        chosen[step + 1] = &option;
      }
    }
  if (cycles.back() == UINT64_MAX)
    return std::nullopt;
  Way way;
  way.cost.cycles = cycles.back();
  for (unsigned end = options.size(); end != 0; end = chosen[end]->first) {
    way.groups.push_back(chosen[end]);
    way.cost.bytes = std::max(way.cost.bytes, chosen[end]->cost.bytes);
  }
  std::reverse(way.groups.begin(), way.groups.end());
  return way;
}

std::vector<BandedCalls> BandSearch::run(uint64_t limit) {
  collectOptions();
  std::vector<BandedCalls> banded;
  std::optional<Way> way = findFastest(std::max(limit, findFewestBytes()));
  if (!way)
    return banded;
  for (const Option *group : way->groups) {
    if (group->numBands == 1)
      continue;
    BandedCalls &calls = banded.emplace_back();
    calls.numBands = group->numBands;
    for (unsigned step = group->first; step < group->end; ++step)
      calls.calls.push_back(cast<CallTIROp>(grouping.steps[step].op));
  }
  return banded;
}

std::vector<BandChoice> BandSearch::list() {
  collectOptions();
  // tir-choose-bands counts calls alone.
  std::vector<unsigned> numbers = {0};
  for (const RowGrouping::Step &step : grouping.steps)
    numbers.push_back(numbers.back() + (isa<CallTIROp>(step.op) ? 1 : 0));
  std::vector<BandChoice> choices;
  for (std::optional<Way> way = findFastest(UINT64_MAX); way;
       way = findFastest(way->cost.bytes - 1 - way->cost.bytes / kFineness)) {
    // This one needs less for the same cycles.
    if (!choices.empty() && choices.back().cycles == way->cost.cycles)
      choices.pop_back();
    BandChoice &choice = choices.emplace_back();
    choice.bytes = way->cost.bytes;
    choice.cycles = way->cost.cycles;
    for (const Option *group : way->groups)
      if (group->numBands > 1)
        choice.bands.push_back(
            {numbers[group->first], numbers[group->end], group->numBands});
    if (choice.bytes == 0)
      break;
  }
  return choices;
}
