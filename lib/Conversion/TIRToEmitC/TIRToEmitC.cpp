//===- TIRToEmitC.cpp - Low-level tir operations as C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRToEmitC/TIRToEmitC.h"

#include "Lowering.h"

#include "mlir/Conversion/ConvertToEmitC/ToEmitCInterface.h"
#include "tir/Conversion/TIRCommon/HighLevelOps.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;
using namespace tir::kernel;

namespace {
struct TIRToEmitCInterface : public ConvertToEmitCPatternInterface {
  using ConvertToEmitCPatternInterface::ConvertToEmitCPatternInterface;

  void populateConvertToEmitCConversionPatterns(
      ConversionTarget &target, TypeConverter &converter,
      RewritePatternSet &patterns) const final {
    populateTIRToEmitCTypeConversion(converter);
    populateTIRToEmitCPatterns(converter, patterns);
    populateHighLevelOpErrorPatterns(patterns);
    target.addLegalDialect<emitc::EmitCDialect>();
    target.addIllegalDialect<TIRDialect>();
  }
};

/// Inner steps become calls of functions that are printed with the model. What
/// they work on has the types of `tir`.
struct KernelToEmitCInterface : public ConvertToEmitCPatternInterface {
  using ConvertToEmitCPatternInterface::ConvertToEmitCPatternInterface;

  void populateConvertToEmitCConversionPatterns(
      ConversionTarget &target, TypeConverter &converter,
      RewritePatternSet &patterns) const final {
    populateStepsToEmitCPatterns(converter, patterns);
    target.addLegalDialect<emitc::EmitCDialect>();
    target.addIllegalDialect<KernelDialect>();
  }
};
} // namespace

void tir::populateTIRToEmitCTypeConversion(TypeConverter &converter) {
  auto add = [&](auto null, StringRef pointee) {
    converter.addConversion([pointee](decltype(null) type) {
      return getPointerTo(type.getContext(), pointee);
    });
  };
  add(HandleType(), "void");
  add(DeviceContextType(), "void");
  add(ValuesType(), "TVMValue");
  // Not int32_t, which is long for arm-none-eabi-gcc.
  add(TypeCodesType(), "int");
  add(DLTensorType(), "DLTensor");
  add(StringType(), "const char");
}

void tir::populateTIRToEmitCPatterns(const TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  populateAtomicToEmitCPatterns(converter, patterns);
  populatePackedToEmitCPatterns(converter, patterns);
  populateDLTensorToEmitCPatterns(converter, patterns);
  populateStructToEmitCPatterns(converter, patterns);
  populatePoolToEmitCPatterns(converter, patterns);
  populateControlToEmitCPatterns(converter, patterns);
  populatePointerToEmitCPatterns(converter, patterns);
  populateRegistryToEmitCPatterns(converter, patterns);
  populateFuncRegistryToEmitCPatterns(converter, patterns);
  populateMetadataToEmitCPatterns(converter, patterns);
  populateTasksToEmitCPatterns(converter, patterns);
}

void tir::registerConvertTIRToEmitCInterface(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TIRDialect *dialect) {
    dialect->addInterfaces<TIRToEmitCInterface>();
  });
}

void tir::registerConvertKernelToEmitCInterface(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, KernelDialect *dialect) {
    dialect->addInterfaces<KernelToEmitCInterface>();
  });
}

/// Returns the type of EmitC that a type of C is.
static Type getCType(MLIRContext *context, StringRef name) {
  if (name.consume_back("*"))
    return emitc::PointerType::get(getCType(context, name.rtrim()));
  return emitc::OpaqueType::get(context, name);
}

/// Casts the uses of an argument that has become C's `int`, or a pointer to a
/// struct: comparisons take it as it is, everything else as an int32_t or as a
/// `void *`.
static void castUses(BlockArgument argument, Type type) {
  OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
  emitc::CastOp cast;
  for (OpOperand &use : llvm::make_early_inc_range(argument.getUses())) {
    if (isa<emitc::CmpOp>(use.getOwner()))
      continue;
    if (auto same = dyn_cast<emitc::CastOp>(use.getOwner());
        same && same.getType() == type) {
      same.replaceAllUsesWith(Value(argument));
      same.erase();
      continue;
    }
    if (!cast)
      cast = emitc::CastOp::create(builder, argument.getLoc(),
                                   argument.getType(), argument);
    if (use.getOwner() != cast)
      use.set(cast);
  }
  argument.setType(type);
}

/// The functions whose arguments have changed their types.
using ChangedFunctions = llvm::DenseMap<StringAttr, emitc::FuncOp>;

/// Passes each operand as the type that the callee declares.
static void castOperands(emitc::CallOp call, emitc::FuncOp callee) {
  OpBuilder builder(call);
  EmitCBuilder c(builder, call.getLoc());
  for (auto [operand, type] :
       llvm::zip_equal(call->getOpOperands(), callee.getArgumentTypes())) {
    Value value = operand.get();
    auto cast = value.getDefiningOp<emitc::CastOp>();
    if (cast && cast.getSource().getType() == type)
      value = cast.getSource();
    std::optional<int64_t> number = getConstantInt(value);
    if (value.getType() != type)
      value = number ? c.opaque(type, std::to_string(*number))
                     : c.cast(type, value);
    operand.set(value);
  }
}

static void castCalls(ModuleOp module, const ChangedFunctions &changed) {
  if (changed.empty())
    return;
  module.walk([&](emitc::CallOp call) {
    if (auto callee = changed.lookup(call.getCalleeAttr().getAttr()))
      castOperands(call, callee);
  });
}

void tir::typeCArguments(ModuleOp module) {
  MLIRContext *context = module.getContext();
  ChangedFunctions changed;
  for (auto function : module.getOps<emitc::FuncOp>()) {
    SmallVector<Type> inputs(function.getArgumentTypes());
    for (unsigned index = 0; index < inputs.size(); ++index) {
      StringAttr name = getPort(function, index).cType;
      if (!name)
        continue;
      inputs[index] = getCType(context, name.getValue());
      if (!function.isExternal())
        castUses(function.getArgument(index), inputs[index]);
      updatePort(function, index, [](PortParts &port) { port.cType = {}; });
      changed[function.getSymNameAttr()] = function;
    }
    function.setFunctionType(
        FunctionType::get(context, inputs, function.getResultTypes()));
  }
  castCalls(module, changed);
}

/// Sets the type of an argument, and drops casts to that type. What takes a
/// pointer of one type, such as an assignment, gets one of the type before.
static void setArgumentType(BlockArgument argument, Type type) {
  OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
  emitc::CastOp before;
  for (OpOperand &use : llvm::make_early_inc_range(argument.getUses())) {
    if (auto cast = dyn_cast<emitc::CastOp>(use.getOwner())) {
      if (cast.getType() != type)
        continue;
      cast.replaceAllUsesWith(Value(argument));
      cast.erase();
    } else if (isa<emitc::AssignOp, emitc::ConditionalOp, emitc::ReturnOp,
                   emitc::AddOp, emitc::SubscriptOp>(use.getOwner())) {
      if (!before)
        before = emitc::CastOp::create(builder, argument.getLoc(),
                                       argument.getType(), argument);
      use.set(before);
    }
  }
  argument.setType(type);
}

void tir::typeStructArguments(ModuleOp module) {
  MLIRContext *context = module.getContext();
  // This includes functions that still receive a `void *`, since a caller may
  // pass another pointer.
  ChangedFunctions changed;
  for (auto function : module.getOps<emitc::FuncOp>()) {
    changed[function.getSymNameAttr()] = function;
    SmallVector<Type> inputs(function.getArgumentTypes());
    for (auto [index, input] : llvm::enumerate(inputs)) {
      StringAttr name = getPort(function, index).structName;
      if (!name || input != getPointerTo(context, "void"))
        continue;
      input = getPointerTo(context, ("struct " + name.getValue()).str());
      if (!function.isExternal())
        setArgumentType(function.getArgument(index), input);
      updatePort(function, index,
                 [](PortParts &port) { port.structName = {}; });
    }
    function.setFunctionType(
        FunctionType::get(context, inputs, function.getResultTypes()));
  }
  castCalls(module, changed);
}
