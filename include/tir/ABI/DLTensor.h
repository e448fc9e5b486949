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

/// `DLDataTypeCode`. The same small integers mean other things as an
/// `ArgTypeCode`.
enum class DLDataTypeCode : uint8_t {
  Int = 0,
  UInt = 1,
  Float = 2,
  Bfloat = 4,
};

/// The enumerator in `dlpack/dlpack.h`, such as `kDLInt`.
llvm::StringRef getEnumerator(DLDataTypeCode code);

/// `DLDataType`, with one lane.
struct DLDataType {
  DLDataTypeCode code;
  uint8_t bits;

  /// Bytes of an element in memory; a bool takes a whole one.
  unsigned getBytes() const { return (bits + 7) / 8; }
};

/// The dtype of a buffer with such elements; nothing where DLPack has none, or
/// one that is stored otherwise than a memref stores it. Signless integers
/// count as signed, i1 as an unsigned integer of one bit (TVM's bool).
std::optional<DLDataType> getDLDataType(mlir::Type elementType);

/// One field of `struct DLTensor`, whose members are, in order,
/// `{void *data; {enum device_type; int32_t device_id} device; int32_t ndim;
/// {uint8_t code, bits; uint16_t lanes} dtype; int64_t *shape, *strides;
/// uint64_t byte_offset}`. Where they lie follows from the target's data
/// layout: 32-bit Arm and RISC-V pad before `byte_offset`, i386 does not.
struct DLTensorMember {
  /// The name in tir operations, such as `dtype_bits`.
  llvm::StringLiteral name;
  /// The member of DLTensor, and within that one; the latter may be empty.
  llvm::StringLiteral member, submember;
  int position, subposition;
  /// Width of an integer; 0 for a pointer.
  unsigned bits;
  /// For integers the type in C, for pointers that of what they point at.
  llvm::StringLiteral cType;
  /// The type of the member that `submember` is one of; else empty.
  llvm::StringLiteral outerType;

  bool isPointer() const { return bits == 0; }
};

/// The field of that name, which must be one of them.
const DLTensorMember &getDLTensorMember(llvm::StringRef name);

/// What constant data is called that a descriptor's shape or strides point at,
/// such as `tir_extents_4_8`.
std::string getExtentsName(llvm::ArrayRef<int64_t> extents);

} // namespace tir

#endif // TIR_ABI_DLTENSOR_H
