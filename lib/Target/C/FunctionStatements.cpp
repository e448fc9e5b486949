//===- FunctionStatements.cpp - Operations that become C statements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"
#include "tir/Target/C/CTypes.h"

#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

void FunctionPrinter::line(StringRef text) { os << wrap(text, indent); }

/// Returns whether the function is a kernel, or came with the model and
/// accesses memory itself.
static bool accessesMemory(emitc::FuncOp function) {
  if (isKernel(function))
    return true;
  ArrayAttr specifiers = function.getSpecifiersAttr();
  return specifiers && !function.isExternal() &&
         !getFunctionParts(function).isAlwaysInline &&
         llvm::is_contained(specifiers.getAsValueRange<StringAttr>(),
                            "static") &&
         function
             .walk([](emitc::SubscriptOp subscript) {
               return isa<emitc::PointerType>(subscript.getValue().getType())
                          ? WalkResult::interrupt()
                          : WalkResult::advance();
             })
             .wasInterrupted();
}

/// Returns whether the function stores elements itself.
static bool storesElements(emitc::FuncOp function) {
  return function
      .walk([](emitc::AssignOp assign) {
        return assign.getVar().getDefiningOp<emitc::SubscriptOp>()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns the macro for a function with many branches, such as the comparisons
/// of trees, which compilers should not copy or move; or "".
static StringRef getBranchesMacro(emitc::FuncOp function) {
  constexpr unsigned kMany = 12;
  unsigned count = 0, floats = 0;
  function.walk([&](Operation *op) {
    count += isa<emitc::IfOp, emitc::ConditionalOp>(op);
    // A float that one branch assigns, and the other one assigns another to.
    if (auto assign = dyn_cast<emitc::AssignOp>(op))
      floats += isa<emitc::IfOp>(op->getParentOp()) &&
                isa<FloatType>(assign.getValue().getType());
  });
  if (count < kMany)
    return "";
  return floats >= kMany ? "TIR_FLOAT_BRANCHES " : "TIR_BRANCHES ";
}

/// Returns the function of the module that accesses memory, if it is the only
/// one, and has many branches.
static emitc::FuncOp getOnlyBranches(emitc::FuncOp function) {
  emitc::FuncOp only;
  for (auto other :
       function->getParentOfType<ModuleOp>().getOps<emitc::FuncOp>())
    if (accessesMemory(other)) {
      if (only)
        return {};
      only = other;
    }
  return only && !getBranchesMacro(only).empty() ? only : emitc::FuncOp();
}

/// Returns the macros before a function that say what compilers should not do
/// with it.
static std::string getMacros(emitc::FuncOp function) {
  if (emitc::FuncOp only = getOnlyBranches(function)) {
    // A model that is a tree takes about as long as two calls. gcc inlines a
    // function only where the caller has its attributes.
    return function.isExternal() ? "" : getBranchesMacro(only).str();
  }
  // A kernel is called once or a few times. Inlined, it would be hidden from
  // debuggers and profilers. Where a compiler has no types that may access any
  // memory, it also might reorder the accesses of two inlined kernels.
  return accessesMemory(function)
             ? getBranchesMacro(function).str() + "TIR_NOINLINE "
             : "";
}

FailureOr<std::string>
c::functionHead(emitc::FuncOp function, const llvm::StringSet<> &fileNames,
                SmallVectorImpl<std::string> *argumentNames) {
  std::string head = getMacros(function);
  bool accesses = accessesMemory(function);
  if (ArrayAttr specifiers = function.getSpecifiersAttr())
    for (StringRef specifier : specifiers.getAsValueRange<StringAttr>())
      if (!accesses || specifier != "TIR_NOINLINE")
        head += specifier.str() + " ";
  ArrayRef<Type> results = function.getResultTypes();
  std::string name = function.getName().str();
  head += results.empty() ? "void " + name : declare(results.front(), name);
  head += "(";
  NameScope names(fileNames);
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto wish = function.getArgAttrOfType<StringAttr>(i, kNameAttrName);
    std::string argument =
        names.unique(wish ? wish.getValue().str() : "arg" + std::to_string(i));
    std::string text = declare(
        type, argument,
        getPort(function, i).isNoAlias.value_or(false) ? "restrict" : "",
        // The application may define it, and knows plain types.
        /*withAliases=*/!function.isExternal());
    if (text.empty())
      return function.emitError("argument ")
             << i << " of 'emitc.func' @" << name << " has the type " << type
             << ", which C99 has no name for";
    head += (i ? ", " : "") + text;
    if (argumentNames)
      argumentNames->push_back(argument);
  }
  if (function.getNumArguments() == 0)
    head += "void";
  return head + ")";
}

LogicalResult FunctionPrinter::print(emitc::FuncOp function) {
  SmallVector<std::string> arguments;
  names.enter();
  FailureOr<std::string> head =
      functionHead(function, names.getFileNames(), &arguments);
  if (failed(head))
    return failure();
  if (!llvm::hasSingleElement(function.getBody()))
    return function.emitError("'emitc.func' @")
           << function.getName() << " has "
           << function.getBody().getBlocks().size()
           << " blocks; expected one: structure its control flow first";
  os << wrap(*head + " {", 0);
  indent = 2;
  for (auto [argument, name] :
       llvm::zip_equal(function.getArguments(), arguments)) {
    names.unique(name);
    values[argument].text = name;
    if (argument.use_empty())
      line("(void)" + name + ";");
  }
  if (failed(printBlock(function.getBody().front())))
    return failure();
  names.leave();
  os << "}\n";
  return success();
}

LogicalResult FunctionPrinter::printScope(Block &block) {
  names.enter();
  indent += 2;
  LogicalResult result = printBlock(block);
  indent -= 2;
  names.leave();
  return result;
}

LogicalResult FunctionPrinter::printBlock(Block &block) {
  for (Operation &op : block)
    if (failed(declarePending(&op)) || failed(printOp(&op)))
      return failure();
  return success();
}

LogicalResult FunctionPrinter::printOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](emitc::AssignOp op) { return printAssign(op); })
      .Case([&](emitc::ForOp op) { return printFor(op); })
      .Case([&](emitc::IfOp op) { return printIf(op); })
      .Case([&](emitc::DoOp op) { return printDo(op); })
      .Case([&](emitc::SwitchOp op) { return printSwitch(op); })
      .Case([&](emitc::VerbatimOp op) { return printVerbatim(op); })
      .Case([&](emitc::VariableOp op) { return printVariable(op); })
      .Case([&](emitc::YieldOp) { return success(); })
      .Case([&](emitc::ReturnOp op) {
        auto function = op->getParentOfType<emitc::FuncOp>();
        if (accessesMemory(function) && storesElements(function))
          line("TIR_KEEP_CALLS();");
        if (Value value = op.getOperand())
          line("return " + plainConstant(expr(value)).text + ";");
        else if (op->getPrevNode() == nullptr)
          line("return;");
        return success();
      })
      .Default([&](Operation *op) -> LogicalResult {
        FailureOr<Expr> result = buildExpr(op);
        if (failed(result))
          return failure();
        return defineResult(op, std::move(*result));
      });
}

/// Returns whether the result is an error code: of our functions, or of the
/// runtime's.
static bool isErrorCode(Operation *op) {
  auto call = dyn_cast<emitc::CallOpaqueOp>(op);
  bool isCall =
      isa<emitc::CallOp>(op) || (call && call.getCallee().starts_with("TVM"));
  return isCall && op->getResult(0).getType().isInteger(32);
}

/// Returns whether a loop assigns to the variable, which lives outside of it.
static bool isAccumulator(Operation *variable) {
  return llvm::any_of(variable->getUsers(), [&](Operation *user) {
    if (!isa<emitc::AssignOp>(user) || user->getBlock() == variable->getBlock())
      return false;
    Operation *parent = user->getParentOp();
    while (parent && parent != variable->getParentOp() &&
           !isa<emitc::ForOp, emitc::DoOp>(parent))
      parent = parent->getParentOp();
    return isa_and_present<emitc::ForOp, emitc::DoOp>(parent) &&
           parent != variable->getParentOp();
  });
}

/// Returns the name of a bound of a loop that has a name, or "".
static std::string getBoundName(Operation *op) {
  for (OpOperand &use : op->getUses()) {
    auto loop = dyn_cast<emitc::ForOp>(use.getOwner());
    auto name =
        loop ? loop->getAttrOfType<StringAttr>(kNameAttrName) : StringAttr();
    if (name && use.getOperandNumber() < 2)
      return name.getValue().str() +
             (use.getOperandNumber() ? "_end" : "_begin");
  }
  return "";
}

std::string FunctionPrinter::nameFor(Operation *op, StringRef text) {
  if (auto wish = op->getAttrOfType<StringAttr>(kNameAttrName))
    return names.unique(wish.getValue());
  if (std::string name = rows.getName(op, text); !name.empty())
    return names.unique(name);
  if (isErrorCode(op))
    return names.unique("code");
  if (isa<emitc::VariableOp>(op))
    return isAccumulator(op) ? names.unique("acc") : names.numbered("t");
  std::string bound = getBoundName(op);
  return bound.empty() ? names.numbered("t") : names.unique(bound);
}

LogicalResult FunctionPrinter::defineResult(Operation *op, Expr result) {
  if (op->getNumResults() > 1)
    return op->emitError("'")
           << op->getName() << "' has " << op->getNumResults()
           << " results, but a C expression has at most one";
  if (op->getNumResults() == 0 || op->use_empty()) {
    if (result.hasEffect)
      line(result.text + ";");
    return success();
  }
  Value value = op->getResult(0);
  if (isPlaceOp(op) || isa<emitc::LValueType>(value.getType()) ||
      inlining.canInline(op, result)) {
    values[value] = std::move(result);
    return success();
  }
  std::string name = nameFor(op, result.text);
  std::string declaration = declare(value.getType(), name);
  if (declaration.empty())
    return op->emitError("'")
           << op->getName() << "' makes a " << value.getType()
           << ", which C99 has no name for";
  if (!StringRef(declaration).starts_with("const ") &&
      !isa<emitc::PointerType>(value.getType()))
    declaration = "const " + declaration;
  line(declaration + " = " + result.text + ";");
  values[value] = Expr();
  values[value].text = name;
  return success();
}

LogicalResult FunctionPrinter::printVariable(emitc::VariableOp op) {
  // Declare the variable at its first use in this block.
  Operation *first = nullptr;
  for (Operation *user : op->getUsers()) {
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
    if (!first || ancestor->isBeforeInBlock(first))
      first = ancestor;
  }
  // In a `while`, the variable is only the condition.
  if (auto loop = dyn_cast_if_present<emitc::DoOp>(first))
    if (auto form = matchWhile(loop); form && form->answer == op)
      return success();
  if (first)
    pending[first].push_back(op);
  return success();
}

LogicalResult FunctionPrinter::declarePending(Operation *before) {
  auto it = pending.find(before);
  if (it == pending.end())
    return success();
  SmallVector<emitc::VariableOp> variables = std::move(it->second);
  pending.erase(it);
  for (emitc::VariableOp variable : variables) {
    auto assign = dyn_cast<emitc::AssignOp>(before);
    if (assign && assign.getVar() == variable.getResult())
      continue; // printAssign declares it.
    Attribute value = variable.getValue();
    std::string initializer;
    if (auto elements = dyn_cast<ElementsAttr>(value)) {
      llvm::raw_string_ostream stream(initializer);
      if (!printInitializer(elements, stream))
        return variable.emitError("'emitc.variable' has an initial value that "
                                  "cannot be written as C: expected dense "
                                  "integers or floats");
    } else {
      Expr constant;
      constant.text = scalarLiteral(value, variable.getType());
      constant.isConstant = isa<IntegerAttr>(value);
      initializer = plainConstant(constant).text;
    }
    if (failed(declareVariable(variable, initializer)))
      return failure();
  }
  return success();
}

LogicalResult FunctionPrinter::declareVariable(emitc::VariableOp op,
                                               std::string initializer) {
  std::string name = nameFor(op);
  std::string declaration = declare(op.getType(), name);
  if (declaration.empty())
    return op.emitError("'emitc.variable' of type ")
           << op.getType() << ", which C99 has no name for";
  if (!initializer.empty())
    declaration += " = " + initializer;
  line(declaration + ";");
  values[op.getResult()].text = name;
  return success();
}

/// Returns whether exactly one assignment changes the variable.
static bool isSetOnce(emitc::VariableOp variable) {
  unsigned assignments = 0;
  for (OpOperand &use : variable->getUses()) {
    if (isa<emitc::AssignOp>(use.getOwner()))
      ++assignments;
    else if (!isa<emitc::LoadOp, emitc::MemberOfPtrOp>(use.getOwner()))
      return false;
  }
  return assignments == 1;
}

/// Returns the text without parentheses around all of it.
static StringRef withoutParentheses(StringRef text) {
  if (!text.starts_with("(") || !text.ends_with(")"))
    return text;
  int depth = 0;
  for (auto [at, letter] : llvm::enumerate(text.drop_back())) {
    depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
    if (depth == 0)
      return text;
  }
  return text.drop_front().drop_back();
}

/// Returns y if `value` is place + y, so that place += y computes it, or an
/// empty string. C computes the sum of narrow types as int.
static StringRef getCompoundOperand(const Expr &value, StringRef place,
                                    Type type) {
  if (value.prec < Prec::BitOr || value.prec == Prec::Equality ||
      value.prec == Prec::Relational || value.op.empty() || isNarrow(type))
    return "";
  if (value.lhs == place)
    return value.rhs;
  bool commutes =
      llvm::is_contained({"+", "*", "&", "|", "^"}, StringRef(value.op));
  return commutes && value.rhs == place && isIntegerLike(type) ? value.lhs
                                                               : StringRef();
}

LogicalResult FunctionPrinter::printAssign(emitc::AssignOp op) {
  const Expr value = plainConstant(expr(op.getValue()));
  if (auto variable = op.getVar().getDefiningOp<emitc::VariableOp>())
    if (!values.count(variable.getResult())) {
      // If the variable is set only once, to a name, use the name.
      if (value.isAtom() && value.reads.empty() && isSetOnce(variable)) {
        values[variable.getResult()] = value;
        return success();
      }
      return declareVariable(variable, value.text);
    }
  const std::string place = expr(op.getVar()).text;
  if (value.text == place)
    return success();
  StringRef rhs = getCompoundOperand(value, place, op.getValue().getType());
  if (rhs.empty())
    line(place + " = " + value.text + ";");
  else
    line(place + " " + value.op + "= " + withoutParentheses(rhs).str() + ";");
  return success();
}
