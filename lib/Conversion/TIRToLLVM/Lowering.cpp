//===- Lowering.cpp - What the lowerings of tir operations to LLVM share
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "ExtendNarrowIntegers.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace tir;

Value tir::createEntryAlloca(ConversionPatternRewriter &rewriter, Operation *op,
                             Type elementType, int64_t count) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function)
    return {};
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
  Location loc = op->getLoc();
  Value size = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(),
                                        rewriter.getI32IntegerAttr(count));
  return LLVM::AllocaOp::create(
      rewriter, loc, LLVM::LLVMPointerType::get(rewriter.getContext()),
      elementType, size);
}

Value tir::createPrivateConstant(ConversionPatternRewriter &rewriter,
                                 Operation *op, std::string name, Type type,
                                 Attribute value) {
  Operation *module = op->getParentWithTrait<OpTrait::SymbolTable>();
  LLVM::GlobalOp global;
  while (Operation *known = SymbolTable::lookupSymbolIn(module, name)) {
    global = dyn_cast<LLVM::GlobalOp>(known);
    if (global && global.getConstant() && global.getValueAttr() == value &&
        global.getGlobalType() == type)
      break;
    // Another symbol has this name.
    global = nullptr;
    name += "_";
  }
  if (!global) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&module->getRegion(0).front());
    global = LLVM::GlobalOp::create(rewriter, op->getLoc(), type,
                                    /*isConstant=*/true, LLVM::Linkage::Private,
                                    name, value);
    global.setUnnamedAddr(LLVM::UnnamedAddr::Global);
  }
  return LLVM::AddressOfOp::create(rewriter, op->getLoc(), global);
}

Value tir::createText(ConversionPatternRewriter &rewriter, Operation *op,
                      StringRef text) {
  std::string bytes = text.str() + '\0';
  auto type = LLVM::LLVMArrayType::get(rewriter.getI8Type(), bytes.size());
  return createPrivateConstant(
      rewriter, op,
      "tir_text_" +
          llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true),
      type, rewriter.getStringAttr(bytes));
}

LLVM::GlobalOp tir::createConstant(ConversionPatternRewriter &rewriter,
                                   Location loc, const Twine &name, Type type,
                                   llvm::function_ref<Value()> initialize) {
  auto global = LLVM::GlobalOp::create(rewriter, loc, type, /*isConstant=*/true,
                                       LLVM::Linkage::Internal, name.str(),
                                       /*value=*/Attribute());
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.createBlock(&global.getInitializerRegion());
  LLVM::ReturnOp::create(rewriter, loc, initialize());
  return global;
}

Value tir::createAggregate(ConversionPatternRewriter &rewriter, Location loc,
                           Type type, ValueRange values) {
  Value result = LLVM::ZeroOp::create(rewriter, loc, type);
  for (auto [index, value] : llvm::enumerate(values))
    result = LLVM::InsertValueOp::create(rewriter, loc, result, value,
                                         int64_t(index));
  return result;
}

FailureOr<LLVM::CallOp>
tir::createRuntimeCall(ConversionPatternRewriter &rewriter, Operation *op,
                       StringRef name, Type result, ValueRange arguments) {
  Operation *module = op->getParentWithTrait<OpTrait::SymbolTable>();
  Operation *known = SymbolTable::lookupSymbolIn(module, name);
  FailureOr<LLVM::LLVMFuncOp> function = failure();
  if (!known || isa<LLVM::LLVMFuncOp>(known)) {
    OpBuilder::InsertionGuard guard(rewriter);
    function = LLVM::lookupOrCreateFn(
        rewriter, module, name, llvm::to_vector(arguments.getTypes()), result);
  }
  if (failed(function)) {
    InFlightDiagnostic diag = op->emitOpError("calls ")
                              << name
                              << " of the runtime, but the module has another "
                                 "symbol of that name; remove it";
    if (known)
      diag.attachNote(known->getLoc()) << "it is here";
    return diag;
  }
  auto call =
      LLVM::CallOp::create(rewriter, op->getLoc(), *function, arguments);
  setExtensions(cast<FunctionOpInterface>(**function));
  setExtensions(cast<CallOpInterface>(*call));
  return call;
}

std::pair<Block *, Block *>
tir::splitBehind(ConversionPatternRewriter &rewriter, Operation *op) {
  if (!isa<FunctionOpInterface>(op->getParentOp())) {
    op->emitOpError("becomes a branch, but is inside structured control "
                    "flow; run convert-scf-to-cf first");
    return {};
  }
  Block *next =
      rewriter.splitBlock(op->getBlock(), std::next(op->getIterator()));
  return {rewriter.createBlock(next), next};
}

Value tir::getAddress(ConversionPatternRewriter &rewriter, Location loc,
                      Value converted) {
  if (!isa<LLVM::LLVMStructType>(converted.getType()))
    return converted;
  Value address = MemRefDescriptor(converted).alignedPtr(rewriter, loc);
  Type plain = LLVM::LLVMPointerType::get(rewriter.getContext());
  if (address.getType() == plain)
    return address;
  return LLVM::AddrSpaceCastOp::create(rewriter, loc, plain, address);
}

Value tir::fromAddress(ConversionPatternRewriter &rewriter, Location loc,
                       const LLVMTypeConverter &converter, Type type,
                       Value address) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return address;
  FailureOr<unsigned> space = converter.getMemRefAddressSpace(memref);
  if (succeeded(space) && *space != 0)
    address = LLVM::AddrSpaceCastOp::create(
        rewriter, loc,
        LLVM::LLVMPointerType::get(rewriter.getContext(), *space), address);
  return MemRefDescriptor::fromStaticShape(rewriter, loc, converter, memref,
                                           address);
}
