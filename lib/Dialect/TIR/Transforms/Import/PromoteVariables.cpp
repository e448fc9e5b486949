//===- PromoteVariables.cpp - TOSA's variables as values
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tir {
#define GEN_PASS_DEF_TIRPROMOTEVARIABLESPASS
#include "tir/Dialect/TIR/Transforms/Import/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// The value of each variable at a point of the program.
using Values = llvm::MapVector<StringAttr, Value>;
using Names = llvm::SetVector<StringAttr>;

/// The variables that are read or written in `regions`, and which of them are
/// written.
struct Accesses {
  Names used, written;

  explicit Accesses(MutableArrayRef<Region> regions) {
    for (Region &region : regions)
      region.walk([&](Operation *op) {
        if (auto read = dyn_cast<tosa::VariableReadOp>(op))
          used.insert(read.getNameAttr());
        auto write = dyn_cast<tosa::VariableWriteOp>(op);
        if (!write)
          return;
        used.insert(write.getNameAttr());
        written.insert(write.getNameAttr());
      });
  }
};

/// Replaces the reads and writes in blocks by values. An operation whose
/// regions write a variable takes its value as an operand and returns the new
/// one.
class Promoter {
public:
  /// `values` are the values at the beginning of the block on entry, and those
  /// at its end on return.
  LogicalResult promote(Block &block, Values &values);

private:
  LogicalResult promoteRegions(Operation *op, Values &values);
  LogicalResult promoteIf(scf::IfOp op, const Names &written, Values &values);
  LogicalResult promoteFor(scf::ForOp op, const Names &written, Values &values);
  LogicalResult promoteWhile(scf::WhileOp op, const Names &written,
                             Values &values);
  void replace(Operation *op, Operation *by, const Names &written,
               Values &values);
};
} // namespace

/// Returns the values of `names` in `values`.
static SmallVector<Value> select(const Values &values, const Names &names) {
  return llvm::map_to_vector(
      names, [&](StringAttr name) { return values.lookup(name); });
}

/// Appends an argument for each of `names` to `block`; in the block, these
/// arguments are the values of the variables.
static void addArguments(Block &block, const Names &names, Values &values) {
  for (StringAttr name : names) {
    Value before = values.lookup(name);
    values[name] = block.addArgument(before.getType(), before.getLoc());
  }
}

/// Passes the values of `names` on at the end of `block`.
static void addOperands(Block &block, const Names &names,
                        const Values &values) {
  Operation *end = block.getTerminator();
  end->insertOperands(end->getNumOperands(), select(values, names));
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

LogicalResult Promoter::promote(Block &block, Values &values) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto read = dyn_cast<tosa::VariableReadOp>(op)) {
      read.replaceAllUsesWith(values.lookup(read.getNameAttr()));
      read.erase();
    } else if (auto write = dyn_cast<tosa::VariableWriteOp>(op)) {
      values[write.getNameAttr()] = write.getInput1();
      write.erase();
    } else if (op.getNumRegions() && failed(promoteRegions(&op, values))) {
      return failure();
    }
  }
  return success();
}

LogicalResult Promoter::promoteRegions(Operation *op, Values &values) {
  Accesses accesses(op->getRegions());
  if (accesses.used.empty())
    return success();
  if (auto choice = dyn_cast<scf::IfOp>(op))
    return promoteIf(choice, accesses.written, values);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return promoteFor(loop, accesses.written, values);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return promoteWhile(loop, accesses.written, values);
  return op->emitError("a region of '")
         << op->getName() << "' reads or writes the variable '"
         << accesses.used.front().getValue()
         << "', whose value only scf.if, scf.for and scf.while carry; read it "
            "before that operation, and write it after it";
}

/// Replaces the results of `op` by the results of `by`, the last of which are
/// the variables.
void Promoter::replace(Operation *op, Operation *by, const Names &written,
                       Values &values) {
  unsigned count = op->getNumResults();
  op->replaceAllUsesWith(by->getResults().take_front(count));
  for (auto [name, result] :
       llvm::zip_equal(written, by->getResults().drop_front(count)))
    values[name] = result;
  op->erase();
}

LogicalResult Promoter::promoteIf(scf::IfOp op, const Names &written,
                                  Values &values) {
  SmallVector<Type> types(op.getResultTypes());
  llvm::append_range(types, ValueRange(select(values, written)).getTypes());
  OpBuilder builder(op);
  auto choice = scf::IfOp::create(builder, op.getLoc(), types,
                                  op.getCondition(), /*addThenBlock=*/false,
                                  /*addElseBlock=*/false);
  choice->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [from, to] :
       llvm::zip_equal(op->getRegions(), choice->getRegions())) {
    to.takeBody(from);
    if (to.empty() && written.empty())
      continue;
    if (to.empty()) {
      builder.setInsertionPointToStart(&to.emplaceBlock());
      scf::YieldOp::create(builder, op.getLoc());
    }
    Values inside = values;
    if (failed(promote(to.front(), inside)))
      return failure();
    addOperands(to.front(), written, inside);
  }
  replace(op, choice, written, values);
  return success();
}

LogicalResult Promoter::promoteFor(scf::ForOp op, const Names &written,
                                   Values &values) {
  SmallVector<Value> inits(op.getInitArgs());
  llvm::append_range(inits, select(values, written));
  OpBuilder builder(op);
  auto loop = scf::ForOp::create(builder, op.getLoc(), op.getLowerBound(),
                                 op.getUpperBound(), op.getStep(), inits,
                                 /*bodyBuilder=*/nullptr, op.getUnsignedCmp());
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  loop.getRegion().takeBody(op.getRegion());
  Values inside = values;
  addArguments(*loop.getBody(), written, inside);
  if (failed(promote(*loop.getBody(), inside)))
    return failure();
  addOperands(*loop.getBody(), written, inside);
  replace(op, loop, written, values);
  return success();
}

LogicalResult Promoter::promoteWhile(scf::WhileOp op, const Names &written,
                                     Values &values) {
  SmallVector<Value> inits(op.getInits());
  SmallVector<Value> carried = select(values, written);
  llvm::append_range(inits, carried);
  SmallVector<Type> types(op.getResultTypes());
  llvm::append_range(types, ValueRange(carried).getTypes());
  OpBuilder builder(op);
  auto loop = scf::WhileOp::create(builder, op.getLoc(), types, inits);
  loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  // The condition's region may also write; it runs before the body and once
  // more than it.
  Values inside = values;
  for (auto [from, to] :
       llvm::zip_equal(op->getRegions(), loop->getRegions())) {
    to.takeBody(from);
    addArguments(to.front(), written, inside);
    if (failed(promote(to.front(), inside)))
      return failure();
    addOperands(to.front(), written, inside);
    // The first region passes its values on to the second.
  }
  replace(op, loop, written, values);
  return success();
}

//===----------------------------------------------------------------------===//
// The entry
//===----------------------------------------------------------------------===//

/// Returns the type of the variable; emits an error if C has no array for it.
static FailureOr<RankedTensorType> getType(tosa::VariableOp variable) {
  RankedTensorType type = tosa::getVariableType(variable);
  Type element = type.getElementType();
  bool isNumber = element.isSignlessInteger() || isa<FloatType>(element);
  if (type.hasStaticShape() && type.getNumElements() != 0 && isNumber &&
      element.getIntOrFloatBitWidth() <= 64)
    return type;
  return variable.emitError()
         << "variable '" << variable.getSymName() << "' is of type " << type
         << "; expected a static shape with at least one element, of "
            "i1, i4, i8, i16, i32, i48, i64, f16, bf16, f32 or f64, as it "
            "becomes an array in C";
}

/// Replaces the variable by a global with its initial value, or 0 if there is
/// none.
static LogicalResult declare(tosa::VariableOp variable, RankedTensorType type) {
  OpBuilder builder(variable);
  ElementsAttr initial =
      DenseElementsAttr::get(type, builder.getZeroAttr(type.getElementType()));
  if (std::optional<Attribute> given = variable.getInitialValue()) {
    initial = dyn_cast<DenseElementsAttr>(*given);
    if (!initial || initial.getType() != type)
      return variable.emitError()
             << "variable '" << variable.getSymName()
             << "' has an initial value that is not a dense attribute of its "
                "type "
             << type << "; expected the numbers themselves";
  }
  StringAttr name = variable.getSymNameAttr();
  auto global = memref::GlobalOp::create(
      builder, variable.getLoc(), name, builder.getStringAttr("private"),
      MemRefType::get(type.getShape(), type.getElementType()), initial,
      /*constant=*/false, /*alignment=*/IntegerAttr());
  updateGlobal(global, [](GlobalParts &parts) { parts.isVariable = true; });
  variable.erase();
  return success();
}

static LogicalResult promoteFunction(func::FuncOp function,
                                     ArrayRef<tosa::VariableOp> variables) {
  Accesses accesses(function->getRegions());
  MLIRContext *context = function.getContext();
  auto mark = [&](StringAttr name) {
    PortParts port;
    port.variable = FlatSymbolRefAttr::get(name);
    return DictionaryAttr::get(
        context, {NamedAttribute(kPortAttrName, port.get(context))});
  };
  // Both keep the order of the declarations.
  Names used, written;
  SmallVector<Type> types;
  SmallVector<Location> locations;
  for (tosa::VariableOp variable : variables) {
    StringAttr name = variable.getSymNameAttr();
    if (accesses.written.contains(name))
      written.insert(name);
    if (!accesses.used.contains(name))
      continue;
    used.insert(name);
    types.push_back(tosa::getVariableType(variable));
    locations.push_back(variable.getLoc());
  }
  // All at once: the time of each insertion grows with the whole signature.
  unsigned first = function.getNumArguments();
  if (failed(function.insertArguments(SmallVector<unsigned>(used.size(), first),
                                      types, llvm::map_to_vector(used, mark),
                                      locations)))
    return failure();
  Values values;
  for (auto [index, name] : llvm::enumerate(used))
    values[name] = function.getArgument(first + index);
  Block &body = function.getBody().front();
  if (failed(Promoter().promote(body, values)))
    return failure();
  addOperands(body, written, values);
  return function.insertResults(
      SmallVector<unsigned>(written.size(), function.getNumResults()),
      ValueRange(select(values, written)).getTypes(),
      llvm::map_to_vector(written, mark));
}

namespace {
struct PromoteVariablesPass
    : public tir::impl::TIRPromoteVariablesPassBase<PromoteVariablesPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto variables = llvm::to_vector(module.getOps<tosa::VariableOp>());
    SmallVector<RankedTensorType> types;
    for (tosa::VariableOp variable : variables) {
      FailureOr<RankedTensorType> type = getType(variable);
      if (failed(type))
        return signalPassFailure();
      types.push_back(*type);
    }
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      if (failed(promoteFunction(function, variables)))
        return signalPassFailure();
    }
    if (failed(checkNoneLeft(module)))
      return signalPassFailure();
    for (auto [variable, type] : llvm::zip_equal(variables, types))
      if (failed(declare(variable, type)))
        return signalPassFailure();
  }

private:
  static LogicalResult checkNoneLeft(ModuleOp module) {
    WalkResult result = module.walk([](Operation *op) {
      if (!isa<tosa::VariableReadOp, tosa::VariableWriteOp>(op))
        return WalkResult::advance();
      op->emitError("operator '")
          << op->getName()
          << "' is in a function that is not the entry; expected it in the "
             "public function, or in one that is inlined into it";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }
};
} // namespace
