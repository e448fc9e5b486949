//===- OutlineKernels.cpp - Kernels become functions of their own
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/Transforms/KernelFusion.h"
#include "tir/Dialect/TIR/Transforms/Places.h"
#include "llvm/ADT/StringSet.h"

namespace tir {
#define GEN_PASS_DEF_TIROUTLINEKERNELSPASS
#include "tir/Dialect/TIR/Transforms/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static constexpr int64_t kConstantAlignment = 16;

static MemRefType getBufferType(Type tensor) {
  auto type = cast<RankedTensorType>(tensor);
  return MemRefType::get(type.getShape(), type.getElementType());
}

//===----------------------------------------------------------------------===//
// What a kernel is called
//===----------------------------------------------------------------------===//

static bool isReduction(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumReductionLoops() != 0;
}

/// Multiply-accumulates of one run: iterations of each reduction that
/// multiplies.
static int64_t countMacs(const Kernel &kernel) {
  int64_t macs = 0;
  for (Operation *op : kernel.ops) {
    if (!isReduction(op))
      continue;
    auto linalgOp = cast<linalg::LinalgOp>(op);
    bool multiplies = llvm::any_of(
        linalgOp.getBlock()->getOperations(), [](Operation &inner) {
          return isa<arith::MulIOp, arith::MulFOp>(inner);
        });
    if (!multiplies)
      continue;
    int64_t iterations = 1;
    for (int64_t extent : linalgOp.getStaticLoopRanges())
      iterations *= extent;
    macs += iterations;
  }
  return macs;
}

/// The operation that stands for the kernel: what reduces, else what writes.
static Operation *getMainOp(const Kernel &kernel) {
  auto reduction = llvm::find_if(kernel.ops, isReduction);
  return reduction == kernel.ops.end() ? kernel.root : *reduction;
}

/// What a constant is for, from the way the kernel computes with it.
static StringRef getConstantRole(Value constant, const Kernel &kernel) {
  for (OpOperand &use : constant.getUses()) {
    if (isa<tensor::ExtractOp>(use.getOwner()))
      return "table";
    auto linalgOp = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (!linalgOp || !kernel.ops.contains(linalgOp))
      continue;
    if (linalgOp.getNumReductionLoops() != 0)
      return linalgOp.isDpsInit(&use) ? "bias" : "weights";
    SmallVector<Value> worklist = {linalgOp.getMatchingBlockArgument(&use)};
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      for (OpOperand &inner : value.getUses()) {
        Operation *user = inner.getOwner();
        if (isa<arith::ExtSIOp, arith::ExtUIOp>(user))
          worklist.push_back(user->getResult(0));
        else if (isa<arith::ShRSIOp, arith::ShLIOp>(user) &&
                 inner.getOperandNumber() == 1)
          return "shift";
        else if (isa<arith::MulIOp, arith::MulFOp>(user))
          return user->getResult(0).getType().isInteger(64) ? "multiplier"
                                                            : "scale";
        else if (isa<arith::AddIOp, arith::AddFOp, linalg::YieldOp>(user))
          return "bias";
      }
    }
  }
  return "constant";
}

/// The smallest and largest element of an integer constant, for the proof that
/// arithmetic with it does not overflow; null for other constants.
static DenseI64ArrayAttr getRange(Value constant) {
  DenseIntElementsAttr elements;
  if (!matchPattern(constant, m_Constant(&elements)) || elements.empty() ||
      elements.getElementType().getIntOrFloatBitWidth() > 64)
    return {};
  int64_t least = std::numeric_limits<int64_t>::max();
  int64_t most = std::numeric_limits<int64_t>::min();
  for (const APInt &element : elements.getValues<APInt>()) {
    least = std::min(least, element.getSExtValue());
    most = std::max(most, element.getSExtValue());
  }
  return Builder(constant.getContext()).getDenseI64ArrayAttr({least, most});
}

//===----------------------------------------------------------------------===//
// Outlining
//===----------------------------------------------------------------------===//

namespace {
class Outliner {
public:
  Outliner(func::FuncOp source, KernelPartition partition)
      : source(source), partition(std::move(partition)),
        builder(source.getContext()) {}

  void run();

private:
  /// A returned value: the kernel's result behind it, and the reshapes between.
  struct Binding {
    unsigned output;
    SmallVector<Operation *> views;
  };

  PrimFuncOp createMain();
  void bindOutputs();
  void outline(const Kernel &kernel);
  void moveCall(BufferCallOpInterface call);
  PrimFuncOp createKernel(const Kernel &kernel, ArrayRef<Value> inputs,
                          ArrayRef<Value> outputs);
  SmallVector<Value> collectInputs(const Kernel &kernel);
  Value getDestination(Value result);
  Value lookup(Value value);
  Value getConstant(Value constant, StringRef name);
  std::string makeUnique(StringRef name, llvm::StringSet<> &taken,
                         StringRef separator);

  func::FuncOp source;
  KernelPartition partition;
  OpBuilder builder;
  PrimFuncOp main;
  IRMapping mapping;
  DenseMap<Value, Binding> bindings;
  /// Name for a constant's global, from the first kernel that reads it.
  DenseMap<Value, std::string> constantNames;
  DenseMap<std::pair<Attribute, Type>, memref::GlobalOp> globals;
  llvm::StringSet<> places, names;
};
} // namespace

std::string Outliner::makeUnique(StringRef name, llvm::StringSet<> &taken,
                                 StringRef separator) {
  std::string unique = name.str();
  for (unsigned suffix = 1; !taken.insert(unique).second; ++suffix)
    unique = (name + separator + Twine(suffix)).str();
  return unique;
}

/// The main function, inputs first, then outputs; its body reads the inputs.
PrimFuncOp Outliner::createMain() {
  MLIRContext *context = builder.getContext();
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  auto add = [&](Type type, DictionaryAttr dict, Effect effect) {
    types.push_back(getBufferType(type));
    NamedAttrList list(dict);
    list.set(kEffectAttrName, EffectAttr::get(context, effect));
    attrs.push_back(list.getDictionary(context));
  };
  for (auto [index, type] : llvm::enumerate(source.getArgumentTypes()))
    add(type, source.getArgAttrDict(index), Effect::Read);
  for (auto [index, type] : llvm::enumerate(source.getResultTypes()))
    add(type, source.getResultAttrDict(index), Effect::Write);
  builder.setInsertionPointAfter(source);
  auto function = PrimFuncOp::create(
      builder, source.getLoc(), source.getSymName(),
      builder.getFunctionType(types, {}), ArrayRef<NamedAttribute>(), attrs);
  function.addEntryBlock();
  builder.setInsertionPointToStart(&function.getBody().front());
  for (auto [argument, tensor] :
       llvm::zip_first(source.getArguments(), function.getArguments()))
    mapping.map(argument,
                bufferization::ToTensorOp::create(builder, source.getLoc(),
                                                  argument.getType(), tensor,
                                                  /*restrict=*/true));
  return function;
}

/// What a call updates in place to make `result`, where nothing else reads it.
static Value getUpdated(OpResult result) {
  auto call = dyn_cast<BufferCallOpInterface>(result.getOwner());
  if (!call)
    return {};
  Value init = call.getTiedOut(result);
  return init.hasOneUse() && !init.getDefiningOp<tensor::EmptyOp>() ? init
                                                                    : Value();
}

/// Finds the kernel results that can be written straight into an output.
void Outliner::bindOutputs() {
  DenseSet<Value> roots;
  for (const Kernel &kernel : partition.kernels)
    roots.insert(kernel.root->result_begin(), kernel.root->result_end());
  for (BufferCallOpInterface call : partition.calls)
    roots.insert(call->result_begin(), call->result_end());
  Operation *terminator = source.getBody().front().getTerminator();
  for (auto [index, value] : llvm::enumerate(terminator->getOperands())) {
    Binding binding;
    binding.output = index;
    Value current = value;
    while (Operation *producer = current.getDefiningOp()) {
      if (llvm::is_contained(partition.views, producer)) {
        binding.views.push_back(producer);
        current = producer->getOperand(0);
      } else if (Value updated = getUpdated(cast<OpResult>(current))) {
        current = updated;
      } else {
        break;
      }
    }
    if (roots.contains(current))
      bindings.try_emplace(current, binding);
  }
}

/// A `memref.global` for a constant, each distinct one once, read in `main`.
Value Outliner::getConstant(Value constant, StringRef name) {
  Attribute attr;
  matchPattern(constant, m_Constant(&attr));
  memref::GlobalOp &global = globals[{attr, constant.getType()}];
  MemRefType type = getBufferType(constant.getType());
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(source);
    global = memref::GlobalOp::create(
        builder, constant.getLoc(), makeUnique(name, names, "_"),
        builder.getStringAttr("private"), type, attr, /*constant=*/true,
        builder.getI64IntegerAttr(kConstantAlignment));
  }
  Value buffer = memref::GetGlobalOp::create(builder, constant.getLoc(), type,
                                             global.getSymName());
  return bufferization::ToTensorOp::create(builder, constant.getLoc(),
                                           constant.getType(), buffer,
                                           /*restrict=*/true);
}

/// `value` of the source function as main has it.
Value Outliner::lookup(Value value) {
  if (Value mapped = mapping.lookupOrNull(value))
    return mapped;
  Operation *producer = value.getDefiningOp();
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::EmptyOp>(
          producer) ||
      !isa<RankedTensorType>(value.getType())) {
    for (Value operand : producer->getOperands())
      mapping.map(operand, lookup(operand));
    builder.clone(*producer, mapping);
    return mapping.lookup(value);
  }
  auto name = constantNames.find(value);
  Value constant =
      getConstant(value, name == constantNames.end() ? "constant"
                                                     : StringRef(name->second));
  mapping.map(value, constant);
  return constant;
}

/// What the kernel reads from memory: activations first, then constants, each
/// in the order of first use.
SmallVector<Value> Outliner::collectInputs(const Kernel &kernel) {
  llvm::SetVector<Value> inputs, constants;
  for (Operation *op : kernel.ops) {
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    for (Value value : used) {
      Operation *producer = value.getDefiningOp();
      if ((producer && kernel.ops.contains(producer)) ||
          isInlineConstant(value) || !isa<RankedTensorType>(value.getType()))
        continue;
      bool isConstant = matchPattern(value, m_Constant());
      (isConstant ? constants : inputs).insert(value);
    }
  }
  inputs.insert(constants.begin(), constants.end());
  return inputs.takeVector();
}

PrimFuncOp Outliner::createKernel(const Kernel &kernel, ArrayRef<Value> inputs,
                                  ArrayRef<Value> outputs) {
  MLIRContext *context = builder.getContext();
  Operation *mainOp = getMainOp(kernel);
  std::string place = getPlace(mainOp->getLoc());
  if (place.empty())
    place = mainOp->getName().stripDialect().str();
  place = makeUnique(place, places, "/");
  std::string name = makeUnique(placeToIdentifier(place), names, "_");

  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  llvm::StringSet<> argumentNames;
  auto add = [&](Value value, StringRef role, Effect effect) {
    types.push_back(getBufferType(value.getType()));
    std::string unique = makeUnique(role, argumentNames, "");
    if (matchPattern(value, m_Constant()))
      constantNames.try_emplace(value, name + "_" + unique);
    NamedAttrList list;
    list.set(kEffectAttrName, EffectAttr::get(context, effect));
    list.set(kNameAttrName, builder.getStringAttr(unique));
    if (DenseI64ArrayAttr range = getRange(value))
      list.set(kRangeAttrName, range);
    attrs.push_back(list.getDictionary(context));
  };
  for (Value input : inputs)
    add(input,
        matchPattern(input, m_Constant()) ? getConstantRole(input, kernel)
                                          : "input",
        Effect::Read);
  for (Value output : outputs)
    add(output, "output", Effect::Write);

  llvm::SetVector<StringRef> fused;
  SmallVector<std::string> fusedPlaces;
  for (Operation *op : kernel.ops)
    fusedPlaces.push_back(getPlace(op->getLoc()));
  for (StringRef fusedPlace : fusedPlaces)
    if (!fusedPlace.empty())
      fused.insert(fusedPlace);

  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(main);
  auto function = PrimFuncOp::create(
      builder, mainOp->getLoc(), name, builder.getFunctionType(types, {}),
      {builder.getNamedAttr(kPlaceAttrName, builder.getStringAttr(place)),
       builder.getNamedAttr(kFusedAttrName,
                            builder.getStrArrayAttr(fused.getArrayRef())),
       builder.getNamedAttr(kMACsAttrName,
                            builder.getI64IntegerAttr(countMacs(kernel)))},
      attrs);
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
    builder.clone(*op, body);
  }
  for (auto [output, argument] : llvm::zip_equal(
           outputs, function.getArguments().drop_front(inputs.size())))
    bufferization::MaterializeInDestinationOp::create(
        builder, function.getLoc(), TypeRange(), body.lookup(output), argument,
        /*restrict=*/true, /*writable=*/true);
  ReturnOp::create(builder, function.getLoc());
  return function;
}

/// Where main wants a kernel's result: in an output, seen through the inverse
/// of the reshapes on the way there, or in a buffer of its own.
Value Outliner::getDestination(Value result) {
  Location loc = result.getLoc();
  auto type = cast<RankedTensorType>(result.getType());
  auto bound = bindings.find(result);
  if (bound == bindings.end())
    return tensor::EmptyOp::create(builder, loc, type.getShape(),
                                   type.getElementType());
  const Binding &binding = bound->second;
  Value argument = main.getArgument(source.getNumArguments() + binding.output);
  Value destination = bufferization::ToTensorOp::create(
      builder, loc, source.getResultTypes()[binding.output], argument,
      /*restrict=*/true, /*writable=*/true);
  for (Operation *view : binding.views) {
    auto sourceType = cast<RankedTensorType>(view->getOperand(0).getType());
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(view))
      destination =
          tensor::CollapseShapeOp::create(builder, loc, sourceType, destination,
                                          expand.getReassociationIndices());
    else
      destination = tensor::ExpandShapeOp::create(
          builder, loc, sourceType, destination,
          cast<tensor::CollapseShapeOp>(view).getReassociationIndices());
  }
  return destination;
}

void Outliner::outline(const Kernel &kernel) {
  SmallVector<Value> inputs = collectInputs(kernel);
  SmallVector<Value> outputs;
  for (Value result : kernel.root->getResults())
    if (!result.use_empty())
      outputs.push_back(result);
  PrimFuncOp function = createKernel(kernel, inputs, outputs);
  SmallVector<Value> ins, outs;
  for (Value input : inputs)
    ins.push_back(lookup(input));
  for (Value output : outputs)
    outs.push_back(getDestination(output));
  auto call = CallTIROp::create(builder, function.getLoc(),
                                FlatSymbolRefAttr::get(function), ins, outs);
  for (auto [output, result] : llvm::zip_equal(outputs, call.getResults()))
    mapping.map(output, result);
}

/// A call that came with the model runs as it is.
void Outliner::moveCall(BufferCallOpInterface call) {
  SmallVector<Value> operands;
  for (OpOperand &operand : call->getOpOperands())
    operands.push_back(call.isOut(operand) &&
                               operand.get().getDefiningOp<tensor::EmptyOp>()
                           ? getDestination(call.getTiedResult(operand))
                           : lookup(operand.get()));
  Operation *moved = builder.clone(*call);
  moved->setOperands(operands);
  mapping.map(call->getResults(), moved->getResults());
}

void Outliner::run() {
  for (auto &op : *source->getBlock())
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      names.insert(symbol.getName());
  main = createMain();
  bindOutputs();
  ArrayRef<BufferCallOpInterface> calls = partition.calls;
  auto moveCallsBefore = [&](Operation *op) {
    while (!calls.empty() && calls.front()->isBeforeInBlock(op)) {
      moveCall(calls.front());
      calls = calls.drop_front();
    }
  };
  for (const Kernel &kernel : partition.kernels) {
    moveCallsBefore(kernel.root);
    outline(kernel);
  }
  Operation *terminator = source.getBody().front().getTerminator();
  moveCallsBefore(terminator);
  for (auto [index, value] : llvm::enumerate(terminator->getOperands()))
    bufferization::MaterializeInDestinationOp::create(
        builder, terminator->getLoc(), TypeRange(), lookup(value),
        main.getArgument(source.getNumArguments() + index),
        /*restrict=*/true, /*writable=*/true);
  ReturnOp::create(builder, terminator->getLoc());
  source.erase();
}

/// Whether all inputs and outputs of `function` become buffers. Fails where
/// only some of them do.
static FailureOr<bool> worksOnTensors(func::FuncOp function) {
  SmallVector<Type> types(function.getArgumentTypes());
  llvm::append_range(types, function.getResultTypes());
  if (llvm::none_of(types, llvm::IsaPred<TensorType>))
    return false;
  for (auto [index, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && tensor.hasStaticShape())
      continue;
    bool isInput = index < function.getNumArguments();
    return function.emitOpError(isInput ? "argument #" : "result #")
           << (isInput ? index : index - function.getNumArguments()) << " is "
           << type
           << ", expected a ranked tensor of static shape, as the others; each "
              "becomes a buffer";
  }
  return true;
}

namespace {
struct OutlineKernelsPass
    : public tir::impl::TIROutlineKernelsPassBase<OutlineKernelsPass> {
  void runOnOperation() override {
    auto functions = llvm::to_vector(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      if (function.isExternal() || !function.getBody().hasOneBlock())
        continue;
      FailureOr<bool> onTensors = worksOnTensors(function);
      if (failed(onTensors))
        return signalPassFailure();
      if (!*onTensors)
        continue;
      FailureOr<KernelPartition> partition = partitionIntoKernels(function);
      if (failed(partition))
        return signalPassFailure();
      Outliner(function, std::move(*partition)).run();
    }
  }
};
} // namespace
