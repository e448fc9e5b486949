//===- SetCallingConventions.cpp - Which convention each call takes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"

#include "tir/Dialect/TIR/IR/AttrNames.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"

namespace tir {
#define GEN_PASS_DEF_TIRSETCALLINGCONVENTIONSPASS
#include "tir/Dialect/TIR/Transforms/Conventions/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Whether main calls `call` by the form that is asked for: a checked call of a
/// kernel, not one that the model wants as it is.
static bool isKernelCall(BufferCallOpInterface call) {
  if (auto toC = dyn_cast<CallExternOp>(*call))
    return toC.isChecked();
  return isa<CallTIROp, CallCPackedOp>(*call);
}

static KernelCalls getForm(BufferCallOpInterface call) {
  return isa<CallCPackedOp>(*call) ? KernelCalls::CPacked
                                   : KernelCalls::Unpacked;
}

/// The type that a wrapper takes for what is passed: a pointer to the first
/// element has no place for an offset that is a constant.
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

/// A call with the operands of `call`, `context` among them or apart.
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
      SmallVector<BufferCallOpInterface> calls;
      main.walk([&](BufferCallOpInterface call) {
        if (isKernelCall(call))
          calls.push_back(call);
      });
      for (BufferCallOpInterface call : calls)
        if (failed(setForm(symbols, call, form)))
          return signalPassFailure();
    }
    for (auto function : llvm::to_vector(module.getOps<PrimFuncOp>()))
      if (function.isInRegistry() && !function.isExternal() &&
          function.getCallingConvention() != CallingConvention::Packed)
        createRegistryEntry(function);
  }

private:
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
      // Called so by others, too: the wrapper gets the other convention.
      callee = createWrapper(symbols, call);
    } else if (callee.getCallingConvention() == CallingConvention::Packed &&
               form == KernelCalls::Unpacked) {
      // What a function asks for counts more.
      form = KernelCalls::CPacked;
    }
    rewriteCall(call, callee, form);
    return success();
  }

  /// A function of this module with `call` in it: one for each call, so that
  /// what it tells of an error names the operator.
  static PrimFuncOp createWrapper(SymbolTable &symbols,
                                  BufferCallOpInterface call) {
    OpBuilder builder(call.getContext());
    SmallVector<Type> types = llvm::map_to_vector(
        TypeRange(call->getOperandTypes()), getParameterType);
    auto declared = dyn_cast_if_present<PrimFuncOp>(call.lookupDeclaration());
    // The context's origin is not seen from the wrapper.
    Value context = call.getDeviceContext();
    auto source = context ? context.getDefiningOp<GetDeviceContextOp>()
                          : GetDeviceContextOp();
    Attribute device;
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
        attrs.set(kDeviceAttrName, device);
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
      inner->setAttr(kDeviceAttrName, device);
    ReturnOp::create(builder, call.getLoc());
    return wrapper;
  }

  /// What the registry has of an unpacked function: a packed one around it.
  void createRegistryEntry(PrimFuncOp function) {
    std::string name = function.getRegistryName(names->lookup(function));
    PrimFuncOp entry =
        createCaller(function, (function.getSymName() + "_packed").str());
    entry.setPrivate();
    entry.setCallingConvention(CallingConvention::Packed);
    entry.setRegistered(true);
    entry.setExportedName(name + "_packed");
    entry->setAttr(kRegistryNameAttrName,
                   StringAttr::get(function.getContext(), name));
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
    // A function of this module tells of its own codes.
    result->setAttr(kToldAttrName, builder.getUnitAttr());
    call->erase();
  }

  std::optional<ModelNames> names;
};
} // namespace
