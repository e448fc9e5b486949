//===- TensorDescriptorOps.cpp - tir.make_dltensor, tir.dltensor_get and _set
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/IR/ValueNotes.h"

#include "tir/ABI/DLTensor.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/TIR.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

/// Returns the first byte that a descriptor reaches and the one past the last,
/// or std::nullopt if these do not fit in 64 bits. Returns {0, 0} if there is
/// no element.
static std::optional<std::pair<int64_t, int64_t>>
getReach(ArrayRef<int64_t> shape, std::optional<ArrayRef<int64_t>> strides,
         int64_t byteOffset, int64_t elementBytes) {
  if (llvm::is_contained(shape, 0))
    return std::make_pair(int64_t(0), int64_t(0));
  int64_t low = byteOffset, high, compact = elementBytes;
  if (llvm::AddOverflow(byteOffset, elementBytes, high))
    return std::nullopt;
  for (size_t i = shape.size(); i-- > 0;) {
    int64_t step = compact, way;
    if (strides && llvm::MulOverflow((*strides)[i], elementBytes, step))
      return std::nullopt;
    int64_t &end = step < 0 ? low : high;
    if (llvm::MulOverflow(step, shape[i] - 1, way) ||
        llvm::AddOverflow(end, way, end) ||
        llvm::MulOverflow(compact, shape[i], compact))
      return std::nullopt;
  }
  return std::make_pair(low, high);
}

LogicalResult MakeDLTensorOp::verify() {
  auto memref = cast<MemRefType>(getData().getType());
  auto fail = [&](const Twine &message) {
    InFlightDiagnostic diag = emitOpError();
    noteOrigin(diag, getData(), "the buffer");
    diag << message;
    return diag;
  };
  if (!isWholeBuffer(memref))
    return fail("describes ")
           << memref
           << ", expected a buffer with a static shape and the identity "
              "layout; describe the whole buffer and select the part of it "
              "with strides and byte_offset";
  std::optional<DLDataType> dtype = getDLDataType(memref.getElementType());
  if (!dtype)
    return fail("describes elements of type ")
           << memref.getElementType()
           << ", but the dtypes of a descriptor are i1, i8, i16, i32, i64 "
              "(also "
              "unsigned), f16, bf16, f32 and f64; give the elements one of "
              "these types";
  ArrayRef<int64_t> shape = getShape();
  for (int64_t extent : shape)
    if (extent < 0)
      return emitOpError("has the extent ")
             << extent << "; expected constant extents, 0 or more";
  if (getStrides() && getStrides()->size() != shape.size())
    return emitOpError("has ")
           << shape.size() << " extents, but " << getStrides()->size()
           << " strides; give one for each extent, or none if the buffer is "
              "compact and row-major";
  int64_t bytes = dtype->getBytes(), offset = getByteOffset();
  if (offset % bytes != 0)
    return fail("has the byte offset ")
           << offset << ", expected a multiple of the " << bytes
           << " bytes of an element (" << memref.getElementType() << ")";
  std::optional<std::pair<int64_t, int64_t>> reach =
      getReach(shape, getStrides(), offset, bytes);
  int64_t size = memref.getNumElements() * bytes;
  if (reach && reach->first >= 0 && reach->second <= size)
    return success();
  InFlightDiagnostic diag = emitOpError("reaches ");
  if (reach)
    diag << "the bytes " << reach->first << " to " << reach->second - 1;
  else
    diag << "beyond the range of 64 bits";
  diag << ", but the buffer " << memref << " has " << size
       << " bytes; shape, strides and byte_offset must stay within it";
  noteOrigin(diag, getData(), "the buffer");
  return diag;
}

/// Checks the type that a read or write of a field uses.
static LogicalResult verifyField(Operation *op, DLTensorField field,
                                 Value value, Value tensor) {
  Type type = value.getType();
  StringRef name = stringifyDLTensorField(field);
  const DLTensorMember &member = getDLTensorMember(name);
  auto fail = [&](const Twine &message) {
    InFlightDiagnostic diag = op->emitOpError();
    // What is written comes from elsewhere, and so does what is read from.
    bool isRead = value.getDefiningOp() == op;
    noteOrigin(diag, isRead ? tensor : value,
               isRead ? "the descriptor" : "the value");
    diag << message;
    return diag;
  };
  if (!member.isPointer()) {
    if (type.isInteger(member.bits))
      return success();
    return fail("accesses '")
           << name << "' as " << type << ", but in a DLTensor it is an 'i"
           << member.bits << "'";
  }
  if (isa<HandleType>(type))
    return success();
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return fail("accesses '")
           << name << "' as " << type
           << ", but in a DLTensor it is a pointer; use !tir.handle or a "
              "memref";
  if (!isWholeBuffer(memref))
    return fail("accesses the address of a buffer's first element, so the "
                "memref needs a static shape and the identity layout, but is ")
           << memref;
  if (field != DLTensorField::Data && !memref.getElementType().isInteger(64))
    return fail("accesses '") << name << "' as " << memref
                              << ", but in a DLTensor it points to 'i64'";
  return success();
}

LogicalResult DLTensorGetOp::verify() {
  return verifyField(*this, getField(), getResult(), getTensor());
}

LogicalResult DLTensorSetOp::verify() {
  return verifyField(*this, getField(), getValue(), getTensor());
}
