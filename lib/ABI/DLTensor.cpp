//===- DLTensor.cpp - DLPack's tensor descriptor
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/DLTensor.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace tir;

static constexpr DLTensorMember kMembers[] = {
    {"data", "data", "", 0, -1, 0, "void", ""},
    {"device_type", "device", "device_type", 1, 0, 32, "DLDeviceType",
     "DLDevice"},
    {"device_id", "device", "device_id", 1, 1, 32, "int32_t", "DLDevice"},
    {"ndim", "ndim", "", 2, -1, 32, "int32_t", ""},
    {"dtype_code", "dtype", "code", 3, 0, 8, "uint8_t", "DLDataType"},
    {"dtype_bits", "dtype", "bits", 3, 1, 8, "uint8_t", "DLDataType"},
    {"dtype_lanes", "dtype", "lanes", 3, 2, 16, "uint16_t", "DLDataType"},
    {"shape", "shape", "", 4, -1, 0, "int64_t", ""},
    {"strides", "strides", "", 5, -1, 0, "int64_t", ""},
    {"byte_offset", "byte_offset", "", 6, -1, 64, "uint64_t", ""},
};

const DLTensorMember &tir::getDLTensorMember(StringRef name) {
  for (const DLTensorMember &member : kMembers)
    if (member.name == name)
      return member;
  llvm_unreachable("not a field of DLTensor");
}

StringRef tir::getEnumerator(DLDataTypeCode code) {
  switch (code) {
  case DLDataTypeCode::Int:
    return "kDLInt";
  case DLDataTypeCode::UInt:
    return "kDLUInt";
  case DLDataTypeCode::Float:
    return "kDLFloat";
  case DLDataTypeCode::Bfloat:
    return "kDLBfloat";
  }
  llvm_unreachable("each code has its enumerator");
}

std::optional<DLDataType> tir::getDLDataType(Type elementType) {
  if (auto type = dyn_cast<IntegerType>(elementType)) {
    uint8_t bits = type.getWidth();
    if (!llvm::is_contained({1u, 8u, 16u, 32u, 64u}, type.getWidth()))
      return std::nullopt;
    bool isUnsigned = type.isUnsigned() || bits == 1;
    return DLDataType{isUnsigned ? DLDataTypeCode::UInt : DLDataTypeCode::Int,
                      bits};
  }
  if (isa<Float16Type, Float32Type, Float64Type>(elementType))
    return DLDataType{DLDataTypeCode::Float,
                      uint8_t(elementType.getIntOrFloatBitWidth())};
  if (elementType.isBF16())
    return DLDataType{DLDataTypeCode::Bfloat, 16};
  return std::nullopt;
}

std::string tir::getExtentsName(ArrayRef<int64_t> extents) {
  std::string name = "tir_extents";
  for (int64_t extent : extents)
    name += (extent < 0 ? "_m" : "_") +
            std::to_string(extent < 0 ? -uint64_t(extent) : uint64_t(extent));
  return name;
}
