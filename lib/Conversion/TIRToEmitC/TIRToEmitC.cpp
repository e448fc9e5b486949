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
}

void tir::registerConvertTIRToEmitCInterface(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TIRDialect *dialect) {
    dialect->addInterfaces<TIRToEmitCInterface>();
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
