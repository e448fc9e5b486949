//===- RegistryToLLVM.cpp - Functions of the registry in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "tir/ABI/Names.h"
#include "tir/Conversion/PatternFunctions.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

/// Returns the variable that keeps the handle of the function of that name. It
/// is NULL at first.
static LLVM::GlobalOp getHandleVariable(ConversionPatternRewriter &rewriter,
                                        GetFunctionOp op) {
  std::string name = "tir_function_" + sanitizeName(op.getName());
  Operation *module = op->getParentWithTrait<OpTrait::SymbolTable>();
  while (Operation *known = SymbolTable::lookupSymbolIn(module, name)) {
    auto global = dyn_cast<LLVM::GlobalOp>(known);
    if (global && getGlobalParts(global).function == op.getNameAttr())
      return global;
    // The symbol belongs to a function whose name has the same letters, or to
    // something else.
    name += "_";
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&module->getRegion(0).front());
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  auto global = LLVM::GlobalOp::create(rewriter, op.getLoc(), pointer,
                                       /*isConstant=*/false,
                                       LLVM::Linkage::Internal, name,
                                       /*value=*/Attribute());
  updateGlobal(global,
               [&](GlobalParts &parts) { parts.function = op.getNameAttr(); });
  rewriter.createBlock(&global.getInitializerRegion());
  Value null = LLVM::ZeroOp::create(rewriter, op.getLoc(), pointer);
  LLVM::ReturnOp::create(rewriter, op.getLoc(), null);
  return global;
}

static LogicalResult lowerGetFunction(GetFunctionOp op, GetFunctionOp::Adaptor,
                                      const LLVMTypeConverter &converter,
                                      ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  Type i32 = rewriter.getI32Type();
  unsigned alignment = converter.getPointerBitwidth() / 8;
  Value slot = createEntryAlloca(rewriter, op, pointer, 1);
  if (!slot)
    return op.emitOpError("takes stack memory, so it must be in a "
                          "function");
  LLVM::GlobalOp global = getHandleVariable(rewriter, op);
  // Relaxed is enough: threads can only see NULL or the one handle.
  Value variable = LLVM::AddressOfOp::create(rewriter, loc, global);
  Value known = LLVM::LoadOp::create(
      rewriter, loc, pointer, variable, alignment, /*isVolatile=*/false,
      /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, LLVM::AtomicOrdering::monotonic);
  Value null = LLVM::ZeroOp::create(rewriter, loc, pointer);
  Value zero = LLVM::ConstantOp::create(rewriter, loc, i32, 0);
  Value unknown =
      LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::eq, known, null);
  auto [lookUp, next] = splitBehind(rewriter, op);
  if (!lookUp)
    return failure();

  // A look-up that fails may leave the slot unchanged.
  LLVM::StoreOp::create(rewriter, loc, null, slot);
  Value name = createText(rewriter, op, op.getName());
  Value module = null;
  if (FlatSymbolRefAttr registry = op.getRegistryAttr())
    module = LLVM::AddressOfOp::create(rewriter, loc, pointer, registry);
  FailureOr<LLVM::CallOp> call =
      createRuntimeCall(rewriter, op, "TVMBackendGetFuncFromEnv", i32,
                        ValueRange{module, name, slot});
  if (failed(call))
    return failure();
  Value found = LLVM::LoadOp::create(rewriter, loc, pointer, slot);
  LLVM::StoreOp::create(rewriter, loc, found, variable, alignment,
                        /*isVolatile=*/false, /*isNonTemporal=*/false,
                        /*isInvariantGroup=*/false,
                        LLVM::AtomicOrdering::monotonic);
  cf::BranchOp::create(rewriter, loc, next,
                       ValueRange{call->getResult(), found});

  Value code = next->addArgument(i32, loc);
  Value function = next->addArgument(pointer, loc);
  rewriter.setInsertionPoint(op);
  cf::CondBranchOp::create(rewriter, loc, unknown, lookUp, ValueRange(), next,
                           ValueRange{zero, known});
  rewriter.replaceOp(op, {code, function});
  return success();
}

static LogicalResult lowerCallFunction(CallFunctionOp op,
                                       CallFunctionOp::Adaptor adaptor,
                                       const LLVMTypeConverter &,
                                       ConversionPatternRewriter &rewriter) {
  Type i32 = rewriter.getI32Type();
  Value count = LLVM::ConstantOp::create(rewriter, op.getLoc(), i32,
                                         int64_t(op.getCount()));
  FailureOr<LLVM::CallOp> call = createRuntimeCall(
      rewriter, op, "TVMFuncCall", i32,
      {adaptor.getFunction(), adaptor.getValues(), adaptor.getTypeCodes(),
       count, adaptor.getReturnedValues(), adaptor.getReturnedCodes()});
  if (failed(call))
    return failure();
  rewriter.replaceOp(op, call->getResult());
  return success();
}

void tir::populateRegistryToLLVMPatterns(const LLVMTypeConverter &converter,
                                         RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, lowerGetFunction,
                 lowerCallFunction);
}
