//===- TIRToLLVM.cpp - The low-level tir operations to LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TIRToLLVM/TIRToLLVM.h"

#include "Lowering.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/Conversion/TIRCommon/HighLevelOps.h"

using namespace mlir;
using namespace tir;

namespace {
struct TIRToLLVMInterface : public ConvertToLLVMPatternInterface {
  TIRToLLVMInterface(Dialect *dialect)
      : ConvertToLLVMPatternInterface(dialect) {}

  void loadDependentDialects(MLIRContext *context) const final {
    context->loadDialect<cf::ControlFlowDialect, func::FuncDialect,
                         LLVM::LLVMDialect>();
  }

  void populateConvertToLLVMConversionPatterns(
      ConversionTarget &target, LLVMTypeConverter &converter,
      RewritePatternSet &patterns) const final {
    populateTIRToLLVMTypeConversion(converter);
    populateTIRToLLVMConversionPatterns(converter, patterns);
    populateHighLevelOpErrorPatterns(patterns);
    target.addIllegalDialect<TIRDialect>();
  }
};

} // namespace

void tir::populateTIRToLLVMTypeConversion(LLVMTypeConverter &converter) {
  converter.addConversion([](Type type) -> std::optional<Type> {
    if (!isa<HandleType, DeviceContextType, ValuesType, TypeCodesType,
             DLTensorType, StringType>(type))
      return std::nullopt;
    return LLVM::LLVMPointerType::get(type.getContext());
  });
}

void tir::populateTIRToLLVMConversionPatterns(
    const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  populatePackedToLLVMPatterns(converter, patterns);
  populateDLTensorToLLVMPatterns(converter, patterns);
  populateStructToLLVMPatterns(converter, patterns);
  populatePoolToLLVMPatterns(converter, patterns);
  populateRebaseToLLVMPatterns(converter, patterns);
  populateControlToLLVMPatterns(converter, patterns);
  populatePointerToLLVMPatterns(converter, patterns);
  populateRegistryToLLVMPatterns(converter, patterns);
  populateFuncRegistryToLLVMPatterns(converter, patterns);
  populateMetadataToLLVMPatterns(converter, patterns);
  populateTasksToLLVMPatterns(converter, patterns);
}

void tir::registerConvertTIRToLLVMInterface(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TIRDialect *dialect) {
    dialect->addInterfaces<TIRToLLVMInterface>();
  });
}
