//===- FFIMetadata.cpp - What tvm-ffi can ask a function about itself
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FFIMetadata.h"

#include "tir/ABI/DLTensor.h"
#include "tir/Dialect/TIR/IR/BufferLayouts.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tir;

StateLayout tir::getStateLayout(StructOp state) {
  StateLayout layout;
  ArrayAttr types = *state.getTypes();
  for (Attribute attribute : types) {
    auto type = cast<MemRefType>(cast<TypeAttr>(attribute).getValue());
    // As in C: the next wider type, which is aligned to its size.
    unsigned bits = type.getElementType().getIntOrFloatBitWidth();
    int64_t size = llvm::PowerOf2Ceil(std::max(bits, 8u)) / 8;
    layout.bytes =
        llvm::alignTo(layout.bytes, size) + size * type.getNumElements();
    layout.alignment = std::max(layout.alignment, size);
  }
  layout.bytes = llvm::alignTo(layout.bytes, layout.alignment);
  return layout;
}

static std::string toText(llvm::json::Value value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

/// A schema names types as tvm-ffi's `TypeSchema` does.
static std::string getSchema(ArrayRef<StringRef> types) {
  llvm::json::Array all{llvm::json::Object{{"type", "None"}}};
  for (StringRef type : types)
    all.push_back(llvm::json::Object{{"type", type}});
  return toText(
      llvm::json::Object{{"type", "ffi.Function"}, {"args", std::move(all)}});
}

static std::string getMetadata(ArrayRef<StringRef> types,
                               llvm::json::Array arguments) {
  return toText(llvm::json::Object{{"type_schema", getSchema(types)},
                                   {"arguments", std::move(arguments)}});
}

/// Returns the name that NumPy and tvm-ffi have for the type.
static std::string getElementName(Type type) {
  if (type.isInteger(1))
    return "bool";
  if (type.isBF16())
    return "bfloat16";
  unsigned bits = type.getIntOrFloatBitWidth();
  return (isa<FloatType>(type) ? "float" : "int") + std::to_string(bits);
}

static llvm::json::Object describeTensor(PrimFuncOp main, unsigned index) {
  auto type = cast<MemRefType>(main.getArgumentTypes()[index]);
  PortParts port = getPort(main, index);
  bool isPool = port.pool != nullptr;
  bool isInput = main.getEffect(index) == Effect::Read || port.isOverwritten;
  return llvm::json::Object{
      {"role", isPool ? "workspace" : (isInput ? "input" : "output")},
      {"dtype", getElementName(type.getElementType())},
      {"shape", llvm::json::Array(type.getShape())},
      {"alignment",
       std::max<int64_t>(getDLDataType(type.getElementType())->getBytes(),
                         getArgAlignment(main, index))}};
}

static llvm::json::Object describeStateArgument(StructOp state) {
  StateLayout layout = getStateLayout(state);
  return llvm::json::Object{{"role", "state"},
                            {"name", "state"},
                            {"bytes", layout.bytes},
                            {"alignment", layout.alignment}};
}

std::string tir::getFFIMetadata(PrimFuncOp main) {
  SmallVector<StringRef> types;
  llvm::json::Array arguments;
  for (auto [index, type] : llvm::enumerate(main.getArgumentTypes())) {
    auto name = main.getArgAttrOfType<StringAttr>(index, kNameAttrName);
    llvm::json::Object argument;
    if (isa<MemRefType>(type)) {
      types.push_back("DLTensor*");
      argument = describeTensor(main, index);
    } else if (StructOp state = getState(main, index)) {
      types.push_back("DLTensor*");
      argument = describeStateArgument(state);
    } else {
      types.push_back("ctypes.c_void_p");
      argument = llvm::json::Object{{"role", "device"}};
    }
    if (name)
      argument["name"] = llvm::json::fixUTF8(name.getValue());
    arguments.push_back(std::move(argument));
  }
  return getMetadata(types, std::move(arguments));
}

std::string tir::getResetMetadata(StructOp state) {
  return getMetadata({"DLTensor*"},
                     llvm::json::Array{describeStateArgument(state)});
}
