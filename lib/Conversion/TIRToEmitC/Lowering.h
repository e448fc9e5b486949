//===- Lowering.h - What the lowerings of tir operations to EmitC share
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CONVERSION_TIRTOEMITC_LOWERING_H
#define TIR_LIB_CONVERSION_TIRTOEMITC_LOWERING_H

#include "tir/Conversion/EmitCCommon/EmitCBuilder.h"
#include "tir/Dialect/TIR/IR/TIR.h"

namespace tir {

struct ErrorReport;

/// Returns the type of a pointer to `pointee`, a type in C such as
/// `const char`.
mlir::Type getPointerTo(mlir::MLIRContext *context, llvm::StringRef pointee);

/// Creates a variable of the whole function around `op`, so that pointers to it
/// may leave the block of `op`. Returns null, with an error, if there is no
/// function.
mlir::Value createFunctionVariable(mlir::ConversionPatternRewriter &rewriter,
                                   mlir::Operation *op, mlir::Type type,
                                   llvm::StringRef name);

/// Creates `pointer[index]`.
mlir::Value createElement(EmitCBuilder &c, mlir::Value pointer, int64_t index);
/// Creates `place.member`.
mlir::Value createMember(EmitCBuilder &c, mlir::Value place,
                         llvm::StringRef member, mlir::Type type);
/// Returns the address of a pointer's or a buffer's first byte as a `void *`.
mlir::Value createAddress(EmitCBuilder &c, mlir::Value value);

/// Fails with an error if the current conversion converts buffers to arrays,
/// which C cannot make from a pointer.
mlir::LogicalResult checkIsPointer(mlir::Operation *op, mlir::Type type);

/// Creates the address of a constant of the file as a `void *`.
mlir::Value createConstantAddress(EmitCBuilder &c, llvm::StringRef name);

/// Creates a string literal.
mlir::Value createText(EmitCBuilder &c, llvm::StringRef text);

/// Inserts text, such as a macro, at the beginning of the file around `op`,
/// once.
void insertText(mlir::ConversionPatternRewriter &rewriter, mlir::Operation *op,
                llvm::StringRef text);

/// Reports an error that `op` found, in the way that `report` says. If `code`
/// is null, the code is -1. `number` is appended to the text unless it is null.
void createReport(EmitCBuilder &c, mlir::ConversionPatternRewriter &rewriter,
                  mlir::Operation *op, const ErrorReport &report,
                  mlir::Value code, mlir::Value number);

void populateAtomicToEmitCPatterns(const mlir::TypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);
void populatePackedToEmitCPatterns(const mlir::TypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);
void populateDLTensorToEmitCPatterns(const mlir::TypeConverter &converter,
                                     mlir::RewritePatternSet &patterns);
void populateStructToEmitCPatterns(const mlir::TypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);
void populatePoolToEmitCPatterns(const mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateControlToEmitCPatterns(const mlir::TypeConverter &converter,
                                    mlir::RewritePatternSet &patterns);
void populatePointerToEmitCPatterns(const mlir::TypeConverter &converter,
                                    mlir::RewritePatternSet &patterns);
void populateRegistryToEmitCPatterns(const mlir::TypeConverter &converter,
                                     mlir::RewritePatternSet &patterns);
void populateFuncRegistryToEmitCPatterns(const mlir::TypeConverter &converter,
                                         mlir::RewritePatternSet &patterns);
void populateMetadataToEmitCPatterns(const mlir::TypeConverter &converter,
                                     mlir::RewritePatternSet &patterns);
void populateTasksToEmitCPatterns(const mlir::TypeConverter &converter,
                                  mlir::RewritePatternSet &patterns);
void populateStepsToEmitCPatterns(const mlir::TypeConverter &converter,
                                  mlir::RewritePatternSet &patterns);

} // namespace tir

#endif // TIR_LIB_CONVERSION_TIRTOEMITC_LOWERING_H
