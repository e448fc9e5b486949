//===- DLTensor.h - DLPack's tensor descriptor
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_ABI_DLTENSOR_H
#define TIR_ABI_DLTENSOR_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace tir {

/// DLPack's `DLDataTypeCode`. The same small integers have other meanings in
/// `ArgTypeCode`.
enum class DLDataTypeCode : uint8_t {
  Int = 0,
  UInt = 1,
  Float = 2,
  Bfloat = 4,
};

/// DLPack's type of the device that runs the model: the processor.
inline constexpr int32_t kDLCPU = 1;

/// Returns the name of the enumerator in `dlpack/dlpack.h`, such as `kDLInt`.
llvm::StringRef getEnumerator(DLDataTypeCode code);

/// DLPack's `DLDataType`, with one lane.
struct DLDataType {
  DLDataTypeCode code;
  uint8_t bits;

  /// Returns the bytes of an element in memory. A bool takes a whole byte.
  unsigned getBytes() const { return (bits + 7) / 8; }
};

/// Returns the dtype of a buffer with elements of this type. Returns
/// std::nullopt if DLPack has no such dtype, or stores its elements in another
/// way than a memref does. Signless integers count as signed, and i1 as an
/// unsigned integer of one bit (TVM's bool).
std::optional<DLDataType> getDLDataType(mlir::Type elementType);

/// One field of `struct DLTensor`, whose members are, in order, `{void *data;
/// {enum device_type; int32_t device_id} device; int32_t ndim; {uint8_t code,
/// bits; uint16_t lanes} dtype; int64_t *shape, *strides; uint64_t
/// byte_offset}`. Their offsets follow from the target's data layout: 32-bit
/// Arm and RISC-V have padding before `byte_offset`, i386 does not.
struct DLTensorMember {
  /// The name of the field in tir operations, such as `dtype_bits`.
  llvm::StringLiteral name;
  /// The member of DLTensor, and the member of that struct, or "" if the member
  /// of DLTensor is not a struct.
  llvm::StringLiteral member, submember;
  int position, subposition;
  /// Width of an integer in bits; 0 for a pointer.
  unsigned bits;
  /// The type in C of an integer, or of what a pointer points at.
  llvm::StringLiteral cType;
  /// The type of the struct that contains `submember`; empty if there is none.
  llvm::StringLiteral outerType;

  bool isPointer() const { return bits == 0; }
};

/// Returns the field of this name, which must exist.
const DLTensorMember &getDLTensorMember(llvm::StringRef name);

/// Returns the name of the constant data that a descriptor's shape or strides
/// point at, such as `tir_extents_4_8`.
std::string getExtentsName(llvm::ArrayRef<int64_t> extents);

} // namespace tir

#endif // TIR_ABI_DLTENSOR_H
