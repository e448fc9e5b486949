//===- Interface.cpp - What the entry points have in common
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interface.h"

#include "tir/ABI/Names.h"

using namespace mlir;
using namespace tir;

std::string tir::getDTypeName(Type type) {
  std::string name;
  llvm::raw_string_ostream os(name);
  if (type.isInteger(1))
    os << "bool";
  else if (auto integer = dyn_cast<IntegerType>(type))
    os << (integer.isUnsigned() ? "uint" : "int") << integer.getWidth();
  else if (type.isBF16())
    os << "bfloat16";
  else if (type.isFloat())
    os << "float" << type.getIntOrFloatBitWidth();
  else
    os << type;
  return name;
}

/// One input or output as `tir.interface` describes it.
static DictionaryAttr describeArgument(PrimFuncOp main, unsigned index,
                                       StringRef defaultName) {
  Builder builder(main.getContext());
  auto type = cast<MemRefType>(main.getArgumentTypes()[index]);
  auto name = main.getArgAttrOfType<StringAttr>(index, "tir.name");
  if (!name)
    name = builder.getStringAttr(defaultName);
  int64_t bits = type.getElementType().getIntOrFloatBitWidth();
  int64_t bytes = type.getNumElements() * llvm::divideCeil(bits, 8);
  NamedAttrList fields;
  fields.set("name", name);
  fields.set("c_name", builder.getStringAttr(sanitizeName(name)));
  fields.set("shape", builder.getDenseI64ArrayAttr(type.getShape()));
  fields.set("dtype",
             builder.getStringAttr(getDTypeName(type.getElementType())));
  fields.set("bytes", builder.getI64IntegerAttr(bytes));
  for (StringRef quantisation : {"scale", "zero_point"})
    if (Attribute value = main.getArgAttr(index, ("tir." + quantisation).str()))
      fields.set(quantisation, value);
  return fields.getDictionary(main.getContext());
}

ArrayAttr tir::describeArguments(PrimFuncOp main, StringRef kind,
                                 ArrayRef<unsigned> indices) {
  SmallVector<Attribute> descriptions;
  for (auto [number, index] : llvm::enumerate(indices)) {
    std::string defaultName =
        indices.size() == 1 ? kind.str() : (kind + Twine(number)).str();
    descriptions.push_back(describeArgument(main, index, defaultName));
  }
  return ArrayAttr::get(main.getContext(), descriptions);
}

PrimFuncOp tir::findInit(ModuleOp module) {
  std::string name = mangleSymbol(getModelName(module), "init");
  for (auto function : module.getOps<PrimFuncOp>())
    if (function.getCName() == name && !function.isExternal())
      return function;
  return {};
}

PrimFuncOp tir::findMain(ModuleOp module, StringRef interface) {
  PrimFuncOp main, init = findInit(module);
  for (auto function : module.getOps<PrimFuncOp>()) {
    if (function.isPrivate() || function.isExternal() ||
        function.getRegistered() || function == init)
      continue;
    if (main) {
      InFlightDiagnostic diag =
          function.emitOpError("is a second public function, but the ")
          << interface << " has one entry; make all but one private";
      diag.attachNote(main.getLoc()) << "the other one is here";
      return {};
    }
    main = function;
  }
  if (!main)
    module.emitError("has no public tir.prim_func to make the ")
        << interface << " of";
  return main;
}
