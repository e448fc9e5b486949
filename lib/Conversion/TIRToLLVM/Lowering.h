//===- Lowering.h - What the lowerings of tir operations to LLVM share
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOLLVM_LOWERING_H
#define TIR_LIB_CONVERSION_TIRTOLLVM_LOWERING_H

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

struct ErrorReport;

/// Stack memory for `count` elements, taken once for each run of the function
/// around `op`: an alloca in a loop would grow the stack. Null where there is
/// no function.
mlir::Value createEntryAlloca(mlir::ConversionPatternRewriter &rewriter,
                              mlir::Operation *op, mlir::Type elementType,
                              int64_t count);

/// The address of a constant of the object's own, one for each name and value.
mlir::Value createPrivateConstant(mlir::ConversionPatternRewriter &rewriter,
                                  mlir::Operation *op, std::string name,
                                  mlir::Type type, mlir::Attribute value);

/// The address of text with a NUL behind it.
mlir::Value createText(mlir::ConversionPatternRewriter &rewriter,
                       mlir::Operation *op, llvm::StringRef text);

/// A constant of that name whose value `initialize` builds.
mlir::LLVM::GlobalOp
createConstant(mlir::ConversionPatternRewriter &rewriter, mlir::Location loc,
               const llvm::Twine &name, mlir::Type type,
               llvm::function_ref<mlir::Value()> initialize);
/// A struct or an array of these values.
mlir::Value createAggregate(mlir::ConversionPatternRewriter &rewriter,
                            mlir::Location loc, mlir::Type type,
                            mlir::ValueRange values);

/// Calls a function of the runtime, and declares it.
mlir::FailureOr<mlir::LLVM::CallOp>
createRuntimeCall(mlir::ConversionPatternRewriter &rewriter,
                  mlir::Operation *op, llvm::StringRef name, mlir::Type result,
                  mlir::ValueRange arguments);

/// Tells of an error that `op` found, where `report` says; `number`, which may
/// be null, follows the text.
mlir::LogicalResult createReport(mlir::ConversionPatternRewriter &rewriter,
                                 mlir::Operation *op, const ErrorReport &report,
                                 mlir::Value code, mlir::Value number);

/// Makes what follows `op` a block of its own, and one in front of it for what
/// happens on the way that is taken rarely, in which the caller goes on: the
/// first of the two that are returned. Null, with an error, where `op` does not
/// stand in the body of a function.
std::pair<mlir::Block *, mlir::Block *>
splitBehind(mlir::ConversionPatternRewriter &rewriter, mlir::Operation *op);

/// The address of a pointer's or a memref's first byte.
mlir::Value getAddress(mlir::ConversionPatternRewriter &rewriter,
                       mlir::Location loc, mlir::Value converted);
/// A value of type `type`, a pointer or a memref, at that address.
mlir::Value fromAddress(mlir::ConversionPatternRewriter &rewriter,
                        mlir::Location loc,
                        const mlir::LLVMTypeConverter &converter,
                        mlir::Type type, mlir::Value address);

/// Makes f16 and bf16 the integers of their bits, wherever they are moved.
void populateNarrowFloatBitsToLLVM(mlir::LLVMTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);
void populatePackedToLLVMPatterns(const mlir::LLVMTypeConverter &converter,
                                  mlir::RewritePatternSet &patterns);
void populateDLTensorToLLVMPatterns(const mlir::LLVMTypeConverter &converter,
                                    mlir::RewritePatternSet &patterns);
void populateStructToLLVMPatterns(const mlir::LLVMTypeConverter &converter,
                                  mlir::RewritePatternSet &patterns);
void populatePoolToLLVMPatterns(const mlir::LLVMTypeConverter &converter,
                                mlir::RewritePatternSet &patterns);
void populateRebaseToLLVMPatterns(const mlir::LLVMTypeConverter &converter,
                                  mlir::RewritePatternSet &patterns);
void populateControlToLLVMPatterns(const mlir::LLVMTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);
void populatePointerToLLVMPatterns(const mlir::LLVMTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);
void populateRegistryToLLVMPatterns(const mlir::LLVMTypeConverter &converter,
                                    mlir::RewritePatternSet &patterns);
void populateFuncRegistryToLLVMPatterns(
    const mlir::LLVMTypeConverter &converter,
    mlir::RewritePatternSet &patterns);
void populateMetadataToLLVMPatterns(const mlir::LLVMTypeConverter &converter,
                                    mlir::RewritePatternSet &patterns);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOLLVM_LOWERING_H
