//===- SetCallingConventions.cpp - Which convention each call uses
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "tir/Dialect/TIR/Analysis/Launches.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"

namespace tir {
#define GEN_PASS_DEF_TIRSETCALLINGCONVENTIONSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Returns true if main uses the requested form for `call`: it is a checked
/// call of a kernel, not a call that the model wants unchanged.
static bool isKernelCall(BufferCallOpInterface call) {
  if (auto toC = dyn_cast<CallExternOp>(*call))
    return toC.isChecked();
  return isa<CallTIROp, CallCPackedOp>(*call);
}

static KernelCalls getForm(BufferCallOpInterface call) {
  return isa<CallCPackedOp>(*call) ? KernelCalls::CPacked
                                   : KernelCalls::Unpacked;
}

/// Returns the type of a wrapper's parameter for an operand of that type: a
/// pointer to the first element cannot represent a constant offset.
static Type getParameterType(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !hasOffset(memref))
    return type;
  auto [strides, offset] = memref.getStridesAndOffset();
  return MemRefType::get(
      memref.getShape(), memref.getElementType(),
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, strides),
      memref.getMemorySpace());
}

/// Creates a call with the operands of `call`; `context` is among the arguments
/// or separate, as `kind` requires.
static Operation *createCall(OpBuilder &builder, Operation *call,
                             StringRef kind, NamedAttribute callee,
                             ValueRange args, Value context) {
  OperationState state(call->getLoc(), kind);
  state.addOperands(args);
  bool isApart = kind == CallCPackedOp::getOperationName();
  if (context)
    state.addOperands(context);
  state.addAttributes(llvm::to_vector(call->getDiscardableAttrs()));
  state.attributes.push_back(callee);
  state.addAttribute("num_outs", builder.getI32IntegerAttr(0));
  if (isApart)
    state.addAttribute(
        "operandSegmentSizes",
        builder.getDenseI32ArrayAttr({int32_t(args.size()), context ? 1 : 0}));
  return builder.create(state);
}

namespace {
struct SetCallingConventionsPass
    : public tir::impl::TIRSetCallingConventionsPassBase<
          SetCallingConventionsPass> {
  using TIRSetCallingConventionsPassBase::TIRSetCallingConventionsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    KernelCalls form = kernelCalls;
    if (form == KernelCalls::Default)
      form = unpackedAPI ? KernelCalls::Unpacked : KernelCalls::CPacked;
    SymbolTable symbols(module);
    SymbolLookupScope scope(module);
    names.emplace(module);
    for (auto main : llvm::to_vector(module.getOps<PrimFuncOp>())) {
      if (main.isPrivate() || main.isExternal())
        continue;
      if (!unpackedAPI) {
        main.setCallingConvention(CallingConvention::Packed);
        main.setRegistered(true);
      }
      for (BufferCallOpInterface call : findKernelCalls(main))
        if (failed(setForm(symbols, call, form)))
          return signalPassFailure();
    }
    for (auto function : llvm::to_vector(module.getOps<PrimFuncOp>()))
      if (function.isInRegistry() && !function.isExternal() &&
          function.getCallingConvention() != CallingConvention::Packed)
        createRegistryEntry(function);
  }

private:
  SmallVector<BufferCallOpInterface> findKernelCalls(PrimFuncOp main) {
    SmallVector<BufferCallOpInterface> calls;
    Launches launches(getOperation());
    main.walk([&](BufferCallOpInterface call) {
      // A function around a launch would return before its tir.sync.
      if (isKernelCall(call) && !launches.isLaunch(call))
        calls.push_back(call);
    });
    return calls;
  }

  LogicalResult setForm(SymbolTable &symbols, BufferCallOpInterface call,
                        KernelCalls form) {
    if (call.getNumOuts() != 0 ||
        llvm::any_of(call->getOperandTypes(), llvm::IsaPred<TensorType>))
      return call->emitOpError(
          "is on tensors, but calling conventions pass buffers; bufferize the "
          "calls first (phase 'buffers')");
    auto callee = dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration());
    bool hasBody = callee && !callee.isExternal();
    if (!hasBody) {
      if (getForm(call) == form)
        return success();
      callee = createWrapper(symbols, call);
    } else if (callee.getCallingConvention() == CallingConvention::Unpacked &&
               form != KernelCalls::Unpacked) {
      // Others may call it by its own convention, so the wrapper gets the
      // requested one.
      callee = createWrapper(symbols, call);
    } else if (callee.getCallingConvention() == CallingConvention::Packed &&
               form == KernelCalls::Unpacked) {
      // The convention that a function asks for takes precedence.
      form = KernelCalls::CPacked;
    }
    rewriteCall(call, callee, form);
    return success();
  }

  /// Creates a function of this module that contains `call`: one for each call,
  /// so that its error reports name the operator.
  static PrimFuncOp createWrapper(SymbolTable &symbols,
                                  BufferCallOpInterface call) {
    OpBuilder builder(call.getContext());
    SmallVector<Type> types = llvm::map_to_vector(
        TypeRange(call->getOperandTypes()), getParameterType);
    auto declared = dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration());
    // The wrapper does not see where the context comes from.
    Value context = call.getDeviceContext();
    auto source = context ? context.getDefiningOp<GetDeviceContextOp>()
                          : GetDeviceContextOp();
    StringAttr device;
    if (source)
      device = builder.getStringAttr(source.getDevice());
    SmallVector<DictionaryAttr> argAttrs;
    for (auto [index, type] : llvm::enumerate(types)) {
      NamedAttrList attrs;
      Attribute name =
          declared ? declared.getArgAttr(index, kNameAttrName) : Attribute();
      bool isContext = isa<DeviceContextType>(type);
      attrs.set(kNameAttrName,
                name ? name
                     : builder.getStringAttr(isContext ? "context"
                                                       : "arg" + Twine(index)));
      if (isContext && device)
        updatePort(attrs, call.getContext(),
                   [&](PortParts &port) { port.device = device; });
      if (isa<BaseMemRefType>(type))
        attrs.set(kEffectAttrName,
                  EffectAttr::get(call.getContext(), call.getArgEffect(index)));
      argAttrs.push_back(attrs.getDictionary(call.getContext()));
    }
    builder.setInsertionPoint(call->getParentOfType<PrimFuncOp>());
    auto wrapper = PrimFuncOp::create(builder, call.getLoc(),
                                      (call.getCalleeName() + "_wrapper").str(),
                                      builder.getFunctionType(types, {}),
                                      ArrayRef<NamedAttribute>(), argAttrs);
    wrapper.setPrivate();
    symbols.insert(wrapper);

    Block &body = wrapper.getBody().emplaceBlock();
    body.addArguments(types,
                      SmallVector<Location>(types.size(), call.getLoc()));
    builder.setInsertionPointToStart(&body);
    IRMapping mapping;
    mapping.map(call->getOperands(), body.getArguments());
    Operation *inner = builder.clone(*call, mapping);
    if (device)
      updateCall(inner, [&](CallParts &parts) { parts.device = device; });
    ReturnOp::create(builder, call.getLoc());
    return wrapper;
  }

  /// Creates a packed function around an unpacked one, for the registry.
  void createRegistryEntry(PrimFuncOp function) {
    std::string name = function.getRegistryName(names->lookup(function));
    PrimFuncOp entry =
        createCaller(function, (function.getSymName() + "_packed").str());
    entry.setPrivate();
    entry.setCallingConvention(CallingConvention::Packed);
    entry.setRegistered(true);
    entry.setExportedName(name + "_packed");
    updateEntry(entry, [&](EntryParts &parts) {
      parts.registryName = StringAttr::get(function.getContext(), name);
    });
    function.setRegistered(false);
  }

  void rewriteCall(BufferCallOpInterface call, PrimFuncOp callee,
                   KernelCalls form) {
    OpBuilder builder(call);
    SmallVector<Value> args(call->getOperands());
    auto symbol =
        builder.getNamedAttr("callee", FlatSymbolRefAttr::get(callee));
    Operation *result = nullptr;
    switch (form) {
    case KernelCalls::Default:
    case KernelCalls::Unpacked:
      result = createCall(builder, call, CallTIROp::getOperationName(), symbol,
                          args, {});
      break;
    case KernelCalls::CPacked: {
      callee.setCallingConvention(CallingConvention::Packed);
      Value context;
      if (callee.hasResourceHandle())
        context = args.pop_back_val();
      result = createCall(builder, call, CallCPackedOp::getOperationName(),
                          symbol, args, context);
      break;
    }
    case KernelCalls::Packed: {
      callee.setCallingConvention(CallingConvention::Packed);
      callee.setRegistered(true);
      if (!callee.getExportedName())
        callee.setExportedName(mangleSymbol(names->lookup(call),
                                            sanitizeName(callee.getSymName())));
      auto name = builder.getNamedAttr("name", callee.getExportedNameAttr());
      result = createCall(builder, call, CallPackedOp::getOperationName(), name,
                          args, {});
      break;
    }
    }
    // A function of this module reports its own errors.
    updateCall(result, [](CallParts &parts) { parts.isReported = true; });
    call->erase();
  }

  std::optional<ModelNames> names;
};
} // namespace
