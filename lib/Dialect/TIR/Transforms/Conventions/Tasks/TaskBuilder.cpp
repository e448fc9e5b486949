//===- TaskBuilder.cpp - Functions for the iterations of a loop
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaskBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "tir/Dialect/TIR/Analysis/Speculation.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/Distances.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/TaskOps.h"

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// What the loops need
//===----------------------------------------------------------------------===//

/// Repeating these costs nothing, and a view has no address to pass.
static bool isRepeated(Operation *op) {
  return isa<memref::GetGlobalOp, ViewLikeOpInterface>(op) ||
         op->hasTrait<OpTrait::ConstantLike>();
}

bool TaskBuilder::collect(Value value, const ParallelNest &nest, Needs &needs) {
  if (nest.getOuter().getRegion().isAncestor(value.getParentRegion()) ||
      needs.buffers.contains(value) || needs.numbers.contains(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (op && isRepeated(op)) {
    if (needs.repeated.contains(op))
      return true;
    for (Value operand : op->getOperands())
      if (!collect(operand, nest, needs))
        return false;
    needs.repeated.insert(op);
    return true;
  }
  if (auto memref = dyn_cast<MemRefType>(value.getType())) {
    if (!llvm::is_contained(nest.privates, value))
      needs.buffers.insert(value);
    return isWholeBuffer(memref);
  }
  needs.numbers.insert(value);
  return value.getType().isIntOrIndexOrFloat();
}

bool TaskBuilder::collect(const ParallelNest &nest, Needs &needs) {
  bool canHave = true;
  scf::ForOp outer = nest.getOuter();
  outer.getBody()->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      canHave = canHave && collect(operand, nest, needs);
  });
  return canHave;
}

//===----------------------------------------------------------------------===//
// The function that computes some iterations
//===----------------------------------------------------------------------===//

StringAttr TaskBuilder::insert(Operation *op) {
  return symbols.insert(op, kernel->getIterator());
}

NamedAttrList TaskBuilder::getAttributes(Value buffer) {
  NamedAttrList attributes;
  Builder b(kernel.getContext());
  auto argument = dyn_cast<BlockArgument>(buffer);
  if (!argument || argument.getOwner()->getParentOp() != kernel)
    return attributes;
  unsigned index = argument.getArgNumber();
  for (StringRef name : {kEffectAttrName, kNameAttrName})
    if (Attribute attribute = kernel.getArgAttr(index, name))
      attributes.set(name, attribute);
  updatePort(attributes, b.getContext(),
             [&](PortParts &port) { port.isNoAlias = isAlone(kernel, index); });
  return attributes;
}

/// Computes the positions of all loops for iteration `iteration` of the nest,
/// counted from 0.
static void mapPositions(OpBuilder &builder, const ParallelNest &nest,
                         Value iteration, IRMapping &map) {
  for (scf::ForOp loop : llvm::reverse(nest.loops)) {
    Location loc = loop.getLoc();
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    int64_t begin = *getConstantIntValue(loop.getLowerBound()),
            end = *getConstantIntValue(loop.getUpperBound()),
            step = *getConstantIntValue(loop.getStep());
    Value position = iteration;
    if (loop != nest.getOuter()) {
      Value count = number((end - begin + step - 1) / step);
      position = arith::RemUIOp::create(builder, loc, iteration, count);
      iteration = arith::DivUIOp::create(builder, loc, iteration, count);
    }
    if (step != 1)
      position = arith::MulIOp::create(builder, loc, position, number(step));
    if (begin != 0)
      position = arith::AddIOp::create(builder, loc, position, number(begin));
    map.map(loop.getInductionVar(), position);
  }
}

void TaskBuilder::createIterations(OpBuilder &builder, const ParallelNest &nest,
                                   IRMapping &map, Value begin, Value end) {
  Location loc = nest.getOuter().getLoc();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto iterations = scf::ForOp::create(builder, loc, begin, end, one);
  bool isPlain = nest.loops.size() == 1;
  if (Attribute name = nest.getOuter()->getAttr(kNameAttrName); name && isPlain)
    iterations->setAttr(kNameAttrName, name);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(iterations.getBody()->getTerminator());
  mapPositions(builder, nest, iterations.getInductionVar(), map);
  for (scf::ForOp loop : nest.loops)
    for (Operation &op : loop.getBody()->without_terminator())
      if (!llvm::is_contained(nest.loops, &op))
        builder.clone(op, map);
}

func::FuncOp TaskBuilder::createPart(const ParallelNest &nest,
                                     const Needs &needs) {
  OpBuilder builder(kernel.getContext());
  Location loc = nest.getOuter().getLoc();
  SmallVector<Type> inputs;
  for (Value buffer : needs.buffers)
    inputs.push_back(buffer.getType());
  for (Value number : needs.numbers)
    inputs.push_back(number.getType());
  inputs.append(2, builder.getIndexType());
  auto part = func::FuncOp::create(
      loc, prefix + "_part", builder.getFunctionType(inputs, TypeRange()));
  part.setPrivate();
  Block *block = part.addEntryBlock();
  builder.setInsertionPointToStart(block);
  IRMapping map;
  for (auto [index, buffer] : llvm::enumerate(needs.buffers)) {
    map.map(buffer, block->getArgument(index));
    part.setArgAttrs(index,
                     getAttributes(buffer).getDictionary(builder.getContext()));
  }
  size_t count = needs.buffers.size();
  for (auto [index, number] : llvm::enumerate(needs.numbers))
    map.map(number, block->getArgument(count + index));
  for (Value buffer : nest.privates)
    map.map(buffer,
            memref::AllocaOp::create(builder, buffer.getLoc(),
                                     cast<MemRefType>(buffer.getType())));
  for (Operation *op : needs.repeated)
    builder.clone(*op, map);
  Value begin = block->getArgument(inputs.size() - 2),
        end = block->getArgument(inputs.size() - 1);
  for (auto [value, name] : {std::pair(begin, "begin"), {end, "end"}})
    part.setArgAttr(cast<BlockArgument>(value).getArgNumber(), kNameAttrName,
                    builder.getStringAttr(name));
  createIterations(builder, nest, map, begin, end);
  func::ReturnOp::create(builder, loc);
  insert(part);
  return part;
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

static Value clampTo(OpBuilder &builder, Location loc, Value value,
                     Value most) {
  return arith::MinSIOp::create(builder, loc, value, most);
}

/// Returns the iterations of task `id`: each of the n tasks gets count / n, and
/// the first ones get one more. Tasks behind the n-th get none.
std::pair<Value, Value> TaskBuilder::createShare(OpBuilder &builder,
                                                 Location loc, Value id,
                                                 Value group,
                                                 int64_t count) const {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  Value one = number(1), all = number(count);
  Value tasks = NumTasksOp::create(builder, loc, builder.getI32Type(), group);
  tasks = clampTo(builder, loc, tasks, number(threads));
  tasks = arith::MaxSIOp::create(builder, loc, tasks, one);
  id = clampTo(builder, loc, id, tasks);
  Value share = arith::DivSIOp::create(builder, loc, all, tasks),
        rest = arith::RemSIOp::create(builder, loc, all, tasks);
  auto before = [&](Value task) {
    Value iterations = arith::MulIOp::create(builder, loc, task, share);
    iterations = arith::AddIOp::create(builder, loc, iterations,
                                       clampTo(builder, loc, task, rest));
    iterations = clampTo(builder, loc, iterations, all);
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      iterations);
  };
  Value begin = before(id),
        end = before(arith::AddIOp::create(builder, loc, id, one));
  return {begin, end};
}

/// Numbers are passed in memory. An index is an i64 there.
static MemRefType getBoxType(Type type) {
  if (type.isIndex())
    type = IntegerType::get(type.getContext(), 64);
  return MemRefType::get({1}, type);
}

static std::string getField(size_t index) { return ("p" + Twine(index)).str(); }

func::FuncOp TaskBuilder::createTask(const ParallelNest &nest,
                                     const Needs &needs, func::FuncOp part,
                                     StringAttr record) {
  MLIRContext *context = kernel.getContext();
  OpBuilder builder(context);
  Location loc = nest.getOuter().getLoc();
  Type i32 = builder.getI32Type(), handle = HandleType::get(context);
  auto task =
      func::FuncOp::create(loc, prefix + "_task",
                           builder.getFunctionType({i32, handle, handle}, i32));
  task.setPrivate();
  auto setCType = [&](unsigned index, const Twine &type) {
    updatePort(task, index, [&](PortParts &port) {
      port.cType = builder.getStringAttr(type);
    });
  };
  setCType(0, "int");
  setCType(1, kParallelGroup + " *");
  for (auto [index, name] :
       llvm::enumerate(ArrayRef<StringRef>{"task", "group", "data"}))
    task.setArgAttr(index, kNameAttrName, builder.getStringAttr(name));
  Block *block = task.addEntryBlock();
  builder.setInsertionPointToStart(block);
  Value data = block->getArgument(2);
  auto get = [&](Type type, size_t field) -> Value {
    return StructGetOp::create(builder, loc, type, data,
                               FlatSymbolRefAttr::get(record),
                               builder.getStringAttr(getField(field)));
  };
  SmallVector<Value> operands;
  for (Value buffer : needs.buffers)
    operands.push_back(get(buffer.getType(), operands.size()));
  for (Value number : needs.numbers) {
    Value box = get(getBoxType(number.getType()), operands.size());
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value value = memref::LoadOp::create(builder, loc, box, zero);
    if (number.getType().isIndex())
      value = arith::IndexCastOp::create(builder, loc, number.getType(), value);
    operands.push_back(value);
  }
  auto [begin, end] = createShare(builder, loc, block->getArgument(0),
                                  block->getArgument(1), nest.count);
  operands.append({begin, end});
  func::CallOp::create(builder, loc, part, operands);
  Value ok =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  func::ReturnOp::create(builder, loc, ok);
  insert(task);
  return task;
}

void TaskBuilder::createLaunch(const ParallelNest &nest, const Needs &needs,
                               func::FuncOp task, StringAttr record) {
  scf::ForOp loop = nest.getOuter();
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  Type handle = HandleType::get(builder.getContext());
  auto name = FlatSymbolRefAttr::get(record);
  Value data = StructStackOp::create(builder, loc, handle, name);
  size_t field = 0;
  auto set = [&](Value value) {
    StructSetOp::create(builder, loc, data, name,
                        builder.getStringAttr(getField(field++)), value);
  };
  for (Value buffer : needs.buffers)
    set(buffer);
  for (Value number : needs.numbers) {
    MemRefType type = getBoxType(number.getType());
    Value box;
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(&kernel.getBody().front());
      box = memref::AllocaOp::create(builder, loc, type);
    }
    Value value = number;
    if (number.getType().isIndex())
      value = arith::IndexCastOp::create(builder, loc, type.getElementType(),
                                         number);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    memref::StoreOp::create(builder, loc, value, box, zero);
    set(box);
  }
  Value address =
      TaskAddressOp::create(builder, loc, handle, FlatSymbolRefAttr::get(task));
  // The application decides how many tasks there are.
  Value all =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  CallExternOp::create(
      builder, loc, TypeRange(),
      FlatSymbolRefAttr::get(builder.getContext(), kParallelLaunch),
      ValueRange{address, data, all}, /*device_context=*/Value(),
      /*returns_void=*/nullptr, builder.getI32IntegerAttr(0),
      /*arg_attrs=*/nullptr, /*res_attrs=*/nullptr);
  loop.erase();
}

bool TaskBuilder::launch(const ParallelNest &nest) {
  Needs needs;
  if (nest.count > INT32_MAX || !collect(nest, needs))
    return false;
  OpBuilder builder(kernel.getContext());
  SmallVector<Attribute> fields;
  for (size_t i = 0; i < needs.buffers.size() + needs.numbers.size(); ++i)
    fields.push_back(builder.getStringAttr(getField(i)));
  OperationState state(nest.getOuter().getLoc(), StructOp::getOperationName());
  StructOp::build(builder, state, prefix + "_arguments",
                  builder.getArrayAttr(fields), /*definition=*/true);
  StringAttr record = insert(Operation::create(state));
  func::FuncOp part = createPart(nest, needs);
  func::FuncOp task = createTask(nest, needs, part, record);
  createLaunch(nest, needs, task, record);
  return true;
}
