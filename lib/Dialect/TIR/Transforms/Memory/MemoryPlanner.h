//===- MemoryPlanner.h - Places for the buffers of one function
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_MEMORYPLANNER_H
#define TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_MEMORYPLANNER_H

#include "DeclaredPools.h"
#include "OverlapVariants.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Dialect/TIR/Analysis/BufferDistances.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"
#include "tir/Plan/MemoryPlan.h"
#include "tir/Support/UniqueNames.h"
#include "llvm/ADT/StringMap.h"

namespace tir {

/// Memory and its place in the plan.
struct Buffer {
  /// An allocation, or an input that other buffers may overwrite later.
  mlir::Value memory;
  std::string name;
  std::string pool;
  PlanBuffer plan;
  uint64_t offset = 0;
  /// The names of the buffers that it overwrites while they are read.
  llvm::SmallVector<llvm::StringRef> over;

  /// Returns the allocation, or null for an input.
  mlir::memref::AllocOp getAlloc() const {
    return memory.getDefiningOp<mlir::memref::AllocOp>();
  }
};

/// Memory that the plan may fill.
struct Room {
  std::string name;
  /// The most bytes that it may have.
  uint64_t limit = INT64_MAX;
  uint64_t alignment = 1;
  /// The declaration of the pool, or null.
  PoolOp declared = nullptr;
  /// The input whose memory it is, or null.
  mlir::BlockArgument input = nullptr;
};

/// What the plan says of a pool that the module declares, or that is an input.
struct PoolDescription {
  bool isExternal = false;
  std::optional<int64_t> input, limit;
  mlir::StringAttr section = nullptr;
};

/// A global that contains one buffer, or all of them, or those that were placed
/// in a declared pool; or the memory of an input.
struct Pool {
  std::string name;
  mlir::MemRefType type;
  uint64_t alignment;
  PoolPlan plan;
  /// The input whose memory it is, or null.
  mlir::BlockArgument input = nullptr;
  /// What else the plan says of it.
  PoolDescription description = {};
  mlir::Value address = nullptr;
};

struct PlannerSettings {
  static constexpr uint64_t kDefaultAlignment = 16;

  PlanStrategy strategy;
  OverlapChoice overlap;
  /// The smallest alignment of a buffer.
  uint64_t alignment;
  /// The most bytes of memory; 0 for no limit.
  uint64_t limit;
  bool overwriteInputs;
};

/// Plans the memory of one main function.
class MemoryPlanner {
public:
  MemoryPlanner(PrimFuncOp function, mlir::SymbolTable &symbols,
                const DeclaredPools &declared, PlannerSettings settings)
      : function(function), module(function->getParentOfType<mlir::ModuleOp>()),
        symbols(symbols), declared(declared), lifetimes(function),
        layout(mlir::DataLayout::closest(function)), settings(settings) {}

  /// Determines the place of each buffer.
  mlir::LogicalResult plan() {
    return mlir::success(succeeded(collect()) && succeeded(makePools()) &&
                         succeeded(verifyLimit()));
  }

  /// Finds the buffers, their lifetimes and their distances.
  mlir::LogicalResult collect();

  /// What could be different in the main function.
  struct Change {
    /// The bytes of allocations; 0 for one that nothing uses.
    llvm::DenseMap<mlir::Value, uint64_t> bytes;
    /// Calls whose arguments do not overlap.
    llvm::DenseSet<mlir::Operation *> apart;
  };
  /// Returns the bytes of the workspace after a change, if there are no
  /// declared pools, or std::nullopt if there is no plan.
  std::optional<uint64_t> findBytes(const Change &change);

  llvm::SmallVector<Overlap> findOverlaps();

  /// Returns the pool of that name, or null if no buffer is in it.
  Pool *findPool(llvm::StringRef name) {
    auto found = poolsByName.find(name);
    return found != poolsByName.end() ? &pools[found->second] : nullptr;
  }

  /// Puts each buffer in its place, after the callees have been adapted to the
  /// overlaps.
  void apply();

private:
  using RestrictedBuffers =
      llvm::DenseMap<mlir::Value, DeclaredPools::Candidates>;

  mlir::LogicalResult addBuffer(mlir::memref::AllocOp alloc);
  void addInputs();
  void indexBuffers();
  void findUsableDistances();
  void findRingTails();
  std::optional<uint64_t> bytesOf(mlir::MemRefType type) const;
  std::string nameBuffer(const Buffer &buffer);
  mlir::FailureOr<MemoryPlan> verified(const PlanProblem &problem,
                                       MemoryPlan plan);
  mlir::FailureOr<MemoryPlan> planOrFail(const PlanProblem &problem);
  mlir::FailureOr<MemoryPlan> planWithOverlaps(PlanProblem problem);
  mlir::FailureOr<MemoryPlan> planInRooms(llvm::ArrayRef<Room> rooms,
                                          PlanProblem problem);
  mlir::InFlightDiagnostic reportOverflow(PlanProblem problem,
                                          llvm::Error error);
  void noteBuffers(mlir::InFlightDiagnostic &diag);
  mlir::LogicalResult makePools();
  std::vector<Room> findRooms();
  PlanProblem makeProblem(llvm::ArrayRef<Room> rooms,
                          const RestrictedBuffers &restricted) const;
  bool needsInputs(const RestrictedBuffers &restricted);
  void dropInputs();
  mlir::LogicalResult fillRooms(llvm::ArrayRef<Room> rooms,
                                const RestrictedBuffers &restricted);
  mlir::LogicalResult verifyLimit();
  /// Inputs may be left out of the plan.
  bool isPlanned(const BufferDistance &distance) const {
    return indexOf.contains(distance.lower) && indexOf.contains(distance.upper);
  }
  std::vector<PlanDistance> makeDistances(const Change &change = Change());
  void addPool(llvm::StringRef name, mlir::MemRefType type, uint64_t alignment,
               const PoolPlan &plan);
  void addRoom(const Room &room, uint64_t alignment, const PoolPlan &plan);
  mlir::Value getAddress(mlir::OpBuilder &builder, Pool &pool);
  void replace(Buffer &buffer);
  llvm::SmallVector<PlannedArgumentAttr> describeArguments();
  PlannedPoolAttr describePool(const Pool &pool);
  PlannedBufferAttr describeBuffer(const Buffer &buffer);
  std::vector<PlanBuffer> collectUnaligned() const;
  uint64_t lowerBoundOfAllPools();
  uint64_t liveBytesWithArguments();
  PlanAttr describe();

  PrimFuncOp function;
  mlir::ModuleOp module;
  mlir::SymbolTable &symbols;
  const DeclaredPools &declared;
  BufferLifetimes lifetimes;
  mlir::DataLayout layout;
  PlannerSettings settings;
  llvm::SmallVector<Buffer> buffers;
  /// The index of each allocation and input in `buffers`.
  llvm::DenseMap<mlir::Value, unsigned> indexOf;
  llvm::SmallVector<BufferDistance> distances;
  llvm::SmallVector<Pool> pools;
  llvm::StringMap<unsigned> poolsByName;
  UniqueNames names;
};

} // namespace tir

#endif // TIR_LIB_DIALECT_TIR_TRANSFORMS_MEMORY_MEMORYPLANNER_H
