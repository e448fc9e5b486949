//===- MemRefToEmitC.h - Buffers as C pointers
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_CONVERSION_MEMREFTOEMITC_MEMREFTOEMITC_H
#define TIR_CONVERSION_MEMREFTOEMITC_MEMREFTOEMITC_H

#include "mlir/Transforms/DialectConversion.h"

namespace tir {

/// Converts a memref of static shape and strides to the memref of rank 1 that
/// reaches from its first element to its last. Other types stay as they are.
void populateFlattenMemRefTypeConversion(mlir::TypeConverter &converter);

/// Rewrites the memref operations for flat memrefs: `load` and `store` with a
/// linear index (`overflow<nsw>`: an index never leaves its buffer), `global`
/// with its initial value, `get_global`, `view`, `copy`, `alloc`, `alloca` and
/// `dealloc`. A `collapse_shape`, `expand_shape` or `cast` between such memrefs
/// is replaced by its source; `subview` and `reinterpret_cast` become
/// `tir.rebase`.
void populateFlattenMemRefPatterns(const mlir::TypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);

/// Returns the memory space of a flat memref that is only read and becomes a
/// pointer to const. It is an attribute of EmitC, so that no other back end
/// mistakes it for one of its own.
mlir::Attribute getConstMemorySpace(mlir::MLIRContext *context);

/// Converts `memref<NxT>` to `!emitc.ptr<T>`, or to
/// `!emitc.ptr<!emitc.opaque<"const T">>` in the const memory space. Upstream
/// converts it to `!emitc.array`, which cannot be const and cannot be returned.
void populateMemRefToEmitCPointerTypeConversion(mlir::TypeConverter &converter);

/// Converts operations on flat memrefs to C on pointers: `load`, `store`,
/// `global` (also with an alignment, which upstream refuses; the alignment
/// stays as `alignment` of `tir.global`), `get_global`, `view` at any byte
/// offset, `copy`, `alloca`, `memory_space_cast`.
void populateMemRefToEmitCPointerPatterns(const mlir::TypeConverter &converter,
                                          mlir::RewritePatternSet &patterns);

} // namespace tir

#endif // TIR_CONVERSION_MEMREFTOEMITC_MEMREFTOEMITC_H
