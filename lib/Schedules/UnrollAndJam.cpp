//===- UnrollAndJam.cpp - Neighbouring elements in the same loops
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollAndJam.h"

#include "FlattenElements.h"
#include "Saturate.h"
#include "WindowWords.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "tir/TargetInfo/TargetOptions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::MaterializeInDestinationOp;

static ScheduleAttrInterface getElementwise(MLIRContext *context) {
  return cast<ScheduleAttrInterface>(
      Attribute(ElementwiseScheduleAttr::get(context)));
}

//===----------------------------------------------------------------------===//
// Which kernels
//===----------------------------------------------------------------------===//

/// Returns whether a reduction is a maximum of int8 elements, or a sum.
static bool sumsOrCompares(linalg::LinalgOp op) {
  Type result = getElementTypeOrSelf(op.getDpsInits().front());
  auto hasOnly = [&](auto kind) {
    return llvm::all_of(*op.getBlock(), [&](Operation &inner) {
      return isa<decltype(kind), arith::ExtSIOp, linalg::YieldOp>(inner);
    });
  };
  if (result.isInteger(8))
    return hasOnly(arith::MaxSIOp());
  return result.isInteger(32) && hasOnly(arith::AddIOp());
}

namespace {
/// The reductions of a kernel.
struct Reductions {
  /// The bits of the widest number that it reduces to.
  unsigned width = 0;
  /// Whether the copies of a loop over what it reduces are worth jamming.
  bool areLong = false;
  /// Whether there are any.
  bool exist = false;
  /// Whether all are maxima or sums of int8 elements, which fit words.
  bool fitWords;

  explicit Reductions(FunctionOpInterface kernel)
      : fitWords(llvm::any_of(kernel.getArgumentTypes(), [](Type type) {
          return getElementTypeOrSelf(type).isInteger(8);
        })) {
    kernel.walk([&](linalg::LinalgOp op) { add(op); });
    fitWords &= exist;
  }

private:
  void add(linalg::LinalgOp op) {
    if (op.getNumReductionLoops() == 0)
      return;
    exist = true;
    uint64_t reduced = 1;
    for (auto [extent, iterator] :
         llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
      if (iterator == utils::IteratorType::reduction)
        reduced = llvm::SaturatingMultiply<uint64_t>(reduced, extent);
    // Compilers unroll loops over fewer elements, unless they are jammed. What
    // a sum of one tensor takes is mostly loop.
    constexpr uint64_t kLeastReduced = 8, kLeastSummed = 5;
    // The window of a pool has a shape only.
    auto numRead =
        llvm::count_if(op.getRegionInputArgs(), [](BlockArgument argument) {
          return !argument.use_empty();
        });
    areLong |= reduced >= (numRead == 1 ? kLeastSummed : kLeastReduced);
    fitWords &= numRead == 1 && reduced > 1 && sumsOrCompares(op);
    for (Value init : op.getDpsInits())
      width =
          std::max(width, getElementTypeOrSelf(init).getIntOrFloatBitWidth());
  }
};
} // namespace

/// Returns whether the bits of a byte are the position in a table.
static bool readsByteTable(tensor::ExtractOp extract) {
  auto cast = extract.getIndices().empty()
                  ? arith::IndexCastOp()
                  : extract.getIndices()[0].getDefiningOp<arith::IndexCastOp>();
  auto extend =
      cast ? cast.getIn().getDefiningOp<arith::ExtUIOp>() : arith::ExtUIOp();
  return extend && extend.getIn().getType().isInteger(8);
}

/// Returns whether several elements of a kernel without reductions are worth
/// computing in one round of a loop: short products, tables, and moves.
/// LLVM unrolls what compares only, and gcc adds to each other position
/// in a table.
static bool hasShortElements(FunctionOpInterface kernel) {
  constexpr int64_t kMostOps = 30;
  int64_t numOps = 0;
  bool isWorth = false;
  WalkResult result = kernel.walk([&](Operation *op) {
    auto extract = dyn_cast<tensor::ExtractOp>(op);
    if (extract && readsByteTable(extract))
      isWorth = true;
    else if (isa<tensor::ExtractOp, scf::IfOp, scf::ForOp, scf::WhileOp,
                 tensor::ConcatOp, tensor::PadOp>(op))
      return WalkResult::interrupt();
    if (!isa<linalg::LinalgOp>(op->getParentOp()) ||
        op->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    ++numOps;
    isWorth |= isa<arith::MulIOp, arith::MulFOp, RequantizeOp>(op);
    return WalkResult::advance();
  });
  return !result.wasInterrupted() && numOps <= kMostOps &&
         (numOps == 0 || isWorth);
}

/// Returns the elements of a row of the kernel's outputs: the least of them if
/// there are several.
static int64_t getRowElements(FunctionOpInterface kernel) {
  int64_t least = INT64_MAX;
  kernel.walk([&](MaterializeInDestinationOp store) {
    int64_t elements = 1;
    for (int64_t extent :
         cast<ShapedType>(store.getSource().getType()).getShape())
      if (extent != 1)
        elements = extent;
    least = std::min(least, elements);
  });
  return least;
}

/// Returns how many elements have their numbers in registers.
static int64_t getMostElements(unsigned width, const TargetOptions &target) {
  llvm::Triple::SubArchType arch = llvm::Triple(target.triple).getSubArch();
  bool hasFewRegisters = arch == llvm::Triple::ARMSubArch_v6m ||
                         arch == llvm::Triple::ARMSubArch_v8m_baseline;
  return width > 32 || hasFewRegisters ? 2 : 4;
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

/// Returns whether a loop only copies elements in their order.
static bool copiesRow(scf::ForOp loop, memref::StoreOp store) {
  auto load = store.getValue().getDefiningOp<memref::LoadOp>();
  auto isNext = [&](OperandRange indices) {
    Value last = indices.back();
    auto sum = last.getDefiningOp<arith::AddIOp>();
    return (sum ? sum.getLhs() : last) == loop.getInductionVar();
  };
  return load && isNext(load.getIndices()) && isNext(store.getIndices());
}

/// Returns the innermost loops over the elements of outputs that contain other
/// loops or, if `areInnermost` is set, do not.
static llvm::SetVector<scf::ForOp> findRowLoops(FunctionOpInterface kernel,
                                                bool areInnermost) {
  llvm::SetVector<scf::ForOp> loops;
  kernel.walk([&](memref::StoreOp store) {
    auto loop = dyn_cast<scf::ForOp>(store->getParentOp());
    if (loop && loop.getBody()->getOps<scf::ForOp>().empty() == areInnermost &&
        !copiesRow(loop, store))
      loops.insert(loop);
  });
  return loops;
}

/// Leaves the elements after the last group to a loop of their own.
static void splitRest(scf::ForOp loop, int64_t end) {
  OpBuilder builder(loop);
  Value middle = arith::ConstantIndexOp::create(builder, loop.getLoc(), end);
  builder.setInsertionPointAfter(loop);
  auto rest = cast<scf::ForOp>(builder.clone(*loop));
  rest.setLowerBound(middle);
  loop.setUpperBound(middle);
}

static void jam(scf::ForOp loop, int64_t elements) {
  std::optional<int64_t> begin = getConstantIntValue(loop.getLowerBound()),
                         end = getConstantIntValue(loop.getUpperBound()),
                         step = getConstantIntValue(loop.getStep());
  if (!begin || !end || step != 1 || *end - *begin < elements)
    return;
  // The bounds of inner loops must be defined outside.
  loop->walk([](scf::ForOp inner) { moveLoopInvariantCode(inner); });
  if (int64_t rest = (*end - *begin) % elements; rest != 0)
    splitRest(loop, *end - rest);
  // A loop that cannot be jammed, such as one with bounds that depend on the
  // element, stays as it is.
  (void)loopUnrollJamByFactor(loop, elements);
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

namespace {
struct UnrollAndJamModel
    : public ScheduleAttrInterface::ExternalModel<UnrollAndJamModel,
                                                  JammedScheduleAttr> {
  LogicalResult verifyKernel(Attribute, FunctionOpInterface) const {
    return success();
  }

  uint64_t estimateCycles(Attribute attr, FunctionOpInterface kernel,
                          const TargetOptions &target) const {
    uint64_t cycles =
        getElementwise(attr.getContext()).estimateCycles(kernel, target);
    return cast<JammedScheduleAttr>(attr).getWords() ? cycles / 3
                                                     : cycles / 3 * 2;
  }

  ScheduleMemory estimateMemory(Attribute attr, FunctionOpInterface kernel,
                                uint64_t) const {
    // What gcc 12 -O2 makes.
    uint64_t element = Reductions(kernel).exist ? 100 : 40;
    return {0, element * cast<JammedScheduleAttr>(attr).getElements()};
  }

  std::optional<ReadProgress> getReadProgress(Attribute attr,
                                              FunctionOpInterface kernel,
                                              unsigned input) const {
    // An element is stored before what follows the loops of the next one.
    return getElementwise(attr.getContext()).getReadProgress(kernel, input);
  }

  LogicalResult lowerToLoops(Attribute attr, FunctionOpInterface kernel) const {
    bool reduces = Reductions(kernel).exist;
    if (failed(getElementwise(attr.getContext()).lowerToLoops(kernel)))
      return failure();
    if (!reduces) {
      flattenElements(kernel);
      saturateShifts(kernel);
    }
    int64_t elements = cast<JammedScheduleAttr>(attr).getElements();
    for (scf::ForOp loop : findRowLoops(kernel, /*areInnermost=*/!reduces))
      jam(loop, elements);
    if (cast<JammedScheduleAttr>(attr).getWords())
      reduceWindowsInWords(kernel);
    std::string text =
        std::to_string(elements) + " neighbouring elements together";
    describeBlocks(kernel, text);
    return success();
  }
};

/// Proposes the schedule for microcontrollers.
struct UnrollAndJamProvider : public ScheduleProvider {
  bool servesTarget(const TargetOptions &target) const override {
    llvm::Triple triple(target.triple);
    return triple.isARM() || triple.isThumb() || triple.isRISCV();
  }

  void
  propose(PrimFuncOp kernel, const TargetOptions &target,
          SmallVectorImpl<ScheduleAttrInterface> &schedules) const override {
    auto function = cast<FunctionOpInterface>(kernel.getOperation());
    Reductions reductions(function);
    int64_t elements = std::min(getMostElements(reductions.width, target),
                                getRowElements(function));
    // LLVM makes vectors of loops over elements.
    bool isWorth = reductions.exist
                       ? reductions.areLong
                       : !hasMVE(target) && hasShortElements(function);
    constexpr int64_t kWord = 4;
    bool inWords = reductions.fitWords && elements == kWord && hasDSP(target) &&
                   !hasMVE(target);
    if ((isWorth && elements >= 2) || inWords)
      schedules.push_back(cast<ScheduleAttrInterface>(Attribute(
          JammedScheduleAttr::get(kernel.getContext(), elements, inWords))));
  }
};
} // namespace

void tir::registerUnrollAndJam(KernelDialect &dialect) {
  JammedScheduleAttr::attachInterface<UnrollAndJamModel>(*dialect.getContext());
  addScheduleProvider(dialect, std::make_unique<UnrollAndJamProvider>());
}
