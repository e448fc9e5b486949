//===- RowGrouping.h - The calls of a block that run by rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_SCHEDULES_ROWGROUPING_H
#define TIR_LIB_SCHEDULES_ROWGROUPING_H

#include "RepeatedSteps.h"
#include "RowCosts.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Schedules/Passes.h"
#include "llvm/Support/MathExtras.h"

namespace tir {

/// Chooses the groups of one block.
class RowGrouping {
public:
  RowGrouping(mlir::Block &block, KernelCosts &costs, RowsChoice choice,
              bool overwriteInputs, const mlir::SymbolTable &symbols,
              uint64_t ram = 0)
      : block(block), costs(costs), choice(choice),
        overwriteInputs(overwriteInputs), symbols(symbols), ram(ram),
        layout(mlir::DataLayout::closest(block.getParentOp())),
        hasFed(llvm::any_of(block.getArguments(), isFedInput)) {}

  mlir::LogicalResult run();

  /// Finds the steps of the block and the lives of its tensors.
  void collect() {
    collectSteps(block);
    collectFedSteps();
    collectLives();
  }

  /// After `collect`, returns the bytes that are in memory while each call runs
  /// of those that run by rows already, without its scratch memory.
  llvm::DenseMap<mlir::Operation *, uint64_t> findPeaks();

private:
  friend class BandSearch;

  /// The most calls of a group. Longer groups hardly save more memory.
  static constexpr unsigned kMaxLength = 40;
  /// More bytes than any step needs. A step has this many if it needs a whole
  /// input which is never there.
  static constexpr uint64_t kImpossible = uint64_t(1) << 62;

  /// A call, or another operation that takes its time.
  struct Step {
    mlir::Operation *op;
    PrimFuncOp kernel = nullptr, rowKernel = nullptr;
  };
  /// The steps in which the memory of a tensor is used.
  struct Life {
    mlir::Value origin;
    uint64_t bytes;
    unsigned first, last;

    uint64_t getPlannedBytes() const { return alignAsPlanned(bytes); }
  };

  bool readsFed(unsigned first, unsigned end) const {
    return first < endOfFed && end > firstFed;
  }
  std::vector<RowCut> chooseCuts();
  /// Numbers the steps so that a cost that does not depend on a limit of memory
  /// is the same for steps with the same sequence of numbers, except for what
  /// is in memory around them.
  llvm::SmallVector<unsigned> numberKinds();
  std::optional<RowCost>
  getRepeatedCost(unsigned first, unsigned end,
                  std::optional<RepeatedSteps::Cost> &known);
  uint64_t countShared(unsigned step, ScheduleAttrInterface schedule);
  RowCost getSingleCost(unsigned step);
  std::optional<RowCost> getCost(unsigned first, unsigned end,
                                 std::optional<RowGroup> &group);
  std::optional<RowCost> getCost(unsigned first, unsigned end) {
    std::optional<RowGroup> group;
    return getCost(first, end, group);
  }
  std::optional<RowGroup> makeGroup(unsigned first, unsigned end,
                                    llvm::StringRef *reason = nullptr);
  uint64_t getBytesAround(unsigned first, unsigned end,
                          const RowGroup *group) const;
  std::optional<RowLife> getLife(mlir::Value tensor, unsigned first,
                                 unsigned end) const;

  // RowSteps.cpp
  /// Returns whether the application hands over the rows of a tensor one by
  /// one.
  static bool isFed(mlir::Value tensor);
  static mlir::Value getFirstWritten(mlir::Value tensor);
  static bool isInput(mlir::Value origin);
  PrimFuncOp findRowKernel(CallTIROp call, PrimFuncOp kernel);
  void collectSteps(mlir::Block &calls);
  void extendLife(mlir::Value tensor, unsigned step);
  void collectLives();
  void collectFedSteps();

  // FedRows.cpp
  bool isImpossible(RowCut cut);
  mlir::InFlightDiagnostic refuseFed(mlir::Location loc);
  mlir::LogicalResult verifyFedUses();
  std::string explainWhole(const Step &step) const;
  std::pair<unsigned, std::string> findObstacle();
  mlir::LogicalResult verifyFed(RowCut cut);

  // NotByRows.cpp
  std::string explainSingle(unsigned number);
  void noteObstacle(unsigned number);

  mlir::Block &block;
  KernelCosts &costs;
  RowsChoice choice;
  bool overwriteInputs;
  const mlir::SymbolTable &symbols;
  /// The bytes that groups may need; 0 for as few as possible.
  uint64_t ram;
  mlir::DataLayout layout;
  llvm::SmallVector<Step> steps;
  /// The lives of tensors whose memory counts, by their origins.
  llvm::SmallVector<Life> lives;
  llvm::DenseMap<mlir::Value, unsigned> lifeOf;
  /// The planned bytes of all lives that begin, or end, before a step.
  llvm::SmallVector<uint64_t> begunBytes, endedBytes;
  /// Whether the application hands over the rows of an input.
  bool hasFed;
  /// The steps from the first to the last one that reads that input. They are
  /// all in one group.
  unsigned firstFed = 0, endOfFed = 0;
};

} // namespace tir

#endif // TIR_LIB_SCHEDULES_ROWGROUPING_H
