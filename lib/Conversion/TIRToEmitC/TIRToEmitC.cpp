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

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kStructAttrName = "tir.struct";
static constexpr StringLiteral kCTypeAttrName = "tir.c_type";

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
  // Not int32_t, which is a long for arm-none-eabi-gcc.
  add(TypeCodesType(), "int");
  add(DLTensorType(), "DLTensor");
  add(StringType(), "const char");
}

void tir::populateTIRToEmitCPatterns(const TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  populatePackedToEmitCPatterns(converter, patterns);
  populateDLTensorToEmitCPatterns(converter, patterns);
  populateStructToEmitCPatterns(converter, patterns);
  populatePoolToEmitCPatterns(converter, patterns);
  populateControlToEmitCPatterns(converter, patterns);
  populatePointerToEmitCPatterns(converter, patterns);
  populateRegistryToEmitCPatterns(converter, patterns);
}

void tir::registerConvertTIRToEmitCInterface(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TIRDialect *dialect) {
    dialect->addInterfaces<TIRToEmitCInterface>();
  });
}

/// Uses of an argument that has become C's `int`: what compares numbers takes
/// it as it is, anything else as an int32_t.
static void castUses(BlockArgument argument, Type type) {
  OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
  emitc::CastOp cast;
  for (OpOperand &use : llvm::make_early_inc_range(argument.getUses())) {
    if (isa<emitc::CmpOp>(use.getOwner()))
      continue;
    if (!cast)
      cast = emitc::CastOp::create(builder, argument.getLoc(),
                                   argument.getType(), argument);
    if (use.getOwner() != cast)
      use.set(cast);
  }
  argument.setType(type);
}

void tir::typeCArguments(ModuleOp module) {
  MLIRContext *context = module.getContext();
  llvm::DenseMap<StringAttr, emitc::FuncOp> changed;
  for (auto function : module.getOps<emitc::FuncOp>()) {
    SmallVector<Type> inputs(function.getArgumentTypes());
    for (unsigned index = 0; index < inputs.size(); ++index) {
      auto name = function.getArgAttrOfType<StringAttr>(index, kCTypeAttrName);
      if (!name)
        continue;
      inputs[index] = emitc::OpaqueType::get(context, name.getValue());
      if (!function.isExternal())
        castUses(function.getArgument(index), inputs[index]);
      function.removeArgAttr(index, kCTypeAttrName);
      changed[function.getSymNameAttr()] = function;
    }
    function.setFunctionType(
        FunctionType::get(context, inputs, function.getResultTypes()));
  }
  if (changed.empty())
    return;
  module.walk([&](emitc::CallOp call) {
    emitc::FuncOp callee = changed.lookup(call.getCalleeAttr().getAttr());
    if (!callee)
      return;
    OpBuilder builder(call);
    EmitCBuilder c(builder, call.getLoc());
    for (auto [operand, type] :
         llvm::zip_equal(call->getOpOperands(), callee.getArgumentTypes())) {
      if (operand.get().getType() == type)
        continue;
      std::optional<int64_t> number = getConstantInt(operand.get());
      operand.set(number ? c.opaque(type, std::to_string(*number))
                         : c.cast(type, operand.get()));
    }
  });
}

void tir::typeStructArguments(ModuleOp module) {
  MLIRContext *context = module.getContext();
  for (auto function : module.getOps<emitc::FuncOp>()) {
    if (function.isExternal())
      continue;
    SmallVector<Type> inputs(function.getArgumentTypes());
    for (BlockArgument argument : function.getArguments()) {
      auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                        kStructAttrName);
      if (!name || argument.getType() != getPointerTo(context, "void"))
        continue;
      auto type = emitc::PointerType::get(
          emitc::OpaqueType::get(context, ("struct " + name.getValue()).str()));
      for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
        auto cast = dyn_cast<emitc::CastOp>(user);
        if (!cast || cast.getType() != type)
          continue;
        cast.replaceAllUsesWith(Value(argument));
        cast.erase();
      }
      argument.setType(type);
      inputs[argument.getArgNumber()] = type;
      function.removeArgAttr(argument.getArgNumber(), kStructAttrName);
    }
    function.setFunctionType(
        FunctionType::get(context, inputs, function.getResultTypes()));
  }
}
