//===- MakePackedAPI.cpp - Functions with packed arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RenameSymbols.h"
#include "tir/Dialect/TIR/Analysis/ModuleCalls.h"
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
#include "tir/ABI/TypeCodes.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/PackedValues.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKEPACKEDAPIPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static LogicalResult verifyFunction(PrimFuncOp function) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    StringRef obstacle = findPackingObstacle(type);
    if (!obstacle.empty())
      return function.emitOpError("argument #")
             << index << " is " << type << ", " << obstacle;
    auto memref = dyn_cast<MemRefType>(type);
    int64_t offset = memref ? memref.getStridesAndOffset().second : 0;
    if (offset != 0 && !ShapedType::isDynamic(offset))
      return function.emitOpError("argument #")
             << index << " is " << type
             << ", but a packed function only gets the address of the first "
                "element; make the offset dynamic (offset: ?) or 0";
  }
  return success();
}

/// Returns the codes that an argument of that type may have.
static SmallVector<int32_t> getAcceptedCodes(Type type) {
  auto codes = [](std::initializer_list<ArgTypeCode> list) {
    return llvm::map_to_vector(list,
                               [](ArgTypeCode code) { return int32_t(code); });
  };
  if (isa<MemRefType, DLTensorType>(type))
    return codes({ArgTypeCode::DLTensorHandle, ArgTypeCode::NDArrayHandle,
                  ArgTypeCode::OpaqueHandle});
  if (isa<HandleType, DeviceContextType>(type))
    return codes({ArgTypeCode::OpaqueHandle, ArgTypeCode::Nullptr});
  return codes({getArgTypeCode(type)});
}

static Value createZero(OpBuilder &builder, Location loc) {
  return arith::ConstantIntOp::create(builder, loc, 0, 32);
}

namespace {
struct MakePackedAPIPass
    : public tir::impl::TIRMakePackedAPIPassBase<MakePackedAPIPass> {
  using TIRMakePackedAPIPassBase::TIRMakePackedAPIPassBase;

  void runOnOperation() override {
    SmallVector<PrimFuncOp> functions;
    for (auto function : getOperation().getOps<PrimFuncOp>())
      if (!function.isExternal() &&
          function.getCallingConvention() == CallingConvention::Packed)
        functions.push_back(function);
    for (PrimFuncOp function : functions)
      if (failed(verifyFunction(function)))
        return signalPassFailure();
    SymbolTable symbols(getOperation());
    SmallVector<Names> names = nameBodies(symbols, functions);
    llvm::DenseMap<StringAttr, SmallVector<Operation *>> calls;
    getOperation().walk([&](Operation *op) {
      auto caller = op->getParentOfType<FunctionOpInterface>();
      // A loader's function has checked the arguments, so it calls the body.
      if (caller && getEntry(caller).forLoaders && isa<func::FuncOp>(caller))
        return;
      if (auto call = dyn_cast<CallTIROp>(op))
        calls[call.getCalleeAttr().getAttr()].push_back(op);
      else if (auto call = dyn_cast<CallCPackedOp>(op))
        calls[call.getCalleeAttr().getAttr()].push_back(op);
    });
    for (auto [function, name] : llvm::zip_equal(functions, names))
      if (failed(split(symbols, function, name,
                       calls.lookup(function.getSymNameAttr()))))
        return signalPassFailure();
  }

private:
  struct Names {
    std::string inC, inRegistry;
    bool isInRegistry;
  };

  /// Determines the names of the shells, and renames bodies that have one of
  /// them.
  static SmallVector<Names> nameBodies(SymbolTable &symbols,
                                       ArrayRef<PrimFuncOp> functions) {
    auto module = cast<ModuleOp>(symbols.getOp());
    ModelNames models(module);
    SymbolRenamer renamer(symbols);
    SmallVector<Names> names;
    for (PrimFuncOp function : functions) {
      StringRef symbol = function.getSymName();
      StringRef model = models.lookup(function);
      std::string name = function.getExportedName()
                             ? function.getCName()
                             : mangleSymbol(model, function.getCName());
      // Callers that use the registry are not in this module.
      names.push_back(
          {name, function.getRegistryName(model), function.isInRegistry()});
      // The body gets the model's prefix, and must not get the shell's name.
      if (symbol == name || !function.getExportedName() ||
          mangleSymbol(model, symbol) == name)
        renamer.rename(function, uniqueName(symbols, symbol + "_body"));
    }
    renamer.replaceUses();
    return names;
  }

  /// Creates a shell with checks around the function and makes `calls` call it.
  LogicalResult split(SymbolTable &symbols, PrimFuncOp function,
                      const Names &names, ArrayRef<Operation *> calls) {
    bool isPublic = !function.isPrivate() || names.isInRegistry;
    bool hasHandle = function.hasResourceHandle();
    StringRef name = names.inC;
    if (Operation *other = symbols.lookup(name)) {
      InFlightDiagnostic diag = function.emitOpError("is called '")
                                << name
                                << "' in C, as is another symbol; rename it";
      diag.attachNote(other->getLoc()) << "the other is here";
      return diag;
    }
    func::FuncOp entry = createShell(function, name, name, !isPublic);
    symbols.insert(entry);
    func::FuncOp callee = entry;
    // A function that is visible outside cannot be inlined away.
    if (isPublic && !calls.empty()) {
      callee =
          createShell(function, name, uniqueName(symbols, name + "_inlined"),
                      /*isPrivate=*/true);
      symbols.insert(callee);
    }
    EntryParts moved = getEntry(function);
    updateEntry(entry, [&](EntryParts &parts) {
      parts.forLoaders = moved.forLoaders;
      parts.isLoaded = moved.isLoaded;
      if (names.isInRegistry)
        parts.registryName =
            StringAttr::get(function.getContext(), names.inRegistry);
    });
    moveModel(function, entry);
    for (Operation *call : calls)
      callShell(call, callee.getSymName(), hasHandle);

    function.setPrivate();
    function.removeExportedNameAttr();
    function.setRegistered(false);
    function.setCallingConvention(CallingConvention::Unpacked);
    updateEntry(function, [&](EntryParts &parts) {
      parts = {};
      if (!names.isInRegistry)
        parts.registryName = moved.registryName;
    });
    return success();
  }

  static std::string uniqueName(SymbolTable &symbols, const Twine &base) {
    std::string name = base.str();
    for (unsigned i = 0; symbols.lookup(name); ++i)
      name = (base + "_" + Twine(i)).str();
    return name;
  }

  /// `name` is the function's name in C, which messages use.
  func::FuncOp createShell(PrimFuncOp function, StringRef name,
                           StringRef symbol, bool isPrivate) {
    Location loc = function.getLoc();
    OpBuilder builder(function->getContext());
    builder.setInsertionPointAfter(function);
    func::FuncOp shell = createPackedFunction(builder, loc, symbol, isPrivate);
    if (isPrivate)
      updateFunction(shell,
                     [](FunctionParts &parts) { parts.isAlwaysInline = true; });
    builder.setInsertionPointToStart(shell.addEntryBlock());

    ArrayRef<Type> types = function.getArgumentTypes();
    unsigned count = types.size() - (function.hasResourceHandle() ? 1 : 0);
    if (runtimeChecks)
      createChecks(builder, function, name, shell, types.take_front(count));
    SmallVector<Value> arguments;
    for (auto [index, type] : llvm::enumerate(types.take_front(count)))
      arguments.push_back(
          createPackedGet(builder, loc, shell.getArgument(Args), index, type));
    if (count != types.size())
      arguments.push_back(
          PointerCastOp::create(builder, loc, types.back(),
                                shell.getArgument(ResourceHandle), Value()));
    CallTIROp::create(builder, loc, FlatSymbolRefAttr::get(function),
                      arguments);
    func::ReturnOp::create(builder, loc, createZero(builder, loc));
    return shell;
  }

  void createChecks(OpBuilder &builder, PrimFuncOp function, StringRef name,
                    func::FuncOp shell, ArrayRef<Type> types) {
    Location loc = function.getLoc();
    EntryParts entry = getEntry(function);
    ArgumentChecks checks(builder, loc, name, onError,
                          /*checksMemory=*/!shell.isPrivate(),
                          entry.trustsCaller);
    if (!entry.trustsCaller)
      checks.checkCount(shell.getArgument(NumArgs), types.size(),
                        entry.extraArgs);
    if (types.empty())
      return;
    checks.checkParameter(shell.getArgument(Args), "args");
    SmallVector<ArgumentChecks::Argument> arguments;
    for (unsigned index = 0; index < types.size(); ++index) {
      auto given = function.getArgAttrOfType<StringAttr>(index, kNameAttrName);
      arguments.push_back(
          {index, given ? given.str() : "arg" + std::to_string(index)});
    }
    if (!entry.trustsCaller) {
      checks.checkParameter(shell.getArgument(TypeCodes), "type_codes");
      for (auto [argument, type] : llvm::zip_equal(arguments, types)) {
        Value code =
            TypeCodeGetOp::create(builder, loc, builder.getI32Type(),
                                  shell.getArgument(TypeCodes), argument.index);
        checks.checkCode(argument, type, code, getAcceptedCodes(type),
                         int32_t(ArgTypeCode::Nullptr), "type_codes");
      }
    }
    for (auto [argument, type] : llvm::zip_equal(arguments, types)) {
      auto memref = dyn_cast<MemRefType>(type);
      if (getState(function, argument.index))
        checks.checkState(argument,
                          createPackedGet(builder, loc, shell.getArgument(Args),
                                          argument.index, type));
      if (!memref)
        continue;
      Value tensor = PackedGetOp::create(
          builder, loc, DLTensorType::get(builder.getContext()),
          shell.getArgument(Args), argument.index);
      if (getPort(function, argument.index).pool)
        checks.checkPool(argument, memref,
                         getArgAlignment(function, argument.index), tensor);
      else
        checks.checkTensor(
            argument,
            getPassedType(memref, function.getArgAttrDict(argument.index)),
            getArgAlignment(function, argument.index), tensor);
    }
  }

  static void callShell(Operation *call, StringRef shell, bool hasHandle) {
    auto callee = FlatSymbolRefAttr::get(call->getContext(), shell);
    if (auto cpacked = dyn_cast<CallCPackedOp>(call)) {
      cpacked.setCalleeAttr(callee);
      return;
    }
    auto direct = cast<CallTIROp>(call);
    OpBuilder builder(call);
    ValueRange arguments = direct.getArgs();
    Value context = hasHandle ? arguments.back() : Value();
    auto packed = CallCPackedOp::create(
        builder, call->getLoc(), call->getResultTypes(), callee,
        arguments.drop_back(hasHandle ? 1 : 0), context,
        direct.getNumOutsAttr(), ArrayAttr(), ArrayAttr());
    packed->setDiscardableAttrs(direct->getDiscardableAttrDictionary());
    direct->replaceAllUsesWith(packed);
    direct.erase();
  }
};
} // namespace
