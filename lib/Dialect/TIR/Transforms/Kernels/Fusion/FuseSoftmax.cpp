//===- FuseSoftmax.cpp - One kernel for a softmax
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Support/UniqueNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tir {
#define GEN_PASS_DEF_TIRFUSESOFTMAXPASS
#include "tir/Dialect/TIR/Transforms/Kernels/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

//===----------------------------------------------------------------------===//
// Which kernels
//===----------------------------------------------------------------------===//

namespace {
/// What a kernel computes, as far as a softmax is concerned.
struct Part {
  enum Kind {
    /// No part of a softmax, or a function that must stay as it is.
    None,
    Maximum,
    Sum,
    /// No reduction.
    Elements
  };

  Kind kind = None;
  /// The elements that the reduction reads, and those that the kernel writes.
  int64_t reduced = 0, written = 0;
};
} // namespace

static bool describes(NamedAttribute attribute) {
  return isDescription(attribute.getName());
}

/// Returns whether all attributes of a function and its arguments only say what
/// the kernel computes, so that nothing is lost if it becomes a part of another
/// one.
static bool hasPlainAttributes(PrimFuncOp kernel) {
  if (!kernel.isPrivate() || kernel.isExternal() ||
      !kernel->hasAttr(kPlaceAttrName))
    return false;
  if (kernel.getScheduleAttr() || kernel.getCallingConventionAttr() ||
      kernel.getDevicesAttr() || kernel.getRegistered() ||
      kernel.getExportedNameAttr() || kernel.getResAttrsAttr() ||
      !llvm::all_of(kernel->getDiscardableAttrs(), describes))
    return false;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    for (NamedAttribute attr : kernel.getArgAttrDict(i))
      if (!llvm::is_contained(ArrayRef<StringRef>{kEffectAttrName,
                                                  kNameAttrName,
                                                  kRangeAttrName},
                              attr.getName().strref()))
        return false;
  return true;
}

/// Returns the only store of a kernel whose body reads whole arguments,
/// computes on tensors, and writes the last argument; else null.
static MaterializeInDestinationOp findOnlyStore(PrimFuncOp kernel) {
  MaterializeInDestinationOp found;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (auto store = dyn_cast<MaterializeInDestinationOp>(op)) {
      if (found || store.getDest() != kernel.getArguments().back())
        return {};
      found = store;
      continue;
    }
    if (auto read = dyn_cast<ToTensorOp>(op)) {
      auto argument = dyn_cast<BlockArgument>(read.getBuffer());
      if (!argument || argument == kernel.getArguments().back())
        return {};
      continue;
    }
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!(structured && structured.hasPureTensorSemantics()) &&
        !isReshape(&op) && !isa<tensor::EmptyOp>(op) &&
        !op.hasTrait<OpTrait::ConstantLike>())
      return {};
  }
  return found;
}

static Part findPart(PrimFuncOp kernel) {
  Part part;
  if (!hasPlainAttributes(kernel))
    return part;
  MaterializeInDestinationOp store = findOnlyStore(kernel);
  auto type = store ? dyn_cast<RankedTensorType>(store.getSource().getType())
                    : RankedTensorType();
  if (!type || !type.hasStaticShape())
    return part;
  part.written = type.getNumElements();
  part.kind = Part::Elements;
  for (auto op : kernel.getBody().front().getOps<linalg::LinalgOp>()) {
    if (op.getNumReductionLoops() == 0)
      continue;
    bool isFirst = part.kind == Part::Elements;
    part.kind = isMaximum(op) && isFirst ? Part::Maximum
                : isSum(op) && isFirst   ? Part::Sum
                                         : Part::None;
    if (part.kind == Part::None)
      return part;
    auto input =
        cast<RankedTensorType>(op.getDpsInputOperand(0)->get().getType());
    if (!input.hasStaticShape())
      return {};
    part.reduced = input.getNumElements();
  }
  return part;
}

namespace {
/// The calls of a softmax in program order, and the reshapes between them.
struct Softmax {
  llvm::SetVector<Operation *> ops;
  CallTIROp first, last;
};

class SoftmaxFinder {
public:
  /// Finds the softmax whose maximum `call` computes.
  std::optional<Softmax> find(CallTIROp call);

private:
  Part getPart(Operation *op);

  DenseMap<Operation *, Part> parts;
};
} // namespace

/// Returns what a call computes. It must not do more than call a kernel on
/// tensors.
Part SoftmaxFinder::getPart(Operation *op) {
  auto call = dyn_cast<CallTIROp>(op);
  PrimFuncOp kernel = call ? call.lookupCallee() : PrimFuncOp();
  if (!kernel || call.getNumOuts() != 1)
    return {};
  if (!llvm::all_of(call->getDiscardableAttrs(), describes) ||
      call.getArgAttrs() || call.getResAttrs())
    return {};
  for (auto [operand, argument] :
       llvm::zip_equal(call.getArgs().getTypes(), kernel.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(operand);
    auto buffer = dyn_cast<MemRefType>(argument);
    if (!tensor || !buffer || tensor.getShape() != buffer.getShape())
      return {};
  }
  auto [part, isNew] = parts.try_emplace(kernel);
  if (isNew)
    part->second = findPart(kernel);
  return part->second;
}

std::optional<Softmax> SoftmaxFinder::find(CallTIROp call) {
  Part maximum = getPart(call);
  if (maximum.kind != Part::Maximum)
    return std::nullopt;
  Softmax softmax;
  softmax.first = call;
  softmax.ops.insert(call);
  bool hasSum = false;
  // The uses of results that have not been found to be in the group.
  int64_t usesLeft = llvm::range_size(call->getUses());
  for (Operation *op = call->getNextNode(); op && usesLeft != 0;
       op = op->getNextNode()) {
    int64_t uses = llvm::count_if(op->getOperands(), [&](Value operand) {
      return softmax.ops.contains(operand.getDefiningOp());
    });
    if (uses == 0)
      continue;
    usesLeft -= uses;
    if (!isReshape(op)) {
      Part part = getPart(op);
      bool fits = part.kind == Part::Sum
                      ? part.reduced == maximum.reduced &&
                            part.written == maximum.written
                      : part.kind == Part::Elements &&
                            (part.written == maximum.reduced ||
                             part.written == maximum.written);
      if (!fits)
        return std::nullopt;
      hasSum |= part.kind == Part::Sum;
      if (hasSum && usesLeft == 0 && part.kind == Part::Elements &&
          part.written == maximum.reduced) {
        softmax.ops.insert(op);
        softmax.last = cast<CallTIROp>(op);
        return softmax;
      }
    }
    softmax.ops.insert(op);
    usesLeft += llvm::range_size(op->getUses());
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// Returns the place of a softmax, given the place of its maximum. Only the
/// name of the layer is in the model.
static std::string getSoftmaxPlace(StringRef place, unsigned number) {
  constexpr StringLiteral kKind = "softmax";
  std::string own = (kKind + "#" + Twine(number)).str();
  if (place.starts_with((kKind + "#").str()))
    return place.str();
  size_t kind = place.rfind(" (");
  if (kind != StringRef::npos && place.ends_with(")"))
    return (place.take_front(kind) + " (" + own + ")").str();
  return place.contains('#') ? own : (place + " (" + own + ")").str();
}

namespace {
class SoftmaxBuilder {
public:
  explicit SoftmaxBuilder(ModuleOp module)
      : module(module), symbols(module), builder(module.getContext()) {}

  /// Makes one kernel of the kernels of a softmax, and one call of their calls.
  void build(const Softmax &softmax);

  /// Erases the kernels that are not called any longer, and gives their
  /// constants the names of the new kernels.
  void finish();

private:
  struct Created {
    PrimFuncOp function;
    CallTIROp call;
    /// The name that the function gets when the other kernels are gone.
    std::string name;
  };

  PrimFuncOp createFunction(const Softmax &softmax,
                            ArrayRef<OpOperand *> inputs);
  NamedAttrList describe(const Softmax &softmax, StringRef place);
  void cloneKernel(CallTIROp call, PrimFuncOp kernel, IRMapping &values);

  void collectConstants(ArrayRef<OpOperand *> inputs);

  ModuleOp module;
  SymbolTable symbols;
  OpBuilder builder;
  llvm::SetVector<PrimFuncOp> joined;
  SmallVector<Created> created;
  /// The number of the softmax and of its argument for each constant.
  llvm::DenseMap<StringAttr, std::pair<unsigned, unsigned>> constants;
};
} // namespace

/// Returns the attribute that says which operations a call computes. The call
/// has it if its kernel is shared, else the kernel.
template <typename AttrT>
static AttrT getOrigin(CallTIROp call, PrimFuncOp kernel, StringRef name) {
  if (auto own = call->getAttrOfType<AttrT>(name))
    return own;
  return kernel->getAttrOfType<AttrT>(name);
}

NamedAttrList SoftmaxBuilder::describe(const Softmax &softmax,
                                       StringRef place) {
  llvm::SetVector<Attribute> fused;
  int64_t macs = 0;
  for (Operation *op : softmax.ops) {
    auto call = dyn_cast<CallTIROp>(op);
    if (!call)
      continue;
    PrimFuncOp kernel = call.lookupCallee();
    if (auto own = getOrigin<ArrayAttr>(call, kernel, kFusedAttrName))
      fused.insert(own.begin(), own.end());
    if (auto own = kernel->getAttrOfType<IntegerAttr>(kMACsAttrName))
      macs += own.getInt();
  }
  NamedAttrList attrs;
  attrs.set(kPlaceAttrName, builder.getStringAttr(place));
  attrs.set(kFusedAttrName, builder.getArrayAttr(fused.getArrayRef()));
  attrs.set(kKindAttrName,
            builder.getStringAttr(stringifyKernelKind(KernelKind::Softmax)));
  attrs.set(kMACsAttrName, builder.getI64IntegerAttr(macs));
  return attrs;
}

/// Creates the function without a body. It has the arguments of the kernels
/// that get `inputs` and write the result.
PrimFuncOp SoftmaxBuilder::createFunction(const Softmax &softmax,
                                          ArrayRef<OpOperand *> inputs) {
  PrimFuncOp maximum = CallTIROp(softmax.first).lookupCallee();
  std::string place = getSoftmaxPlace(
      getOrigin<StringAttr>(softmax.first, maximum, kPlaceAttrName),
      created.size());
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  SmallVector<Location> locations;
  UniqueNames names;
  auto add = [&](CallTIROp call, unsigned index) {
    PrimFuncOp kernel = call.lookupCallee();
    types.push_back(kernel.getArgumentTypes()[index]);
    NamedAttrList own(kernel.getArgAttrDict(index));
    if (auto name = dyn_cast_or_null<StringAttr>(own.get(kNameAttrName)))
      own.set(kNameAttrName, builder.getStringAttr(names.makeUnique(
                                 name.getValue().rtrim("0123456789"), "")));
    attrs.push_back(own.getDictionary(builder.getContext()));
  };
  for (OpOperand *input : inputs)
    add(cast<CallTIROp>(input->getOwner()), input->getOperandNumber());
  add(softmax.last, CallTIROp(softmax.last).getArgs().size() - 1);
  for (Operation *op : softmax.ops)
    locations.push_back(op->getLoc());
  builder.setInsertionPoint(maximum);
  auto function = PrimFuncOp::create(
      builder, builder.getFusedLoc(locations), layerNameToIdentifier(place),
      builder.getFunctionType(types, {}), describe(softmax, place).getAttrs(),
      attrs);
  function.setPrivate();
  symbols.insert(function, Block::iterator(maximum));
  return function;
}

/// Clones the body of a kernel for one call, and keeps its result.
void SoftmaxBuilder::cloneKernel(CallTIROp call, PrimFuncOp kernel,
                                 IRMapping &values) {
  IRMapping body;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (auto read = dyn_cast<ToTensorOp>(op)) {
      unsigned index = cast<BlockArgument>(read.getBuffer()).getArgNumber();
      body.map(read.getResult(), values.lookup(call.getArgs()[index]));
    } else if (auto store = dyn_cast<MaterializeInDestinationOp>(op)) {
      values.map(call.getResult(0), body.lookup(store.getSource()));
    } else {
      builder.clone(op, body);
    }
  }
}

void SoftmaxBuilder::build(const Softmax &softmax) {
  // The first operand for each tensor from outside that the kernels read.
  SmallVector<OpOperand *> inputs;
  llvm::SetVector<Value> tensors;
  for (Operation *op : softmax.ops)
    if (auto call = dyn_cast<CallTIROp>(op))
      for (OpOperand &operand :
           call->getOpOperands().take_front(call.getArgs().size() - 1))
        if (!softmax.ops.contains(operand.get().getDefiningOp()) &&
            tensors.insert(operand.get()))
          inputs.push_back(&operand);
  PrimFuncOp function = createFunction(softmax, inputs);

  collectConstants(inputs);

  builder.setInsertionPointToStart(function.addEntryBlock());
  IRMapping values;
  for (auto [tensor, argument] :
       llvm::zip_first(tensors, function.getArguments()))
    values.map(tensor,
               ToTensorOp::create(builder, function.getLoc(), tensor.getType(),
                                  argument, /*restrict=*/true));
  for (Operation *op : softmax.ops) {
    auto call = dyn_cast<CallTIROp>(op);
    if (!call) {
      builder.clone(*op, values);
      continue;
    }
    PrimFuncOp kernel = call.lookupCallee();
    joined.insert(kernel);
    cloneKernel(call, kernel, values);
    Value result = values.lookup(call.getResult(0));
    if (call == softmax.last)
      MaterializeInDestinationOp::create(
          builder, function.getLoc(), TypeRange(), result,
          function.getArguments().back(), /*restrict=*/true,
          /*writable=*/true);
    else
      values.map(call.getResult(0),
                 KeepOp::create(builder, call.getLoc(), result, Value()));
  }
  ReturnOp::create(builder, function.getLoc());

  CallTIROp last = softmax.last;
  builder.setInsertionPoint(last);
  auto call = CallTIROp::create(
      builder, last.getLoc(), FlatSymbolRefAttr::get(function),
      tensors.getArrayRef(), last.getArgs().take_back(1));
  created.push_back({function, call,
                     layerNameToIdentifier(
                         function->getAttrOfType<StringAttr>(kPlaceAttrName))});
  last->replaceAllUsesWith(call);
  for (Operation *op : llvm::reverse(softmax.ops))
    op->erase();
}

/// Notes the constants that are named after a kernel that is now part of
/// another one, with their argument there.
void SoftmaxBuilder::collectConstants(ArrayRef<OpOperand *> inputs) {
  for (auto [i, input] : llvm::enumerate(inputs)) {
    auto read = input->get().getDefiningOp<ToTensorOp>();
    auto get = read ? read.getBuffer().getDefiningOp<memref::GetGlobalOp>()
                    : memref::GetGlobalOp();
    StringRef kernel = cast<CallTIROp>(input->getOwner()).getCallee();
    if (get && get.getName().starts_with((kernel + "_").str()))
      constants.try_emplace(get.getNameAttr().getAttr(), created.size(), i);
  }
}

/// Gives `symbol` a name, unless another symbol has it. Returns whether it did.
static bool rename(SymbolTable &symbols, Operation *symbol, StringRef name) {
  if (symbols.lookup(name))
    return false;
  symbols.remove(symbol);
  SymbolTable::setSymbolName(symbol, name);
  symbols.insert(symbol);
  return true;
}

void SoftmaxBuilder::finish() {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses)
    return;
  DenseSet<StringAttr> used;
  llvm::MapVector<StringAttr, SmallVector<memref::GetGlobalOp>> reads;
  for (SymbolTable::SymbolUse use : *uses) {
    StringAttr name = use.getSymbolRef().getRootReference();
    auto get = dyn_cast<memref::GetGlobalOp>(use.getUser());
    if (get && constants.contains(name))
      reads[name].push_back(get);
    else
      used.insert(name);
  }
  for (PrimFuncOp kernel : joined)
    if (!used.contains(kernel.getSymNameAttr()))
      symbols.erase(kernel);
  for (Created &softmax : created)
    if (rename(symbols, softmax.function, softmax.name))
      softmax.call.setCalleeAttr(FlatSymbolRefAttr::get(softmax.function));
  for (auto &[name, gets] : reads) {
    auto global = symbols.lookup<memref::GlobalOp>(name);
    if (!global || !global.isPrivate() || used.contains(name))
      continue;
    auto [number, argument] = constants.lookup(name);
    PrimFuncOp function = created[number].function;
    auto role = function.getArgAttrOfType<StringAttr>(argument, kNameAttrName);
    if (role && rename(symbols, global,
                       (function.getSymName() + "_" + role.getValue()).str()))
      for (memref::GetGlobalOp get : gets)
        get.setName(global.getSymName());
  }
}

namespace {
struct FuseSoftmaxPass
    : public tir::impl::TIRFuseSoftmaxPassBase<FuseSoftmaxPass> {
  void runOnOperation() override {
    SmallVector<CallTIROp> calls;
    getOperation().walk([&](CallTIROp call) { calls.push_back(call); });
    SoftmaxFinder finder;
    SmallVector<Softmax> found;
    DenseSet<Operation *> taken;
    for (CallTIROp call : calls) {
      std::optional<Softmax> softmax = finder.find(call);
      // Two maxima may lead to the same elements.
      if (!softmax || llvm::any_of(softmax->ops, [&](Operation *op) {
            return taken.contains(op);
          }))
        continue;
      taken.insert(softmax->ops.begin(), softmax->ops.end());
      found.push_back(std::move(*softmax));
    }
    if (found.empty())
      return;
    SoftmaxBuilder builder(getOperation());
    for (const Softmax &softmax : found)
      builder.build(softmax);
    builder.finish();
  }
};
} // namespace
