//===- BandSearch.h - The calls of a block that run in bands of columns
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_BANDSEARCH_H
#define TIR_LIB_SCHEDULES_BANDSEARCH_H

#include "RowGrouping.h"
#include "tir/Schedules/BandChoices.h"

#include "tir/Dialect/TIR/Transforms/Kernels/Rows/Bands.h"

namespace tir {

/// Chooses which calls of a block run in bands, so that it needs at most a
/// number of bytes and few cycles.
class BandSearch {
public:
  BandSearch(RowGrouping &grouping, KernelCosts &costs, BandBuilder &builder)
      : grouping(grouping), costs(costs), builder(builder) {}

  /// Returns the calls that run in bands. If nothing keeps the limit, those
  /// with which the block needs the fewest bytes.
  std::vector<BandedCalls> run(uint64_t limit);

  /// Returns what `findBandChoices` does.
  std::vector<BandChoice> list();

private:
  /// Steps that run by rows, in bands if there are several.
  struct Option {
    unsigned first = 0, end = 0, numBands = 1;
    RowCost cost;
  };
  /// What a kernel needs in steps that run by rows.
  struct Run {
    /// The bytes in memory while it runs, without its scratch memory.
    uint64_t peak = 0;
    /// Its schedules; none for a kernel that copies.
    llvm::ArrayRef<KernelCost> choices;
    /// How often it runs, and for how many of the columns for which its cost is
    /// known.
    uint64_t times = 1, part = 1, all = 1;

    uint64_t getBytes(unsigned choice) const;
    uint64_t getCycles(unsigned choice) const;
  };
  /// All steps, cut into groups in their order.
  struct Way {
    RowCost cost;
    llvm::SmallVector<const Option *> groups;
  };
  /// Where the memory of a band lies: tensors, and kernels that copy columns.
  struct Layout;

  void collectOptions();
  void addOptions(Option way, llvm::ArrayRef<Run> runs, uint64_t around);
  void addWhole(unsigned first, unsigned end, const RowCost &cost,
                const std::optional<RowGroup> &group);
  void addBanded(unsigned first, unsigned end, const RowGroup &group);
  std::optional<uint64_t> addBand(const RowGroup &group, const Band &band,
                                  unsigned first, unsigned end,
                                  std::vector<Run> &runs);
  std::optional<uint64_t> addBands(const RowGroup &group,
                                   llvm::ArrayRef<Band> bands, unsigned first,
                                   unsigned end, std::vector<Run> &runs);
  uint64_t findFewestBytes() const;
  std::optional<Way> findFastest(uint64_t limit) const;

  /// More bands than this have so narrow columns that halos prevail.
  static constexpr unsigned kMostBands = 16;

  RowGrouping &grouping;
  KernelCosts &costs;
  BandBuilder &builder;
  /// For each step, the ways in which steps up to it can run.
  std::vector<std::vector<Option>> options;
  /// Those of the steps that are looked at.
  std::vector<Option> found;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_BANDSEARCH_H
