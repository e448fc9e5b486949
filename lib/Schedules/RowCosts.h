//===- RowCosts.h - What calls cost that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_ROWCOSTS_H
#define TIR_LIB_SCHEDULES_ROWCOSTS_H

#include "ScheduleChoices.h"

#include "tir/Dialect/Kernel/IR/RowScheduleInterface.h"
#include "tir/Dialect/TIR/Analysis/RowGroup.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "tir/Plan/RowCuts.h"
#include "llvm/Support/MathExtras.h"

namespace tir {

/// What a kernel needs for one call, by estimate.
struct KernelCost {
  uint64_t cycles = 0, scratch = 0;
  ScheduleAttrInterface schedule = nullptr;
};

/// Returns the bytes of a buffer in a plan, which aligns all buffers.
inline uint64_t alignAsPlanned(uint64_t bytes) {
  return llvm::alignTo(bytes, 16);
}

/// Estimates each kernel once.
class KernelCosts {
public:
  explicit KernelCosts(ScheduleSearch search) : search(std::move(search)) {}

  /// Returns the costs with the schedule that is fastest, and with others that
  /// need less and less scratch memory.
  llvm::ArrayRef<KernelCost> getChoices(PrimFuncOp kernel);
  KernelCost get(PrimFuncOp kernel) { return getChoices(kernel).front(); }
  /// Returns the cost with the fastest schedule whose scratch memory, which the
  /// planner aligns, has at most `bytes`, or with the schedule that has the
  /// least.
  KernelCost getWithin(PrimFuncOp kernel, uint64_t bytes);
  /// Returns how near inputs of a kernel may lie to its last argument, the
  /// output, with a schedule.
  llvm::ArrayRef<ArgDistance> getDistances(PrimFuncOp kernel,
                                           ScheduleAttrInterface schedule);

  /// Returns how many cycles kernels may take by rows if they take `whole`
  /// otherwise.
  uint64_t getMostCycles(uint64_t whole) const;

  /// Returns whether any of the kernels so far computes in lanes, on a
  /// processor that moves vectors.
  bool hasLanes() const { return anyLanes; }
  /// Whether a processor with such vectors moves the rows.
  bool movesVectors() const { return anyLanes || anyByteLanes; }

  /// What the kernel's schedule says of its argument (see
  /// `RowScheduleAttrInterface`).
  bool canMoveRows(PrimFuncOp kernel, unsigned argument, int64_t count);
  bool canWriteWords(PrimFuncOp kernel, unsigned argument);
  uint64_t getSavedByWords(PrimFuncOp kernel, unsigned argument);

private:
  kernel::RowScheduleAttrInterface getRowSchedule(PrimFuncOp kernel);

  using ArgumentKey = std::pair<mlir::Operation *, unsigned>;

  ScheduleSearch search;
  bool anyLanes = false, anyByteLanes = false;
  /// The multiply-accumulates of kernels that compute floats or int16 elements,
  /// and of others.
  uint64_t wideMacs = 0, otherMacs = 0;
  /// On the heap, where they stay.
  llvm::DenseMap<mlir::Operation *, std::vector<KernelCost>> costs;
  llvm::DenseMap<std::pair<mlir::Operation *, mlir::Attribute>,
                 std::vector<ArgDistance>>
      distances;
  llvm::DenseMap<std::pair<ArgumentKey, int64_t>, bool> movesRows;
  llvm::DenseMap<ArgumentKey, bool> writesWords;
  llvm::DenseMap<ArgumentKey, uint64_t> savedByWords;
};

/// How long a tensor is in memory that the calls of a group use.
struct RowLife {
  /// Whether it is in memory before the calls begin, and after they have ended.
  bool before = true, after = true;
};

/// Returns, for each call of a group, the most bytes that are in memory while
/// it runs, without its scratch memory. `getLife` is as for `estimateCost`.
std::vector<uint64_t> getGroupPeaks(
    const RowGroup &group, const mlir::DataLayout &layout,
    llvm::function_ref<std::optional<RowLife>(mlir::Value tensor)> getLife);

/// Estimates what the calls of a group need: their scratch memory, the rings of
/// the tensors between them, and the tensors that are in memory as a whole as
/// far as they count. `getLife` returns std::nullopt for a tensor whose memory
/// does not count. `storesWords` says whether rows may be words, which save
/// cycles. Kernels take schedules with which the group needs at most `most`
/// bytes, if they have such.
RowCost estimateCost(
    const RowGroup &group, KernelCosts &costs, const mlir::DataLayout &layout,
    bool storesWords, uint64_t most,
    llvm::function_ref<std::optional<RowLife>(mlir::Value tensor)> getLife);

} // namespace tir

#endif // TIR_LIB_SCHEDULES_ROWCOSTS_H
