//===- RowNames.cpp - What the C of a network that runs by rows says
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowNames.h"

#include "CExpr.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Support/Digits.h"
#include "tir/Support/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"
#include <utility>

using namespace mlir;
using namespace tir;
using namespace tir::c;

static bool hasTurns(PlannedStepAttr step) {
  return step.getFirstTurn() && step.getCalls();
}

/// Returns the layer that a step computes, as the model calls it, or an empty
/// string.
StringRef RowNames::getPlace(PlannedStepAttr step, Operation *call) const {
  if (StringAttr place = step.getPlace())
    return place;
  KernelAttr kernel = getKernelAttr(symbols.lookupNearestSymbolFrom(
      call, cast<emitc::CallOp>(call).getCalleeAttr()));
  return kernel && kernel.getPlace() ? kernel.getPlace().getValue() : "";
}

RowNames::RowNames(emitc::FuncOp function, ArrayRef<ModelInfo> models) {
  for (const ModelInfo &info : models) {
    if (!info.plan || llvm::none_of(info.plan.getSteps(), hasTurns))
      continue;
    model = &info;
    findCalls(function);
    findPlaces();
    if (llvm::any_of(llvm::make_second_range(steps), hasTurns))
      return;
    steps.clear();
    places.clear();
  }
  model = nullptr;
}

/// Finds the steps in the order of the plan: several may call one kernel.
void RowNames::findCalls(emitc::FuncOp function) {
  llvm::StringMap<SmallVector<PlannedStepAttr>> byName;
  for (PlannedStepAttr step : llvm::reverse(model->plan.getSteps()))
    byName[mangleSymbol(model->name, step.getName().getValue())].push_back(
        step);
  function.walk<WalkOrder::PreOrder>([&](emitc::CallOp call) {
    auto found = byName.find(call.getCallee());
    if (found == byName.end() || found->second.empty())
      return;
    steps[call] = found->second.pop_back_val();
  });
}

void RowNames::findPlaces() {
  llvm::StringSet<> pools;
  for (PlannedBufferAttr buffer : model->plan.getBuffers()) {
    StringRef pool = buffer.getPool().getValue();
    std::string inC = mangleSymbol(model->name, pool),
                name = sanitizeName(buffer.getName());
    bool isNew = pools.insert(pool).second;
    if (isNew)
      places[inC].push_back({pool, 0});
    if (!isNew || name != inC)
      places[name].push_back({pool, buffer.getOffset()});
  }
}

//===----------------------------------------------------------------------===//
// The comment
//===----------------------------------------------------------------------===//

static std::string describeTurns(PlannedStepAttr step) {
  int64_t period = step.getTurnPeriod().value_or(1);
  std::string text = "turn " + std::to_string(*step.getFirstTurn());
  if (*step.getCalls() == 1)
    return text;
  text += period == 1 ? " and each one after it"
          : period == 2
              ? " and every second one after it"
              : " and every " + std::to_string(period) + "th one after it";
  return text + ", " + groupDigits(*step.getCalls()) + " rows";
}

static std::string describeRows(PlannedBufferAttr buffer) {
  std::string text = escapeForComment(buffer.getName()) + ": " +
                     groupDigits(*buffer.getRows()) + " of " +
                     groupDigits(buffer.getTensorRows().value_or(0)) +
                     " rows, " + groupDigits(buffer.getBytes()) + " bytes at " +
                     escapeForComment(buffer.getPool());
  if (buffer.getOffset() != 0)
    text += " + " + std::to_string(buffer.getOffset());
  return text;
}

/// Returns the loop over the turns in which a call is, or null.
static Operation *getOutermostLoop(Operation *call) {
  Operation *loop = nullptr;
  for (auto outer = call->getParentOfType<emitc::ForOp>(); outer;
       outer = outer->getParentOfType<emitc::ForOp>())
    loop = outer;
  return loop;
}

void RowNames::printComment(llvm::raw_ostream &os) const {
  if (!model)
    return;
  llvm::MapVector<Operation *, SmallVector<std::string>> layersOf;
  for (const auto &[call, step] : steps)
    if (StringRef place = getPlace(step, call);
        hasTurns(step) && !place.empty())
      layersOf[getOutermostLoop(call)].push_back(
          "- " + escapeForComment(place) + ": " + describeTurns(step));
  SmallVector<std::string> lines;
  // Steps that another function runs have no layers here.
  std::string start = "/* Runs by rows. ";
  for (auto [number, layers] :
       llvm::enumerate(llvm::make_second_range(layersOf))) {
    std::string loop = layersOf.size() == 1
                           ? "the loop"
                           : "loop " + std::to_string(number + 1);
    lines.push_back(
        std::exchange(start, "") + "In a turn of " + loop +
        (number == 0 ? ", each of these layers makes one row, from the first "
                       "one on:"
                     : ":"));
    llvm::append_range(lines, layers);
  }
  lines.push_back(start + "The rows that later turns need are in memory:");
  for (PlannedBufferAttr buffer : model->plan.getBuffers())
    if (buffer.getRows())
      lines.push_back("- " + describeRows(buffer));
  lines.back() += " */";
  os << wrapWords(lines.front(), 0);
  for (StringRef line : llvm::drop_begin(lines))
    os << wrapWords(line, 3);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string RowNames::getName(Operation *op, StringRef text) const {
  if (!model || op->getNumResults() != 1)
    return "";
  Type type = op->getResult(0).getType();
  if (isa<emitc::PointerType>(type))
    return nameBuffer(text);
  return type.isInteger(1) ? nameCondition(op, text) : "";
}

/// Returns the name of an address that is a constant distance from the
/// beginning of a pool or of a named buffer.
std::string RowNames::nameBuffer(StringRef text) const {
  SmallVector<StringRef> parts;
  int64_t at = 0;
  static const llvm::Regex form("([A-Za-z0-9_]+)( \\+ ([0-9]+))?\\)*$");
  if (!form.match(text, &parts) ||
      (!parts[3].empty() && parts[3].getAsInteger(10, at)) ||
      !places.count(parts[1]))
    return "";
  auto [name, isNew] = known[parts[1]].try_emplace(at);
  if (isNew)
    name->second = nameAddress(parts[1], at);
  return name->second;
}

/// Returns the number of the row of a buffer that begins at an offset of its
/// pool. Row 0 stands for the buffer, which may not have rows.
static std::optional<int64_t> findRow(PlannedBufferAttr buffer,
                                      int64_t offset) {
  int64_t behind = offset - buffer.getOffset();
  if (behind == 0)
    return 0;
  int64_t rows = buffer.getRows().value_or(0), bytes = buffer.getBytes();
  if (rows == 0 || bytes % rows != 0 || behind < 0 || behind >= bytes ||
      behind % (bytes / rows) != 0)
    return std::nullopt;
  return behind / (bytes / rows);
}

/// Returns the buffer at an address, or the row of a buffer that is there.
/// Buffers that live at different times may share an address, which then has no
/// name.
std::string RowNames::nameAddress(StringRef name, int64_t at) const {
  SmallVector<PlannedBufferAttr> found;
  SmallVector<std::string> rows;
  for (auto [pool, offset] : places.lookup(name))
    for (PlannedBufferAttr buffer : model->plan.getBuffers()) {
      if (buffer.getPool().getValue() != pool)
        continue;
      std::optional<int64_t> row = findRow(buffer, offset + at);
      if (row == 0)
        found.push_back(buffer);
      else if (row)
        rows.push_back(sanitizeName(buffer.getName()) + "_" +
                       std::to_string(*row));
    }
  // The rows of a tensor are there in all turns.
  if (found.size() > 1)
    llvm::erase_if(found,
                   [](PlannedBufferAttr buffer) { return !buffer.getRows(); });
  if (found.size() == 1)
    return sanitizeName(found.front().getName());
  return found.empty() && rows.size() == 1 ? rows.front() : "";
}

/// Returns the short name of a layer: what is in parentheses, such as conv2d#1.
static std::string shorten(StringRef place) {
  size_t open = place.rfind('(');
  if (place.ends_with(")") && open != StringRef::npos)
    place = place.drop_back().drop_front(open + 1);
  return sanitizeName(place);
}

/// Names a condition on the turn by its only number.
static std::string nameTurns(StringRef text) {
  SmallVector<StringRef> parts;
  for (auto [form, name] :
       {std::pair<StringRef, StringRef>("^[a-z0-9_]+ == ([0-9]+)$", "is_turn_"),
        {"^[a-z0-9_]+ <= ([0-9]+)$", "until_turn_"},
        {"^[a-z0-9_]+ >= ([0-9]+)$", "from_turn_"}})
    if (llvm::Regex(form).match(text, &parts))
      return (name + parts[1]).str();
  llvm::Regex period("^\\(int32_t\\)\\(\\(uint32_t\\)[a-z0-9_]+ % ([0-9]+)u\\)"
                     " == ([0-9]+)$");
  if (!period.match(text, &parts))
    return "";
  if (parts[1] == "2")
    return parts[2] == "0" ? "is_even_turn" : "is_odd_turn";
  return ("is_turn_" + parts[2] + "_of_every_" + parts[1]).str();
}

std::string RowNames::nameCondition(Operation *op, StringRef text) const {
  for (Operation *user : op->getResult(0).getUsers()) {
    auto guard = dyn_cast<emitc::IfOp>(user);
    if (!guard)
      continue;
    for (auto call : guard.getThenRegion().getOps<emitc::CallOp>())
      if (auto found = steps.find(call); found != steps.end())
        if (StringRef place = getPlace(found->second, call); !place.empty())
          return "makes_" + shorten(place);
  }
  return nameTurns(text);
}
