//===- ResultHooks.cpp - Calls that show the results of kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultHooks.h"

#include "CheckedProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tir/Dialect/Kernel/IR/ArgumentAttr.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

/// Calls `visit` with each call of a kernel in the main functions, the kernel,
/// and what the call computes.
static void
forEachCall(ModuleOp module,
            function_ref<void(CallTIROp, PrimFuncOp, LayerAttr)> visit) {
  SymbolTable symbols(module);
  for (auto main : module.getOps<PrimFuncOp>()) {
    if (main.isPrivate())
      continue;
    main.walk([&](CallTIROp call) {
      auto kernel = symbols.lookup<PrimFuncOp>(call.getCallee());
      if (LayerAttr layer = kernel ? getLayerOfCall(call, kernel) : nullptr)
        visit(call, kernel, layer);
    });
  }
}

void tir::forEachKernelCall(
    ModuleOp module,
    function_ref<void(CallTIROp, PrimFuncOp, StringRef)> visit) {
  forEachCall(module, [&](CallTIROp call, PrimFuncOp kernel, LayerAttr layer) {
    visit(call, kernel, layer.getPlace());
  });
}

static Attribute getLastOperation(LayerAttr layer) {
  ArrayAttr fused = layer.getFused();
  return fused && !fused.empty() ? fused.getValue().back() : layer.getPlace();
}

SmallVector<KernelResult> tir::collectResults(ModuleOp kernels) {
  SmallVector<KernelResult> results;
  forEachCall(kernels, [&](CallTIROp call, PrimFuncOp, LayerAttr layer) {
    // Control flow may call it several times in a run, or never.
    if (!isa<PrimFuncOp>(call->getParentOp()))
      return;
    for (Type type : call.getResultTypes())
      results.push_back({getLastOperation(layer), layer.getPlace().str(),
                         cast<RankedTensorType>(type)});
  });
  return results;
}

/// Returns the arguments that contain results when a call returns.
static SmallVector<unsigned> getResultArguments(PrimFuncOp kernel) {
  SmallVector<unsigned> arguments;
  for (unsigned index = 0, e = kernel.getNumArguments(); index != e; ++index) {
    auto effect = kernel.getArgAttrOfType<EffectAttr>(index, kEffectAttrName);
    if (effect && effect.getValue() == Effect::Write &&
        !getArgumentParts(kernel, index).isScratch &&
        isa<MemRefType>(kernel.getArgumentTypes()[index]))
      arguments.push_back(index);
  }
  return arguments;
}

/// Returns whether the argument has the bytes of `type`, or of whole rows of
/// it, one after the other.
static bool isPlain(PrimFuncOp kernel, unsigned argument,
                    RankedTensorType type) {
  auto part = cast<MemRefType>(kernel.getArgumentTypes()[argument]);
  if (part.getElementType() != type.getElementType() ||
      !part.getLayout().isIdentity())
    return false;
  RowWindowAttr window = getArgumentParts(kernel, argument).window;
  if (!window)
    return part.getNumElements() == type.getNumElements();
  ArrayRef<int64_t> shape = type.getShape();
  return part.getRank() == type.getRank() &&
         llvm::all_of(shape.take_front(window.getDim()),
                      [](int64_t extent) { return extent == 1; }) &&
         // A band of columns makes a part of a row.
         shape.drop_front(window.getDim() + 1) ==
             part.getShape().drop_front(window.getDim() + 1) &&
         type.getNumElements() % part.getNumElements() == 0;
}

/// Returns the numbers of the results that end with each operation.
static DenseMap<Attribute, SmallVector<int64_t, 1>>
numberResults(ArrayRef<KernelResult> results) {
  DenseMap<Attribute, SmallVector<int64_t, 1>> numbers;
  for (auto [number, result] : llvm::enumerate(results))
    numbers[result.last].push_back(number);
  return numbers;
}

std::string tir::getHookName(unsigned number) {
  return ("tirc_check_result_" + Twine(number)).str();
}

void tir::callHook(OpBuilder &builder, Location loc, StringRef hook,
                   int32_t number, ValueRange buffers) {
  SmallVector<Value> arguments = {arith::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(number))};
  llvm::append_range(arguments, buffers);
  auto made = CallExternOp::create(
      builder, loc, TypeRange(),
      FlatSymbolRefAttr::get(builder.getContext(), hook), arguments,
      /*device_context=*/Value(), builder.getUnitAttr(),
      builder.getI32IntegerAttr(0), /*arg_attrs=*/nullptr,
      /*res_attrs=*/nullptr);
  updateCall(made, [](CallParts &parts) { parts.isHook = true; });
}

/// Returns the place of the last call that ends with each operation. By rows, a
/// kernel may be several, the first of which have another layout than the
/// result.
static DenseMap<Attribute, StringAttr> findLastPlaces(ModuleOp compiled) {
  DenseMap<Attribute, StringAttr> places;
  forEachCall(compiled, [&](CallTIROp, PrimFuncOp, LayerAttr layer) {
    places[getLastOperation(layer)] = layer.getPlace();
  });
  return places;
}

static void showResult(CallTIROp call, unsigned argument, int32_t number,
                       DenseMap<Type, unsigned> &hooks) {
  OpBuilder builder(call);
  builder.setInsertionPointAfter(call);
  Value buffer = call.getArgs()[argument];
  unsigned hook =
      hooks.try_emplace(buffer.getType(), hooks.size()).first->second;
  callHook(builder, call.getLoc(), getHookName(hook), number, buffer);
}

SmallVector<ShownResult>
tir::insertResultHooks(ModuleOp compiled, ArrayRef<KernelResult> results) {
  SmallVector<ShownResult> shown;
  DenseMap<Attribute, StringAttr> lastPlaces = findLastPlaces(compiled);
  DenseMap<Attribute, SmallVector<int64_t, 1>> numberOf =
      numberResults(results);
  DenseMap<Type, unsigned> hooks;
  unsigned calls = 0;
  auto show = [&](CallTIROp call, PrimFuncOp kernel, LayerAttr layer) {
    SmallVector<unsigned> arguments = getResultArguments(kernel);
    ArrayRef<int64_t> numbers;
    if (auto known = numberOf.find(getLastOperation(layer));
        known != numberOf.end())
      numbers = known->second;
    ShownResult result = {call.getLoc(),
                          kernel.getSymName(),
                          calls++,
                          -1,
                          layer.getPlace().str(),
                          0};
    // A schedule may add results that only its own kernels read.
    if (numbers.size() != arguments.size() ||
        lastPlaces.lookup(getLastOperation(layer)) != layer.getPlace()) {
      shown.push_back(result);
      return;
    }
    for (auto [number, argument] : llvm::zip_equal(numbers, arguments)) {
      auto type = cast<MemRefType>(kernel.getArgumentTypes()[argument]);
      bool plain = isPlain(kernel, argument, results[number].type);
      result.number = plain ? number : -1;
      result.bytes = getByteCount(type);
      if (plain)
        showResult(call, argument, shown.size(), hooks);
      shown.push_back(result);
    }
  };
  forEachCall(compiled, show);
  return shown;
}
