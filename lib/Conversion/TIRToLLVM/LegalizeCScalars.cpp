//===- LegalizeCScalars.cpp - Numbers as C passes and stores them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/Passes.h"

#include "ExtendNarrowIntegers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "tir/ABI/RuntimeFunctions.h"
#include "tir/ABI/ScalarTypes.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {
#define GEN_PASS_DEF_TIRLEGALIZECSCALARSPASS
#include "tir/Conversion/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Returns the type of arith, which is signless as in LLVM, for the C type of
/// `type`. Returns null if C has `type` itself.
static Type getOtherForm(Type type) {
  Type scalar = getCScalar(type);
  if (!scalar || scalar == type)
    return {};
  return IntegerType::get(type.getContext(), scalar.getIntOrFloatBitWidth());
}

static Value toC(OpBuilder &builder, Value value) {
  Type type = value.getType(), form = getOtherForm(type);
  Location loc = value.getLoc();
  if (!form)
    return value;
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, form, value);
  if (isa<FloatType>(type))
    return arith::BitcastOp::create(builder, loc, form, value);
  return arith::ExtSIOp::create(builder, loc, form, value);
}

static Value fromC(OpBuilder &builder, Type type, Value value) {
  Location loc = value.getLoc();
  if (type == value.getType())
    return value;
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, value);
  if (isa<FloatType>(type))
    return arith::BitcastOp::create(builder, loc, type, value);
  return arith::TruncIOp::create(builder, loc, type, value);
}

/// Lets the users of `value` keep its old type, since `value` itself has the
/// type of C from now on.
static void giveAsC(OpBuilder &builder, Value value) {
  Type type = value.getType(), form = getOtherForm(type);
  if (!form)
    return;
  value.setType(form);
  Value number = fromC(builder, type, value);
  value.replaceAllUsesExcept(number, number.getDefiningOp());
}

static void takeAsC(OpOperand &operand) {
  OpBuilder builder(operand.getOwner());
  operand.set(toC(builder, operand.get()));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Returns the element type that C stores for a buffer of `type`, if it is
/// another one. The bits of an f16 are the same in memory, and descriptors need
/// the name of its type.
static Type getStoredElement(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || isa<FloatType>(memref.getElementType()))
    return {};
  return getOtherForm(memref.getElementType());
}

static Attribute storeElements(Attribute value, Type stored) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (resource)
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      dense = DenseElementsAttr::getFromRawBuffer(resource.getType(),
                                                  blob->getData());
  if (!dense)
    return value;
  return dense.mapValues(stored, [&](const APInt &number) {
    return number.sextOrTrunc(stored.getIntOrFloatBitWidth());
  });
}

static void legalizeMemory(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
    if (Type stored = getStoredElement(type))
      return type.clone(stored);
    return std::nullopt;
  });
  module.walk([&](Operation *op) {
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      if (Attribute value = global.getInitialValueAttr())
        if (Type stored = getStoredElement(global.getType()))
          global.setInitialValueAttr(storeElements(value, stored));
    auto load = dyn_cast<memref::LoadOp>(op);
    auto store = dyn_cast<memref::StoreOp>(op);
    if (load && getStoredElement(load.getMemRefType())) {
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      giveAsC(builder, load.getResult());
    } else if (store && getStoredElement(store.getMemRefType())) {
      takeAsC(store.getValueMutable());
    }
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static void legalizeFunction(func::FuncOp function) {
  auto convert = [](Type type) {
    Type form = getOtherForm(type);
    return form ? form : type;
  };
  MLIRContext *context = function.getContext();
  setExtensions(cast<FunctionOpInterface>(*function));
  function.setFunctionType(FunctionType::get(
      context, llvm::map_to_vector(function.getArgumentTypes(), convert),
      llvm::map_to_vector(function.getResultTypes(), convert)));
  if (function.isExternal())
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  for (BlockArgument argument : function.getArguments())
    giveAsC(builder, argument);
  function.walk([](func::ReturnOp op) {
    for (OpOperand &operand : op->getOpOperands())
      takeAsC(operand);
  });
}

static void legalizeCall(func::CallOp call) {
  setExtensions(cast<CallOpInterface>(*call));
  for (OpOperand &operand : call->getOpOperands())
    takeAsC(operand);
  OpBuilder builder(call.getContext());
  builder.setInsertionPointAfter(call);
  for (Value result : call.getResults())
    giveAsC(builder, result);
}

namespace {
struct LegalizeCScalarsPass
    : public tir::impl::TIRLegalizeCScalarsPassBase<LegalizeCScalarsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkInts()))
      return signalPassFailure();
    SetVector<func::FuncOp> functions = findCFunctions();
    for (func::FuncOp function : functions)
      if (failed(check(function)))
        return signalPassFailure();
    SymbolTable symbols(module);
    module.walk([&](func::CallOp call) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (functions.contains(callee))
        legalizeCall(call);
    });
    for (func::FuncOp function : functions)
      legalizeFunction(function);
    legalizeMemory(module);
  }

private:
  /// Returns the functions that C defines, that C calls, or whose address C
  /// receives.
  SetVector<func::FuncOp> findCFunctions() {
    ModuleOp module = getOperation();
    DenseSet<StringAttr> addressed;
    if (auto uses = SymbolTable::getSymbolUses(module))
      for (SymbolTable::SymbolUse use : *uses)
        if (!isa<func::CallOp>(use.getUser()))
          addressed.insert(use.getSymbolRef().getRootReference());
    SetVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isExternal() || !function.isPrivate() ||
          addressed.contains(function.getSymNameAttr()))
        functions.insert(function);
    return functions;
  }

  /// Checks that C's `int` has 32 bits if the module uses it: packed functions
  /// and functions of the runtime have such arguments.
  LogicalResult checkInts() {
    ModuleOp module = getOperation();
    unsigned bits = getIntBits(module);
    if (bits == 32)
      return success();
    WalkResult result = module.walk([&](Operation *op) -> WalkResult {
      auto function = dyn_cast<func::FuncOp>(op);
      bool takesInt = isa<PackedStackOp>(op);
      if (function)
        for (Type type : function.getArgumentTypes())
          takesInt |= isa<TypeCodesType>(type) ||
                      (type.isInteger(32) &&
                       !getRuntimeHeader(function.getName()).empty());
      if (!takesInt)
        return WalkResult::advance();
      return op->emitOpError("passes C's int, which has ")
             << bits
             << " bits on this target, as 32; expected the C interface, "
                "unpacked kernels and no allocation (--interface-api=c, "
                "--kernel-calls=unpacked, --workspace=internal)";
    });
    return failure(result.wasInterrupted());
  }

  static LogicalResult check(func::FuncOp function) {
    auto isUnknown = [](Type type) {
      return isa<IntegerType, FloatType>(type) && !getCScalar(type);
    };
    auto fail = [&](StringRef kind, unsigned index, Type type) {
      return function.emitOpError()
             << kind << " #" << index << " is " << type
             << ", which C99 has no type for; expected an integer of up to 64 "
                "bits, f16, bf16, f32 or f64, or a buffer";
    };
    for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
      if (isUnknown(type))
        return fail("argument", index, type);
    for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
      if (isUnknown(type))
        return fail("result", index, type);
    return success();
  }
};
} // namespace
