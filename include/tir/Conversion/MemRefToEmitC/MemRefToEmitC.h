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

/// Makes a memref of static shape and strides the memref of rank 1 from its
/// first element to its last. Other types stay as they are.
void populateFlattenMemRefTypeConversion(mlir::TypeConverter &converter);

/// Rewrites the memref operations for flat memrefs: `load` and `store` with a
/// linear index (`overflow<nsw>`: an index never leaves its buffer), `global`
/// with its initial value, `get_global`, `view`, `copy`, `alloc`, `alloca`,
/// `dealloc`; `collapse_shape`, `expand_shape` and `cast` between such memrefs
/// are their source; `subview` and `reinterpret_cast` become `tir.rebase`.
void populateFlattenMemRefPatterns(const mlir::TypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);

/// Memory space of a flat memref that is only read: it becomes a pointer to
/// const. (An attribute of EmitC, so that no other back end mistakes it.)
mlir::Attribute getConstMemorySpace(mlir::MLIRContext *context);

/// `memref<NxT>` is `!emitc.ptr<T>`, in the const memory space
/// `!emitc.ptr<!emitc.opaque<"const T">>`. Upstream makes it `!emitc.array`,
/// which cannot be const and cannot be returned.
void populateMemRefToEmitCPointerTypeConversion(mlir::TypeConverter &converter);

/// Converts operations on flat memrefs to C on pointers: `load`, `store`,
/// `global` (aligned ones too, which upstream refuses; the alignment stays as
/// `tir.alignment`), `get_global`, `view` at any byte offset, `copy`,
/// `alloca`, `memory_space_cast`.
void populateMemRefToEmitCPointerPatterns(const mlir::TypeConverter &converter,
                                          mlir::RewritePatternSet &patterns);

} // namespace tir

#endif // TIR_CONVERSION_MEMREFTOEMITC_MEMREFTOEMITC_H
