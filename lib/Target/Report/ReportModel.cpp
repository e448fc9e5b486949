//===- ReportModel.cpp - The data of a report
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Report/ReportModel.h"

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::report;

/// Returns the row of a constant of that type, or nothing if only the C
/// compiler knows its size: EmitC has C types (`size_t`).
static std::optional<ConstantRow> makeRow(const DataLayout &layout,
                                          StringRef name, ShapedType type,
                                          std::optional<uint64_t> alignment) {
  Type element = type.getElementType();
  if (!element.isIntOrIndexOrFloat() || !type.hasStaticShape())
    return std::nullopt;
  uint64_t natural = layout.getTypeABIAlignment(element);
  uint64_t bytes =
      llvm::alignTo(layout.getTypeSize(element).getFixedValue(), natural);
  return ConstantRow{name.str(), bytes * type.getNumElements(),
                     alignment.value_or(natural)};
}

/// Returns the row of an operation if it is a constant.
static std::optional<ConstantRow> readConstant(const DataLayout &layout,
                                               Operation &op) {
  if (auto pool = dyn_cast<PoolOp>(op)) {
    if (std::optional<ElementsAttr> contents = pool.getContents())
      return makeRow(layout, pool.getSymName(), contents->getShapedType(),
                     pool.getAlignment());
    if (pool.getReadOnly())
      return ConstantRow{pool.getSymName().str(), pool.getSize().value_or(0),
                         uint64_t(pool.getAlignment())};
  }
  if (auto global = dyn_cast<memref::GlobalOp>(op);
      global && global.getConstant())
    return makeRow(layout, global.getSymName(), global.getType(),
                   global.getAlignment());
  if (auto global = dyn_cast<emitc::GlobalOp>(op)) {
    auto type = dyn_cast<ShapedType>(global.getType());
    int64_t alignment = getGlobalParts(global).alignment;
    if (global.getConstSpecifier() && type)
      return makeRow(layout, global.getSymName(), type,
                     alignment != 0 ? std::optional<uint64_t>(alignment)
                                    : std::nullopt);
  }
  if (auto global = dyn_cast<LLVM::GlobalOp>(op);
      global && global.getConstant()) {
    Type type = global.getGlobalType();
    return ConstantRow{
        global.getSymName().str(), layout.getTypeSize(type).getFixedValue(),
        global.getAlignment().value_or(layout.getTypeABIAlignment(type))};
  }
  return std::nullopt;
}

SmallVector<ConstantRow> report::collectConstants(ModuleOp module) {
  DataLayout layout(module);
  SmallVector<ConstantRow> rows;
  for (Operation &op : module.getOps())
    if (std::optional<ConstantRow> row = readConstant(layout, op))
      rows.push_back(std::move(*row));
  return rows;
}

/// Makes the places of all rows different. Two kernels may come from one
/// operation of the model (and share its name), and a kernel may be called
/// twice.
static void makePlacesDistinct(MutableArrayRef<KernelRow> rows) {
  auto count = [&]() {
    llvm::StringMap<unsigned> counts;
    for (const KernelRow &row : rows)
      ++counts[row.place];
    return counts;
  };
  for (KernelRow &row : rows)
    row.name = row.place;
  llvm::StringMap<unsigned> counts = count();
  for (KernelRow &row : rows)
    if (counts.lookup(row.place) > 1)
      row.place += " (" + row.function + ")";
  counts = count();
  for (KernelRow &row : rows)
    if (counts.lookup(row.place) > 1)
      row.place += " at step " + std::to_string(row.step);
  // A kernel may also call another one twice.
  counts = count();
  llvm::StringMap<unsigned> calls;
  for (KernelRow &row : rows)
    if (counts.lookup(row.place) > 1)
      row.place += ", call " + std::to_string(++calls[row.place]);
}

/// Returns the strings in `list`, or none if it is not a list.
static std::vector<std::string> getTexts(Attribute list) {
  std::vector<std::string> texts;
  if (auto array = dyn_cast_or_null<ArrayAttr>(list))
    for (auto text : array.getAsRange<StringAttr>())
      texts.push_back(text.str());
  return texts;
}

/// Returns the text, which may be missing.
static std::optional<std::string> getText(StringAttr text) {
  return text ? std::optional(text.str()) : std::nullopt;
}

SmallVector<StepRow> report::collectSteps(PlanAttr plan) {
  SmallVector<StepRow> rows;
  if (!plan)
    return rows;
  for (PlannedStepAttr step : plan.getSteps()) {
    StepRow &row = rows.emplace_back();
    row.name = step.getName().str();
    row.traffic = {uint64_t(step.getReads()), uint64_t(step.getWrites()),
                   uint64_t(step.getConstants())};
    row.calls = step.getCalls().value_or(1);
    if (std::optional<int64_t> period = step.getTurnPeriod())
      row.turns =
          Turns{uint64_t(step.getFirstTurn().value_or(0)), uint64_t(*period)};
    row.place = getText(step.getPlace());
    if (row.place)
      row.fused = getTexts(step.getFused());
    row.channels = step.getChannels();
    row.external = getText(step.getExternal());
    row.device = getText(step.getDevice()).value_or("");
  }
  countLiveBytes(plan.getBuffers(), rows);
  for (PlannedBufferAttr buffer : plan.getBuffers())
    if (uint64_t step = buffer.getFirst();
        step < rows.size() && buffer.getFirst() == buffer.getLast())
      rows[step].scratchBytes += buffer.getBytes();
  return rows;
}

namespace {
class KernelCollector {
public:
  KernelCollector(ModuleOp module, ArrayRef<StepRow> steps, StringRef prefix)
      : symbols(module), steps(steps), prefix(prefix) {}

  std::vector<KernelRow> collect();

private:
  void addExternal(uint64_t step);
  KernelRow makeRow(Operation *function, KernelAttr kernel, uint64_t step,
                    std::optional<Traffic> traffic);
  /// Adds the kernel that `function` is or calls, if any, with the kernels that
  /// this one calls.
  void add(Operation *function, uint64_t step, std::optional<Traffic> traffic);

  SymbolTable symbols;
  ArrayRef<StepRow> steps;
  StringRef prefix;
  std::vector<KernelRow> rows;
  /// The functions that `add` is currently visiting.
  llvm::SmallPtrSet<Operation *, 8> open;
  /// Functions that have a row.
  llvm::SmallPtrSet<Operation *, 8> listed;
};
} // namespace

void KernelCollector::addExternal(uint64_t step) {
  const StepRow &called = steps[step];
  KernelRow row;
  row.step = step;
  row.function = called.name;
  row.place = called.external->empty() ? called.name : *called.external;
  if (KernelAttr kernel = getKernelAttr(symbols.lookup(called.name)))
    row.macs = kernel.getMacs();
  row.calls = called.calls;
  row.isExternal = true;
  row.device = called.device;
  row.traffic = called.traffic;
  rows.push_back(std::move(row));
}

KernelRow KernelCollector::makeRow(Operation *function, KernelAttr kernel,
                                   uint64_t step,
                                   std::optional<Traffic> traffic) {
  KernelRow row;
  row.step = step;
  row.function = SymbolTable::getSymbolName(function).str();
  StringRef shell = row.function;
  if (shell.consume_back("_body") && symbols.lookup(shell))
    row.shell = shell.str();
  // The step's own place belongs to the function that the step calls directly.
  bool hasOwnPlace = traffic && steps[step].place;
  row.place = hasOwnPlace ? *steps[step].place : kernel.getPlace().str();
  row.fused = hasOwnPlace ? steps[step].fused : getTexts(kernel.getFused());
  // Once: a list of all callers on the row of each caller would grow with the
  // square of their number.
  if (listed.insert(function).second)
    row.sharedBy = getTexts(kernel.getSharedBy());
  if (StringAttr kind = kernel.getKind())
    row.kind = kind.getValue();
  row.macs = kernel.getMacs();
  row.cycles = kernel.getCycles();
  row.calls = steps[step].calls;
  row.turns = steps[step].turns;
  row.traffic = traffic;
  if (traffic)
    row.channels = steps[step].channels;
  return row;
}

void KernelCollector::add(Operation *function, uint64_t step,
                          std::optional<Traffic> traffic) {
  if (!open.insert(function).second)
    return;
  if (isKernel(function)) {
    rows.push_back(makeRow(function, getKernelAttr(function), step, traffic));
    traffic.reset();
  }
  function->walk([&](CallOpInterface call) {
    auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    Operation *called =
        callee ? symbols.lookup(callee.getRootReference()) : nullptr;
    if (called)
      add(called, step, traffic);
  });
  open.erase(function);
}

std::vector<KernelRow> KernelCollector::collect() {
  for (size_t step = 0; step < steps.size(); ++step) {
    size_t first = rows.size();
    if (steps[step].external)
      addExternal(step);
    else if (Operation *function =
                 symbols.lookup((prefix + steps[step].name).str()))
      add(function, step, steps[step].traffic);
    for (KernelRow &row : MutableArrayRef(rows).drop_front(first))
      row.liveBytes = steps[step].liveBytes;
    if (rows.size() > first)
      rows[first].scratchBytes = steps[step].scratchBytes;
  }
  makePlacesDistinct(rows);
  return std::move(rows);
}

std::vector<KernelRow> report::collectKernels(ModuleOp module,
                                              ArrayRef<StepRow> steps,
                                              StringRef prefix) {
  return KernelCollector(module, steps, prefix).collect();
}

std::map<uint64_t, std::string> report::nameCalls(ModuleOp module,
                                                  ArrayRef<StepRow> steps,
                                                  ArrayRef<KernelRow> kernels,
                                                  StringRef prefix) {
  std::map<uint64_t, std::string> names;
  // The first row of a step is for the kernel that main calls.
  for (const KernelRow &row : kernels)
    names.try_emplace(row.step, row.name);
  SymbolTable symbols(module);
  for (auto [step, row] : llvm::enumerate(steps))
    if (symbols.lookup((prefix + row.name).str()))
      names.try_emplace(step, row.name);
  return names;
}
