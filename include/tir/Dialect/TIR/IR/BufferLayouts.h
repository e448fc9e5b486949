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

/// Elements from a region's first to behind its last, with those between that
/// are not its own: what a pointer to its first element must reach. Nothing
/// where shape or strides are not static.
std::optional<int64_t> getSpan(mlir::MemRefType type);

/// Whether the type is a memref of static shape and the identity layout, which
/// a pointer to its first element says all about.
bool isWholeBuffer(mlir::Type type);

/// Whether source and target are whole buffers of static shape, so that the
/// copy is one `memcpy`.
bool isWholeCopy(mlir::memref::CopyOp copy);

/// Whether the type says anything but that the first element is the buffer's
/// first.
bool hasOffset(mlir::MemRefType type);

/// Whether two types address the same elements from their first on: the same
/// shape, and the same strides where an extent is not 1.
bool haveSameStrides(mlir::MemRefType a, mlir::MemRefType b);

/// The type of the same region addressed from its first element on: the offset
/// 0, and the identity layout where the elements lie side by side. Null where
/// shape or strides are not static.
mlir::MemRefType getRebasedType(mlir::MemRefType type);

/// The type of an argument that arrives as a pointer to its first element: that
/// of a rebased buffer. Of a buffer whose extents are not known, but whose
/// elements lie side by side, one element is known. Null for other buffers
/// without static shape or strides; the type itself where it is no buffer.
mlir::Type getPointedType(mlir::Type type);

/// Whether a buffer's extents are open, and its elements lie side by side: a
/// callee from outside knows the extents by other means, as C does with `const
/// int8_t *x`.
bool isOpenBuffer(mlir::Type type);

/// Compares the buffer or tensor that is passed with the buffer that the callee
/// declares. Returns what differs in words ("has rank 1, expected 2"), or
/// nothing where it fits. What the callee leaves dynamic fits, and so does any
/// stride of a dimension of extent 1. The identity layout is not dynamic: it
/// wants a buffer without gaps, whatever its extents.
std::string describeMisfit(mlir::ShapedType passed, mlir::MemRefType declared);

} // namespace tir

#endif // TIR_DIALECT_TIR_IR_BUFFERLAYOUTS_H
