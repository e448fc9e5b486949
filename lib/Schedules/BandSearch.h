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
  /// All steps, cut into groups in their order.
  struct Way {
    RowCost cost;
    llvm::SmallVector<const Option *> groups;
  };
  /// Where the memory of a band lies: tensors, and kernels that copy columns.
  struct Layout;

  void collectOptions();
  void addBanded(unsigned first, unsigned end);
  std::optional<RowCost> getBandCost(const RowGroup &group, const Band &band,
                                     unsigned first, unsigned end);
  std::optional<RowCost> getCost(const RowGroup &group,
                                 llvm::ArrayRef<Band> bands, unsigned first,
                                 unsigned end);
  uint64_t findFewestBytes() const;
  std::optional<Way> findFastest(uint64_t limit) const;

  /// More bands than this have so narrow columns that halos prevail.
  static constexpr unsigned kMostBands = 16;

  RowGrouping &grouping;
  KernelCosts &costs;
  BandBuilder &builder;
  /// For each step, the ways in which steps up to it can run.
  std::vector<std::vector<Option>> options;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_BANDSEARCH_H
