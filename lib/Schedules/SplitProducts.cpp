//===- SplitProducts.cpp - Kernels that reduce sums of products
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockedKernel.h"
#include "LiveTensors.h"
#include "ScheduleChoices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Schedules/Passes.h"
#include "tir/TargetInfo/FloatVectors.h"

namespace tir {
#define GEN_PASS_DEF_TIRSPLITPRODUCTSPASS
#include "tir/Schedules/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

static bool isSumOfFloats(Operation *op) {
  return isa<linalg::Conv2DNhwcFhwcOp, linalg::DepthwiseConv2DNhwcHwcmOp,
             linalg::BatchMatmulOp>(op) &&
         getElementTypeOrSelf(op->getResult(0)).isF32();
}

/// Returns what another operation reduces of the only sum of products of a
/// kernel with one output, or null.
static Value findReduced(PrimFuncOp kernel) {
  if (kernel.isExternal() || !kernel.isPrivate() ||
      !kernel.getBody().hasOneBlock())
    return {};
  Block &block = kernel.getBody().front();
  auto sums = llvm::make_filter_range(
      block, [](Operation &op) { return isSumOfFloats(&op); });
  if (!llvm::hasSingleElement(sums) ||
      !llvm::hasSingleElement(block.getOps<MaterializeInDestinationOp>()))
    return {};
  Value value = (*sums.begin()).getResult(0);
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    auto structured = dyn_cast<linalg::LinalgOp>(user);
    if (structured && structured.getNumReductionLoops() != 0)
      return value;
    if (user->getNumResults() != 1 ||
        !isa<RankedTensorType>(user->getResult(0).getType()))
      return {};
    value = user->getResult(0);
  }
  return {};
}

/// Returns whether an operation does nothing but move the elements of a tensor.
static bool isMove(Operation *op) {
  return isa_and_present<linalg::TransposeOp, tensor::ExpandShapeOp,
                         tensor::CollapseShapeOp>(op);
}

/// Returns the argument that a product's operand is moved from, or null.
/// `isTransposed` says whether its elements get another order.
static BlockArgument findSource(Value operand, bool &isTransposed) {
  isTransposed = false;
  while (isMove(operand.getDefiningOp())) {
    isTransposed |= isa<linalg::TransposeOp>(operand.getDefiningOp());
    operand = operand.getDefiningOp()->getOperand(0);
  }
  return getReadArgument(operand);
}

/// Returns what is transposed on the way to the output, or null.
static Value findTransposedResult(Value value) {
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (isa<linalg::TransposeOp>(user))
      return value;
    if (user->getNumResults() != 1)
      return {};
    value = user->getResult(0);
  }
  return {};
}

/// Returns an operand or the result of the only product of matrices in a kernel
/// if it is transposed there, or null. Constants are not transposed each time.
static Value findTransposed(PrimFuncOp kernel, ArrayRef<Operation *> calls) {
  if (kernel.isExternal() || !kernel.isPrivate() ||
      !kernel.getBody().hasOneBlock())
    return {};
  Block &block = kernel.getBody().front();
  auto products = llvm::make_filter_range(
      block, [](Operation &op) { return isSumOfFloats(&op); });
  if (!llvm::hasSingleElement(products) ||
      !isa<linalg::BatchMatmulOp>(*products.begin()) ||
      !llvm::hasSingleElement(block.getOps<MaterializeInDestinationOp>()))
    return {};
  Operation &product = *products.begin();
  auto isConstant = [&](unsigned argument) {
    return llvm::any_of(calls, [&](Operation *op) {
      auto call = dyn_cast<CallTIROp>(op);
      auto read = call ? call.getArgs()[argument].getDefiningOp<ToTensorOp>()
                       : ToTensorOp();
      return read && read.getBuffer().getDefiningOp<memref::GetGlobalOp>();
    });
  };
  Value found;
  for (unsigned i : {0u, 1u}) {
    bool isTransposed;
    BlockArgument source = findSource(product.getOperand(i), isTransposed);
    if (!source || (isTransposed && isConstant(source.getArgNumber())))
      return {};
    if (isTransposed)
      found = product.getOperand(i);
  }
  return found ? found : findTransposedResult(product.getResult(0));
}

namespace {
/// Divides a kernel into the one that computes `cut` and the one that computes
/// its output from it.
class KernelCut {
public:
  KernelCut(PrimFuncOp kernel, Value cut)
      : kernel(kernel), cut(cut), builder(kernel.getContext()) {
    builder.setInsertionPointAfter(kernel);
  }

  /// Whether the second part computes the products.
  bool isBeforeProducts() const {
    return isMove(cut.getDefiningOp()) &&
           llvm::any_of(cut.getUsers(), isSumOfFloats);
  }

  void run(ArrayRef<Operation *> calls, SymbolTable &symbols);

private:
  struct Part {
    PrimFuncOp function;
    /// The arguments of the kernel that it has, without the output.
    SmallVector<unsigned> arguments;
  };
  void collect(Operation *op, DenseSet<Operation *> &ops) const;
  Part create(StringRef suffix, const DenseSet<Operation *> &ops, bool isFirst);
  unsigned getOutput() { return kernel.getNumArguments() - 1; }

  PrimFuncOp kernel;
  Value cut;
  OpBuilder builder;
};
} // namespace

/// Adds an operation and those that it needs, up to the cut.
void KernelCut::collect(Operation *op, DenseSet<Operation *> &ops) const {
  if (!ops.insert(op).second)
    return;
  SetVector<Value> needed(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), needed);
  for (Value value : needed)
    if (Operation *producer = value.getDefiningOp();
        producer && value != cut && producer->getBlock() == op->getBlock())
      collect(producer, ops);
}

/// Creates the part with these operations. The first one writes the cut, which
/// the second one reads.
KernelCut::Part KernelCut::create(StringRef suffix,
                                  const DenseSet<Operation *> &ops,
                                  bool isFirst) {
  OpBuilder::InsertionGuard guard(builder);
  Part part;
  for (unsigned i = 0; i < getOutput(); ++i)
    if (llvm::any_of(kernel.getArgument(i).getUsers(),
                     [&](Operation *user) { return ops.contains(user); }))
      part.arguments.push_back(i);
  auto tensor = cast<RankedTensorType>(cut.getType());
  auto buffer = MemRefType::get(tensor.getShape(), tensor.getElementType());
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  auto add = [&](Type type, DictionaryAttr attribute) {
    types.push_back(type);
    attributes.push_back(attribute);
  };
  auto addCut = [&](Effect effect) {
    add(buffer,
        builder.getDictionaryAttr(builder.getNamedAttr(
            kEffectAttrName, EffectAttr::get(builder.getContext(), effect))));
  };
  if (!isFirst)
    addCut(Effect::Read);
  for (unsigned i : part.arguments)
    add(kernel.getArgumentTypes()[i], kernel.getArgAttrDict(i));
  if (isFirst)
    addCut(Effect::Write);
  else
    add(kernel.getArgumentTypes()[getOutput()],
        kernel.getArgAttrDict(getOutput()));

  part.function = cast<PrimFuncOp>(kernel->cloneWithoutRegions());
  PrimFuncOp function = part.function;
  function.setSymName((kernel.getSymName() + suffix).str());
  function.setFunctionType(builder.getFunctionType(types, {}));
  function.setAllArgAttrs(attributes);
  builder.insert(function);
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  IRMapping mapping;
  for (auto [i, argument] : llvm::enumerate(part.arguments))
    mapping.map(kernel.getArgument(argument),
                block->getArgument(isFirst ? i : i + 1));
  if (!isFirst) {
    mapping.map(kernel.getArgument(getOutput()), block->getArguments().back());
    mapping.map(cut, ToTensorOp::create(builder, cut.getLoc(), tensor,
                                        block->getArgument(0),
                                        /*restrict=*/true));
  }
  for (Operation &op : kernel.getBody().front())
    if (ops.contains(&op))
      builder.clone(op, mapping);
  if (isFirst)
    MaterializeInDestinationOp::create(
        builder, cut.getLoc(), TypeRange(), mapping.lookup(cut),
        block->getArguments().back(), /*restrict=*/true, /*writable=*/true);
  ReturnOp::create(builder, kernel.getLoc());
  return part;
}

void KernelCut::run(ArrayRef<Operation *> calls, SymbolTable &symbols) {
  DenseSet<Operation *> before, after;
  collect(cut.getDefiningOp(), before);
  for (auto store :
       kernel.getBody().front().getOps<MaterializeInDestinationOp>())
    collect(store, after);
  bool isMoved = isBeforeProducts();
  StringRef name = isMoved ? "operand" : "products";
  Part first = create(("_" + name).str(), before, /*isFirst=*/true),
       rest = create(("_of_" + name).str(), after, /*isFirst=*/false);
  auto move = [&](KernelParts &parts) {
    parts.macs = 0;
    if (parts.place)
      parts.kind =
          builder.getStringAttr(stringifyKernelKind(KernelKind::DataMovement));
  };
  updateKernel(first.function, [&](KernelParts &parts) {
    parts.channels.clear();
    if (parts.place)
      parts.place =
          builder.getStringAttr((parts.place.getValue() + "/" + name).str());
    if (isMoved)
      move(parts);
  });
  updateKernel(rest.function, [&](KernelParts &parts) {
    if (isMove(*cut.user_begin()) && !isMoved)
      move(parts);
    else if (!isMoved)
      parts.macs = 0;
  });
  symbols.insert(first.function);
  symbols.insert(rest.function);
  auto tensor = cast<RankedTensorType>(cut.getType());
  for (Operation *op : calls) {
    auto call = cast<CallTIROp>(op);
    builder.setInsertionPoint(call);
    auto getArguments = [&](const Part &part) {
      return llvm::map_to_vector(part.arguments, [&](unsigned i) -> Value {
        return call.getArgs()[i];
      });
    };
    Value empty = tensor::EmptyOp::create(
        builder, call.getLoc(), tensor.getShape(), tensor.getElementType());
    auto products = CallTIROp::create(builder, call.getLoc(),
                                      FlatSymbolRefAttr::get(first.function),
                                      getArguments(first), ValueRange(empty));
    SmallVector<Value> arguments = {products->getResult(0)};
    llvm::append_range(arguments, getArguments(rest));
    auto whole = CallTIROp::create(builder, call.getLoc(),
                                   FlatSymbolRefAttr::get(rest.function),
                                   arguments, call.getArgs().take_back(1));
    whole->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    call->replaceAllUsesWith(whole->getResults());
    call->erase();
  }
  symbols.erase(kernel);
}

namespace {
struct SplitProductsPass
    : public tir::impl::TIRSplitProductsPassBase<SplitProductsPass> {
  using TIRSplitProductsPassBase::TIRSplitProductsPassBase;

  void runOnOperation() override {
    TargetOptions target = {triple, cpu, features};
    if (getFloatVectors(target).lanes <= 1)
      return;
    // A product may have three tensors that are transposed.
    constexpr int kMost = 4;
    for (int i = 0; i < kMost && split(getOperation()); ++i)
      ;
  }

private:
  /// Cuts each kernel at most once. Returns whether there was one to cut.
  static bool split(ModuleOp module) {
    SymbolTable symbols(module);
    DirectCalls calls(module);
    LiveTensors live;
    uint64_t most = 0;
    module.walk(
        [&](CallTIROp call) { most = std::max(most, live.getBytesAt(call)); });
    SmallVector<std::pair<PrimFuncOp, Value>> kernels;
    for (auto kernel : module.getOps<PrimFuncOp>()) {
      ArrayRef<Operation *> own = calls.lookup(kernel.getSymNameAttr());
      uint64_t limit = most;
      Value cut = findReduced(kernel);
      if (!cut) {
        // Plain loops for the products would take many times longer.
        limit += most / 4;
        cut = findTransposed(kernel, own);
      }
      if (cut && !own.empty() && fits(cut, own, live, limit))
        kernels.emplace_back(kernel, cut);
    }
    for (auto [kernel, cut] : kernels)
      KernelCut(kernel, cut)
          .run(calls.lookup(kernel.getSymNameAttr()), symbols);
    return !kernels.empty();
  }

  /// Returns whether no call needs more than `most` bytes if `tensor` is in
  /// memory.
  static bool fits(Value tensor, ArrayRef<Operation *> calls, LiveTensors &live,
                   uint64_t most) {
    uint64_t bytes = getBytes(cast<ShapedType>(tensor.getType()),
                              DataLayout::closest(calls.front()));
    return llvm::all_of(calls, [&](Operation *op) {
      auto call = dyn_cast<CallTIROp>(op);
      return call && call.getNumOuts() == 1 &&
             llvm::SaturatingAdd(live.getBytesAt(op), bytes) <= most;
    });
  }
};
} // namespace
