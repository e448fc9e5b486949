//===- SlideBuilder.cpp - A function that computes new rows
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlideBuilder.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir::slide;

namespace {
/// Builds rows of tensors where they are needed first: the rows at the top from
/// the input to the last layer, and then those at the bottom, so that few are
/// in memory at a time.
class SlideBuilder {
public:
  SlideBuilder(func::FuncOp entry, BlockArgument input, Plan &plan)
      : entry(entry), input(input), plan(plan), builder(entry.getContext()),
        names(entry->getParentOfType<ModuleOp>()) {}

  void run();

private:
  /// A range of rows to compute.
  struct Task {
    Node *node;
    Rows range;
    /// Whether the tasks on which it depends have been done.
    bool isReady = false;
  };

  tosa::VariableOp declare(Location loc, StringRef name, RankedTensorType type,
                           Attribute initial);
  void declareVariables();
  void updateVariables(Operation *end);
  void countCalls(Operation *end);

  Value join(Location loc, ArrayRef<Value> parts, unsigned axis);
  void addTasks(SmallVectorImpl<Task> &tasks, Node &node, Rows rows);
  void compute(Task task);
  void computeRows(Node &node, Rows rows);
  SmallVector<std::pair<Rows, Value>> getParts(Node &node, Rows rows);
  Value getRows(Node &node, Rows rows);
  void giveWhole(Operation *op);
  SmallVector<Node *> findChain(Node &node);
  bool reduceByParts(Operation *op);

  func::FuncOp entry;
  BlockArgument input;
  Plan &plan;
  OpBuilder builder;
  SymbolTable names;
  /// The variable of each tensor of which rows are kept, and what it is when a
  /// call begins.
  DenseMap<Value, tosa::VariableOp> variables;
  DenseMap<Value, Value> states;
  /// Each range of rows that has been computed, by its first one.
  DenseMap<std::pair<Value, int64_t>, Value> computed;
};
} // namespace

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

tosa::VariableOp SlideBuilder::declare(Location loc, StringRef name,
                                       RankedTensorType type,
                                       Attribute initial) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(entry);
  auto variable = tosa::VariableOp::create(builder, loc, name, type, initial);
  // Another variable may have the name.
  variable->remove();
  names.insert(variable, Block::iterator(entry));
  return variable;
}

void SlideBuilder::declareVariables() {
  builder.setInsertionPointToStart(&entry.getBody().front());
  unsigned number = 0;
  for (Node &node : plan.getNodes()) {
    if (node.kept.empty())
      continue;
    auto type = cast<RankedTensorType>(node.value.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[node.track.axis] = node.kept.size();
    Location loc = node.value.getLoc();
    RankedTensorType kept = type.clone(shape);
    tosa::VariableOp variable =
        declare(loc, "rows" + std::to_string(number++), kept,
                DenseElementsAttr::get(
                    kept, builder.getZeroAttr(kept.getElementType())));
    variables[node.value] = variable;
    states[node.value] = tosa::VariableReadOp::create(
        builder, loc, kept, variable.getSymNameAttr());
  }
}

void SlideBuilder::updateVariables(Operation *end) {
  for (Node &node : plan.getNodes()) {
    if (node.kept.empty())
      continue;
    Rows next = node.getNext(), kept = node.kept;
    Rows added = {std::max(next.begin, kept.end), next.end};
    SmallVector<Task> tasks;
    addTasks(tasks, node, added);
    builder.setInsertionPoint(end);
    for (Task task : tasks)
      compute(task);
    Location loc = node.value.getLoc();
    SmallVector<Value> parts;
    if (next.begin < kept.end)
      parts.push_back(sliceRows(builder, loc, states[node.value],
                                node.track.axis, {node.hop, kept.size()}));
    parts.push_back(getRows(node, added));
    tosa::VariableWriteOp::create(builder, loc,
                                  variables[node.value].getSymNameAttr(),
                                  join(loc, parts, node.track.axis));
  }
}

/// Counts down to 0 the calls that are missing until the results belong to a
/// whole window.
void SlideBuilder::countCalls(Operation *end) {
  int64_t calls = llvm::divideCeil(plan.getWindow(), plan.getHop());
  Location loc = input.getLoc();
  auto type = RankedTensorType::get({1}, builder.getI32Type());
  builder.setInsertionPoint(end);
  auto number = [&](int32_t value) -> Value {
    return tosa::ConstOp::create(builder, loc, type,
                                 DenseElementsAttr::get(type, value));
  };
  StringAttr name = declare(loc, kMissingCallsName, type,
                            DenseElementsAttr::get(type, int32_t(calls)))
                        .getSymNameAttr();
  Value before = tosa::VariableReadOp::create(builder, loc, type, name);
  Value less = tosa::SubOp::create(builder, loc, type, before, number(1));
  Value rest = tosa::MaximumOp::create(builder, loc, type, less, number(0));
  tosa::VariableWriteOp::create(builder, loc, name, rest);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

Value SlideBuilder::join(Location loc, ArrayRef<Value> parts, unsigned axis) {
  if (parts.size() == 1)
    return parts.front();
  auto type = cast<RankedTensorType>(parts.front().getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = 0;
  for (Value part : parts)
    shape[axis] += getNumRows(part, axis);
  return tosa::ConcatOp::create(builder, loc, type.clone(shape), parts, axis);
}

/// Adds what is to be computed for `rows`, the first of them at the end.
void SlideBuilder::addTasks(SmallVectorImpl<Task> &tasks, Node &node,
                            Rows rows) {
  for (Rows range : llvm::reverse(node.computed.get())) {
    Rows part = range.intersect(rows);
    // The state has rows that are only computed together with others.
    bool isKept = node.kept.begin <= part.begin && part.end <= node.kept.end;
    if (!part.empty() && !isKept)
      tasks.push_back({&node, range});
  }
}

/// Computes a range of rows, and before it what it depends on.
void SlideBuilder::compute(Task first) {
  SmallVector<Task> stack = {first};
  while (!stack.empty()) {
    Task task = stack.pop_back_val();
    Node &node = *task.node;
    auto key = std::pair(node.value, task.range.begin);
    if (!node.op || computed.contains(key))
      continue;
    if (!task.isReady) {
      task.isReady = true;
      stack.push_back(task);
      for (const Use &use : llvm::reverse(node.rule.uses)) {
        Value operand = node.op->getOperand(use.operand);
        if (plan.isTracked(operand))
          addTasks(stack, plan.getNode(operand), use.getRows(task.range));
      }
      continue;
    }
    computed[key] = buildRows(builder, node.op, node.rule, task.range,
                              [&](const Use &use, Rows rows) {
                                Value operand =
                                    node.op->getOperand(use.operand);
                                if (plan.isTracked(operand))
                                  return getRows(plan.getNode(operand), rows);
                                return sliceRows(builder, node.op->getLoc(),
                                                 operand, node.rule.axis, rows);
                              });
  }
}

/// Computes the ranges of `rows`, the first of them at the beginning.
void SlideBuilder::computeRows(Node &node, Rows rows) {
  SmallVector<Task> tasks;
  addTasks(tasks, node, rows);
  for (Task task : llvm::reverse(tasks))
    compute(task);
}

/// Returns rows of a tensor one after the other, from the state and from what
/// has been computed.
SmallVector<std::pair<Rows, Value>> SlideBuilder::getParts(Node &node,
                                                           Rows rows) {
  SmallVector<std::pair<Rows, Value>> parts;
  Location loc = node.value.getLoc();
  for (int64_t begin = rows.begin; begin < rows.end;) {
    Rows range = node.kept;
    Value from = states.lookup(node.value);
    if (begin < range.begin || begin >= range.end) {
      range = *llvm::find_if(node.computed.get(), [&](Rows candidate) {
        return candidate.begin <= begin && begin < candidate.end;
      });
      from = computed.lookup({node.value, range.begin});
      if (!node.op) {
        range = {plan.getWindow() - plan.getHop(), plan.getWindow()};
        from = input;
      }
    }
    int64_t end = std::min(range.end, rows.end);
    parts.push_back({{begin, end},
                     sliceRows(builder, loc, from, node.track.axis,
                               {begin - range.begin, end - range.begin})});
    begin = end;
  }
  return parts;
}

Value SlideBuilder::getRows(Node &node, Rows rows) {
  auto parts = getParts(node, rows);
  SmallVector<Value> values(llvm::make_second_range(parts));
  return join(node.value.getLoc(), values, node.track.axis);
}

//===----------------------------------------------------------------------===//
// What needs the whole window
//===----------------------------------------------------------------------===//

/// Whether the results of a reduction of parts of the window can be joined to
/// its result exactly.
static bool isExactByParts(Operation *op) {
  if (isa<tosa::ReduceSumOp>(op))
    return isa<IntegerType>(getElementTypeOrSelf(op->getResult(0)));
  return isa<tosa::ReduceMaxOp, tosa::ReduceMinOp, tosa::ReduceAllOp,
             tosa::ReduceAnyOp>(op);
}

/// Joins the results of such a reduction of two parts.
static Value combine(OpBuilder &builder, Operation *op, Value first,
                     Value second) {
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  if (auto maximum = dyn_cast<tosa::ReduceMaxOp>(op))
    return tosa::MaximumOp::create(builder, loc, type, first, second,
                                   maximum.getNanMode());
  if (auto minimum = dyn_cast<tosa::ReduceMinOp>(op))
    return tosa::MinimumOp::create(builder, loc, type, first, second,
                                   minimum.getNanMode());
  if (isa<tosa::ReduceAllOp>(op))
    return tosa::LogicalAndOp::create(builder, loc, type, first, second);
  if (isa<tosa::ReduceAnyOp>(op))
    return tosa::LogicalOrOp::create(builder, loc, type, first, second);
  return tosa::AddOp::create(builder, loc, type, first, second);
}

/// Returns the tensors from `node` back to one of which rows are kept, by cheap
/// operators whose results nothing else reads; `node` alone if there is none.
SmallVector<Node *> SlideBuilder::findChain(Node &node) {
  SmallVector<Node *> chain = {&node};
  while (chain.back()->kept.empty()) {
    Node *simpler = chain.back()->value.hasOneUse()
                        ? plan.findSimplerNode(*chain.back())
                        : nullptr;
    if (!simpler)
      return {&node};
    chain.push_back(simpler);
  }
  return chain;
}

/// Reduces the window in parts, which need not be in memory together. Returns
/// false if the operation is none for which that is exact.
bool SlideBuilder::reduceByParts(Operation *op) {
  if (!isExactByParts(op) || !plan.isTracked(op->getOperand(0)))
    return false;
  SmallVector<Node *> chain = findChain(plan.getNode(op->getOperand(0)));
  Node &source = *chain.back();
  Rows kept = source.kept, all = {0, source.track.rows};
  Value result;
  builder.setInsertionPoint(op);
  // The state is there until the end.
  for (Rows rows : {all.intersect({0, kept.begin}),
                    all.intersect({kept.end, all.end}), kept}) {
    if (rows.empty())
      continue;
    computeRows(source, rows);
    for (auto [range, part] : getParts(source, rows)) {
      Value value = part;
      for (Node *node : llvm::drop_begin(llvm::reverse(chain)))
        value = buildRows(builder, node->op, node->rule, range,
                          [&](const Use &, Rows) { return value; });
      Operation *reduced = builder.clone(*op);
      reduced->setOperand(0, value);
      Value partial = reduced->getResult(0);
      result = result ? combine(builder, op, result, partial) : partial;
    }
  }
  op->getResult(0).replaceAllUsesWith(result);
  return true;
}

/// Gives an operation whose rows cannot be computed by themselves all rows.
void SlideBuilder::giveWhole(Operation *op) {
  DenseMap<Value, Value> whole;
  op->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      if (!plan.isTracked(operand.get()))
        continue;
      Value &rows = whole[operand.get()];
      if (!rows) {
        Node &node = plan.getNode(operand.get());
        Rows all = {0, node.track.rows};
        builder.setInsertionPoint(op);
        computeRows(node, all);
        rows = getRows(node, all);
      }
      operand.set(rows);
    }
  });
}

void SlideBuilder::run() {
  Block &body = entry.getBody().front();
  SmallVector<Operation *> operations;
  for (Operation &op : body)
    operations.push_back(&op);
  DenseMap<Operation *, Node *> nodes;
  for (Node &node : plan.getNodes())
    nodes[node.op] = &node;
  SmallVector<Operation *> replaced;
  declareVariables();
  for (Operation *op : operations) {
    Node *node = nodes.lookup(op);
    if (!node && !reduceByParts(op)) {
      giveWhole(op);
      continue;
    }
    replaced.push_back(op);
    if (!node || node->slides)
      continue;
    builder.setInsertionPoint(op);
    compute({node, {0, 1}});
    node->value.replaceAllUsesWith(computed[{node->value, 0}]);
  }
  updateVariables(body.getTerminator());
  countCalls(body.getTerminator());
  for (Operation *op : llvm::reverse(replaced))
    op->erase();
}

void tir::slide::buildCalls(func::FuncOp entry, BlockArgument input,
                            Plan &plan) {
  SlideBuilder(entry, input, plan).run();
}
