//===- StepTables.cpp - Steps of a long model as rows of a table
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepTables.h"

#include "MergedGlobals.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tir/Dialect/TIR/IR/ModelAttrs.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include <map>

using namespace mlir;
using namespace tir;

/// A function with fewer steps stays as it is, as do steps of which there are
/// fewer for each form.
static constexpr int64_t kFewestSteps = 100;
static constexpr size_t kFewestStepsOfForm = 4;
static constexpr StringLiteral kTableName = "tirc_check_steps_";

namespace {
/// What a step uses of the function around it: a position in memory, a number,
/// or a value that is the same for each step of the form.
struct Argument {
  /// The symbol of the memory, or null.
  StringAttr memory;
  /// The memory or the value; null for a number.
  Value value;
  int64_t number = 0;
};

/// Steps that differ in numbers only.
struct Form {
  Operation *step;
  /// The values that come from outside of the step, with what they are.
  llvm::MapVector<Value, Argument> arguments;
  /// The constants in it, whose values are numbers, too.
  SmallVector<Operation *> constants;
};

/// A row of the table.
struct Row {
  size_t form;
  SmallVector<int64_t> numbers;
};

/// Describes a step, so that two steps with the same description differ only in
/// their numbers.
struct Description {
  Form form;
  std::vector<const void *> key;
  SmallVector<int64_t> numbers;
};

/// Replaces the steps of a main function: its operations that have effects.
class StepTables {
public:
  StepTables(ModuleOp module, PrimFuncOp main) : module(module), main(main) {}

  void run();

private:
  void addStep(Operation *step);
  void endRun();
  Value makeTable(OpBuilder &builder, Location loc, int64_t columns);
  void makeLoop();
  void makeCase(Form &form, Value table, Value row, Region &region);
  void eraseUnused();

  ModuleOp module;
  PrimFuncOp main;
  /// The steps since the last operation that must stay where it is.
  SmallVector<Operation *> steps;
  SmallVector<Form> forms;
  SmallVector<Row> rows;
  std::map<std::vector<const void *>, size_t> known;
  unsigned tables = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Returns where a buffer begins in the bytes that a symbol names.
static std::optional<Argument> findPosition(Value memory) {
  auto type = dyn_cast<MemRefType>(memory.getType());
  if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity())
    return std::nullopt;
  APInt shift;
  if (auto view = memory.getDefiningOp<memref::ViewOp>()) {
    std::optional<Argument> source = findPosition(view.getSource());
    if (!source || !matchPattern(view.getByteShift(), m_ConstantInt(&shift)))
      return std::nullopt;
    source->number += shift.getSExtValue();
    return source;
  }
  if (auto rebase = memory.getDefiningOp<RebaseOp>()) {
    std::optional<Argument> source = findPosition(rebase.getSource());
    int64_t bits = type.getElementTypeBitWidth();
    if (!source || !rebase.getOffset() || bits % 8 != 0 ||
        !matchPattern(rebase.getOffset(), m_ConstantInt(&shift)))
      return std::nullopt;
    source->number += shift.getSExtValue() * (bits / 8);
    return source;
  }
  auto get = memory.getDefiningOp<memref::GetGlobalOp>();
  if (!get || type.getRank() != 1 || !type.getElementType().isInteger(8))
    return std::nullopt;
  return Argument{get.getNameAttr().getAttr(), memory, 0};
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Returns the number of a constant that a step may have as an argument.
static std::optional<int64_t> getNumber(Value value) {
  APInt number;
  if (!value.getType().isIntOrIndex() ||
      !matchPattern(value, m_ConstantInt(&number)) || number.getBitWidth() > 64)
    return std::nullopt;
  return number.getSExtValue();
}

static Argument describeValue(Value value) {
  if (std::optional<Argument> position = findPosition(value))
    return *position;
  if (std::optional<int64_t> number = getNumber(value))
    return {nullptr, nullptr, *number};
  return {nullptr, value};
}

/// Returns the attributes of an operation without its place in the model.
static DictionaryAttr getOwnAttributes(Operation *op) {
  DictionaryAttr attributes = op->getAttrDictionary();
  if (!op->hasAttr(kCallAttrName))
    return attributes;
  CallParts parts = getCallParts(op);
  parts.layer = nullptr;
  NamedAttrList list(attributes);
  if (CallAttr call = parts.get(op->getContext()))
    list.set(kCallAttrName, call);
  else
    list.erase(kCallAttrName);
  return list.getDictionary(op->getContext());
}

static Description describe(Operation *step) {
  Description found = {{step, {}, {}}, {}, {}};
  llvm::DenseMap<Value, size_t> inner;
  llvm::DenseMap<Block *, size_t> blocks;
  auto add = [&](const void *part) { found.key.push_back(part); };
  auto addNumber = [&](size_t number) {
    add(reinterpret_cast<const void *>(number));
  };
  auto addInner = [&](ValueRange values) {
    for (Value value : values) {
      inner.try_emplace(value, inner.size());
      add(value.getType().getAsOpaquePointer());
    }
  };
  auto addOperand = [&](Value value) {
    if (auto known = inner.find(value); known != inner.end())
      return addNumber(2 * known->second);
    auto [argument, isNew] =
        found.form.arguments.try_emplace(value, Argument());
    addNumber(2 * (argument - found.form.arguments.begin()) + 1);
    if (!isNew)
      return;
    argument->second = describeValue(value);
    add(value.getType().getAsOpaquePointer());
    add(argument->second.memory ? argument->second.memory.getAsOpaquePointer()
                                : argument->second.value.getAsOpaquePointer());
  };
  step->walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isNumber =
        op != step && isa<arith::ConstantOp>(op) && getNumber(op->getResult(0));
    add(op->getName().getAsOpaquePointer());
    addNumber(blocks.try_emplace(op->getBlock(), blocks.size()).first->second);
    add(isNumber ? nullptr : getOwnAttributes(op).getAsOpaquePointer());
    llvm::for_each(op->getOperands(), addOperand);
    if (isNumber)
      found.form.constants.push_back(op);
    addInner(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        addInner(block.getArguments());
  });
  for (const auto &[value, argument] : found.form.arguments)
    found.numbers.push_back(argument.number);
  for (Operation *constant : found.form.constants)
    found.numbers.push_back(*getNumber(constant->getResult(0)));
  return found;
}

/// Returns whether an operation is one that `describe` describes in full.
static bool isStep(Operation &step) {
  return step.getNumResults() == 0 &&
         !step.walk([](Operation *op) {
                return op->getNumSuccessors() != 0 ? WalkResult::interrupt()
                                                   : WalkResult::advance();
              })
              .wasInterrupted();
}

void StepTables::addStep(Operation *step) {
  Description found = describe(step);
  auto [form, isNew] = known.try_emplace(std::move(found.key), forms.size());
  if (isNew)
    forms.push_back(std::move(found.form));
  rows.push_back({form->second, std::move(found.numbers)});
  steps.push_back(step);
}

void StepTables::endRun() {
  if (!rows.empty() && rows.size() >= kFewestStepsOfForm * forms.size())
    makeLoop();
  steps.clear();
  forms.clear();
  rows.clear();
  known.clear();
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// Makes what a number of the table stands for.
static Value makeArgument(OpBuilder &builder, Type type,
                          const Argument &argument, Value number) {
  Location loc = number.getLoc();
  if (!isa<MemRefType>(type)) {
    if (type.isIndex())
      return arith::IndexCastOp::create(builder, loc, type, number);
    return type.isInteger(64)
               ? number
               : arith::TruncIOp::create(builder, loc, type, number);
  }
  return memref::ViewOp::create(
      builder, loc, cast<MemRefType>(type),
      memref::GetGlobalOp::create(builder, loc, argument.value.getType(),
                                  argument.memory),
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), number),
      ValueRange());
}

void StepTables::makeCase(Form &form, Value table, Value row, Region &region) {
  Location loc = form.step->getLoc();
  OpBuilder builder = OpBuilder::atBlockEnd(&region.emplaceBlock());
  IRMapping mapping;
  int64_t column = 0;
  auto load = [&](Type type, const Argument &argument) {
    Value at = arith::ConstantIndexOp::create(builder, loc, ++column);
    Value number =
        memref::LoadOp::create(builder, loc, table, ValueRange{row, at});
    return makeArgument(builder, type, argument, number);
  };
  for (const auto &[value, argument] : form.arguments)
    if (argument.memory || !argument.value)
      mapping.map(value, load(value.getType(), argument));
    else
      ++column;
  SmallVector<Value> numbers;
  for (Operation *constant : form.constants)
    numbers.push_back(load(constant->getResult(0).getType(), {}));
  Operation *step = builder.clone(*form.step, mapping);
  for (auto [constant, number] : llvm::zip_equal(form.constants, numbers))
    mapping.lookup(constant->getResult(0)).replaceAllUsesWith(number);
  step->walk([](Operation *op) {
    if (getCallParts(op).layer)
      updateCall(op, [](CallParts &parts) { parts.layer = nullptr; });
  });
  scf::YieldOp::create(builder, loc);
}

Value StepTables::makeTable(OpBuilder &builder, Location loc, int64_t columns) {
  std::vector<int64_t> numbers(rows.size() * columns);
  for (auto [index, row] : llvm::enumerate(rows)) {
    numbers[index * columns] = row.form;
    llvm::copy(row.numbers, &numbers[index * columns + 1]);
  }
  std::array<int64_t, 2> shape = {int64_t(rows.size()), columns};
  auto type = MemRefType::get(shape, builder.getI64Type());
  auto contents = DenseElementsAttr::get(
      RankedTensorType::get(shape, builder.getI64Type()), ArrayRef(numbers));
  std::string name = (kTableName + Twine(tables++)).str();
  auto outside = OpBuilder::atBlockBegin(module.getBody());
  memref::GlobalOp::create(outside, loc, name, outside.getStringAttr("private"),
                           type, contents,
                           /*constant=*/true, /*alignment=*/nullptr);
  return memref::GetGlobalOp::create(builder, loc, type, name);
}

void StepTables::makeLoop() {
  int64_t columns = 0;
  for (const Row &row : rows)
    columns = std::max<int64_t>(columns, 1 + row.numbers.size());
  OpBuilder builder(steps.back());
  Location loc = main.getLoc();
  auto index = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value table = makeTable(builder, loc, columns), zero = index(0);
  auto loop =
      scf::ForOp::create(builder, loc, zero, index(rows.size()), index(1));
  builder.setInsertionPointToStart(loop.getBody());
  Value row = loop.getInductionVar();
  Value form = arith::IndexCastOp::create(
      builder, loc, builder.getIndexType(),
      memref::LoadOp::create(builder, loc, table, ValueRange{row, zero}));
  SmallVector<int64_t> cases =
      llvm::to_vector(llvm::seq<int64_t>(1, forms.size()));
  auto choice = scf::IndexSwitchOp::create(builder, loc, TypeRange(), form,
                                           cases, cases.size());
  makeCase(forms.front(), table, row, choice.getDefaultRegion());
  for (auto [region, each] : llvm::zip_equal(
           choice.getCaseRegions(), MutableArrayRef(forms).drop_front()))
    makeCase(each, table, row, region);
  for (Operation *step : steps)
    step->erase();
}

/// Erases the views of the steps, and the buffers and steps of the plan.
void StepTables::eraseUnused() {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(main.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
  PlanAttr plan = getPlan(main);
  if (!plan)
    return;
  PlanParts parts(plan);
  parts.buffers.clear();
  parts.steps.clear();
  parts.loops.clear();
  setPlan(main, parts);
}

void StepTables::run() {
  Block &block = main.getBody().front();
  if (llvm::count_if(block, [](Operation &op) { return !isPure(&op); }) <
      kFewestSteps)
    return;
  mergeGlobals(module, main);
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator()))
    if (isPure(&op))
      continue;
    else if (isStep(op))
      addStep(&op);
    else
      endRun();
  endRun();
  eraseUnused();
}

void tir::tabulateSteps(ModuleOp module) {
  for (auto main : module.getOps<PrimFuncOp>())
    if (!main.isPrivate() && !main.isExternal())
      StepTables(module, main).run();
}
