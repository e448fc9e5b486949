//===- ViewConcatenations.cpp - Tensors as parts of their concatenation
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Dialect/TIR/Analysis/BufferDependences.h"
#include "tir/Dialect/TIR/Analysis/BufferLifetimes.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"
#include "tir/Dialect/TIR/Analysis/Slices.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/BufferOrigins.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h"
#include "tir/Plan/MemoryPlan.h"

namespace tir {
#define GEN_PASS_DEF_TIRVIEWCONCATENATIONSPASS
#include "tir/Dialect/TIR/Transforms/Memory/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

namespace {
/// An argument of a kernel, and the position of its first element in the
/// kernel's output.
struct Piece {
  unsigned argument;
  int64_t position;
};

/// A kernel that only puts its arguments one after the other.
struct Concatenation {
  unsigned output;
  SmallVector<Piece> pieces;
};
} // namespace

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Returns the argument that has the elements of `tensor`, in their order.
static BlockArgument findArgument(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (auto read = dyn_cast<ToTensorOp>(op))
      return dyn_cast<BlockArgument>(read.getBuffer());
    if (!isReshape(op))
      break;
    tensor = op->getOperand(0);
  }
  return {};
}

static std::optional<Concatenation> matchConcatenation(PrimFuncOp kernel) {
  if (kernel.isExternal() || !kernel.getBody().hasOneBlock())
    return std::nullopt;
  auto stores = kernel.getBody().front().getOps<MaterializeInDestinationOp>();
  if (!llvm::hasSingleElement(stores))
    return std::nullopt;
  MaterializeInDestinationOp store = *stores.begin();
  auto output = dyn_cast<BlockArgument>(store.getDest());
  if (!output || !isWholeBuffer(output.getType()) ||
      kernel.getEffect(output.getArgNumber()) != Effect::Write)
    return std::nullopt;
  Concatenation found = {output.getArgNumber(), {}};
  Value tensor = store.getSource();
  while (isReshape(tensor.getDefiningOp()))
    tensor = tensor.getDefiningOp()->getOperand(0);
  while (auto insert = tensor.getDefiningOp<tensor::InsertSliceOp>()) {
    std::optional<int64_t> position =
        findContiguousSlice(insert, insert.getDestType().getShape());
    BlockArgument argument = findArgument(insert.getSource());
    if (!position || !argument || !isWholeBuffer(argument.getType()))
      return std::nullopt;
    found.pieces.push_back({argument.getArgNumber(), *position});
    tensor = insert.getDest();
  }
  if (!tensor.getDefiningOp<tensor::EmptyOp>())
    return std::nullopt;
  // The pieces fill the output, each once.
  llvm::sort(found.pieces, [](const Piece &a, const Piece &b) {
    return a.position < b.position;
  });
  int64_t end = 0;
  for (const Piece &piece : found.pieces) {
    if (piece.position != end)
      return std::nullopt;
    end += cast<MemRefType>(kernel.getArgumentTypes()[piece.argument])
               .getNumElements();
  }
  if (end != cast<MemRefType>(output.getType()).getNumElements())
    return std::nullopt;
  return found;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
class ConcatenationViewer {
public:
  explicit ConcatenationViewer(PrimFuncOp function)
      : function(function), layout(DataLayout::closest(function)) {}

  /// Replaces one call. Returns whether there was one.
  bool replaceOne();

private:
  bool tryReplace(CallTIROp call, const Concatenation &concatenation);
  bool isAccessedAsExpected(Value buffer, CallTIROp call, bool isOutput);
  bool savesMemory(const BufferLifetimes &lifetimes, memref::AllocOp output,
                   ArrayRef<memref::AllocOp> pieces);
  uint64_t getBytes(memref::AllocOp buffer) {
    MemRefType type = buffer.getType();
    return type.getNumElements() *
           layout.getTypeSize(type.getElementType()).getFixedValue();
  }
  void replace(CallTIROp call, memref::AllocOp output,
               ArrayRef<memref::AllocOp> pieces);

  PrimFuncOp function;
  DataLayout layout;
};
} // namespace

/// Returns whether a call passes a buffer to a callee that reaches only some
/// pools.
static bool needsPool(OpOperand &use) {
  auto call = dyn_cast<CallTIROp>(use.getOwner());
  PrimFuncOp callee = call ? call.lookupCallee() : PrimFuncOp();
  return callee &&
         getPort(callee, call.getCalleeIndex(use.getOperandNumber())).pools;
}

/// Returns whether a call or copy uses a buffer, and does not write it after
/// `call`. An output is only used after it.
static bool isExpected(OpOperand &use, CallTIROp call, bool isOutput) {
  Operation *user = use.getOwner();
  Operation *step = call->getBlock()->findAncestorOpInBlock(*user);
  // Other callees may need more than the alignment of an element, or a memory
  // of their own.
  if (!step || !isa<CallTIROp, memref::CopyOp>(user) || needsPool(use))
    return false;
  if (step->isBeforeInBlock(call))
    return !isOutput;
  SmallVector<MemoryEffects::EffectInstance> effects;
  cast<MemoryEffectOpInterface>(user).getEffectsOnValue(use.get(), effects);
  return llvm::none_of(effects, [](const auto &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect());
  });
}

/// Returns whether only calls and copies use a buffer, all users of the call's
/// output come after the call, and no step after the call writes the buffer.
bool ConcatenationViewer::isAccessedAsExpected(Value buffer, CallTIROp call,
                                               bool isOutput) {
  SmallVector<Value> views = {buffer};
  while (!views.empty()) {
    Value view = views.pop_back_val();
    for (OpOperand &use : view.getUses()) {
      Operation *user = use.getOwner();
      if (user == call || isa<memref::DeallocOp>(user))
        continue;
      if (isa<memref::CollapseShapeOp, memref::ExpandShapeOp, memref::CastOp>(
              user)) {
        views.push_back(user->getResult(0));
        continue;
      }
      if (!isExpected(use, call, isOutput))
        return false;
    }
  }
  return true;
}

/// Returns whether no more bytes are live at any step, and fewer are copied, if
/// the output is live from the first use of a piece on.
bool ConcatenationViewer::savesMemory(const BufferLifetimes &lifetimes,
                                      memref::AllocOp output,
                                      ArrayRef<memref::AllocOp> pieces) {
  SmallVector<PlanBuffer> before, after;
  std::optional<Lifetime> all = lifetimes.getLifetime(output);
  for (memref::AllocOp piece : pieces) {
    std::optional<Lifetime> lifetime = lifetimes.getLifetime(piece);
    if (!all || !lifetime)
      return false;
    all = {std::min(all->first, lifetime->first),
           std::max(all->last, lifetime->last)};
  }
  function.walk([&](memref::AllocOp buffer) {
    std::optional<Lifetime> lifetime = lifetimes.getLifetime(buffer);
    if (!lifetime || !buffer.getType().hasStaticShape())
      return;
    before.push_back({getBytes(buffer), 1, lifetime->first, lifetime->last});
    if (buffer == output)
      after.push_back({getBytes(buffer), 1, all->first, all->last});
    else if (!llvm::is_contained(pieces, buffer))
      after.push_back(before.back());
  });
  return liveBytesBound(after, {}) <= liveBytesBound(before, {});
}

/// Makes the buffers views of one, in which the pieces lie one after the
/// other.
void ConcatenationViewer::replace(CallTIROp call, memref::AllocOp output,
                                  ArrayRef<memref::AllocOp> pieces) {
  Operation *first = output;
  for (memref::AllocOp piece : pieces)
    if (piece->isBeforeInBlock(first))
      first = piece;
  OpBuilder builder(first);
  Location loc = output.getLoc();
  Type element = output.getType().getElementType();
  uint64_t alignment = layout.getTypeABIAlignment(element);
  auto bytes = MemRefType::get(getBytes(output), builder.getI8Type());
  Value memory = memref::AllocOp::create(builder, loc, bytes,
                                         builder.getI64IntegerAttr(alignment));
  auto view = [&](memref::AllocOp buffer, uint64_t offset) {
    Value place = arith::ConstantIndexOp::create(builder, loc, offset);
    Value part = memref::ViewOp::create(builder, loc, buffer.getType(), memory,
                                        place, /*sizes=*/ValueRange());
    for (Operation *user : llvm::make_early_inc_range(buffer->getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
    buffer.replaceAllUsesWith(part);
  };
  view(output, 0);
  uint64_t offset = 0;
  for (memref::AllocOp piece : pieces) {
    view(piece, offset);
    offset += getBytes(piece);
  }
  call.erase();
  output.erase();
  for (memref::AllocOp piece : pieces)
    piece.erase();
}

bool ConcatenationViewer::tryReplace(CallTIROp call,
                                     const Concatenation &concatenation) {
  auto getBuffer = [&](unsigned index) {
    Value value = call.getArgOperands()[index];
    auto alloc = getViewedBuffer(value).getDefiningOp<memref::AllocOp>();
    // The plan has a place of its own for each input and output.
    bool isUsable = alloc && alloc->getBlock() == call->getBlock() &&
                    !alloc.getAlignment() && showsWholeBuffer(value) &&
                    !getFormerArgument(alloc);
    return isUsable ? alloc : memref::AllocOp();
  };
  memref::AllocOp output = getBuffer(concatenation.output);
  if (!output || !isAccessedAsExpected(output, call, /*isOutput=*/true))
    return false;
  SmallVector<memref::AllocOp> pieces;
  for (const Piece &piece : concatenation.pieces) {
    memref::AllocOp buffer = getBuffer(piece.argument);
    if (!buffer || buffer == output || llvm::is_contained(pieces, buffer) ||
        !isAccessedAsExpected(buffer, call, /*isOutput=*/false))
      return false;
    pieces.push_back(buffer);
  }
  if (!savesMemory(BufferLifetimes(function), output, pieces))
    return false;
  replace(call, output, pieces);
  return true;
}

bool ConcatenationViewer::replaceOne() {
  for (auto call :
       llvm::make_early_inc_range(function.getBody().getOps<CallTIROp>())) {
    PrimFuncOp callee = call.lookupCallee();
    std::optional<Concatenation> found =
        callee ? matchConcatenation(callee) : std::nullopt;
    if (found && tryReplace(call, *found))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ViewConcatenationsPass
    : public tir::impl::TIRViewConcatenationsPassBase<ViewConcatenationsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    {
      SymbolLookupScope scope(module);
      for (auto function : module.getOps<PrimFuncOp>())
        if (!function.isPrivate() && !function.isExternal() &&
            function.getBody().hasOneBlock())
          while (ConcatenationViewer(function).replaceOne()) {
          }
    }
    SmallVector<PrimFuncOp> unused;
    for (auto kernel : module.getOps<PrimFuncOp>())
      if (kernel.isPrivate() && !kernel.isInRegistry() &&
          matchConcatenation(kernel) &&
          SymbolTable::symbolKnownUseEmpty(kernel, module))
        unused.push_back(kernel);
    for (PrimFuncOp kernel : unused)
      kernel.erase();
  }
};
} // namespace
