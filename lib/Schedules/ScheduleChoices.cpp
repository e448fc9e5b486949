//===- ScheduleChoices.cpp - The schedules that kernels could get
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleChoices.h"

#include "FoldInt8Sums.h"
#include "LiveTensors.h"
#include "PackWeights.h"
#include "ShortenRescales.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/Kernel/IR/RowOps.h"
#include "tir/Dialect/TIR/Analysis/PackedConstants.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Schedules/ScheduleProvider.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::ToTensorOp;
using llvm::SaturatingAdd;
using llvm::SaturatingMultiply;

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

ScheduleSearch::ScheduleSearch(MLIRContext *context, ScheduleChoice choice,
                               const TargetOptions &target,
                               bool estimatesMemory, bool limitsFlash)
    : choice(choice), elementwise(cast<ScheduleAttrInterface>(
                          Attribute(ElementwiseScheduleAttr::get(context)))),
      target(target), estimatesMemory(estimatesMemory),
      limitsFlash(limitsFlash) {
  if (choice == ScheduleChoice::Auto)
    providers = context->getLoadedDialect<KernelDialect>()
                    ->getRegisteredInterface<ScheduleProviders>()
                    ->getProviders(target);
}

/// Returns whether a schedule reads constants element by element, so that they
/// can share bytes, or is not one of ours.
static bool canReadPacked(ScheduleAttrInterface schedule) {
  return isa<ElementwiseScheduleAttr, JammedScheduleAttr, RowwiseScheduleAttr>(
             Attribute(schedule)) ||
         !isa<KernelDialect>(schedule.getDialect());
}

/// Returns whether a call passes a constant whose numbers can share bytes.
static bool passesPacked(ArrayRef<Operation *> calls) {
  return llvm::any_of(calls, [](Operation *call) {
    return llvm::any_of(call->getOperands(), [&](Value operand) {
      auto read = getOrigin(operand).getDefiningOp<ToTensorOp>();
      auto get = read ? read.getBuffer().getDefiningOp<memref::GetGlobalOp>()
                      : memref::GetGlobalOp();
      auto global =
          get ? dyn_cast_if_present<memref::GlobalOp>(
                    lookupSymbolFrom(call, get.getNameAttr().getAttr()))
              : memref::GlobalOp();
      return global && findPackedForm(global);
    });
  });
}

/// Returns whether a target has so little flash that packed constants are worth
/// slower loops.
static bool isSmall(const TargetOptions &target) {
  return target.isUnknown() || !llvm::Triple(target.triple).isArch64Bit();
}

ScheduleChoices
ScheduleSearch::findCandidates(PrimFuncOp kernel,
                               ArrayRef<Operation *> calls) const {
  auto function = cast<FunctionOpInterface>(*kernel);
  // The arithmetic of `schedule=elementwise` is the specification's.
  if (choice == ScheduleChoice::Auto) {
    foldInt8Sums(function);
    // A product of 64 bits with a sum is one instruction, but not of vectors.
    if (hasDSP(target) && !hasMVE(target))
      shortenRescales(function);
  }
  SmallVector<ScheduleAttrInterface> proposals;
  for (const ScheduleProvider *provider : providers)
    provider->propose(kernel, target, proposals);
  if (limitsFlash)
    for (const ScheduleProvider *provider : providers)
      provider->proposeForFlash(kernel, target, proposals);
  if (isSmall(target) && passesPacked(calls))
    llvm::erase_if(proposals, [](ScheduleAttrInterface proposal) {
      return !canReadPacked(proposal);
    });
  ScheduleChoices choices = {kernel, calls, {}};
  uint64_t most = elementwise.estimateCycles(function, target);
  for (ScheduleAttrInterface proposal : proposals) {
    ScheduleCandidate candidate = {proposal,
                                   proposal.estimateCycles(function, target)};
    if (candidate.cycles >= most)
      continue;
    if (estimatesMemory)
      candidate.memory = proposal.estimateMemory(function, calls.size());
    if (estimatesMemory && isa<BlockedScheduleAttr>(proposal))
      candidate.memory.scratch += estimatePackedWeights(function, calls);
    choices.candidates.push_back(candidate);
  }
  llvm::stable_sort(choices.candidates,
                    [](const ScheduleCandidate &a, const ScheduleCandidate &b) {
                      return a.cycles < b.cycles;
                    });
  choices.candidates.push_back({elementwise, most});
  return choices;
}

//===----------------------------------------------------------------------===//
// RAM
//===----------------------------------------------------------------------===//

uint64_t tir::getBytes(ShapedType type, const DataLayout &layout) {
  if (!type.hasStaticShape())
    return 0;
  return SaturatingMultiply<uint64_t>(
      type.getNumElements(),
      layout.getTypeSize(type.getElementType()).getFixedValue());
}

Value tir::getOrigin(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (auto written = dyn_cast<DestinationStyleOpInterface>(op))
      tensor = written.getTiedOpOperand(cast<OpResult>(tensor))->get();
    else if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                 tensor::ExtractSliceOp, tensor::CastOp>(op))
      tensor = op->getOperand(0);
    else if (auto rows = dyn_cast<ByRowsOp>(op))
      tensor = rows.getYielded(cast<OpResult>(tensor)).get();
    else
      break;
  }
  return tensor;
}

void tir::fitRAM(MutableArrayRef<ScheduleChoices> kernels, uint64_t limit,
                 const llvm::DenseMap<Operation *, uint64_t> &byRows) {
  LiveTensors live;
  for (ScheduleChoices &kernel : kernels) {
    if (kernel.candidates.size() < 2)
      continue;
    uint64_t most = 0;
    for (Operation *call : kernel.calls) {
      auto known = byRows.find(call);
      most = std::max(most, known != byRows.end() ? known->second
                                                  : live.getBytesAt(call));
    }
    llvm::erase_if(kernel.candidates, [&](const ScheduleCandidate &candidate) {
      uint64_t scratch = candidate.memory.scratch;
      return scratch != 0 && SaturatingAdd(most, scratch) > limit;
    });
  }
}

//===----------------------------------------------------------------------===//
// Flash
//===----------------------------------------------------------------------===//

/// Returns the estimated code of a kernel with `#kernel.elementwise`.
static uint64_t estimatePlainCode(PrimFuncOp kernel) {
  // What gcc 12 -O2 makes for a Cortex-M4, rather too much than too little.
  constexpr uint64_t kKernel = 40, kLoops = 120, kOperation = 6;
  uint64_t bytes = kKernel;
  kernel.walk([&](Operation *op) {
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      bytes += structured.getNumReductionLoops() != 0 ? kLoops : 0;
    else if (isa<tensor::PadOp>(op))
      bytes += kLoops;
    else if (op->getNumRegions() == 0)
      bytes += kOperation;
  });
  return bytes;
}

/// Returns the estimated flash of a module whose kernels all have the schedule
/// `#kernel.elementwise`.
static uint64_t estimatePlainFlash(ModuleOp module) {
  constexpr uint64_t kEntry = 100, kCall = 24;
  DataLayout layout(module);
  uint64_t bytes = kEntry;
  module.walk([&](Operation *op) {
    if (auto global = dyn_cast<memref::GlobalOp>(op)) {
      if (global.getConstant())
        bytes = SaturatingAdd(bytes, getBytes(global.getType(), layout));
    } else if (auto function = dyn_cast<PrimFuncOp>(op)) {
      if (function.isPrivate())
        bytes = SaturatingAdd(bytes, estimatePlainCode(function));
    } else if (isa<BufferCallOpInterface>(op)) {
      bytes = SaturatingAdd(bytes, kCall);
    }
  });
  return bytes;
}

namespace {
/// Moves kernels to other candidates, one at a time.
class FlashFitter {
public:
  FlashFitter(MutableArrayRef<ScheduleChoices> kernels, uint64_t plain,
              uint64_t limit)
      : kernels(kernels), chosen(kernels.size(), 0), bytes(plain),
        limit(limit) {
    for (const ScheduleChoices &kernel : kernels)
      bytes = SaturatingAdd(bytes, kernel.candidates.front().memory.flash);
  }

  void run() {
    // The kernel that saves the most bytes for each cycle gives way.
    while (bytes > limit && move([](int64_t saved, double cycles) {
             return saved > 0 ? saved / (cycles + 1) : 0;
           }))
      ;
    // The last move may have saved more than was necessary.
    while (bytes <= limit && move([&](int64_t saved, double cycles) {
             return saved + int64_t(limit - bytes) >= 0 ? -cycles : 0;
           }))
      ;
    for (auto [kernel, first] : llvm::zip_equal(kernels, chosen))
      kernel.candidates.erase(kernel.candidates.begin(),
                              kernel.candidates.begin() + first);
  }

private:
  /// Makes the move with the largest gain above 0, the first of several.
  /// `getGain` gets the bytes that it saves and the cycles that it costs.
  bool move(function_ref<double(int64_t saved, double cycles)> getGain) {
    size_t best = 0, candidate = 0;
    double most = 0;
    for (auto [k, kernel] : llvm::enumerate(kernels)) {
      const ScheduleCandidate &from = kernel.candidates[chosen[k]];
      for (auto [c, to] : llvm::enumerate(kernel.candidates)) {
        double cycles = (static_cast<double>(to.cycles) -
                         static_cast<double>(from.cycles)) *
                        std::max<size_t>(kernel.calls.size(), 1);
        double gain = getGain(
            static_cast<int64_t>(from.memory.flash - to.memory.flash), cycles);
        if (gain > most) {
          most = gain;
          best = k;
          candidate = c;
        }
      }
    }
    if (most == 0)
      return false;
    bytes -= kernels[best].candidates[chosen[best]].memory.flash;
    chosen[best] = candidate;
    bytes += kernels[best].candidates[candidate].memory.flash;
    return true;
  }

  MutableArrayRef<ScheduleChoices> kernels;
  /// The candidate of each kernel.
  SmallVector<size_t> chosen;
  uint64_t bytes, limit;
};
} // namespace

void tir::fitFlash(ModuleOp module, MutableArrayRef<ScheduleChoices> kernels,
                   uint64_t limit) {
  FlashFitter(kernels, estimatePlainFlash(module), limit).run();
}
