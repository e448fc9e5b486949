//===- OffloadOps.cpp - Operators that a table gives to a device
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "tir/Conversion/TOSAToTIR/CustomOpCalls.h"
#include "tir/Conversion/TOSAToTIR/OffloadTable.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

namespace tir {
#define GEN_PASS_DEF_TIROFFLOADPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns the text of an attribute without its type: `SINGLE_ROUND` for
/// `#tosa.rounding_mode<SINGLE_ROUND>`.
static std::string print(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream os(text);
  attribute.print(os, /*elideType=*/true);
  StringRef shown = StringRef(text).trim('"');
  if (shown.starts_with("#") && shown.consume_back(">"))
    shown = shown.split('<').second;
  return shown.str();
}

/// Returns the elements of an array of integers, or one integer.
static std::optional<SmallVector<int64_t>> getNumbers(Attribute attribute) {
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    return SmallVector<int64_t>{number.getType().isInteger(1)
                                    ? int64_t(number.getValue().isOne())
                                    : number.getValue().getSExtValue()};
  if (auto array = dyn_cast<DenseI64ArrayAttr>(attribute))
    return llvm::to_vector(array.asArrayRef());
  if (auto array = dyn_cast<DenseI32ArrayAttr>(attribute))
    return SmallVector<int64_t>(array.asArrayRef());
  return std::nullopt;
}

/// Returns whether an attribute has a value that a table allows.
static bool isAllowed(Attribute attribute, const llvm::json::Value &allowed) {
  std::optional<SmallVector<int64_t>> numbers = getNumbers(attribute);
  if (const llvm::json::Array *array = allowed.getAsArray()) {
    if (!numbers || numbers->size() != array->size())
      return false;
    return llvm::all_of(llvm::zip(*numbers, *array), [](auto pair) {
      auto [number, value] = pair;
      return value.getAsInteger() == number;
    });
  }
  if (std::optional<bool> flag = allowed.getAsBoolean())
    return numbers && numbers->size() == 1 && numbers->front() == *flag;
  if (std::optional<int64_t> wanted = allowed.getAsInteger())
    return numbers && llvm::all_of(*numbers, [&](int64_t number) {
             return number == *wanted;
           });
  StringRef text = allowed.getAsString().value_or("");
  if (!numbers)
    return print(attribute) == text;
  auto [first, last] = text.split("..");
  int64_t from = 0, to = INT64_MAX;
  return !first.getAsInteger(10, from) &&
         (last == "*" || !last.getAsInteger(10, to)) &&
         llvm::all_of(*numbers, [&](int64_t number) {
           return from <= number && number <= to;
         });
}

/// Returns whether C can be passed an attribute as it is, and not as a text.
static bool isPassable(Attribute attribute) {
  return isa<StringAttr, FloatAttr>(attribute) ||
         getNumbers(attribute).has_value();
}

static std::string printType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Returns what is wrong with a tensor, or an empty text.
static std::string findMisfit(Value value, const OffloadTensor &wanted) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape())
    return "has no static shape";
  std::string element = printType(type.getElementType());
  if (!wanted.types.empty() && !llvm::is_contained(wanted.types, element))
    return "has elements of " + element + ", expected " +
           llvm::join(wanted.types, " or ");
  if (wanted.shape && wanted.shape->size() != size_t(type.getRank()))
    return "has rank " + std::to_string(type.getRank()) + ", expected " +
           std::to_string(wanted.shape->size());
  if (wanted.shape)
    for (auto [index, range] : llvm::enumerate(*wanted.shape))
      if (!range.contains(type.getDimSize(index)))
        return "has " + std::to_string(type.getDimSize(index)) +
               " in dimension " + std::to_string(index) + ", expected " +
               range.text();
  ElementsAttr elements;
  if (wanted.isConstant && !matchPattern(value, m_Constant(&elements)))
    return "is not constant";
  if (wanted.isNumber &&
      (!elements.isSplat() || !isa<IntegerType>(type.getElementType())))
    return "is not one number";
  return "";
}

namespace {
/// Operators that match a row, or why they do not.
struct Match {
  const OffloadRow *row;
  SmallVector<Operation *> ops;
  SmallVector<Value> operands;
  NamedAttrList attributes;
  std::string misfit;

  bool refuse(const Twine &why) {
    misfit = why.str();
    return false;
  }
};

struct OffloadPass : public tir::impl::TIROffloadPassBase<OffloadPass> {
  using TIROffloadPassBase::TIROffloadPassBase;

  void runOnOperation() override {
    std::vector<OffloadRow> rows;
    for (const std::string &table : tables)
      if (failed(read(table, rows)))
        return signalPassFailure();
    if (rows.empty())
      return;
    SmallVector<CustomOpCall> calls;
    for (const OffloadRow &row : rows)
      calls.push_back(llvm::cantFail(parseCustomOpCall(row.call)));
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(offload(function, rows)))
        return signalPassFailure();
    SymbolTable symbols(getOperation());
    RewritePatternSet set(&getContext());
    populateCustomOpPatterns(set, calls, symbols);
    FrozenRewritePatternSet patterns(std::move(set));
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        walkAndApplyPatterns(function, patterns);
    WalkResult left = getOperation().walk([](tosa::CustomOp op) {
      return op.getDomainName() == kDomain ? WalkResult::interrupt()
                                           : WalkResult::advance();
    });
    if (left.wasInterrupted())
      signalPassFailure();
  }

private:
  static constexpr StringLiteral kDomain = "tir.offload";

  LogicalResult read(StringRef path, std::vector<OffloadRow> &rows) {
    auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
    if (!file)
      return getOperation().emitError("--offload=")
             << path << ": " << file.getError().message()
             << "; expected a table of operators in JSON";
    llvm::Expected<std::vector<OffloadRow>> table =
        parseOffloadTable((*file)->getBuffer(), ("--offload=" + path).str());
    if (!table)
      return getOperation().emitError(llvm::toString(table.takeError()));
    llvm::move(*table, std::back_inserter(rows));
    return success();
  }

  /// The results of rows of the table, with the rows' names.
  using Results = SmallVector<std::pair<Value, StringRef>>;

  /// Lets the first row that takes them compute the operators that begin with
  /// `op`, and says why the others do not if none does.
  LogicalResult offload(Operation *op, ArrayRef<OffloadRow> rows,
                        llvm::SmallPtrSetImpl<Operation *> &gone,
                        Results &results) {
    std::string misfits;
    for (const OffloadRow &row : rows) {
      if (row.pattern.front().op != op->getName().getStringRef())
        continue;
      Match match{&row, {}, {}, {}, {}};
      FailureOr<bool> matches = this->match(op, match);
      if (failed(matches))
        return failure();
      if (!*matches) {
        misfits += "\n  row '" + row.name + "': " + match.misfit;
        continue;
      }
      gone.insert(match.ops.begin(), match.ops.end());
      Value result = match.ops.back()->getResult(0);
      results.push_back({reference ? result : replace(match), row.name});
      return success();
    }
    if (!misfits.empty())
      op->emitRemark("is computed by the processor:") << misfits;
    return success();
  }

  LogicalResult offload(func::FuncOp function, ArrayRef<OffloadRow> rows) {
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) { ops.push_back(op); });
    Results results;
    llvm::SmallPtrSet<Operation *, 8> gone;
    for (Operation *op : ops)
      if (!gone.contains(op) && failed(offload(op, rows, gone, results)))
        return failure();
    if (expose || reference)
      addOutputs(function, results);
    return success();
  }

  /// Makes the results of rows outputs of the model, named after them.
  static void addOutputs(func::FuncOp function,
                         ArrayRef<std::pair<Value, StringRef>> results) {
    if (function.isPrivate() || !llvm::hasSingleElement(function.getBody()))
      return;
    Operation *end = function.front().getTerminator();
    llvm::StringMap<unsigned> counts;
    Builder builder(function.getContext());
    std::string names;
    for (auto [value, row] : results) {
      if (value.getParentBlock() != &function.front())
        continue;
      unsigned index = function.getNumResults();
      std::string own = (row + "_" + Twine(counts[row]++)).str();
      names += "," + own;
      NamedAttribute name(kNameAttrName, builder.getStringAttr(own));
      (void)function.insertResult(index, value.getType(),
                                  builder.getDictionaryAttr(name));
      end->insertOperands(end->getNumOperands(), value);
    }
    // TensorFlow's converters list the names of all outputs.
    constexpr StringLiteral kEntry = "tf.entry_function", kOutputs = "outputs";
    auto entry = function->getAttrOfType<DictionaryAttr>(kEntry);
    auto listed = entry ? entry.getAs<StringAttr>(kOutputs) : StringAttr();
    if (!listed)
      return;
    NamedAttrList fields(entry);
    fields.set(kOutputs, builder.getStringAttr(listed.getValue() + names));
    function->setAttr(kEntry, fields.getDictionary(function.getContext()));
  }

  /// Finds the steps of the row from the first one on.
  static bool findSteps(Operation *first, Match &match) {
    match.ops.push_back(first);
    for (const OffloadRow::Step &step : llvm::drop_begin(match.row->pattern)) {
      Operation *last = match.ops.back();
      Operation *next = last->getNumResults() == 1 && last->hasOneUse()
                            ? *last->user_begin()
                            : nullptr;
      if (next && next->getName().getStringRef() == step.op &&
          next->getOperand(0) == last->getResult(0))
        match.ops.push_back(next);
      else if (!step.isOptional)
        return match.refuse("no " + step.op + " alone follows " +
                            last->getName().getStringRef());
    }
    return match.ops.back()->getNumResults() == 1 ||
           match.refuse("it has several results");
  }

  /// Says why a value is none of those that the row takes, or returns "".
  static std::string findRefusal(StringRef key, Attribute given,
                                 const llvm::json::Array *allowed) {
    auto isGiven = [&](const llvm::json::Value &value) {
      return isAllowed(given, value);
    };
    if (!allowed || llvm::any_of(*allowed, isGiven))
      return "";
    return llvm::formatv("{0} is {1}, expected one of {2}", key, print(given),
                         llvm::json::Value(llvm::json::Array(*allowed)));
  }

  /// Returns whether the row takes an attribute of a step. Adds it to those
  /// that the call passes, or to `missing` if the table does not say which
  /// values the function takes.
  static bool matchAttribute(Operation *step, NamedAttribute attribute,
                             Match &match, NamedAttrList &missing) {
    StringRef own = attribute.getName().getValue();
    Attribute value = attribute.getValue();
    std::string key = (step->getName().getStringRef() + "." + own).str();
    std::string argument =
        step == match.ops.front()
            ? own.str()
            : (step->getName().stripDialect() + "_" + own).str();
    const auto &chosen = match.row->arguments;
    bool isPassed =
        chosen ? llvm::is_contained(*chosen, argument) : isPassable(value);
    const llvm::json::Array *allowed = match.row->attributes.getArray(key);
    if (std::string why = findRefusal(key, value, allowed); !why.empty())
      return match.refuse(why);
    if (!allowed && !isPassed)
      missing.set(key, value);
    if (isPassed)
      match.attributes.set(
          argument, isPassable(value)
                        ? value
                        : StringAttr::get(step->getContext(), print(value)));
    return true;
  }

  /// Returns whether the row takes the operators that begin with `op`. It is an
  /// error if only an attribute that is not passed is not in the table.
  FailureOr<bool> match(Operation *op, Match &match) {
    if (!findSteps(op, match) || !matchOperands(match))
      return false;
    Type whole = match.ops.back()->getResult(0).getType();
    for (auto [index, wanted] : llvm::enumerate(match.row->operands))
      if (wanted.isSame && index < match.operands.size() &&
          cast<ShapedType>(match.operands[index].getType()).getShape() !=
              cast<ShapedType>(whole).getShape())
        return match.refuse("operand" + Twine(index) +
                            " does not have the shape of the result");
    if (std::string misfit =
            findMisfit(match.ops.back()->getResult(0), match.row->result);
        !misfit.empty())
      return match.refuse("the result " + misfit);
    NamedAttrList missing;
    for (Operation *step : match.ops)
      for (NamedAttribute attribute : step->getAttrDictionary())
        if (!matchAttribute(step, attribute, match, missing))
          return false;
    if (missing.empty())
      return true;
    NamedAttribute first = *missing.begin();
    return op->emitError("--offload: row '")
           << match.row->name << "' fits, but it does not say which values of '"
           << first.getName().getValue()
           << "' the function takes, and is not passed this one; add "
              "\"attributes\": {\""
           << first.getName().getValue() << "\": [\"" << print(first.getValue())
           << "\"]} if it takes it";
  }

  static bool matchOperands(Match &match) {
    SmallVector<Value> all;
    for (auto [index, step] : llvm::enumerate(match.ops))
      llvm::append_range(
          all, llvm::drop_begin(step->getOperands(), index == 0 ? 0 : 1));
    Builder builder(match.ops.front()->getContext());
    auto wanted = match.row->operands.begin();
    unsigned number = 0;
    for (Value operand : all) {
      std::string name = "operand" + std::to_string(number++);
      // Shapes are not tensors, and need no row.
      if (auto shape = operand.getDefiningOp<tosa::ConstShapeOp>()) {
        auto extents = llvm::to_vector(
            cast<DenseElementsAttr>(shape.getValues()).getValues<int64_t>());
        match.attributes.set(name, builder.getDenseI64ArrayAttr(extents));
        continue;
      }
      if (wanted == match.row->operands.end())
        return match.refuse("it has more operands than the row");
      if (std::string misfit = findMisfit(operand, *wanted); !misfit.empty())
        return match.refuse(name + " " + misfit);
      ElementsAttr elements;
      if (wanted++->isNumber && matchPattern(operand, m_Constant(&elements)))
        match.attributes.set(
            name, builder.getI32IntegerAttr(static_cast<int32_t>(
                      elements.getSplatValue<APInt>().getSExtValue())));
      else
        match.operands.push_back(operand);
    }
    return wanted == match.row->operands.end() ||
           match.refuse("it has fewer operands than the row");
  }

  static Value replace(Match &match) {
    Operation *last = match.ops.back();
    OpBuilder builder(last);
    auto addShape = [&](const std::string &name, Value value) {
      auto type = cast<ShapedType>(value.getType());
      if (llvm::is_contained(match.row->shapes, name))
        match.attributes.set(name + "_shape",
                             builder.getDenseI64ArrayAttr(type.getShape()));
    };
    for (auto [index, operand] : llvm::enumerate(match.operands))
      addShape("input" + std::to_string(index), operand);
    addShape("output0", last->getResult(0));
    std::string text;
    llvm::raw_string_ostream(text)
        << match.attributes.getDictionary(builder.getContext());
    auto custom = tosa::CustomOp::create(
        builder, match.ops.front()->getLoc(), last->getResultTypes(),
        match.row->name, kDomain, text, match.operands);
    last->replaceAllUsesWith(custom);
    for (Operation *op : llvm::reverse(match.ops))
      op->erase();
    return custom.getResult(0);
  }
};
} // namespace
