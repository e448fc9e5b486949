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

/// Creates stack memory for `count` elements, allocated once for each run of
/// the function around `op`: an alloca in a loop would grow the stack. Returns
/// null if there is no function.
mlir::Value createEntryAlloca(mlir::ConversionPatternRewriter &rewriter,
                              mlir::Operation *op, mlir::Type elementType,
                              int64_t count);

/// Creates the address of a private constant; there is one for each name and
/// value.
mlir::Value createPrivateConstant(mlir::ConversionPatternRewriter &rewriter,
                                  mlir::Operation *op, std::string name,
                                  mlir::Type type, mlir::Attribute value);

/// Creates the address of text that ends with a NUL.
mlir::Value createText(mlir::ConversionPatternRewriter &rewriter,
                       mlir::Operation *op, llvm::StringRef text);

/// Creates a constant of that name whose value `initialize` builds.
mlir::LLVM::GlobalOp
createConstant(mlir::ConversionPatternRewriter &rewriter, mlir::Location loc,
               const llvm::Twine &name, mlir::Type type,
               llvm::function_ref<mlir::Value()> initialize);
/// Creates a struct or an array of these values.
mlir::Value createAggregate(mlir::ConversionPatternRewriter &rewriter,
                            mlir::Location loc, mlir::Type type,
                            mlir::ValueRange values);

/// Calls a function of the runtime, and declares it.
mlir::FailureOr<mlir::LLVM::CallOp>
createRuntimeCall(mlir::ConversionPatternRewriter &rewriter,
                  mlir::Operation *op, llvm::StringRef name, mlir::Type result,
                  mlir::ValueRange arguments);

/// Reports an error that `op` found, in the way that `report` says. `number` is
/// appended to the text unless it is null.
mlir::LogicalResult createReport(mlir::ConversionPatternRewriter &rewriter,
                                 mlir::Operation *op, const ErrorReport &report,
                                 mlir::Value code, mlir::Value number);

/// Splits the block after `op`, and creates an empty block before the new one
/// for code that rarely runs; the caller goes on inserting there. Returns the
/// empty block and the new one. Returns null for both, with an error, if `op`
/// is not directly in the body of a function.
std::pair<mlir::Block *, mlir::Block *>
splitBehind(mlir::ConversionPatternRewriter &rewriter, mlir::Operation *op);

/// Returns the address of a pointer's or a memref's first byte.
mlir::Value getAddress(mlir::ConversionPatternRewriter &rewriter,
                       mlir::Location loc, mlir::Value converted);
/// Creates a value of type `type`, a pointer or a memref, for that address.
mlir::Value fromAddress(mlir::ConversionPatternRewriter &rewriter,
                        mlir::Location loc,
                        const mlir::LLVMTypeConverter &converter,
                        mlir::Type type, mlir::Value address);

/// Converts f16 and bf16 to the integers of their bits wherever they are moved.
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
void populateTasksToLLVMPatterns(const mlir::LLVMTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateMetadataToLLVMPatterns(const mlir::LLVMTypeConverter &converter,
                                    mlir::RewritePatternSet &patterns);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOLLVM_LOWERING_H
