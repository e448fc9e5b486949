//===- GlobalPrinter.cpp - Printing the variables of the C file
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalPrinter.h"

#include "CompilerMacros.h"
#include "NameScope.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Support/Escape.h"
#include "tir/Target/C/CTypes.h"

using namespace mlir;
using namespace tir;
using namespace tir::c;

GlobalPrinter::GlobalPrinter(ModuleOp module, ArrayRef<ModelInfo> models)
    : module(module), models(models), names(module) {
  // Where a pointer has another size, the macro rounds up to the same
  // alignment.
  for (StaticVariable &variable :
       collectStaticVariables(module, /*pointerBytes=*/4))
    if (auto global = module.lookupSymbol<emitc::GlobalOp>(variable.name);
        global && isa<emitc::ArrayType>(global.getType()) &&
        (variable.getPaddedBytes() != variable.bytes ||
         (variable.name == kHandlesName && variable.paddedTo > 1)))
      padded[variable.name] = std::move(variable);
}

/// Returns the model of a symbol.
const ModelInfo &GlobalPrinter::getModel(Operation *symbol) const {
  const auto *found = llvm::find_if(models, [&](const ModelInfo &info) {
    return info.prefix == mangleModelName(names.lookup(symbol));
  });
  return found == models.end() ? models.front() : *found;
}

LogicalResult GlobalPrinter::printInitialValue(emitc::GlobalOp global,
                                               Attribute value,
                                               llvm::raw_string_ostream &os) {
  if (auto elements = dyn_cast<ElementsAttr>(value);
      elements && canPrintInitializer(elements)) {
    tables.push_back({os.str().size(), elements});
    return success();
  }
  std::string text =
      isa<ElementsAttr>(value) ? "" : scalarLiteral(value, global.getType());
  if (text.empty())
    return global.emitError("'emitc.global' @")
           << global.getSymName() << " has an initial value that cannot be "
           << "written as C: expected dense integers or floats of 32 or 64 "
           << "bits; make resources dense first (tir-inline-resources)";
  os << text;
  return success();
}

/// Returns whether the variable is an array in RAM that this file defines.
static bool isInRAM(emitc::GlobalOp global) {
  return !global.getExternSpecifier() && !global.getConstSpecifier() &&
         isa<emitc::ArrayType>(global.getType());
}

bool c::isPoolMemory(emitc::GlobalOp global) {
  return isInRAM(global) && getGlobalParts(global).alignment != 0;
}

/// Returns the specifiers of the linkage, with a space after each.
static StringRef getLinkage(emitc::GlobalOp global) {
  if (!global.getStaticSpecifier())
    return global.getExternSpecifier() ? "extern " : "";
  return isInRAM(global) ? "TIR_WHOLE static " : "static ";
}

/// Returns the declaration of an array with as many elements as `variable` has
/// with its padding.
static std::string declarePadded(emitc::GlobalOp global,
                                 const StaticVariable &variable) {
  auto type = cast<emitc::ArrayType>(global.getType());
  return declare(type.getElementType(), global.getSymName()) + "[TIR_PADDED(" +
         std::to_string(type.getNumElements()) + ", " +
         typeName(type.getElementType()) + ", " +
         std::to_string(variable.paddedTo) + ")]";
}

/// Returns whether something in the memory at `address` has a type of several
/// bytes.
static bool hasWideElements(Value address) {
  if (auto pointer = dyn_cast<emitc::PointerType>(address.getType())) {
    std::string type = pointeeName(pointer);
    if (aliasName(type) != type)
      return true;
  }
  return llvm::any_of(address.getUsers(), [](Operation *user) {
    return isa<emitc::CastOp, emitc::AddOp>(user) &&
           hasWideElements(user->getResult(0));
  });
}

/// Returns whether the variable is an array of bytes that contains elements of
/// other types: a pool.
bool GlobalPrinter::isMemory(emitc::GlobalOp global) {
  auto array = dyn_cast<emitc::ArrayType>(global.getType());
  if (!array || array.getRank() != 1 ||
      !array.getElementType().isSignlessInteger(8) ||
      global.getExternSpecifier() || getGlobalParts(global).alignment == 0)
    return false;
  if (!global.getConstSpecifier())
    return true;
  return module
      ->walk([&](emitc::GetGlobalOp get) {
        return get.getName() == global.getSymName() &&
                       hasWideElements(get.getResult())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult GlobalPrinter::printMemoryGlobal(emitc::GlobalOp global,
                                               llvm::raw_string_ostream &os) {
  Memory memory;
  memory.symbol = global.getSymName().str();
  memory.bytes = cast<emitc::ArrayType>(global.getType()).getShape().front();
  auto declared =
      llvm::find_if(getModel(global).pools, [&](const PoolInfo &pool) {
        return pool.hasArguments && pool.symbol == memory.symbol;
      });
  memory.isDeclared = declared != getModel(global).pools.end();
  memory.extent = std::to_string(memory.bytes);
  if (memory.isDeclared)
    memory.extent = std::to_string(declared->paddedBytes);
  else if (auto variable = padded.find(memory.symbol); variable != padded.end())
    memory.extent = "TIR_PADDED(" + memory.extent + ", int8_t, " +
                    std::to_string(variable->second.paddedTo) + ")";
  GlobalParts parts = getGlobalParts(global);
  memory.alignment = parts.alignment;
  if (parts.section)
    memory.section = makeCString(parts.section.getValue());
  memory.specifiers =
      getLinkage(global).str() + (global.getConstSpecifier() ? "const " : "");
  std::optional<Attribute> value = global.getInitialValue();
  if (!value) {
    printMemory(memory, os);
    return success();
  }
  hasAligned = true;
  LogicalResult result = success();
  printMemory(memory, os,
              [&] { result = printInitialValue(global, *value, os); });
  return result;
}

LogicalResult GlobalPrinter::print(emitc::GlobalOp global,
                                   llvm::raw_string_ostream &os) {
  if (failed(verifySymbolName(global)))
    return failure();
  const ModelInfo &info = getModel(global);
  if (isPoolMemory(global) && withWorkspaceComment.insert(info.prefix).second)
    os << "/* Memory for data between kernels. It is static, so " << info.prefix
       << "_run is not re-entrant. */\n";
  if (isMemory(global))
    return printMemoryGlobal(global, os);
  GlobalParts parts = getGlobalParts(global);
  hasAligned |= parts.alignment != 0;
  if (parts.alignment != 0)
    os << "TIR_ALIGN(" << parts.alignment << ") ";
  if (parts.section)
    os << "TIR_SECTION(" << makeCString(parts.section.getValue()) << ") ";
  os << getLinkage(global);
  auto variable = padded.find(global.getSymName());
  std::string declaration = variable == padded.end()
                                ? declare(global.getType(), global.getSymName())
                                : declarePadded(global, variable->second);
  if (declaration.empty())
    return global.emitError("'emitc.global' @")
           << global.getSymName() << " has the type " << global.getType()
           << ", which C99 has no name for";
  if (global.getConstSpecifier() &&
      !StringRef(declaration).starts_with("const "))
    os << "const ";
  os << declaration;
  if (std::optional<Attribute> value = global.getInitialValue()) {
    os << " = ";
    if (failed(printInitialValue(global, *value, os)))
      return failure();
  }
  os << ";\n";
  return success();
}
