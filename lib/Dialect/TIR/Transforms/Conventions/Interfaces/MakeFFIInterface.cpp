//===- MakeFFIInterface.cpp - Functions for loaders of shared libraries
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/Calls/ArgumentChecks.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Calls/PackedArguments.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKEFFIINTERFACEPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

namespace {
/// The values of tvm-ffi's `TVMFFITypeIndex` that arguments of a model can
/// have.
enum TypeIndex : int32_t {
  None = 0,
  OpaquePtr = 4,
  DLTensorPtr = 7,
  Tensor = 70,
};

/// The parameters of tvm-ffi's `TVMFFISafeCallType`.
enum Parameter { Self, FFIArgs, FFINumArgs, Result };
} // namespace

/// A tensor object begins with a `TVMFFIObject`, followed by its descriptor.
static constexpr int64_t kObjectBytes = 24;

namespace {
struct MakeFFIInterfacePass
    : public tir::impl::TIRMakeFFIInterfacePassBase<MakeFFIInterfacePass> {
  using TIRMakeFFIInterfacePassBase::TIRMakeFFIInterfacePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<FunctionOpInterface> entry = getOnlyModel(
        module, "loaders of shared libraries find one model, @__tvm_ffi_main",
        "compile each model to a library of its own");
    if (failed(entry) ||
        (*entry && failed(verifyArgumentsArePassed(
                       *entry, "a loader of shared libraries"))))
      return signalPassFailure();
    auto main = module.lookupSymbol<PrimFuncOp>(kMainName);
    if (!main) {
      module.emitError("has no tir.prim_func @")
          << kMainName
          << " for loaders to call; run tir-make-c-interface or "
             "tir-make-packed-interface first";
      return signalPassFailure();
    }
    for (auto [index, type] : llvm::enumerate(main.getArgumentTypes()))
      if (!isWholeBuffer(type) && !isa<DeviceContextType>(type) &&
          !getState(main, index)) {
        main.emitOpError("argument #")
            << index << " is " << type
            << ", but tvm-ffi only passes tensors and device contexts to a "
               "model";
        return signalPassFailure();
      }
    std::string model = getModelName(*entry).str();
    markEntry(main, mangleSymbol(model, "run"), getPlan(*entry));
    auto run = createEntry(main, mangleSymbol(model, "run"));
    createForwarder(run, "__tvm_ffi_run");
    createForwarder(run, "__tvm_ffi_main");
    if (PrimFuncOp init = findInit(module, model))
      createForwarder(createEntry(init, mangleSymbol(model, "init")),
                      "__tvm_ffi_init");
  }

private:
  /// Marks the packed function that loaders call, and creates it if there is
  /// none.
  static void markEntry(PrimFuncOp main, StringRef run, PlanAttr plan) {
    auto module = main->getParentOfType<ModuleOp>();
    std::string packed = (run + "_packed").str();
    for (auto function : module.getOps<PrimFuncOp>())
      if (function.getExportedName() == run ||
          function.getExportedName() == packed) {
        updateEntry(function, [](EntryParts &parts) { parts.isLoaded = true; });
        return;
      }
    PrimFuncOp entry = createCaller(main, "run_packed");
    makePackedEntry(entry, packed);
    updateEntry(entry, [](EntryParts &parts) {
      parts.forLoaders = parts.isLoaded = true;
    });
    allowInternalPools(entry, plan);
  }

  static func::FuncOp createFunction(OpBuilder &builder, Location loc,
                                     StringRef name) {
    MLIRContext *context = builder.getContext();
    Type values = ValuesType::get(context), i32 = builder.getI32Type();
    auto function = func::FuncOp::create(
        builder, loc, name,
        builder.getFunctionType({HandleType::get(context), values, i32, values},
                                i32));
    const StringRef names[] = {"self", "args", "num_args", "result"};
    for (auto [index, argument] : llvm::enumerate(names))
      function.setArgAttr(index, kNameAttrName,
                          builder.getStringAttr(argument));
    updateEntry(function, [](EntryParts &parts) { parts.forLoaders = true; });
    return function;
  }

  /// Creates a function that calls `main` and returns its code. A call in the
  /// entry itself would return the code before the entry could report it.
  static func::FuncOp createInner(OpBuilder &builder, PrimFuncOp main,
                                  StringRef name) {
    Location loc = main.getLoc();
    auto inner = func::FuncOp::create(
        builder, loc, (name + "_loaded").str(),
        builder.getFunctionType(main.getArgumentTypes(), builder.getI32Type()));
    inner.setPrivate();
    inner->setAttr(kAlwaysInlineAttrName, builder.getUnitAttr());
    updateEntry(inner, [](EntryParts &parts) { parts.forLoaders = true; });
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(inner.addEntryBlock());
    CallTIROp::create(builder, loc, FlatSymbolRefAttr::get(main),
                      inner.getArguments());
    Value ok = arith::ConstantIntOp::create(builder, loc, 0, 32);
    func::ReturnOp::create(builder, loc, ok);
    return inner;
  }

  func::FuncOp createEntry(PrimFuncOp main, StringRef name) {
    Location loc = main.getLoc();
    auto module = main->getParentOfType<ModuleOp>();
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    func::FuncOp inner = createInner(builder, main, name);
    func::FuncOp entry =
        createFunction(builder, loc, ("__tvm_ffi_" + name).str());
    builder.setInsertionPointToStart(entry.addEntryBlock());
    SmallVector<Value> arguments = createArguments(builder, main, name, entry);
    Value code =
        func::CallOp::create(builder, loc, inner, arguments).getResult(0);
    // Without an exception, a host would look for one in vain and crash. Errors
    // that are reported to a runtime are raised, too, and say more.
    if (onError != OnError::LastError)
      ReportErrorOp::create(
          builder, loc, code, builder.getStringAttr(name),
          /*device=*/StringAttr(), /*number=*/Value(),
          OnErrorAttr::get(builder.getContext(), OnError::Raise));
    func::ReturnOp::create(builder, loc, code);
    return entry;
  }

  /// Checks the arguments and reads them.
  static SmallVector<Value> createArguments(OpBuilder &builder, PrimFuncOp main,
                                            StringRef name,
                                            func::FuncOp entry) {
    Location loc = main.getLoc();
    MLIRContext *context = builder.getContext();
    ArrayRef<Type> types = main.getArgumentTypes();
    Value args = entry.getArgument(FFIArgs);
    ArgumentChecks checks(builder, loc, name, OnError::Raise);
    checks.checkCount(entry.getArgument(FFINumArgs), types.size(),
                      /*extra=*/0);
    SmallVector<ArgumentChecks::Argument> described;
    SmallVector<Value> indices, values;
    if (!types.empty())
      checks.checkParameter(args, "args");
    for (auto [index, type] : llvm::enumerate(types)) {
      auto given = main.getArgAttrOfType<StringAttr>(index, kNameAttrName);
      described.push_back(
          {unsigned(index),
           given ? given.str() : "arg" + std::to_string(index)});
      // Reads the lower half, since the hosts that load libraries are
      // little-endian.
      Value typeIndex =
          createPackedGet(builder, loc, args, 2 * index, builder.getI32Type());
      indices.push_back(typeIndex);
      const int32_t tensors[] = {DLTensorPtr, Tensor};
      const int32_t contexts[] = {OpaquePtr, None};
      checks.checkCode(described.back(), type, typeIndex,
                       isa<MemRefType>(type) ? ArrayRef(tensors)
                                             : ArrayRef(contexts),
                       None, "type_index");
    }
    for (auto [index, type] : llvm::enumerate(types)) {
      auto memref = dyn_cast<MemRefType>(type);
      if (!memref) {
        values.push_back(
            createPackedGet(builder, loc, args, 2 * index + 1, type));
        if (getState(main, index))
          checks.checkState(described[index], values.back());
        continue;
      }
      Value pointer = createPackedGet(builder, loc, args, 2 * index + 1,
                                      HandleType::get(context));
      Value object = arith::ConstantIntOp::create(builder, loc, Tensor, 32);
      Value isObject = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, indices[index], object);
      Value header =
          arith::ConstantIntOp::create(builder, loc, kObjectBytes, 64);
      Value none = arith::ConstantIntOp::create(builder, loc, 0, 64);
      Value offset =
          arith::SelectOp::create(builder, loc, isObject, header, none);
      Value tensor = PointerCastOp::create(
          builder, loc, DLTensorType::get(context), pointer, offset);
      if (main.getArgAttr(index, kPoolAttrName))
        checks.checkPool(described[index], memref, getArgAlignment(main, index),
                         tensor);
      else
        checks.checkTensor(described[index],
                           getPassedType(memref, main.getArgAttrDict(index)),
                           getArgAlignment(main, index), tensor);
      values.push_back(createTensorData(builder, loc, tensor, memref));
    }
    return values;
  }

  static void createForwarder(func::FuncOp entry, StringRef name) {
    OpBuilder builder(entry.getContext());
    builder.setInsertionPointAfter(entry);
    Location loc = entry.getLoc();
    func::FuncOp function = createFunction(builder, loc, name);
    builder.setInsertionPointToStart(function.addEntryBlock());
    auto call =
        func::CallOp::create(builder, loc, entry, function.getArguments());
    func::ReturnOp::create(builder, loc, call.getResults());
  }
};
} // namespace
