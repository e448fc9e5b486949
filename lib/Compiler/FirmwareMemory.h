//===- FirmwareMemory.h - The memory of several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_FIRMWAREMEMORY_H
#define TIR_LIB_COMPILER_FIRMWAREMEMORY_H

#include "tir/Compiler/Firmware.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "tir/Plan/JointPlan.h"

namespace tir {

/// What lies in a pool: the buffers of a model, an output that is passed on, or
/// the variables that a model keeps.
struct FirmwareBlock {
  enum class Kind { Buffers, Passed, State };
  Kind kind = Kind::Buffers;
  /// The model, or the one that writes what is passed on.
  unsigned model = 0;
  /// `detector.boxes`, for what is passed on.
  std::string name;
  uint64_t bytes = 0, alignment = 1;
  /// The first bytes that may be live between two steps; the others are not.
  uint64_t keptBytes = 0;
  uint64_t offset = 0;
};

/// A pool with its blocks, and the plan for them.
struct FirmwareArena {
  std::string name, section;
  std::optional<uint64_t> limit;
  uint64_t alignment = 1;
  std::vector<FirmwareBlock> blocks;
  JointPlan plan;
};

/// An argument that is passed on.
struct PassedArgument {
  unsigned model = 0;
  unsigned argument = 0;
  /// The name of its block.
  std::string block;
};

/// The memory of a program.
class FirmwareMemory {
public:
  FirmwareMemory(const FirmwarePlan &plan, const FirmwareRules &rules,
                 std::vector<FirmwarePart> &parts, mlir::MLIRContext &context)
      : plan(plan), rules(rules), parts(parts), context(context) {}

  /// Collects what each model needs, and finds a place for all of it. A pool
  /// may have more bytes than there are.
  llvm::LogicalResult place();

  /// If a pool has more than there is, returns how one of its models can leave
  /// room for the others.
  std::optional<FirmwareSpill> findSpill() const;

  /// Fails if a pool has more than there is.
  llvm::LogicalResult checkLimits();

  /// Lets each module use its places.
  void apply();

  llvm::ArrayRef<FirmwareArena> getArenas() const { return arenas; }

private:
  mlir::InFlightDiagnostic error(PlanPlaceInFile at);
  FirmwareArena &getArena(llvm::StringRef name);
  llvm::StringRef getFirstPool() const;
  const FirmwarePool *findPool(llvm::StringRef name) const;
  llvm::LogicalResult collectBuffers(unsigned model);
  llvm::LogicalResult collectState(unsigned model);
  uint64_t getAlignment(const PassedArgument &end) const;
  llvm::LogicalResult collectPasses();
  mlir::FailureOr<PassedArgument> findArgument(const PlacedText &end,
                                               bool isOutput);
  llvm::LogicalResult checkTypes(const PassRule &rule,
                                 const PassedArgument &from,
                                 const PassedArgument &to);
  std::optional<JointConflict> getConflict(const FirmwareArena &arena,
                                           unsigned one, unsigned other) const;
  llvm::LogicalResult solve(FirmwareArena &arena);
  llvm::LogicalResult reportLimit(const FirmwareArena &arena);
  void renewGuards(unsigned model);
  void moveBuffers(unsigned model);
  void movePassed(unsigned model);
  std::string describe(const FirmwareBlock &block) const;

  const FirmwarePlan &plan;
  const FirmwareRules &rules;
  std::vector<FirmwarePart> &parts;
  mlir::MLIRContext &context;
  std::vector<FirmwareArena> arenas;
  std::vector<PassedArgument> passed;
};

/// Returns the main function of a module after the phase `plan`.
PrimFuncOp getMain(mlir::ModuleOp module);

/// Returns the bytes of a model's variables, each with its natural alignment.
uint64_t countStateBytes(mlir::ModuleOp module);

} // namespace tir

#endif // TIR_LIB_COMPILER_FIRMWAREMEMORY_H
