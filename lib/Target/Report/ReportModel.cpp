//===- ReportModel.cpp - What a report says of constants and kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportModel.h"

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;
using namespace tir::report;

SmallVector<ConstantRow> report::collectConstants(ModuleOp module) {
  DataLayout layout(module);
  SmallVector<ConstantRow> rows;
  auto add = [&](StringRef name, ShapedType type,
                 std::optional<uint64_t> alignment) {
    Type element = type.getElementType();
    // EmitC has types of C (`size_t`) whose size only the compiler knows.
    if (!element.isIntOrIndexOrFloat() || !type.hasStaticShape())
      return;
    uint64_t natural = layout.getTypeABIAlignment(element);
    uint64_t bytes =
        llvm::alignTo(layout.getTypeSize(element).getFixedValue(), natural);
    rows.push_back({name.str(), bytes * type.getNumElements(),
                    alignment.value_or(natural)});
  };
  for (Operation &op : module.getOps()) {
    if (auto global = dyn_cast<memref::GlobalOp>(op)) {
      if (global.getConstant())
        add(global.getSymName(), global.getType(), global.getAlignment());
    } else if (auto global = dyn_cast<emitc::GlobalOp>(op)) {
      auto type = dyn_cast<ShapedType>(global.getType());
      auto alignment = global->getAttrOfType<IntegerAttr>(kAlignmentAttrName);
      if (global.getConstSpecifier() && type)
        add(global.getSymName(), type,
            alignment ? std::optional<uint64_t>(alignment.getInt())
                      : std::nullopt);
    } else if (auto global = dyn_cast<LLVM::GlobalOp>(op)) {
      Type type = global.getGlobalType();
      if (global.getConstant())
        rows.push_back(
            {global.getSymName().str(),
             layout.getTypeSize(type).getFixedValue(),
             global.getAlignment().value_or(layout.getTypeABIAlignment(type))});
    }
  }
  return rows;
}

/// A kernel is what carries a place.
static bool isKernel(Operation *function) {
  return function && function->hasAttr(kPlaceAttrName);
}

/// Two kernels may come from one operation of the model (a name of its own
/// then stands for both), and a kernel may be called twice.
static void makePlacesDistinct(SmallVectorImpl<KernelRow> &rows) {
  auto count = [&]() {
    llvm::StringMap<unsigned> counts;
    for (const KernelRow &row : rows)
      ++counts[row.place];
    return counts;
  };
  llvm::StringMap<unsigned> counts = count();
  for (KernelRow &row : rows)
    if (counts.lookup(row.place) > 1)
      row.place += " (" + row.function + ")";
  counts = count();
  for (KernelRow &row : rows)
    if (counts.lookup(row.place) > 1)
      row.place += " at step " + std::to_string(row.step);
}

SmallVector<KernelRow> report::collectKernels(ModuleOp module, ArrayAttr steps,
                                              StringRef prefix) {
  SmallVector<KernelRow> rows;
  SymbolTable symbols(module);
  size_t nextStep = 0;
  auto stepOf = [&](StringRef function) -> uint64_t {
    function.consume_front(prefix);
    for (size_t i = nextStep; steps && i < steps.size(); ++i)
      if (cast<StringAttr>(steps[i]).getValue() == function) {
        nextStep = i + 1;
        return i;
      }
    return rows.size();
  };
  module.walk([&](CallOpInterface call) {
    auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    if (!callee)
      return;
    Operation *function = symbols.lookup(callee.getRootReference());
    if (!isKernel(function))
      return;
    KernelRow row;
    row.function = callee.getRootReference().getValue().str();
    row.step = stepOf(row.function);
    row.place = function->getAttrOfType<StringAttr>(kPlaceAttrName).str();
    if (auto fused = function->getAttrOfType<ArrayAttr>(kFusedAttrName))
      for (auto place : fused.getAsRange<StringAttr>())
        row.fused.push_back(place.str());
    auto macs = function->getAttrOfType<IntegerAttr>(kMACsAttrName);
    row.macs = macs ? macs.getInt() : 0;
    rows.push_back(std::move(row));
  });
  makePlacesDistinct(rows);
  return rows;
}
