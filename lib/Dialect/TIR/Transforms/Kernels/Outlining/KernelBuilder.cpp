//===- KernelBuilder.cpp - A function for each kernel
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/TIR/Analysis/KernelDescription.h"
#include "tir/Dialect/TIR/Analysis/LayerNames.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include <set>

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

MemRefType tir::getBufferType(Type tensor) {
  auto type = cast<RankedTensorType>(tensor);
  return MemRefType::get(type.getShape(), type.getElementType());
}

//===----------------------------------------------------------------------===//
// The range of a constant
//===----------------------------------------------------------------------===//

template <typename Number>
static std::pair<int64_t, int64_t> findRange(DenseIntElementsAttr elements) {
  // The elements are adjacent in memory; a splat has only one.
  ArrayRef<char> bytes = elements.getRawData();
  auto least = std::numeric_limits<Number>::max();
  auto most = std::numeric_limits<Number>::min();
  for (; !bytes.empty(); bytes = bytes.drop_front(sizeof(Number))) {
    Number element;
    std::memcpy(&element, bytes.data(), sizeof(Number));
    least = std::min(least, element);
    most = std::max(most, element);
  }
  return {least, most};
}

static std::pair<int64_t, int64_t> findRange(DenseIntElementsAttr elements) {
  switch (elements.getElementType().getIntOrFloatBitWidth()) {
  case 8:
    return findRange<int8_t>(elements);
  case 16:
    return findRange<int16_t>(elements);
  case 32:
    return findRange<int32_t>(elements);
  case 64:
    return findRange<int64_t>(elements);
  default:
    int64_t least = std::numeric_limits<int64_t>::max();
    int64_t most = std::numeric_limits<int64_t>::min();
    for (const APInt &element : elements.getValues<APInt>()) {
      least = std::min(least, element.getSExtValue());
      most = std::max(most, element.getSExtValue());
    }
    return {least, most};
  }
}

/// Returns the smallest and the largest element of an integer constant, by
/// which tir-optimize-integer-ranges proves that arithmetic with it does not
/// overflow. Returns null for other constants.
static DenseI64ArrayAttr getRange(Value constant) {
  DenseIntElementsAttr elements;
  if (!matchPattern(constant, m_Constant(&elements)) || elements.empty() ||
      (*elements.value_begin<APInt>()).getBitWidth() > 64)
    return {};
  auto [least, most] = findRange(elements);
  return Builder(constant.getContext()).getDenseI64ArrayAttr({least, most});
}

//===----------------------------------------------------------------------===//
// Functions and constants
//===----------------------------------------------------------------------===//

KernelBuilder::KernelBuilder(Block &module) {
  for (Operation &op : module)
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      names.reserve(symbol.getName());
}

memref::GlobalOp KernelBuilder::getGlobal(Value constant, Operation *next) {
  Attribute attr;
  matchPattern(constant, m_Constant(&attr));
  memref::GlobalOp &global = globals[{attr, constant.getType()}];
  if (global)
    return global;
  auto name = constantNames.find(constant);
  OpBuilder builder(next);
  global = memref::GlobalOp::create(
      builder, constant.getLoc(),
      names.makeUnique(name == constantNames.end() ? "constant"
                                                   : StringRef(name->second),
                       "_"),
      builder.getStringAttr("private"), getBufferType(constant.getType()), attr,
      /*constant=*/true, /*alignment=*/IntegerAttr());
  return global;
}

SmallVector<Value> KernelBuilder::collectInputs(const Kernel &kernel) {
  llvm::SetVector<Value> inputs, constants;
  for (Value value : collectReadTensors(kernel.ops))
    (matchPattern(value, m_Constant()) ? constants : inputs).insert(value);
  inputs.insert(constants.begin(), constants.end());
  return inputs.takeVector();
}

/// Returns the operations in the block of `op` that have the same place as `op`
/// and use its results, also from within their regions.
ArrayRef<Operation *> KernelBuilder::getUsersOfSamePlace(Operation *op) {
  auto [it, isNew] = usersOfSamePlace.try_emplace(op);
  if (!isNew)
    return it->second;
  std::string place = getLayerName(op->getLoc());
  for (Operation *user : op->getUsers()) {
    user = op->getBlock()->findAncestorOpInBlock(*user);
    if (user && getLayerName(user->getLoc()) == place)
      it->second.push_back(user);
  }
  return it->second;
}

/// Returns the places of the operators that the kernel computes, each once. CSE
/// keeps only the first of equal operations, such as the pads or the initial
/// values of two operators, with the place of the first operator. The operation
/// is then in the kernels of both, but the kernel of the second operator does
/// not compute the first.
SmallVector<std::string> KernelBuilder::collectPlaces(const Kernel &kernel,
                                                      Operation *mainOp) {
  DenseSet<Operation *> borrowed;
  for (Operation *op : llvm::reverse(kernel.ops)) {
    if (op == mainOp)
      continue;
    bool isElsewhere =
        llvm::any_of(getUsersOfSamePlace(op), [&](Operation *user) {
          return !kernel.ops.contains(user) || borrowed.contains(user);
        });
    if (isElsewhere)
      borrowed.insert(op);
  }
  llvm::SetVector<std::string, SmallVector<std::string>, std::set<std::string>>
      places;
  for (Operation *op : kernel.ops)
    if (std::string place = getLayerName(op->getLoc());
        !place.empty() && !borrowed.contains(op))
      places.insert(place);
  return places.takeVector();
}

/// Returns the name of the argument for `input`.
static StringRef getArgumentName(const KernelDescription &description,
                                 Value input) {
  if (!matchPattern(input, m_Constant()))
    return "input";
  OperandRole role = description.getRole(input);
  return role == OperandRole::Input ? "constant" : stringifyOperandRole(role);
}

PrimFuncOp KernelBuilder::createFunction(const Kernel &kernel,
                                         ArrayRef<Value> inputs,
                                         ArrayRef<Value> outputs,
                                         Operation *next) {
  OpBuilder builder(next);
  MLIRContext *context = builder.getContext();
  KernelDescription description(kernel.ops.getArrayRef());
  Operation *mainOp = description.getMainOp();
  std::string place = getLayerName(mainOp->getLoc());
  if (place.empty())
    place = mainOp->getName().stripDialect().str();
  place = places.makeUnique(place, "/");
  std::string name = names.makeUnique(layerNameToIdentifier(place), "_");

  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  UniqueNames argumentNames;
  auto add = [&](Value value, StringRef role, Effect effect) {
    types.push_back(getBufferType(value.getType()));
    std::string unique = argumentNames.makeUnique(role, "");
    if (matchPattern(value, m_Constant()))
      constantNames.try_emplace(value, name + "_" + unique);
    NamedAttrList list;
    list.set(kEffectAttrName, EffectAttr::get(context, effect));
    list.set(kNameAttrName, builder.getStringAttr(unique));
    ArgumentParts parts;
    parts.range = getRange(value);
    parts.set(list, context);
    attrs.push_back(list.getDictionary(context));
  };
  for (Value input : inputs)
    add(input, getArgumentName(description, input), Effect::Read);
  for (Value output : outputs)
    add(output, "output", Effect::Write);

  SmallVector<std::string> fusedPlaces = collectPlaces(kernel, mainOp);
  SmallVector<StringRef> fused(fusedPlaces.begin(), fusedPlaces.end());

  KernelParts parts;
  parts.place = builder.getStringAttr(place);
  parts.fused = builder.getStrArrayAttr(fused);
  parts.macs = description.getMultiplications();
  if (description.getKind() != KernelKind::Unknown)
    parts.kind =
        builder.getStringAttr(stringifyKernelKind(description.getKind()));
  auto function = PrimFuncOp::create(
      builder, mainOp->getLoc(), name, builder.getFunctionType(types, {}),
      getKernelAttribute(parts.get(context)), attrs);
  function.setPrivate();
  builder.setInsertionPointToStart(function.addEntryBlock());

  IRMapping body;
  for (auto [input, argument] :
       llvm::zip_first(inputs, function.getArguments()))
    body.map(input, bufferization::ToTensorOp::create(
                        builder, function.getLoc(), input.getType(), argument,
                        /*restrict=*/true));
  for (Operation *op : kernel.ops) {
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    for (Value value : used)
      if (!body.contains(value))
        builder.clone(*value.getDefiningOp(), body);
    updateCall(builder.clone(*op, body),
               [](CallParts &parts) { parts.channels = {}; });
  }
  for (auto [output, argument] : llvm::zip_equal(
           outputs, function.getArguments().drop_front(inputs.size())))
    bufferization::MaterializeInDestinationOp::create(
        builder, function.getLoc(), TypeRange(), body.lookup(output), argument,
        /*restrict=*/true, /*writable=*/true);
  ReturnOp::create(builder, function.getLoc());
  return function;
}
