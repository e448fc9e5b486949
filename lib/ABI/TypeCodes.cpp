//===- TypeCodes.cpp - Types of packed arguments
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/TypeCodes.h"

#include "llvm/Support/ErrorHandling.h"

using namespace tir;

llvm::StringRef tir::getEnumerator(ArgTypeCode code) {
  switch (code) {
  case ArgTypeCode::Int:
    return "kTVMArgInt";
  case ArgTypeCode::Float:
    return "kTVMArgFloat";
  case ArgTypeCode::OpaqueHandle:
    return "kTVMOpaqueHandle";
  case ArgTypeCode::Nullptr:
    return "kTVMNullptr";
  case ArgTypeCode::DataType:
    return "kTVMDataType";
  case ArgTypeCode::Device:
    return "kDLDevice";
  case ArgTypeCode::DLTensorHandle:
    return "kTVMDLTensorHandle";
  case ArgTypeCode::ObjectHandle:
    return "kTVMObjectHandle";
  case ArgTypeCode::ModuleHandle:
    return "kTVMModuleHandle";
  case ArgTypeCode::PackedFuncHandle:
    return "kTVMPackedFuncHandle";
  case ArgTypeCode::Str:
    return "kTVMStr";
  case ArgTypeCode::Bytes:
    return "kTVMBytes";
  case ArgTypeCode::NDArrayHandle:
    return "kTVMNDArrayHandle";
  case ArgTypeCode::ObjectRValueRefArg:
    return "kTVMObjectRValueRefArg";
  }
  llvm_unreachable("every code is named above");
}

llvm::StringRef tir::getValueMember(ArgTypeCode code) {
  switch (code) {
  case ArgTypeCode::Int:
    return "v_int64";
  case ArgTypeCode::Float:
    return "v_float64";
  case ArgTypeCode::Str:
    return "v_str";
  case ArgTypeCode::DataType:
    return "v_type";
  case ArgTypeCode::Device:
    return "v_device";
  default:
    return "v_handle";
  }
}
