//===- BufferLayouts.h - Buffers and parts of them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_DIALECT_TIR_IR_BUFFERLAYOUTS_H
#define TIR_DIALECT_TIR_IR_BUFFERLAYOUTS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <optional>
#include <string>

namespace tir {

/// Returns the number of elements from the first element of a region to its
/// last one, including the gaps between them: what a pointer to the first
/// element must be able to reach. Returns std::nullopt if the shape or the
/// strides are not static.
std::optional<int64_t> getSpan(mlir::MemRefType type);

/// Returns true if the type is a memref with a static shape and the identity
/// layout, so that a pointer to its first element describes it completely.
bool isWholeBuffer(mlir::Type type);

/// Returns true if source and target are whole buffers of static shape, so that
/// the copy is one `memcpy`.
bool isWholeCopy(mlir::memref::CopyOp copy);

/// Returns true unless the type says that its first element is the first
/// element of the buffer.
bool hasOffset(mlir::MemRefType type);

/// Returns true if two types address the same elements relative to their first
/// one: they have the same shape, and the same stride in each dimension whose
/// extent is not 1.
bool haveSameStrides(mlir::MemRefType a, mlir::MemRefType b);

/// Returns the type of the same region, addressed from its first element: the
/// offset is 0, and the layout is the identity if the elements are contiguous.
/// Returns null if the shape or the strides are not static.
mlir::MemRefType getRebasedType(mlir::MemRefType type);

/// Returns the type of an argument that arrives as a pointer to its first
/// element, which is the type of a rebased buffer. For an open buffer, the type
/// has one element. Returns null for other buffers without a static shape or
/// strides, and the type itself if it is not a buffer.
mlir::Type getPointedType(mlir::Type type);

/// Returns true if the extents of a buffer are dynamic and its elements are
/// contiguous: an external callee knows the extents by other means, as in C
/// with `const int8_t *x`.
bool isOpenBuffer(mlir::Type type);

/// Compares the buffer or tensor that is passed with the buffer that the callee
/// declares. Returns a description of the difference ("has rank 1, expected
/// 2"), or an empty string if they match. Anything matches what the callee
/// leaves dynamic, and any stride matches in a dimension of extent 1. The
/// identity layout is not dynamic: it requires a buffer without gaps, whatever
/// the extents.
std::string describeMisfit(mlir::ShapedType passed, mlir::MemRefType declared);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_BUFFERLAYOUTS_H
