//===- KernelFusion.cpp - Which operations make one kernel
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Fusion/KernelFusion.h"

#include "AwaitedLaunches.h"
#include "Dequantizations.h"
#include "KernelPeak.h"
#include "SumsOfProducts.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tir/Dialect/Kernel/IR/KernelInterfaces.h"
#include "tir/Dialect/TIR/Analysis/KernelDescription.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

//===----------------------------------------------------------------------===//
// Kinds of operations
//===----------------------------------------------------------------------===//

/// Leaves become part of each kernel that uses them, or its arguments. They are
/// also operands of calls.
static KernelRole getRole(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>())
    return KernelRole::Leaf;
  if (isa<BufferCallOpInterface>(op))
    return KernelRole::BetweenKernels;
  auto kernelOp = dyn_cast<KernelOpInterface>(op);
  return kernelOp ? kernelOp.getKernelRole() : KernelRole::Computed;
}

static bool isScalarOp(Operation *op) {
  return llvm::none_of(op->getOperandTypes(), llvm::IsaPred<ShapedType>) &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
}

/// Checks that the phase `loops` can compute single elements of `op`.
static LogicalResult verifyComputable(Operation *op) {
  auto isDynamic = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && !shaped.hasStaticShape();
  };
  auto kernelOp = dyn_cast<KernelOpInterface>(op);
  bool isDynamicOp = llvm::any_of(op->getOperandTypes(), isDynamic) ||
                     llvm::any_of(op->getResultTypes(), isDynamic);
  if (!isDynamicOp && kernelOp && kernelOp.canComputeElements())
    return success();
  if (!kernelOp && isScalarOp(op) && isPure(op) && op->getNumRegions() == 0)
    return success();
  InFlightDiagnostic diag =
      op->emitError("'") << op->getName() << "' cannot be made into a kernel: ";
  if (kernelOp)
    return diag << "its elements cannot be computed one by one in this form, "
                   "expected static shapes and strides, no negative padding, "
                   "and tensors rather than buffers; rewrite it before this "
                   "phase";
  return diag
         << "it is not one of the structured linalg and tensor operations, "
            "and does not implement tir::kernel::KernelOpInterface; rewrite it "
            "into those before this phase, or implement the interface";
}

/// Returns whether the user of `use` keeps the order of the operand's elements,
/// and `map` the elements that each of its own reads.
static bool keepsOrder(OpOperand &use, AffineMap map) {
  if (isUnitReshape(use.getOwner()))
    return true;
  auto type = dyn_cast<RankedTensorType>(use.get().getType());
  if (!map || !type)
    return false;
  std::optional<unsigned> last;
  for (auto [result, extent] :
       llvm::zip_equal(map.getResults(), type.getShape())) {
    if (extent == 1)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim || (last && dim.getPosition() <= *last))
      return false;
    last = dim.getPosition();
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The partition
//===----------------------------------------------------------------------===//

namespace {
/// How often a kernel computes an element of one of its values, and for which
/// element of its result.
struct Access {
  /// Whether each element is computed at most once.
  bool once = false;
  /// Whether the elements have the same order as the elements of the root's
  /// result that they are computed for.
  bool inOrder = false;
  /// The map from indices of the root's result to indices of this value; null
  /// if it is not a plain selection of dimensions.
  AffineMap map;
};

class Partitioner {
public:
  /// The operations of `recomputed` are computed again where their elements are
  /// needed.
  Partitioner(Block &block, const DenseSet<Operation *> &recomputed)
      : block(block), recomputed(recomputed), launches(block) {}

  FailureOr<KernelPartition> run();

private:
  void assign(Operation *op);
  void recompute(Operation *op, ArrayRef<OpOperand *> uses, unsigned kernel);
  bool fits(Operation *op, ArrayRef<OpOperand *> uses, unsigned kernel);
  bool waitsForLayers(Operation *op, unsigned kernel);
  /// Returns whether each kernel that uses `op` computes it for itself.
  bool isRecomputed(Operation *op) const {
    return recomputed.contains(op) ||
           (isCheapToRecompute(op) && !narrowsComputedElements(op));
  }
  void openKernel(Operation *op);
  void join(Operation *op, unsigned kernel, Access access);
  void dropOuterReshapes(Kernel &kernel);
  LogicalResult verifyScalars(const Kernel &kernel);
  Access accessThrough(OpOperand &use, unsigned kernel);

  Block &block;
  const DenseSet<Operation *> &recomputed;
  AwaitedLaunches launches;
  /// In reverse program order of the roots until `run` ends.
  SmallVector<Kernel> kernels;
  llvm::SetVector<Operation *> views;
  SmallVector<Operation *> kept;
  /// Scalars that the kept operations need.
  DenseSet<Operation *> keptScalars;
  /// The kernels that compute each operation.
  DenseMap<Operation *, SmallVector<unsigned, 1>> homes;
  DenseMap<std::pair<Operation *, unsigned>, Access> accesses;
};
} // namespace

/// Returns how `kernel` accesses the operand `use`, from how it accesses the
/// user.
Access Partitioner::accessThrough(OpOperand &use, unsigned kernel) {
  Operation *user = block.findAncestorOpInBlock(*use.getOwner());
  Access outer = accesses.lookup({user, kernel});
  if (user != use.getOwner())
    return {};
  auto kernelOp = dyn_cast<KernelOpInterface>(user);
  if (!kernelOp)
    return {outer.once, /*inOrder=*/false, AffineMap()};
  Access inner;
  inner.once = outer.once && kernelOp.readsElementsOnce(use);
  AffineMap map = kernelOp.getAccessMap(use, /*result=*/0);
  inner.inOrder = outer.inOrder && keepsOrder(use, map);
  if (outer.map && map)
    inner.map = map.compose(outer.map);
  return inner;
}

void Partitioner::openKernel(Operation *op) {
  unsigned index = kernels.size();
  kernels.emplace_back();
  kernels.back().root = op;
  Access access;
  access.once = access.inOrder = true;
  if (auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType()))
    access.map =
        AffineMap::getMultiDimIdentityMap(type.getRank(), op->getContext());
  join(op, index, access);
}

void Partitioner::join(Operation *op, unsigned kernel, Access access) {
  kernels[kernel].ops.insert(op);
  kernels[kernel].hasSum |= isSumOfProducts(op);
  kernels[kernel].hasReduction |= isReduction(op);
  homes[op].push_back(kernel);
  accesses[{op, kernel}] = access;
}

/// Adds `op` to one of the kernels that compute it for their own.
void Partitioner::recompute(Operation *op, ArrayRef<OpOperand *> uses,
                            unsigned kernel) {
  Access access = {/*once=*/true, /*inOrder=*/true, AffineMap()};
  for (OpOperand *use : uses)
    if (kernels[kernel].ops.contains(
            block.findAncestorOpInBlock(*use->getOwner()))) {
      Access through = accessThrough(*use, kernel);
      access.once &= through.once;
      access.inOrder &= through.inOrder;
    }
  if (uses.size() == 1)
    access.map = accessThrough(*uses.front(), kernel).map;
  else
    access.once = false;
  join(op, kernel, access);
}

/// Returns whether other kernels multiply between a reduction without products
/// and the end of the kernel that uses it. What is reduced would stay in memory
/// until then.
bool Partitioner::waitsForLayers(Operation *op, unsigned kernel) {
  if (!isReduction(op) || isSumOfProducts(op))
    return false;
  for (Operation *later = op->getNextNode(); later != kernels[kernel].root;
       later = later->getNextNode())
    if (isSumOfProducts(later) && !kernels[kernel].ops.contains(later))
      return true;
  return false;
}

/// Returns whether the only kernel that uses `op` should compute it.
bool Partitioner::fits(Operation *op, ArrayRef<OpOperand *> uses,
                       unsigned kernel) {
  Access first = accessThrough(*uses.front(), kernel);
  bool isReadOnce = llvm::all_of(uses, [&](OpOperand *use) {
    Access access = accessThrough(*use, kernel);
    return access.once &&
           (uses.size() == 1 || (access.map && access.map == first.map));
  });
  // Schedules compute one sum of products in registers, and what follows it
  // element by element. If elements are reduced, multiplied or moved
  // afterwards, the result is stored where its elements are narrow.
  bool isStoredNarrow = (kernels[kernel].hasReduction || !first.inOrder) &&
                        isNarrowestAfterSum(op);
  // The processor has work while a device computes.
  return isReadOnce && !isStoredNarrow && !waitsForLayers(op, kernel) &&
         !launches.isEarlier(op, kernels[kernel].root) &&
         op->getNumResults() == 1;
}

/// Adds `op`, whose users have all been assigned, to the kernels of its users,
/// or makes it the root of a new kernel. An operation without users is part of
/// no kernel.
void Partitioner::assign(Operation *op) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : op->getUses())
    uses.push_back(&use);
  if (uses.empty())
    return;

  llvm::SmallSetVector<unsigned, 4> users;
  bool leavesKernels = false;
  for (OpOperand *use : uses) {
    Operation *user = block.findAncestorOpInBlock(*use->getOwner());
    auto home = homes.find(user);
    leavesKernels |= home == homes.end() || keptScalars.contains(user);
    if (home != homes.end())
      users.insert(home->second.begin(), home->second.end());
  }

  if (isReshape(op) &&
      (leavesKernels || (!isUnitReshape(op) && !recomputed.contains(op)))) {
    views.insert(op);
    return;
  }
  bool isScalar =
      llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
  if (leavesKernels && !isScalar)
    return openKernel(op);
  if (leavesKernels)
    keptScalars.insert(op);
  if (isRecomputed(op)) {
    for (unsigned kernel : users)
      recompute(op, uses, kernel);
    return;
  }
  if (users.size() == 1 && fits(op, uses, users.front()))
    join(op, users.front(), accessThrough(*uses.front(), users.front()));
  else
    openKernel(op);
}

/// A reshape of an input of a kernel is free outside of the kernel, and costs
/// index arithmetic inside.
void Partitioner::dropOuterReshapes(Kernel &kernel) {
  SmallVector<Operation *> backwards(kernel.ops.getArrayRef());
  for (Operation *op : llvm::reverse(backwards)) {
    if (!isReshape(op) || op == kernel.root)
      continue;
    Value source = op->getOperand(0);
    Operation *producer = source.getDefiningOp();
    if (producer && (kernel.ops.contains(producer) || isInlineConstant(source)))
      continue;
    kernel.ops.remove(op);
    views.insert(op);
  }
}

/// Kernels only have buffers as arguments, so they must compute each scalar
/// that they need from the contents of a buffer.
LogicalResult Partitioner::verifyScalars(const Kernel &kernel) {
  for (Operation *op : kernel.ops) {
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    for (Value value : used) {
      Operation *producer = value.getDefiningOp();
      if (isa<ShapedType>(value.getType()) ||
          (producer && getRole(producer) != KernelRole::BetweenKernels &&
           producer->getBlock() == &block) ||
          matchPattern(value, m_Constant()))
        continue;
      InFlightDiagnostic diag = op->emitError("'")
                                << op->getName() << "' takes a number of type "
                                << value.getType()
                                << " that control flow carries; expected one "
                                   "that is computed from tensors, as kernels "
                                   "take buffers: pass it through a tensor of "
                                   "one element (tir-normalize-control-flow)";
      diag.attachNote(value.getLoc()) << "the number comes from here";
      return failure();
    }
  }
  return success();
}

FailureOr<KernelPartition> Partitioner::run() {
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    KernelRole role = getRole(&op);
    if (role == KernelRole::Leaf)
      continue;
    if (role == KernelRole::BetweenKernels) {
      kept.push_back(&op);
      continue;
    }
    if (failed(verifyComputable(&op)))
      return failure();
    assign(&op);
  }
  // The loop goes backwards, so the list of each kernel is reversed: users come
  // first, then producers. `dropOuterReshapes` expects this order.
  KernelPartition partition;
  for (Kernel &kernel : llvm::reverse(kernels)) {
    dropOuterReshapes(kernel);
    SmallVector<Operation *> ops = kernel.ops.takeVector();
    llvm::sort(
        ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    kernel.ops.insert(ops.begin(), ops.end());
    if (failed(verifyScalars(kernel)))
      return failure();
    partition.kernels.push_back(std::move(kernel));
  }
  partition.views = views.takeVector();
  llvm::sort(partition.views,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  partition.kept.assign(kept.rbegin(), kept.rend());
  return partition;
}

//===----------------------------------------------------------------------===//
// Floats of stored integers
//===----------------------------------------------------------------------===//

/// Adds `op` to `recomputed`, and the reshapes of what it computes: as views of
/// memory, they would need the floats there. Returns whether there was one to
/// add.
static bool recompute(Operation *op, DenseSet<Operation *> &recomputed) {
  bool changed = recomputed.insert(op).second;
  for (Operation *user : op->getUsers())
    if (isReshape(user))
      changed |= recompute(user, recomputed);
  return changed;
}

/// Adds the operations that dequantize constants to `recomputed`, and returns
/// the partition in which their readers do.
static FailureOr<KernelPartition>
partitionWithConstants(Block &block, DenseSet<Operation *> &recomputed) {
  while (true) {
    FailureOr<KernelPartition> partition = Partitioner(block, recomputed).run();
    if (failed(partition))
      return failure();
    // An operation that leaves its block has a kernel in any case.
    bool changed = false;
    for (const Kernel &kernel : partition->kernels)
      if (isExpandedConstant(kernel))
        for (Operation *op : kernel.ops)
          changed |= recompute(op, recomputed);
    if (!changed)
      return partition;
  }
}

FailureOr<KernelPartition> tir::partitionIntoKernels(Block &block) {
  DenseSet<Operation *> recomputed;
  FailureOr<KernelPartition> partition =
      partitionWithConstants(block, recomputed);
  if (failed(partition))
    return failure();
  auto isReadByReductions = [&](const Kernel &kernel) {
    return llvm::all_of(kernel.root->getUsers(), [&](Operation *user) {
      return llvm::any_of(partition->kernels, [&](const Kernel &reader) {
        return reader.hasReduction && reader.ops.contains(user);
      });
    });
  };
  SmallVector<Kernel> dequantizations;
  for (const Kernel &kernel : partition->kernels)
    if (isDequantization(kernel) && isReadByReductions(kernel))
      dequantizations.push_back(kernel);
  if (dequantizations.empty())
    return partition;

  // The integers need less memory than the floats, but each reader that
  // multiplies an element many times makes it a float each time. So only what
  // the peak depends on is computed again.
  auto recompute = [&](const Kernel &kernel) {
    recomputed.insert(kernel.ops.begin(), kernel.ops.end());
  };
  llvm::for_each(dequantizations, recompute);
  KernelPartition smallest = *Partitioner(block, recomputed).run();
  int64_t peak = getPeakBytes(block, smallest);
  if (peak >= getPeakBytes(block, *partition))
    return partition;
  for (const Kernel &kernel : dequantizations) {
    for (Operation *op : kernel.ops)
      recomputed.erase(op);
    KernelPartition trial = *Partitioner(block, recomputed).run();
    if (getPeakBytes(block, trial) > peak)
      recompute(kernel);
  }
  return Partitioner(block, recomputed).run();
}
