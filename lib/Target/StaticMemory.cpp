//===- StaticMemory.cpp - The variables that the linker places in RAM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/StaticMemory.h"

#include "mlir/Dialect/EmitC/IR/EmitC.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/TIR.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace tir;

uint64_t StaticVariable::getPaddedBytes() const {
  return llvm::alignTo(bytes, paddedTo);
}

/// Returns the section of the program that contains a section of the object in
/// most linker scripts.
static StringRef getOutputSection(StringRef section) {
  return section.starts_with(".bss.") ? StringRef() : section;
}

void tir::padVariables(MutableArrayRef<StaticVariable> variables) {
  struct Section {
    unsigned count = 0;
    uint64_t alignment = 1;
  };
  llvm::StringMap<Section> sections;
  for (const StaticVariable &variable : variables) {
    Section &section = sections[getOutputSection(variable.section)];
    ++section.count;
    section.alignment = std::max(section.alignment, variable.alignment);
  }
  for (StaticVariable &variable : variables)
    if (const Section &section = sections[getOutputSection(variable.section)];
        section.count > 1)
      variable.paddedTo = section.alignment;
}

namespace {
class VariableCollector {
public:
  VariableCollector(ModuleOp module, uint64_t pointerBytes)
      : module(module), layout(module), pointerBytes(pointerBytes) {}

  SmallVector<StaticVariable> collect();

private:
  uint64_t getBytes(Type type) const;
  void add(Operation *op, Type element, int64_t count,
           std::optional<uint64_t> alignment);
  void addShaped(Operation *op, ShapedType type,
                 std::optional<uint64_t> alignment) {
    add(op, type.getElementType(), type.getNumElements(), alignment);
  }

  void collect(PoolOp pool);
  void collect(memref::GlobalOp global);
  void collect(emitc::GlobalOp global);
  void collect(LLVM::GlobalOp global);

  ModuleOp module;
  DataLayout layout;
  uint64_t pointerBytes;
  SmallVector<StaticVariable> variables;
  /// The functions of which a handle is kept.
  llvm::StringSet<> handles;
};
} // namespace

/// Returns the bytes of a type of C, in any dialect.
uint64_t VariableCollector::getBytes(Type type) const {
  if (type.isIntOrFloat())
    return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  // A name of C, such as int32_t or a struct of them.
  if (auto opaque = dyn_cast<emitc::OpaqueType>(type)) {
    unsigned bits;
    StringRef digits = opaque.getValue().rtrim("_t");
    digits = digits.drop_while([](char c) { return !llvm::isDigit(c); });
    if (!digits.getAsInteger(10, bits))
      return bits / 8;
  }
  return pointerBytes;
}

void VariableCollector::add(Operation *op, Type element, int64_t count,
                            std::optional<uint64_t> alignment) {
  StaticVariable &variable = variables.emplace_back();
  variable.name = SymbolTable::getSymbolName(op).str();
  if (StringAttr section = getGlobalParts(op).section)
    variable.section = section.str();
  uint64_t natural = std::max<uint64_t>(getBytes(element), 1);
  variable.bytes = count * getBytes(element);
  variable.alignment = std::max(alignment.value_or(1), natural);
}

/// The alignment of handles, the same for all machines.
static constexpr uint64_t kHandlesAlignment = 8;

static std::optional<uint64_t> getAlignment(Operation *op) {
  if (SymbolTable::getSymbolName(op) == kHandlesName)
    return kHandlesAlignment;
  int64_t alignment = getGlobalParts(op).alignment;
  return alignment != 0 ? std::optional<uint64_t>(alignment) : std::nullopt;
}

void VariableCollector::collect(PoolOp pool) {
  if (pool.getReadOnly() || pool.getExternal())
    return;
  add(pool, IntegerType::get(pool.getContext(), 8), pool.getSize().value_or(0),
      pool.getAlignment());
  variables.back().section = pool.getSection().value_or("").str();
  variables.back().isPool = true;
}

void VariableCollector::collect(memref::GlobalOp global) {
  if (global.getConstant() || global.isExternal())
    return;
  addShaped(global, global.getType(), global.getAlignment());
  variables.back().isPool = global.isUninitialized();
}

void VariableCollector::collect(emitc::GlobalOp global) {
  if (global.getConstSpecifier() || global.getExternSpecifier())
    return;
  if (StringAttr function = getGlobalParts(global).function) {
    handles.insert(function);
    return;
  }
  if (auto type = dyn_cast<emitc::ArrayType>(global.getType()))
    addShaped(global, type, getAlignment(global));
  else
    add(global, global.getType(), 1, getAlignment(global));
  variables.back().isPool = getGlobalParts(global).alignment != 0;
}

void VariableCollector::collect(LLVM::GlobalOp global) {
  bool isDefined =
      global.getValueAttr() || !global.getInitializerRegion().empty();
  if (global.getConstant() || !isDefined)
    return;
  Type type = global.getGlobalType();
  variables.push_back(
      {global.getSymName().str(), global.getSection().value_or("").str(),
       layout.getTypeSize(type).getFixedValue(),
       global.getAlignment().value_or(layout.getTypeABIAlignment(type)),
       /*isPool=*/global.getAlignment().has_value()});
}

SmallVector<StaticVariable> VariableCollector::collect() {
  for (Operation &op : module.getOps())
    llvm::TypeSwitch<Operation *>(&op)
        .Case<PoolOp, memref::GlobalOp, emitc::GlobalOp, LLVM::GlobalOp>(
            [&](auto global) { collect(global); });
  module.walk([&](GetFunctionOp op) { handles.insert(op.getName()); });
  if (!handles.empty())
    variables.push_back({kHandlesName.str(), /*section=*/"",
                         handles.size() * pointerBytes, kHandlesAlignment});
  llvm::erase_if(variables, [](const StaticVariable &variable) {
    return variable.bytes == 0;
  });
  padVariables(variables);
  return std::move(variables);
}

SmallVector<StaticVariable> tir::collectStaticVariables(ModuleOp module,
                                                        uint64_t pointerBytes) {
  return VariableCollector(module, pointerBytes).collect();
}

StaticBytes tir::countStaticBytes(ModuleOp module, uint64_t pointerBytes) {
  StaticBytes bytes;
  for (const StaticVariable &variable :
       collectStaticVariables(module, pointerBytes)) {
    bytes.pools += variable.isPool ? variable.bytes : 0;
    bytes.all += variable.getPaddedBytes();
  }
  return bytes;
}

uint64_t tir::getPointerBytes(StringRef triple) {
  llvm::Triple machine(triple);
  return triple.empty()          ? sizeof(void *)
         : machine.isArch16Bit() ? 2
         : machine.isArch32Bit() ? 4
                                 : 8;
}
