//===- MakeFFIInterface.cpp - Functions for loaders of shared libraries
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FFIMetadata.h"

#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Calls/ArgumentChecks.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Calls/PackedArguments.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

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

/// What the back ends define (`tir-resolve-runtime-at-load` and
/// `tir-use-ffi-runtime`): the first drops an error that tvm-ffi keeps for the
/// thread, the second returns text as an object.
static constexpr StringLiteral kClearError = "tir_ffi_clear_error";
static constexpr StringLiteral kReturnText = "tir_ffi_return_text";

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
        "compile each model to an object of its own (--emit=obj --tvm-ffi), "
        "and link these to one library");
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
    createMetadata(run, "run", model, getFFIMetadata(main));
    if (PrimFuncOp init = findInit(module, model)) {
      auto entry = createEntry(init, mangleSymbol(model, "init"));
      createForwarder(entry, "__tvm_ffi_init");
      createMetadata(entry, "init", model, getFFIMetadata(init));
    }
    exportRegistered(module, main, model);
    for (unsigned index = 0; index < main.getNumArguments(); ++index)
      if (StructOp state = getState(main, index))
        createReset(module, model, state);
  }

private:
  /// Adds a function for each other one that a registry would contain, such as
  /// a kernel that main looks up by its name, if tvm-ffi can pass its
  /// arguments.
  void exportRegistered(ModuleOp module, PrimFuncOp main, StringRef model) {
    for (auto function : llvm::to_vector(module.getOps<PrimFuncOp>())) {
      bool isPassed = llvm::all_of(function.getArgumentTypes(), [](Type type) {
        auto memref = dyn_cast<MemRefType>(type);
        return memref ? findPackingObstacle(memref).empty()
                      : isa<DeviceContextType>(type);
      });
      std::string name = function.getRegistryName(model);
      if (function != main && function.isInRegistry() && isPassed &&
          !function.isExternal() && !module.lookupSymbol("__tvm_ffi_" + name))
        createEntry(function, name);
    }
  }

  /// Returns a function that a back end defines.
  static func::FuncOp declare(ModuleOp module, StringRef name,
                              FunctionType type) {
    if (auto known = module.lookupSymbol<func::FuncOp>(name))
      return known;
    auto builder = OpBuilder::atBlockBegin(module.getBody());
    auto function = func::FuncOp::create(builder, module.getLoc(), name, type);
    function.setPrivate();
    updateEntry(function, [](EntryParts &parts) { parts.forLoaders = true; });
    return function;
  }

  /// Returns whether code of others runs in the model, which may raise an error
  /// in tvm-ffi that says more than its code.
  static bool callsOthers(ModuleOp module) {
    return module
        .walk([](BufferCallOpInterface call) {
          auto callee =
              dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration());
          return callee && !callee.isExternal() ? WalkResult::advance()
                                                : WalkResult::interrupt();
        })
        .wasInterrupted();
  }

  /// Creates `__tvm_ffi__metadata_<name>`, for the name with the model's and
  /// for the one without.
  static void createMetadata(func::FuncOp entry, StringRef name,
                             StringRef model, StringRef text) {
    auto module = entry->getParentOfType<ModuleOp>();
    MLIRContext *context = module.getContext();
    Location loc = entry.getLoc();
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    func::FuncOp callee =
        declare(module, kReturnText,
                builder.getFunctionType(
                    {StringType::get(context), ValuesType::get(context)},
                    builder.getI32Type()));
    func::FuncOp function = createFunction(
        builder, loc, "__tvm_ffi__metadata_" + mangleSymbol(model, name));
    builder.setInsertionPointToStart(function.addEntryBlock());
    Value constant = StringConstantOp::create(
        builder, loc, StringType::get(context), builder.getStringAttr(text));
    auto call = func::CallOp::create(builder, loc, callee,
                                     {constant, function.getArgument(Result)});
    func::ReturnOp::create(builder, loc, call.getResults());
    createForwarder(function, ("__tvm_ffi__metadata_" + name).str());
  }

  /// Creates the function that gives a state its initial values.
  static void createReset(ModuleOp module, StringRef model, StructOp state) {
    std::string name = mangleSymbol(model, "reset");
    auto reset = module.lookupSymbol<func::FuncOp>(name);
    if (!reset)
      return;
    Location loc = state.getLoc();
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    func::FuncOp entry = createFunction(builder, loc, "__tvm_ffi_" + name);
    builder.setInsertionPointToStart(entry.addEntryBlock());
    ArgumentChecks checks(builder, loc, name, OnError::Raise);
    checks.checkCount(entry.getArgument(FFINumArgs), 1, /*extra=*/0);
    checks.checkParameter(entry.getArgument(FFIArgs), "args");
    ArgumentChecks::Argument argument{0, "state"};
    Value index = checkState(builder, loc, checks, argument, entry);
    Value pointer =
        createState(builder, loc, checks, argument, state, entry, index);
    func::CallOp::create(builder, loc, reset, pointer);
    func::ReturnOp::create(
        builder, loc,
        arith::ConstantIntOp::create(builder, loc, 0, 32).getResult());
    createForwarder(entry, "__tvm_ffi_reset");
    createMetadata(entry, "reset", model, getResetMetadata(state));
  }

  /// Reads the lower half, since the hosts that load libraries are
  /// little-endian.
  static Value readIndex(OpBuilder &builder, Location loc, func::FuncOp entry,
                         unsigned index) {
    return createPackedGet(builder, loc, entry.getArgument(FFIArgs), 2 * index,
                           builder.getI32Type());
  }

  static Value checkState(OpBuilder &builder, Location loc,
                          ArgumentChecks &checks,
                          const ArgumentChecks::Argument &argument,
                          func::FuncOp entry) {
    Value index = readIndex(builder, loc, entry, argument.index);
    const int32_t accepted[] = {OpaquePtr, DLTensorPtr, Tensor, None};
    checks.checkCode(argument, HandleType::get(builder.getContext()), index,
                     accepted, None, "type_index");
    return index;
  }

  /// Returns a tensor's descriptor.
  static Value createTensor(OpBuilder &builder, Location loc,
                            func::FuncOp entry, unsigned argument,
                            Value index) {
    MLIRContext *context = builder.getContext();
    Value pointer = createPackedGet(builder, loc, entry.getArgument(FFIArgs),
                                    2 * argument + 1, HandleType::get(context));
    Value object = arith::ConstantIntOp::create(builder, loc, Tensor, 32);
    Value isObject = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, index, object);
    Value header = arith::ConstantIntOp::create(builder, loc, kObjectBytes, 64);
    Value none = arith::ConstantIntOp::create(builder, loc, 0, 64);
    Value offset =
        arith::SelectOp::create(builder, loc, isObject, header, none);
    return PointerCastOp::create(builder, loc, DLTensorType::get(context),
                                 pointer, offset);
  }

  /// Returns the address of a state, which is an opaque pointer or the memory
  /// of a tensor of bytes.
  static Value createState(OpBuilder &builder, Location loc,
                           ArgumentChecks &checks,
                           const ArgumentChecks::Argument &argument,
                           StructOp state, func::FuncOp entry, Value index) {
    Type handle = HandleType::get(builder.getContext());
    auto equals = [&](int32_t expected) -> Value {
      Value constant = arith::ConstantIntOp::create(builder, loc, expected, 32);
      return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                   index, constant);
    };
    Value isTensor =
        arith::OrIOp::create(builder, loc, equals(DLTensorPtr), equals(Tensor));
    auto branch = scf::IfOp::create(builder, loc, TypeRange(handle), isTensor,
                                    /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(branch.thenBlock());
      Value tensor = createTensor(builder, loc, entry, argument.index, index);
      StateLayout layout = getStateLayout(state);
      checks.checkPool(argument,
                       MemRefType::get(layout.bytes, builder.getI8Type()),
                       layout.alignment, tensor);
      Value data = DLTensorGetOp::create(builder, loc, handle, tensor,
                                         DLTensorField::Data);
      scf::YieldOp::create(builder, loc, data);
      builder.setInsertionPointToStart(branch.elseBlock());
      Value pointer = createPackedGet(builder, loc, entry.getArgument(FFIArgs),
                                      2 * argument.index + 1, handle);
      checks.checkState(argument, pointer);
      scf::YieldOp::create(builder, loc, pointer);
    }
    return branch.getResult(0);
  }

  /// Refuses a stream of the tensors' device: the model runs at once, in the
  /// thread of its caller.
  static void checkStream(OpBuilder &builder, Location loc, StringRef name,
                          Value tensor) {
    Type i32 = builder.getI32Type(),
         handle = HandleType::get(builder.getContext());
    auto module =
        builder.getBlock()->getParentOp()->getParentOfType<ModuleOp>();
    func::FuncOp callee = declare(module, "TVMFFIEnvGetStream",
                                  builder.getFunctionType({i32, i32}, handle));
    Value type = DLTensorGetOp::create(builder, loc, i32, tensor,
                                       DLTensorField::DeviceType);
    Value id = DLTensorGetOp::create(builder, loc, i32, tensor,
                                     DLTensorField::DeviceId);
    Value stream =
        func::CallOp::create(builder, loc, callee, {type, id}).getResult(0);
    Value isNull = IsNullOp::create(builder, loc, builder.getI1Type(), stream);
    AssertOp::create(builder, loc, isNull,
                     builder.getStringAttr(
                         name +
                         ": expected no stream for the CPU, but one is set "
                         "(TVMFFIEnvSetStream); the model runs at once, in the "
                         "thread that calls it"),
                     /*number=*/Value(),
                     OnErrorAttr::get(builder.getContext(), OnError::Raise),
                     builder.getStringAttr("ValueError"));
  }

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
    updateFunction(inner,
                   [](FunctionParts &parts) { parts.isAlwaysInline = true; });
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
    if (callsOthers(module))
      func::CallOp::create(
          builder, loc,
          declare(module, kClearError, builder.getFunctionType({}, {})),
          ValueRange());
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
      if (getState(main, index)) {
        indices.push_back(
            checkState(builder, loc, checks, described.back(), entry));
        continue;
      }
      Value typeIndex = readIndex(builder, loc, entry, index);
      indices.push_back(typeIndex);
      const int32_t tensors[] = {DLTensorPtr, Tensor};
      const int32_t contexts[] = {OpaquePtr, None};
      checks.checkCode(described.back(), type, typeIndex,
                       isa<MemRefType>(type) ? ArrayRef(tensors)
                                             : ArrayRef(contexts),
                       None, "type_index");
    }
    bool isFirst = true;
    for (auto [index, type] : llvm::enumerate(types)) {
      auto memref = dyn_cast<MemRefType>(type);
      if (StructOp state = getState(main, index)) {
        values.push_back(createState(builder, loc, checks, described[index],
                                     state, entry, indices[index]));
        continue;
      }
      if (!memref) {
        values.push_back(
            createPackedGet(builder, loc, args, 2 * index + 1, type));
        continue;
      }
      Value tensor = createTensor(builder, loc, entry, index, indices[index]);
      if (getPort(main, index).pool)
        checks.checkPool(described[index], memref, getArgAlignment(main, index),
                         tensor);
      else
        checks.checkTensor(described[index],
                           getPassedType(memref, main.getArgAttrDict(index)),
                           getArgAlignment(main, index), tensor);
      if (std::exchange(isFirst, false))
        checkStream(builder, loc, name, tensor);
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
