//===- RegistryToEmitC.cpp - Functions of the registry in C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/ABI/Names.h"
#include "tir/Conversion/PatternFunctions.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

/// Relaxed is enough: threads can only see NULL or the one handle.
static constexpr StringLiteral kAtomics =
    R"(#if defined(__GNUC__)
#define TIR_ATOMIC_LOAD(place) __atomic_load_n(place, __ATOMIC_RELAXED)
#define TIR_ATOMIC_STORE(place, value) __atomic_store_n(place, value, __ATOMIC_RELAXED)
#else
#define TIR_ATOMIC_LOAD(place) (*(place))
#define TIR_ATOMIC_STORE(place, value) (*(place) = (value))
#endif)";

/// Returns the static variable that keeps the handle of the function of that
/// name.
static std::string getHandleVariable(ConversionPatternRewriter &rewriter,
                                     GetFunctionOp op, Type handle) {
  std::string name = "tir_function_" + sanitizeName(op.getName());
  Operation *module = op->getParentWithTrait<OpTrait::SymbolTable>();
  while (Operation *known = SymbolTable::lookupSymbolIn(module, name)) {
    if (isa<emitc::GlobalOp>(known) &&
        getGlobalParts(known).function == op.getNameAttr())
      return name;
    // The symbol belongs to a function whose name has the same letters, or to
    // something else.
    name += "_";
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&module->getRegion(0).front());
  auto global = emitc::GlobalOp::create(
      rewriter, op.getLoc(), name, handle, /*initial_value=*/nullptr,
      /*extern_specifier=*/false, /*static_specifier=*/true,
      /*const_specifier=*/false);
  updateGlobal(global,
               [&](GlobalParts &parts) { parts.function = op.getNameAttr(); });
  insertText(rewriter, op, kAtomics);
  return name;
}

static LogicalResult convertGetFunction(GetFunctionOp op,
                                        GetFunctionOp::Adaptor,
                                        const TypeConverter &,
                                        ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  ImplicitLocOpBuilder &builder = c.builder();
  Type handle = getPointerTo(rewriter.getContext(), "void");
  Type address = emitc::PointerType::get(handle);
  std::string name = getHandleVariable(rewriter, op, handle);
  auto cached = [&]() -> Value {
    return emitc::AddressOfOp::create(
        builder, address,
        emitc::GetGlobalOp::create(builder, emitc::LValueType::get(handle),
                                   name));
  };
  Type i32 = rewriter.getI32Type();
  Value code = c.variable(c.constant(i32, 0));
  Value function = c.variable(handle);
  c.assign(function, c.call(handle, "TIR_ATOMIC_LOAD", {cached()}));
  code.getDefiningOp()->setAttr(kNameAttrName, rewriter.getStringAttr("code"));
  function.getDefiningOp()->setAttr(kNameAttrName,
                                    rewriter.getStringAttr("function"));

  Value null = c.opaque(handle, "NULL");
  Value unknown = c.compare(emitc::CmpPredicate::eq, c.load(function), null);
  auto branch = emitc::IfOp::create(builder, unknown, /*addThenBlock=*/true,
                                    /*addElseBlock=*/false);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&branch.getThenRegion().front());
    Value out = emitc::AddressOfOp::create(builder, address, function);
    Value module = null;
    if (op.getRegistry())
      module = createConstantAddress(c, *op.getRegistry());
    c.assign(code, c.call(i32, "TVMBackendGetFuncFromEnv",
                          {module, createText(c, op.getName()), out}));
    emitc::CallOpaqueOp::create(builder, TypeRange(), "TIR_ATOMIC_STORE",
                                ValueRange{cached(), c.load(function)});
    emitc::YieldOp::create(builder);
  }
  rewriter.replaceOp(op, {c.load(code), c.load(function)});
  return success();
}

static LogicalResult convertCallFunction(CallFunctionOp op,
                                         CallFunctionOp::Adaptor adaptor,
                                         const TypeConverter &,
                                         ConversionPatternRewriter &rewriter) {
  EmitCBuilder c(rewriter, op.getLoc());
  Value count = c.constant(rewriter.getI32Type(), op.getCount());
  rewriter.replaceOp(
      op, c.call(op.getType(), "TVMFuncCall",
                 {adaptor.getFunction(), adaptor.getValues(),
                  adaptor.getTypeCodes(), count, adaptor.getReturnedValues(),
                  adaptor.getReturnedCodes()}));
  return success();
}

void tir::populateRegistryToEmitCPatterns(const TypeConverter &converter,
                                          RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, convertGetFunction,
                 convertCallFunction);
}
