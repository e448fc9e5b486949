//===- KernelFusion.cpp - Which operations make one kernel
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/KernelFusion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// Kinds of operations
//===----------------------------------------------------------------------===//

static bool isReshape(Operation *op) {
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

bool tir::isUnitReshape(Operation *op) {
  RankedTensorType wide;
  SmallVector<ReassociationIndices> groups;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    wide = expand.getResultType();
    groups = expand.getReassociationIndices();
  } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    wide = collapse.getSrcType();
    groups = collapse.getReassociationIndices();
  } else {
    return false;
  }
  return llvm::all_of(groups, [&](const ReassociationIndices &group) {
    return llvm::count_if(group, [&](int64_t dim) {
             return wide.getDimSize(dim) != 1;
           }) <= 1;
  });
}

bool tir::isInlineConstant(Value value) {
  if (value.getDefiningOp<tensor::EmptyOp>())
    return true;
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return false;
  auto elements = dyn_cast<ElementsAttr>(attr);
  return !elements || elements.isSplat();
}

/// Constants and empty tensors: they go into every kernel that uses them, or
/// become its argument. What only calls take is found by these.
static bool isLeaf(Operation *op) {
  return isa<tensor::EmptyOp, GetDeviceContextOp, PoolViewOp, StringConstantOp>(
             op) ||
         op->hasTrait<OpTrait::ConstantLike>();
}

/// What stands in the function itself, between its kernels.
static bool isKept(Operation *op) {
  return isa<BufferCallOpInterface, scf::IfOp, scf::ForOp, scf::WhileOp,
             tensor::FromElementsOp>(op);
}

/// An operation whose single elements the phase `loops` can compute.
static bool isSupported(Operation *op) {
  auto isStatic = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || shaped.hasStaticShape();
  };
  if (!llvm::all_of(op->getOperandTypes(), isStatic) ||
      !llvm::all_of(op->getResultTypes(), isStatic))
    return false;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.hasPureTensorSemantics() &&
           llvm::all_of(linalgOp.getDpsInitsMutable(), [&](OpOperand &init) {
             return linalgOp.getMatchingIndexingMap(&init)
                 .isProjectedPermutation();
           });
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return slice.getSizes().empty() && slice.getStrides().empty();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return insert.getOffsets().empty() && insert.getStrides().empty();
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return llvm::all_of(llvm::concat<const OpFoldResult>(pad.getMixedLowPad(),
                                                         pad.getMixedHighPad()),
                        [](OpFoldResult amount) {
                          std::optional<int64_t> number =
                              getConstantIntValue(amount);
                          return number && *number >= 0;
                        });
  if (isa<tensor::ConcatOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::CastOp, tensor::GenerateOp, tensor::SplatOp,
          tensor::ExtractOp>(op))
    return true;
  return isPure(op) && op->getNumRegions() == 0 &&
         llvm::none_of(op->getOperandTypes(), llvm::IsaPred<ShapedType>) &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
}

/// As cheap to compute again as to read from memory.
static bool isCheap(Operation *op) {
  if (isa<tensor::PadOp, tensor::ExtractSliceOp, tensor::CastOp,
          tensor::SplatOp>(op) ||
      isUnitReshape(op))
    return true;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
  if (linalgOp.getNumReductionLoops() != 0)
    return false;
  Block *body = linalgOp.getBlock();
  return llvm::hasNItemsOrLess(body->getOperations(), 2) &&
         llvm::all_of(body->without_terminator(), [](Operation &inner) {
           return isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
                      arith::ExtFOp, arith::TruncFOp>(inner);
         });
}

//===----------------------------------------------------------------------===//
// The partition
//===----------------------------------------------------------------------===//

namespace {
/// How often, and where, a kernel computes an element of one of its values.
struct Access {
  /// Each element at most once.
  bool once = false;
  /// From the root's result to this value's elements; null where it is not a
  /// plain selection of dimensions.
  AffineMap map;
};

class Partitioner {
public:
  explicit Partitioner(Block &block) : block(block) {}

  FailureOr<KernelPartition> run();

private:
  void assign(Operation *op);
  void openKernel(Operation *op);
  void join(Operation *op, unsigned kernel, Access access);
  void dropOuterReshapes(Kernel &kernel);
  LogicalResult verifyScalars(const Kernel &kernel);
  Access accessThrough(OpOperand &use, unsigned kernel);

  Block &block;
  /// In reverse program order of the roots while `run` is at work.
  SmallVector<Kernel> kernels;
  llvm::SetVector<Operation *> views;
  SmallVector<Operation *> kept;
  /// Scalars that what is kept needs.
  DenseSet<Operation *> keptScalars;
  /// The kernels an operation is computed in.
  DenseMap<Operation *, SmallVector<unsigned, 1>> homes;
  DenseMap<std::pair<Operation *, unsigned>, Access> accesses;
};
} // namespace

/// What a use in `kernel` adds to the way its user is accessed there.
Access Partitioner::accessThrough(OpOperand &use, unsigned kernel) {
  Operation *user = block.findAncestorOpInBlock(*use.getOwner());
  Access outer = accesses.lookup({user, kernel});
  if (user != use.getOwner())
    return {};
  auto linalgOp = dyn_cast<linalg::LinalgOp>(user);
  if (!linalgOp)
    return {outer.once, AffineMap()};
  AffineMap map = linalgOp.getMatchingIndexingMap(&use);
  SmallVector<int64_t> extents = linalgOp.getStaticLoopRanges();
  // An init is read once an element; an input may be read again along each
  // dimension that its map leaves out.
  auto covers = [&](unsigned dim) {
    return extents[dim] == 1 || map.isFunctionOfDim(dim) ||
           (linalgOp.isDpsInit(&use) && linalgOp.getIteratorTypesArray()[dim] ==
                                            utils::IteratorType::reduction);
  };
  bool once = map.isProjectedPermutation(/*allowZeroInResults=*/true) &&
              llvm::all_of(llvm::seq<unsigned>(0, map.getNumDims()), covers);
  Access inner;
  inner.once = outer.once && once;
  AffineMap result =
      linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(0));
  if (outer.map && linalgOp.getNumReductionLoops() == 0 &&
      result.isPermutation())
    inner.map = map.compose(inversePermutation(result)).compose(outer.map);
  return inner;
}

void Partitioner::openKernel(Operation *op) {
  unsigned index = kernels.size();
  kernels.emplace_back();
  kernels.back().root = op;
  Access access;
  access.once = true;
  if (auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType()))
    access.map =
        AffineMap::getMultiDimIdentityMap(type.getRank(), op->getContext());
  join(op, index, access);
}

void Partitioner::join(Operation *op, unsigned kernel, Access access) {
  kernels[kernel].ops.insert(op);
  homes[op].push_back(kernel);
  accesses[{op, kernel}] = access;
}

/// Puts `op`, whose users all have their place already, into their kernels or
/// makes it the root of a new one. What nothing needs goes nowhere.
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

  if (isReshape(op) && (leavesKernels || !isUnitReshape(op))) {
    views.insert(op);
    return;
  }
  bool isScalar =
      llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
  if (leavesKernels && !isScalar) {
    openKernel(op);
    return;
  }
  if (leavesKernels)
    keptScalars.insert(op);
  if (isCheap(op)) {
    for (unsigned kernel : users) {
      Access access = {true, AffineMap()};
      for (OpOperand *use : uses)
        if (kernels[kernel].ops.contains(
                block.findAncestorOpInBlock(*use->getOwner())))
          access.once &= accessThrough(*use, kernel).once;
      if (uses.size() == 1)
        access.map = accessThrough(*uses.front(), kernel).map;
      else
        access.once = false;
      join(op, kernel, access);
    }
    return;
  }
  if (users.size() != 1) {
    openKernel(op);
    return;
  }
  unsigned kernel = users.front();
  Access first = accessThrough(*uses.front(), kernel);
  bool fits = llvm::all_of(uses, [&](OpOperand *use) {
    Access access = accessThrough(*use, kernel);
    return access.once &&
           (uses.size() == 1 || (access.map && access.map == first.map));
  });
  if (fits && op->getNumResults() == 1)
    join(op, kernel, first);
  else
    openKernel(op);
}

/// A reshape of what a kernel receives is free outside and costs index
/// arithmetic inside.
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

/// Kernels take buffers: a scalar must be computed in them of what is in one.
LogicalResult Partitioner::verifyScalars(const Kernel &kernel) {
  for (Operation *op : kernel.ops) {
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    for (Value value : used) {
      Operation *producer = value.getDefiningOp();
      if (isa<ShapedType>(value.getType()) ||
          (producer && !isKept(producer) && producer->getBlock() == &block) ||
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
    if (isLeaf(&op))
      continue;
    if (isKept(&op)) {
      kept.push_back(&op);
      continue;
    }
    if (!isSupported(&op)) {
      op.emitError("'") << op.getName()
                        << "' cannot be made into a kernel: it is none of the "
                           "structured linalg and tensor operations with "
                           "static shapes that can be computed element by "
                           "element; rewrite it into those before this phase";
      return failure();
    }
    assign(&op);
  }
  // Visited backwards, so each kernel's list is backwards too, as is what
  // `dropOuterReshapes` expects: producers come last.
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

FailureOr<KernelPartition> tir::partitionIntoKernels(Block &block) {
  return Partitioner(block).run();
}
