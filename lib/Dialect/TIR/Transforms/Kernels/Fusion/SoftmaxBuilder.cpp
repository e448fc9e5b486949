//===- SoftmaxBuilder.cpp - One kernel for the kernels of a softmax
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SoftmaxBuilder.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "tir/Dialect/TIR/Analysis/StructuredOps.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Support/UniqueNames.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

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

KernelAttr SoftmaxBuilder::describe(const Softmax &softmax, StringRef place) {
  llvm::SetVector<Attribute> fused;
  int64_t macs = 0;
  for (Operation *op : softmax.ops) {
    auto call = dyn_cast<CallTIROp>(op);
    if (!call)
      continue;
    PrimFuncOp kernel = call.lookupCallee();
    if (ArrayAttr own = getLayerOfCall(call, kernel).getFused())
      fused.insert(own.begin(), own.end());
    macs += getKernelAttr(kernel).getMacs();
  }
  KernelParts parts;
  parts.place = builder.getStringAttr(place);
  parts.fused = builder.getArrayAttr(fused.getArrayRef());
  parts.kind = builder.getStringAttr(stringifyKernelKind(KernelKind::Softmax));
  parts.macs = macs;
  return parts.get(builder.getContext());
}

/// Creates the function without a body. It has the arguments of the kernels
/// that get `inputs` and write the result.
PrimFuncOp SoftmaxBuilder::createFunction(const Softmax &softmax,
                                          ArrayRef<OpOperand *> inputs) {
  PrimFuncOp maximum = CallTIROp(softmax.first).lookupCallee();
  std::string place = getSoftmaxPlace(
      getLayerOfCall(softmax.first, maximum).getPlace().getValue(),
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
      builder.getFunctionType(types, {}),
      getKernelAttribute(describe(softmax, place)), attrs);
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
  created.push_back(
      {function, call,
       layerNameToIdentifier(getKernelAttr(function).getPlace().getValue())});
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
