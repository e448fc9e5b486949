//===- KernelArguments.cpp - Other arguments for a kernel and its calls
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelArguments.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/SealedConstants.h"
#include "tir/Dialect/TIR/Transforms/Kernels/DeadOps.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::ToTensorOp;

SmallVector<Value> KernelArguments::findScratches(FunctionOpInterface kernel) {
  SmallVector<Value> scratches;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (getArgumentParts(kernel, i).isScratch)
      scratches.push_back(kernel.getArgument(i));
  return scratches;
}

LogicalResult KernelArguments::verifyScratches(
    FunctionOpInterface kernel, ArrayRef<std::pair<int64_t, unsigned>> expected,
    StringRef schedule, int64_t pixels) {
  SmallVector<Value> scratches = findScratches(kernel);
  for (auto [i, need] : llvm::enumerate(expected)) {
    auto type = i < scratches.size()
                    ? dyn_cast<MemRefType>(scratches[i].getType())
                    : MemRefType();
    if (!type || !type.hasStaticShape() || type.getRank() != 1 ||
        !type.getElementType().isInteger(need.second) ||
        type.getNumElements() < need.first)
      return kernel->emitOpError("has no argument number ")
             << i + 1 << " with #kernel.argument<scratch = true> of at least "
             << need.first << " i" << need.second << ", which " << schedule
             << " needs for a block of " << pixels << " pixels";
  }
  return success();
}

std::optional<SmallVector<CallTIROp>>
KernelArguments::getCalls(FunctionOpInterface kernel,
                          ArrayRef<Operation *> calls) {
  if (!isa<PrimFuncOp>(*kernel) || calls.empty())
    return std::nullopt;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (getPort(kernel, i).distances)
      return std::nullopt;
  SmallVector<CallTIROp> found;
  for (Operation *op : calls) {
    auto call = dyn_cast<CallTIROp>(op);
    if (!call || call.getNumOuts() == 0)
      return std::nullopt;
    found.push_back(call);
  }
  return found;
}

KernelArguments::KernelArguments(PrimFuncOp kernel, ArrayRef<CallTIROp> calls,
                                 SymbolTable &symbols, unsigned model)
    : kernel(kernel), calls(calls), symbols(symbols),
      builder(kernel.getContext()), model(model),
      numOld(kernel.getFunctionType().getNumInputs()),
      numOuts(CallTIROp(calls.front()).getNumOuts()),
      isSealed(hasSealedConstants(kernel)) {}

memref::GlobalOp KernelArguments::getGlobal(unsigned call,
                                            unsigned argument) const {
  CallTIROp op = calls[call];
  auto read = op.getArgs()[argument].getDefiningOp<ToTensorOp>();
  auto get = read ? read.getBuffer().getDefiningOp<memref::GetGlobalOp>()
                  : memref::GetGlobalOp();
  auto global = get ? symbols.lookup<memref::GlobalOp>(get.getName())
                    : memref::GlobalOp();
  return global && global.getConstant() ? global : memref::GlobalOp();
}

DenseElementsAttr KernelArguments::getConstant(unsigned call,
                                               Value argument) const {
  memref::GlobalOp global =
      getGlobal(call, cast<BlockArgument>(argument).getArgNumber());
  return global ? unsealConstant(global.getInitialValueAttr())
                : DenseElementsAttr();
}

void KernelArguments::alignConstants(Value argument, uint64_t bytes) {
  for (unsigned call = 0; call < calls.size(); ++call)
    if (memref::GlobalOp global =
            getGlobal(call, cast<BlockArgument>(argument).getArgNumber()))
      global.setAlignment(std::max(global.getAlignment().value_or(1), bytes));
}

Value KernelArguments::addConstant(StringRef name, GetConstant getValue) {
  SmallVector<DenseElementsAttr> values;
  for (unsigned call = 0; call < calls.size(); ++call)
    values.push_back(getValue(call));
  Block &block = kernel.getBody().front();
  ShapedType type = values.front().getType();
  BlockArgument argument = block.addArgument(
      MemRefType::get(type.getShape(), type.getElementType()), kernel.getLoc());
  constants.push_back({name, argument, std::move(values)});
  builder.setInsertionPointToStart(&block);
  return ToTensorOp::create(builder, kernel.getLoc(),
                            cast<RankedTensorType>(type), argument,
                            /*restrict=*/true);
}

SmallVector<Value>
KernelArguments::addComputed(ArrayRef<std::pair<StringRef, MemRefType>> values,
                             Compute compute) {
  Block &block = kernel.getBody().front();
  builder.setInsertionPointToStart(&block);
  Computed &added = computed.emplace_back();
  added.compute = std::move(compute);
  SmallVector<Value> tensors;
  for (auto [name, type] : values) {
    BlockArgument argument = block.addArgument(type, kernel.getLoc());
    added.arguments.push_back({name, argument});
    tensors.push_back(ToTensorOp::create(
        builder, kernel.getLoc(),
        RankedTensorType::get(type.getShape(), type.getElementType()), argument,
        /*restrict=*/true));
  }
  return tensors;
}

void KernelArguments::addScratch(StringRef name, MemRefType type) {
  Block &block = kernel.getBody().front();
  scratches.push_back({name, block.addArgument(type, kernel.getLoc()), type});
}

void KernelArguments::rewriteSignature() {
  Block &block = kernel.getBody().front();
  eraseDeadOps(block);
  dropped.resize(numOld);
  for (unsigned i = 0; i < numOld; ++i)
    if (block.getArgument(i).use_empty())
      dropped.set(i);

  SmallVector<BlockArgument> order;
  SmallVector<DictionaryAttr> attributes;
  auto keep = [&](unsigned i) {
    if (dropped.test(i))
      return;
    order.push_back(block.getArgument(i));
    attributes.push_back(kernel.getArgAttrDict(i));
  };
  auto add = [&](BlockArgument argument, StringRef name, bool isScratch) {
    NamedAttrList list;
    list.set(kEffectAttrName,
             EffectAttr::get(builder.getContext(),
                             isScratch ? Effect::Write : Effect::Read));
    list.set(kNameAttrName, builder.getStringAttr(name));
    ArgumentParts parts;
    parts.isScratch = isScratch;
    parts.set(list, builder.getContext());
    order.push_back(argument);
    attributes.push_back(list.getDictionary(builder.getContext()));
  };
  for (unsigned i = 0; i < numOld - numOuts; ++i)
    keep(i);
  for (const Constant &constant : constants)
    add(constant.argument, constant.name, /*isScratch=*/false);
  for (const Computed &values : computed)
    for (auto [name, argument] : values.arguments)
      add(argument, name, /*isScratch=*/false);
  for (const Scratch &scratch : scratches)
    add(scratch.argument, scratch.name, /*isScratch=*/true);
  for (unsigned i = numOld - numOuts; i < numOld; ++i)
    keep(i);

  SmallVector<Type> types;
  SmallVector<Location> locations;
  for (BlockArgument argument : order) {
    types.push_back(argument.getType());
    locations.push_back(argument.getLoc());
  }
  unsigned numAll = block.getNumArguments();
  auto added = llvm::to_vector(block.addArguments(types, locations));
  for (auto [old, now] : llvm::zip_equal(order, added))
    old.replaceAllUsesWith(now);
  block.eraseArguments(0, numAll);
  kernel.setFunctionType(builder.getFunctionType(types, {}));
  kernel.setAllArgAttrs(attributes);
}

/// Returns the constant of a call that new ones are called like, or null if it
/// passes none.
memref::GlobalOp KernelArguments::findModel(unsigned call) const {
  memref::GlobalOp found = getGlobal(call, model);
  for (unsigned i = 0; !found && i < numOld - numOuts; ++i)
    found = getGlobal(call, i);
  return found;
}

Value KernelArguments::createConstant(unsigned call, const Constant &constant) {
  memref::GlobalOp old = findModel(call);
  StringRef base = old ? old.getSymName() : kernel.getSymName();
  base = old ? base.take_front(base.rfind('_') + 1) : base;
  std::string name = (base + (old ? "" : "_") + constant.name).str();
  DenseElementsAttr value = constant.values[call];
  auto type = MemRefType::get(value.getType().getShape(),
                              value.getType().getElementType());
  // Sealed constants are different even if their values are equal.
  memref::GlobalOp shared = isSealed ? memref::GlobalOp() : created[value];
  memref::GlobalOp &global = isSealed ? shared : created[value];
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    Operation *before = old ? old.getOperation() : kernel.getOperation();
    builder.setInsertionPoint(before);
    global = memref::GlobalOp::create(
        builder, before->getLoc(), name, builder.getStringAttr("private"), type,
        isSealed ? Attribute(sealConstant(value)) : Attribute(value),
        /*constant=*/true, old ? old.getAlignmentAttr() : IntegerAttr());
    symbols.insert(global, Block::iterator(before));
  }
  Location location = CallTIROp(calls[call]).getLoc();
  auto get =
      memref::GetGlobalOp::create(builder, location, type, global.getSymName());
  return ToTensorOp::create(
      builder, location,
      RankedTensorType::get(type.getShape(), type.getElementType()), get,
      /*restrict=*/true);
}

void KernelArguments::rewriteCall(unsigned number) {
  CallTIROp call = calls[number];
  unsigned numIns = call.getArgs().size() - numOuts;
  SmallVector<Value> ins, outs;
  for (auto [i, argument] : llvm::enumerate(call.getArgs().take_front(numIns)))
    if (!dropped.test(i))
      ins.push_back(argument);
  builder.setInsertionPoint(call);
  for (const Constant &constant : constants)
    ins.push_back(createConstant(number, constant));
  for (const Computed &values : computed)
    llvm::append_range(ins, values.compute(call));
  for (const Scratch &scratch : scratches)
    outs.push_back(tensor::EmptyOp::create(builder, call.getLoc(),
                                           scratch.type.getShape(),
                                           scratch.type.getElementType()));
  llvm::append_range(outs, call.getArgs().take_back(numOuts));
  auto replacement = CallTIROp::create(builder, call.getLoc(),
                                       call.getCalleeAttr(), ins, outs);
  replacement->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  call->replaceAllUsesWith(
      replacement->getResults().take_back(call->getNumResults()));

  SmallVector<Value> operands(call.getArgs());
  call->erase();
  for (Value operand : operands) {
    auto read = operand.getDefiningOp<ToTensorOp>();
    auto get = read && read->use_empty()
                   ? read.getBuffer().getDefiningOp<memref::GetGlobalOp>()
                   : memref::GetGlobalOp();
    if (!get)
      continue;
    read->erase();
    if (get->use_empty())
      get->erase();
  }
}

void KernelArguments::rewrite() {
  rewriteSignature();
  for (unsigned call = 0; call < calls.size(); ++call)
    rewriteCall(call);
}

void tir::eraseUnusedConstants(ModuleOp module) {
  DenseSet<StringAttr> used;
  if (std::optional<SymbolTable::UseRange> uses =
          SymbolTable::getSymbolUses(&module.getBodyRegion()))
    for (SymbolTable::SymbolUse use : *uses)
      used.insert(use.getSymbolRef().getRootReference());
  for (auto global :
       llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
    if (global.isPrivate() && global.getConstant() &&
        !used.contains(global.getSymNameAttr()))
      global.erase();
}
