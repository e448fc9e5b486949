//===- FuncRegistryToLLVM.cpp - The function registry in LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "tir/ABI/RuntimeFunctions.h"
#include "tir/Conversion/PatternFunctions.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace tir;

/// Returns the list of names: their number in the target's byte order, each
/// name with a NUL, and one more NUL.
static std::string makeNames(FuncRegistryOp op, bool isBigEndian) {
  std::string names(2, '\0');
  llvm::support::endian::write16(names.data(), op.getNames().size(),
                                 isBigEndian ? llvm::endianness::big
                                             : llvm::endianness::little);
  for (auto name : op.getNames().getAsValueRange<StringAttr>())
    names += name.str() + '\0';
  return names + '\0';
}

static void createEntryPoint(FuncRegistryOp op, LLVM::GlobalOp registry,
                             ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  Type moduleType =
      LLVM::LLVMStructType::getLiteral(rewriter.getContext(), pointer);
  auto module = createConstant(
      rewriter, loc, op.getSymName() + "_module", moduleType, [&] {
        Value address = LLVM::AddressOfOp::create(rewriter, loc, registry);
        return createAggregate(rewriter, loc, moduleType, address);
      });
  auto function =
      LLVM::LLVMFuncOp::create(rewriter, loc, kSystemLibEntryPoint,
                               LLVM::LLVMFunctionType::get(pointer, {}));
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.createBlock(&function.getBody());
  Value address = LLVM::AddressOfOp::create(rewriter, loc, module);
  LLVM::ReturnOp::create(rewriter, loc, address);
}

static LogicalResult lowerFuncRegistry(FuncRegistryOp op,
                                       FuncRegistryOp::Adaptor,
                                       const LLVMTypeConverter &converter,
                                       ConversionPatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  std::string text = makeNames(op, converter.getDataLayout().isBigEndian());
  auto names = LLVM::GlobalOp::create(
      rewriter, loc,
      LLVM::LLVMArrayType::get(rewriter.getI8Type(), text.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal,
      (op.getSymName() + "_names").str(), rewriter.getStringAttr(text));
  auto functions = createConstant(
      rewriter, loc, op.getSymName() + "_functions",
      LLVM::LLVMArrayType::get(pointer, op.getFunctions().size()), [&] {
        SmallVector<Value> addresses;
        for (auto function : op.getFunctions().getAsRange<FlatSymbolRefAttr>())
          addresses.push_back(
              LLVM::AddressOfOp::create(rewriter, loc, pointer, function));
        return createAggregate(
            rewriter, loc, LLVM::LLVMArrayType::get(pointer, addresses.size()),
            addresses);
      });
  Type registryType = LLVM::LLVMStructType::getLiteral(rewriter.getContext(),
                                                       {pointer, pointer});
  auto registry = createConstant(
      rewriter, loc, op.getSymName(), registryType, [&]() -> Value {
        Value first = LLVM::AddressOfOp::create(rewriter, loc, names);
        Value second = LLVM::AddressOfOp::create(rewriter, loc, functions);
        return createAggregate(rewriter, loc, registryType, {first, second});
      });
  if (op.getSystemLib())
    createEntryPoint(op, registry, rewriter);
  rewriter.eraseOp(op);
  return success();
}

static LogicalResult lowerAddressOf(AddressOfOp op, AddressOfOp::Adaptor,
                                    const LLVMTypeConverter &,
                                    ConversionPatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<LLVM::AddressOfOp>(
      op, LLVM::LLVMPointerType::get(rewriter.getContext()),
      op.getSymbolAttr());
  return success();
}

void tir::populateFuncRegistryToLLVMPatterns(const LLVMTypeConverter &converter,
                                             RewritePatternSet &patterns) {
  addConversions(converter, patterns, /*benefit=*/1, lowerFuncRegistry,
                 lowerAddressOf);
}
