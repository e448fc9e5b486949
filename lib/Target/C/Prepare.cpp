//===- Prepare.cpp - Simplifying a module before it is printed
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prepare.h"

#include "tir/Target/C/CTypes.h"

#include "mlir/IR/SymbolTable.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "tir/Target/StaticMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

/// Functions of <math.h> that depend only on their arguments, without the `f`
/// of the float variant. Compiler builtins are recognised by their prefix.
bool c::isMathFunction(StringRef name) {
  static const llvm::StringSet<> names = {
      "acos",  "asin",  "atan",     "atan2",   "cbrt",      "ceil",  "copysign",
      "cos",   "cosh",  "erf",      "exp",     "exp2",      "expm1", "fabs",
      "fdim",  "floor", "fma",      "fmax",    "fmin",      "fmod",  "hypot",
      "log",   "log10", "log1p",    "log2",    "nearbyint", "pow",   "rint",
      "round", "sin",   "sinh",     "sqrt",    "tan",       "tanh",  "trunc",
      "isnan", "isinf", "isfinite", "signbit", "abs",       "labs",  "llabs"};
  if (name.starts_with("__builtin_clz") || name.starts_with("__builtin_ctz") ||
      name.starts_with("__builtin_popcount"))
    return true;
  return names.contains(name) ||
         (name.ends_with("f") && names.contains(name.drop_back()));
}

bool Purity::isPureFunction(emitc::FuncOp function) {
  auto [it, isNew] = known.try_emplace(function, false);
  if (!isNew)
    return it->second;
  bool pure = !function.isExternal() &&
              llvm::none_of(function.getArgumentTypes(), [](Type type) {
                return isa<emitc::PointerType, emitc::ArrayType>(type);
              });
  if (pure)
    pure = !function
                .walk([&](Operation *op) {
                  if (isa<emitc::GetGlobalOp, emitc::VerbatimOp>(op))
                    return WalkResult::interrupt();
                  if (isa<emitc::CallOp, emitc::CallOpaqueOp>(op) &&
                      !isPureCall(op))
                    return WalkResult::interrupt();
                  return WalkResult::advance();
                })
                .wasInterrupted();
  known[function] = pure;
  return pure;
}

bool Purity::isPureCall(Operation *op) {
  if (auto call = dyn_cast<emitc::CallOpaqueOp>(op)) {
    // Our own helpers on numbers, such as tir_clz32, are pure too.
    bool onNumbers = llvm::none_of(call.getOperandTypes(), [](Type type) {
      return isa<emitc::PointerType, emitc::ArrayType>(type);
    });
    return isMathFunction(call.getCallee()) ||
           (onNumbers && call->getNumResults() == 1 &&
            call.getCallee().starts_with("tir_"));
  }
  auto call = cast<emitc::CallOp>(op);
  auto function = dyn_cast_if_present<emitc::FuncOp>(
      lookupSymbolFrom(op, call.getCalleeAttr().getAttr()));
  return function && isPureFunction(function);
}

/// Returns whether nobody reads the variable. Assignments to it are removed
/// with it.
static bool isWriteOnly(emitc::VariableOp variable) {
  return llvm::all_of(variable->getUses(), [](OpOperand &use) {
    return isa<emitc::AssignOp>(use.getOwner()) && use.getOperandNumber() == 0;
  });
}

bool c::isRemovable(Operation *op, Purity &purity) {
  if (auto apply = dyn_cast<emitc::ApplyOp>(op))
    return true;
  if (isa<emitc::CallOp, emitc::CallOpaqueOp>(op))
    return op->getNumResults() == 1 && purity.isPureCall(op);
  if (auto variable = dyn_cast<emitc::VariableOp>(op))
    return isWriteOnly(variable);
  return isa<emitc::CExpressionInterface, emitc::LiteralOp, emitc::GetGlobalOp,
             emitc::SubscriptOp, emitc::DereferenceOp, emitc::MemberOp,
             emitc::MemberOfPtrOp>(op);
}

static void removeUnused(emitc::FuncOp function, Purity &purity) {
  // Users are on top of producers.
  SmallVector<Operation *> worklist;
  function.walk([&](Operation *op) { worklist.push_back(op); });
  llvm::DenseSet<Operation *> erased;
  auto erase = [&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        worklist.push_back(producer);
    erased.insert(op);
    op->erase();
  };
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (erased.contains(op))
      continue;
    auto variable = dyn_cast<emitc::VariableOp>(op);
    if (variable && isWriteOnly(variable))
      for (Operation *user : llvm::make_early_inc_range(variable->getUsers()))
        erase(user);
    if (op->use_empty() && isRemovable(op, purity))
      erase(op);
  }
}

/// Moves the body's operations before the expression. They are already in
/// the right order, and the writer forms its own expressions.
static void flatten(emitc::ExpressionOp expression) {
  Block &body = expression.getRegion().front();
  for (auto [argument, value] :
       llvm::zip_equal(body.getArguments(), expression.getOperands()))
    argument.replaceAllUsesWith(value);
  auto yield = cast<emitc::YieldOp>(body.getTerminator());
  Value result = yield.getResult();
  yield->erase();
  expression->getBlock()->getOperations().splice(expression->getIterator(),
                                                 body.getOperations());
  if (expression.getDoNotInline() && result.getDefiningOp())
    setNote(result.getDefiningOp(), UnitAttr::get(expression.getContext()));
  expression.getResult().replaceAllUsesWith(result);
  expression->erase();
}

namespace {
/// What the operations of a module name: symbols, and text that may name any.
class NamedSymbols {
public:
  explicit NamedSymbols(ModuleOp module) {
    module.walk([&](Operation *op) { add(op); });
  }

  bool contains(StringAttr name) const {
    return symbols.contains(name) || llvm::any_of(words, [&](const auto &word) {
             return word.getKey().contains(name.getValue());
           });
  }

private:
  void add(Operation *op) {
    if (auto call = dyn_cast<emitc::CallOp>(op))
      symbols.insert(call.getCalleeAttr().getAttr());
    if (auto global = dyn_cast<emitc::GetGlobalOp>(op))
      symbols.insert(global.getNameAttr().getAttr());
    if (!isa<emitc::VerbatimOp, emitc::CallOpaqueOp, emitc::LiteralOp,
             emitc::GlobalOp, emitc::VariableOp, emitc::ConstantOp>(op))
      return;
    for (NamedAttribute attr : op->getAttrs())
      attr.getValue().walk([&](Attribute part) {
        if (auto text = dyn_cast<StringAttr>(part);
            text && attr.getName() != "sym_name")
          words.insert(text.getValue());
        if (auto text = dyn_cast<emitc::OpaqueAttr>(part))
          words.insert(text.getValue());
      });
  }

  llvm::DenseSet<StringAttr> symbols;
  llvm::StringSet<> words;
};
} // namespace

static bool isStatic(Operation *op) {
  if (auto global = dyn_cast<emitc::GlobalOp>(op))
    return global.getStaticSpecifier();
  auto function = dyn_cast<emitc::FuncOp>(op);
  ArrayAttr specifiers = function ? function.getSpecifiersAttr() : ArrayAttr();
  return specifiers &&
         llvm::is_contained(specifiers.getAsValueRange<StringAttr>(), "static");
}

/// Removes static functions and globals that nothing names, until none is left.
static void removeUnusedSymbols(ModuleOp module) {
  bool changed = true;
  while (changed) {
    NamedSymbols named(module);
    changed = false;
    for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
      if (!isStatic(&op) || named.contains(SymbolTable::getSymbolName(&op)))
        continue;
      op.erase();
      changed = true;
    }
  }
}

/// Returns the number of bits of the type's values, negated for signed types.
/// Returns 0 if it is unknown.
static int integerBits(Type type) {
  std::string name = valueTypeName(type);
  StringRef rest = name;
  if (name == "bool")
    return 1;
  bool isUnsigned = rest.consume_front("u");
  unsigned bits;
  if (!rest.consume_front("int") || !rest.consume_back("_t") ||
      rest.getAsInteger(10, bits))
    return 0;
  return isUnsigned ? int(bits) : -int(bits);
}

/// Returns whether every value of `from` is a value of `to`.
static bool holdsAll(Type from, Type to) {
  int source = integerBits(from), target = integerBits(to);
  if (source == 0 || target == 0)
    return false;
  if (source < 0)
    return target <= source;
  return target >= source || -target > source;
}

/// Simplifies casts. A cast of a constant becomes a constant. A cast on the way
/// to another integer type is removed if it changes no value.
static void simplify(emitc::CastOp op) {
  Type to = op.getDest().getType();
  if (integerBits(to) == 0)
    return;
  if (auto constant = op.getSource().getDefiningOp<emitc::ConstantOp>()) {
    auto value = dyn_cast<IntegerAttr>(constant.getValue());
    auto type = dyn_cast<IntegerType>(to);
    if (!value || !type || type.getWidth() == 1 || value.getType().isInteger(1))
      return;
    bool isUnsigned = integerBits(constant.getType()) > 0;
    APInt bits = isUnsigned ? value.getValue().zextOrTrunc(type.getWidth())
                            : value.getValue().sextOrTrunc(type.getWidth());
    OpBuilder builder(op);
    Value folded = emitc::ConstantOp::create(builder, op.getLoc(), type,
                                             IntegerAttr::get(type, bits));
    op.getDest().replaceAllUsesWith(folded);
    return;
  }
  while (auto inner = op.getSource().getDefiningOp<emitc::CastOp>()) {
    Type from = inner.getSource().getType(),
         between = inner.getDest().getType();
    int fromBits = integerBits(from), betweenBits = integerBits(between);
    // Either the value is the same, or the last cast keeps only its low bits. 1
    // bit is bool, for which the cast compares with zero.
    bool keepsLowBits = fromBits != 0 && std::abs(betweenBits) > 1 &&
                        integerBits(to) != 1 &&
                        std::abs(integerBits(to)) <= std::abs(betweenBits);
    if (!keepsLowBits && !holdsAll(from, between))
      return;
    op.getSourceMutable().assign(inner.getSource());
  }
}

/// Gives the operand of `u + (uint32_t)i8` a variable, since gcc 12 reports it
/// as an implicit change of sign under -Wsign-conversion.
static void nameSignChange(emitc::CastOp op) {
  int from = integerBits(op.getSource().getType());
  bool isNarrowSigned = from < 0 && from >= -16;
  if (!isNarrowSigned || integerBits(op.getDest().getType()) < 32)
    return;
  for (Operation *user : op->getUsers())
    if (isa<emitc::AddOp, emitc::SubOp, emitc::MulOp, emitc::DivOp,
            emitc::RemOp, emitc::BitwiseAndOp, emitc::BitwiseOrOp,
            emitc::BitwiseXorOp>(user))
      setNote(op, UnitAttr::get(op.getContext()));
}

/// Keeps the handles of functions in one array, whose place does not depend on
/// the order of its elements.
static void mergeHandles(ModuleOp module) {
  SmallVector<emitc::GlobalOp> handles;
  llvm::StringMap<size_t> indices;
  for (auto global : module.getOps<emitc::GlobalOp>())
    if (getGlobalParts(global).function) {
      indices[global.getSymName()] = handles.size();
      handles.push_back(global);
    }
  if (handles.empty())
    return;
  OpBuilder builder(handles.front());
  Type handle = handles.front().getType();
  auto type =
      emitc::ArrayType::get({static_cast<int64_t>(handles.size())}, handle);
  auto array = emitc::GlobalOp::create(
      builder, handles.front().getLoc(), kHandlesName, type,
      /*initial_value=*/nullptr, /*extern_specifier=*/false,
      /*static_specifier=*/true, /*const_specifier=*/false);
  module.walk([&](emitc::GetGlobalOp op) {
    auto index = indices.find(op.getName());
    if (index == indices.end())
      return;
    builder.setInsertionPoint(op);
    auto all = emitc::GetGlobalOp::create(builder, op.getLoc(), type,
                                          array.getSymName());
    Value number = emitc::ConstantOp::create(
        builder, op.getLoc(), builder.getI32Type(),
        builder.getI32IntegerAttr(static_cast<int32_t>(index->second)));
    auto element = emitc::SubscriptOp::create(
        builder, op.getLoc(),
        cast<TypedValue<emitc::ArrayType>>(all.getResult()), number);
    op.replaceAllUsesWith(element.getResult());
    op.erase();
  });
  for (emitc::GlobalOp global : handles)
    global.erase();
}

void c::prepare(ModuleOp module, Purity &purity) {
  // A module of EmitC may have nothing of the dialect but the text of
  // attributes.
  module.getContext()->getOrLoadDialect<TIRDialect>();
  for (auto file : llvm::make_early_inc_range(module.getOps<emitc::FileOp>())) {
    Block &body = file.getBodyRegion().front();
    module.getBody()->getOperations().splice(file->getIterator(),
                                             body.getOperations());
    file->erase();
  }
  SmallVector<emitc::ExpressionOp> expressions;
  module.walk([&](emitc::ExpressionOp op) { expressions.push_back(op); });
  for (emitc::ExpressionOp expression : expressions)
    flatten(expression);
  module.walk([](emitc::CastOp op) { simplify(op); });
  module.walk([](emitc::CastOp op) { nameSignChange(op); });
  {
    SymbolLookupScope scope(module);
    for (auto function : module.getOps<emitc::FuncOp>())
      if (!function.isExternal())
        removeUnused(function, purity);
  }
  removeUnusedSymbols(module);
  mergeHandles(module);
}
