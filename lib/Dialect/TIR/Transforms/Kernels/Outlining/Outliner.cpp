//===- Outliner.cpp - Kernels and the main function that calls them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outliner.h"

#include "VariableWrites.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tir/Dialect/TIR/Analysis/LoopRows.h"
#include "tir/Dialect/TIR/Analysis/Reshapes.h"
#include "tir/Dialect/TIR/IR/FoldedChannels.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

/// The kernels of a block and the operations between them.
struct Outliner::Roles {
  explicit Roles(const KernelPartition &partition)
      : views(llvm::from_range, partition.views),
        kept(llvm::from_range, partition.kept) {
    for (const Kernel &kernel : partition.kernels)
      roots.insert(kernel.root);
  }

  llvm::DenseSet<Operation *> roots, views, kept;
};

/// After this many loops, the next loop copies its initial value.
static constexpr unsigned kMaxLoopsInRow = 16;

/// Creates the main function. Its arguments are the inputs, then the outputs;
/// its body reads the inputs.
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
  auto written = getWrittenVariables(source);
  for (auto [index, type] : llvm::enumerate(source.getArgumentTypes())) {
    Attribute variable = getPort(source, index).variable;
    add(type, source.getArgAttrDict(index),
        variable && written.contains(variable) ? Effect::ReadWrite
                                               : Effect::Read);
  }
  // A variable is read and written in the same buffer.
  for (auto [index, type] : llvm::enumerate(
           source.getResultTypes().take_front(getNumOutputs(source))))
    add(type, source.getResultAttrDict(index), Effect::Write);
  builder.setInsertionPointAfter(source);
  auto function = PrimFuncOp::create(
      builder, source.getLoc(), source.getSymName(),
      builder.getFunctionType(types, {}), ArrayRef<NamedAttribute>(), attrs);
  moveModel(source, function);
  function.addEntryBlock();
  builder.setInsertionPointToStart(&function.getBody().front());
  for (auto [argument, buffer] :
       llvm::zip_first(source.getArguments(), function.getArguments()))
    mapping.map(argument,
                bufferization::ToTensorOp::create(builder, source.getLoc(),
                                                  argument.getType(), buffer,
                                                  /*restrict=*/true));
  return function;
}

/// Returns the operand that a call updates in place to compute `result`, if
/// nothing else reads that operand.
static Value getUpdated(OpResult result) {
  auto call = dyn_cast<BufferCallOpInterface>(result.getOwner());
  if (!call)
    return {};
  Value init = call.getTiedOut(result);
  return init.hasOneUse() && !init.getDefiningOp<tensor::EmptyOp>() ? init
                                                                    : Value();
}

/// Returns whether an operation that stays in main can write `result` to a
/// given destination.
static bool writesDestination(OpResult result) {
  if (auto call = dyn_cast<BufferCallOpInterface>(result.getOwner())) {
    Value init = call.getTiedOut(result);
    return init && init.getDefiningOp<tensor::EmptyOp>();
  }
  return isa<RegionBranchOpInterface>(result.getOwner());
}

/// Lets the operation that computes `value` write to `destination`, through
/// reshapes in between and through calls that update in place. Returns whether
/// this is possible.
bool Outliner::bind(const Roles &roles, Value value, Value destination) {
  Binding binding;
  binding.destination = destination;
  Operation *producer = value.getDefiningOp();
  for (; producer; producer = value.getDefiningOp()) {
    if (roles.views.contains(producer)) {
      binding.views.push_back(producer);
      value = producer->getOperand(0);
    } else if (Value updated = getUpdated(cast<OpResult>(value))) {
      value = updated;
    } else {
      break;
    }
  }
  bool isWriter = roles.roots.contains(producer) ||
                  (roles.kept.contains(producer) &&
                   writesDestination(cast<OpResult>(value)));
  return isWriter && bindings.try_emplace(value, binding).second;
}

/// Returns the value in main for `value` of the source function.
Value Outliner::lookup(Value value) {
  if (Value mapped = mapping.lookupOrNull(value))
    return mapped;
  Operation *producer = value.getDefiningOp();
  if (isReshape(producer) || isa<tensor::EmptyOp>(producer) ||
      !isa<RankedTensorType>(value.getType())) {
    for (Value operand : producer->getOperands())
      mapping.map(operand, lookup(operand));
    updateCall(builder.clone(*producer, mapping),
               [](CallParts &parts) { parts.channels = {}; });
    llvm::append_range(found, producer->getResults());
    return mapping.lookup(value);
  }
  memref::GlobalOp global = kernels.getGlobal(value, source);
  Location loc = value.getLoc();
  Value buffer = memref::GetGlobalOp::create(builder, loc, global.getType(),
                                             global.getSymName());
  mapping.map(value,
              bufferization::ToTensorOp::create(builder, loc, value.getType(),
                                                buffer, /*restrict=*/true));
  found.push_back(value);
  return mapping.lookup(value);
}

/// Returns the tensor that `result` is written to, in the shape of `result`.
std::optional<Value> Outliner::getBound(Value result) {
  auto bound = bindings.find(result);
  if (bound == bindings.end())
    return std::nullopt;
  const Binding &binding = bound->second;
  Location loc = result.getLoc();
  Value destination = binding.destination;
  if (isa<MemRefType>(destination.getType())) {
    Type type = binding.views.empty()
                    ? result.getType()
                    : binding.views.front()->getResult(0).getType();
    destination = bufferization::ToTensorOp::create(
        builder, loc, type, destination, /*restrict=*/true, /*writable=*/true);
  }
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

/// Returns the destination of a kernel's result: the one that it is bound to,
/// or a buffer of its own.
Value Outliner::getDestination(Value result) {
  if (std::optional<Value> bound = getBound(result))
    return *bound;
  auto type = cast<RankedTensorType>(result.getType());
  return tensor::EmptyOp::create(builder, result.getLoc(), type.getShape(),
                                 type.getElementType());
}

/// Hands on what tir-fold-constant-channels knows about the result. Kernels
/// that are merged have different constant channels, so each call keeps its
/// own.
static void describeChannels(const Kernel &kernel, PrimFuncOp function,
                             CallTIROp call) {
  FoldedChannelsAttr attribute = getCallParts(kernel.root).channels;
  std::optional<FoldedChannels> channels = FoldedChannels::get(attribute);
  if (!channels ||
      (!kernel.hasSum && channels->isWhole() && channels->constants.empty()))
    return;
  updateCall(call, [&](CallParts &parts) { parts.channels = attribute; });
  if (!channels->constants.empty())
    updateKernel(function, [&](KernelParts &parts) {
      parts.channels.push_back(attribute);
    });
}

void Outliner::outline(const Kernel &kernel) {
  SmallVector<Value> inputs = KernelBuilder::collectInputs(kernel);
  SmallVector<Value> outputs;
  for (Value result : kernel.root->getResults())
    if (!result.use_empty())
      outputs.push_back(result);
  PrimFuncOp function = kernels.createFunction(kernel, inputs, outputs, main);
  SmallVector<Value> ins, outs;
  for (Value input : inputs)
    ins.push_back(lookup(input));
  for (Value output : outputs)
    outs.push_back(getDestination(output));
  auto call = CallTIROp::create(builder, function.getLoc(),
                                FlatSymbolRefAttr::get(function), ins, outs);
  describeChannels(kernel, function, call);
  for (auto [output, result] : llvm::zip_equal(outputs, call.getResults()))
    mapping.map(output, result);
}

//===----------------------------------------------------------------------===//
// What stays in main
//===----------------------------------------------------------------------===//

/// Aligns the constant that `tensor` is, if it is one, for functions that
/// others wrote, which may read words or vectors.
void Outliner::alignForOthers(Value tensor) {
  constexpr int64_t kAlignment = 16;
  while (Operation *producer = tensor.getDefiningOp()) {
    if (!isReshape(producer))
      break;
    tensor = producer->getOperand(0);
  }
  auto read = tensor.getDefiningOp<bufferization::ToTensorOp>();
  auto get = read ? read.getBuffer().getDefiningOp<memref::GetGlobalOp>()
                  : memref::GetGlobalOp();
  auto global =
      get ? dyn_cast_if_present<memref::GlobalOp>(
                SymbolTable::lookupNearestSymbolFrom(source, get.getNameAttr()))
          : memref::GlobalOp();
  if (global && global.getConstant() && !global.getAlignment())
    global.setAlignment(kAlignment);
}

/// Calls that the model already has are not changed.
void Outliner::moveCall(BufferCallOpInterface call) {
  SmallVector<Value> operands;
  for (OpOperand &operand : call->getOpOperands())
    operands.push_back(call.isOut(operand) &&
                               operand.get().getDefiningOp<tensor::EmptyOp>()
                           ? getDestination(call.getTiedResult(operand))
                           : lookup(operand.get()));
  if (!isa<CallTIROp>(*call))
    llvm::for_each(operands, [&](Value operand) { alignForOthers(operand); });
  Operation *moved = builder.clone(*call);
  moved->setOperands(operands);
  mapping.map(call->getResults(), moved->getResults());
}

/// Clones `op` into main, with empty regions.
Operation *Outliner::moveWithoutRegions(Operation *op, ValueRange operands) {
  OperationState state(op->getLoc(), op->getName(), operands,
                       op->getResultTypes(), op->getAttrs());
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *moved = builder.create(state);
  mapping.map(op->getResults(), moved->getResults());
  return moved;
}

LogicalResult Outliner::moveKept(Operation *op) {
  if (auto call = dyn_cast<BufferCallOpInterface>(op)) {
    moveCall(call);
    return success();
  }
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return moveBranch(branch);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return moveLoop(loop);
  moveWithoutRegions(op, lookupAll(op->getOperands()));
  return success();
}

/// Both branches write to the same tensors.
LogicalResult Outliner::moveBranch(scf::IfOp op) {
  SmallVector<Value> destinations;
  for (Value result : op.getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    std::optional<Value> bound = getBound(result);
    // A `tensor.empty` would become a buffer of its own for each use.
    destinations.push_back(bound  ? *bound
                           : type ? bufferization::AllocTensorOp::create(
                                        builder, op.getLoc(), type,
                                        /*dynamicSizes=*/ValueRange())
                                        .getResult()
                                  : Value());
  }
  Operation *moved = moveWithoutRegions(op, lookup(op.getCondition()));
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), moved->getRegions()))
    if (failed(moveRegion(from, to, destinations)))
      return failure();
  return success();
}

/// Returns whether only the loop uses `init`, its initial value.
static bool isOnlyForLoop(OpOperand &init) {
  auto result = dyn_cast<OpResult>(init.get());
  return result && result.hasOneUse() &&
         result.getOwner()->getBlock() == init.getOwner()->getBlock() &&
         !result.getOwner()->hasTrait<OpTrait::ConstantLike>() &&
         !isReshape(result.getOwner());
}

/// Each iteration writes the carried values to the buffers that it reads them
/// from.
LogicalResult Outliner::moveLoop(LoopLikeOpInterface op) {
  // Bufferization compares all uses of tensors that may share a buffer.
  unsigned &number = loopsInRow[op];
  number = 1;
  for (Value init : op.getInits())
    if (Operation *before = init.getDefiningOp())
      number = std::max(number, loopsInRow.lookup(before) + 1);
  bool isTooLong = number > kMaxLoopsInRow;
  if (isTooLong)
    number = 1;
  SmallVector<Value> operands = lookupAll(op->getOperands());
  MutableArrayRef<OpOperand> inits =
      op->getOpOperands().take_back(op->getNumResults());
  for (auto [result, init] : llvm::zip_equal(op->getResults(), inits)) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    Value &operand = operands[init.getOperandNumber()];
    bool isEmpty = init.get().getDefiningOp<tensor::EmptyOp>();
    // A value that becomes an output is carried in the buffer of the output.
    if (std::optional<Value> bound = getBound(result))
      operand = isEmpty ? *bound
                        : bufferization::MaterializeInDestinationOp::create(
                              builder, op.getLoc(), operand, *bound)
                              .getResult();
    else if (isEmpty)
      operand = bufferization::AllocTensorOp::create(
          builder, op.getLoc(), cast<RankedTensorType>(type),
          /*dynamicSizes=*/ValueRange());
    else if (type && (isTooLong || !isOnlyForLoop(init)))
      operand = bufferization::AllocTensorOp::create(
          builder, op.getLoc(), type, /*dynamicSizes=*/ValueRange(),
          /*copy=*/operand);
  }
  Operation *moved = moveWithoutRegions(op, operands);
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), moved->getRegions()))
    if (failed(moveRegion(from, to, /*destinations=*/{})))
      return failure();
  return success();
}

/// Returns the value that the terminator of `block`, one iteration of a loop,
/// passes on for `value`: a copy if `value` is itself carried by the loop,
/// since its buffer is about to change.
Value Outliner::copyCarried(Block &block, Value value, Value moved) {
  Value source = value;
  while (Operation *producer = source.getDefiningOp()) {
    if (!isReshape(producer))
      return moved;
    source = producer->getOperand(0);
  }
  if (source.getParentBlock() != &block)
    return moved;
  return bufferization::AllocTensorOp::create(
      builder, value.getLoc(), cast<RankedTensorType>(value.getType()),
      /*dynamicSizes=*/ValueRange(), /*copy=*/moved);
}

/// Outlines the block of `from` into `to`.
LogicalResult Outliner::moveRegion(Region &from, Region &to,
                                   ArrayRef<Value> destinations) {
  if (from.empty())
    return success();
  OpBuilder::InsertionGuard guard(builder);
  size_t numFound = found.size();
  Block &block = from.front();
  Operation *terminator = block.getTerminator();
  builder.createBlock(
      &to, {}, block.getArgumentTypes(),
      llvm::map_to_vector(block.getArguments(),
                          [](BlockArgument arg) { return arg.getLoc(); }));
  mapping.map(block.getArguments(), to.getArguments());

  unsigned numCarried = terminator->getNumOperands();
  bool isRound = isa<scf::YieldOp>(terminator) &&
                 isa<LoopLikeOpInterface>(from.getParentOp());
  SmallVector<Value> carried, writable;
  if (isRound) {
    llvm::append_range(carried, to.getArguments().take_back(numCarried));
    destinations = carried;
    for (BlockArgument arg : block.getArguments().take_back(numCarried))
      // A buffer that is still read must not be written yet.
      writable.push_back(arg.use_empty() ? mapping.lookup(arg) : Value());
  }
  FailureOr<llvm::SmallBitVector> written =
      outlineBlock(block, isRound ? writable : destinations);
  if (failed(written))
    return failure();

  SmallVector<Value> results = lookupAll(terminator->getOperands());
  auto isInPlace = [&](unsigned index) {
    return index >= destinations.size() ||
           results[index] == destinations[index] || written->test(index) ||
           (isRound && isUpdateByRows(terminator->getOperand(index),
                                      block.getArguments().take_back(
                                          numCarried)[index])) ||
           !isa<RankedTensorType>(results[index].getType());
  };
  for (auto [index, value] : llvm::enumerate(terminator->getOperands()))
    if (isRound && !isInPlace(index))
      results[index] = copyCarried(block, value, results[index]);
  for (auto [index, result] : llvm::enumerate(results))
    if (!isInPlace(index))
      result = bufferization::MaterializeInDestinationOp::create(
                   builder, terminator->getLoc(), result, destinations[index])
                   .getResult();
  moveWithoutRegions(terminator, results);
  while (found.size() > numFound)
    mapping.erase(found.pop_back_val());
  return success();
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Moves the operations of `block` except its terminator to the insertion point
/// of the builder. The operands of the terminator are written to
/// `destinations`, if there are any and if that is possible. Returns which
/// operands have been written.
FailureOr<llvm::SmallBitVector>
Outliner::outlineBlock(Block &block, ArrayRef<Value> destinations) {
  FailureOr<KernelPartition> partition = partitionIntoKernels(block);
  if (failed(partition))
    return failure();
  llvm::SmallBitVector written(block.getTerminator()->getNumOperands());
  Roles roles(*partition);
  for (auto [index, destination] : llvm::enumerate(destinations))
    if (destination &&
        bind(roles, block.getTerminator()->getOperand(index), destination))
      written.set(index);
  ArrayRef<Operation *> kept = partition->kept;
  auto moveKeptBefore = [&](Operation *op) -> LogicalResult {
    for (; !kept.empty() && kept.front()->isBeforeInBlock(op);
         kept = kept.drop_front())
      if (failed(moveKept(kept.front())))
        return failure();
    return success();
  };
  for (const Kernel &kernel : partition->kernels) {
    if (failed(moveKeptBefore(kernel.root)))
      return failure();
    outline(kernel);
  }
  if (failed(moveKeptBefore(block.getTerminator())))
    return failure();
  return written;
}

LogicalResult Outliner::run() {
  main = createMain();
  Block &block = source.getBody().front();
  ValueRange outputs = main.getArguments().drop_front(source.getNumArguments());
  if (failed(outlineBlock(block, llvm::to_vector(outputs))))
    return failure();
  Operation *terminator = block.getTerminator();
  ValueRange results = terminator->getOperands();
  for (auto [value, output] :
       llvm::zip_equal(results.take_front(outputs.size()), outputs))
    bufferization::MaterializeInDestinationOp::create(
        builder, terminator->getLoc(), TypeRange(), lookup(value), output,
        /*restrict=*/true, /*writable=*/true);
  writeVariables(builder, source, main,
                 lookupAll(results.drop_front(outputs.size())));
  ReturnOp::create(builder, terminator->getLoc());
  source.erase();
  return success();
}
