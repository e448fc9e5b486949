//===- MakeCInterface.cpp - The firmware-facing entry point
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/TIR/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Regions.h"

namespace tir {
#define GEN_PASS_DEF_TIRMAKECINTERFACEPASS
#include "tir/Dialect/TIR/Transforms/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

static constexpr StringLiteral kMainName = "__tvm_main__";

/// numpy's name for an element type, as in TVM's metadata.
static std::string getDTypeName(Type type) {
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

namespace {
struct MakeCInterfacePass
    : public tir::impl::TIRMakeCInterfacePassBase<MakeCInterfacePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    PrimFuncOp main = findMain(module);
    if (!main)
      return signalPassFailure();
    StringRef model = getModelName(module);

    SmallVector<unsigned> inputs, outputs;
    for (auto [index, type] : llvm::enumerate(main.getArgumentTypes())) {
      if (!isWholeBuffer(type)) {
        main.emitOpError("argument #")
            << index << " is " << type
            << ", but each input and output of the C interface is a buffer of "
               "static shape and the identity layout";
        return signalPassFailure();
      }
      bool isInput = main.getEffect(index) == Effect::Read;
      (isInput ? inputs : outputs).push_back(index);
    }
    createEntry(module, main, model, inputs, outputs);
  }

private:
  static PrimFuncOp findMain(ModuleOp module) {
    PrimFuncOp main;
    for (auto function : module.getOps<PrimFuncOp>()) {
      if (function.isPrivate() || function.isExternal())
        continue;
      if (main) {
        InFlightDiagnostic diag = function.emitOpError(
            "is a second public function, but the C interface has one entry; "
            "make all but one private");
        diag.attachNote(main.getLoc()) << "the other one is here";
        return {};
      }
      main = function;
    }
    if (!main)
      module.emitError(
          "has no public tir.prim_func to make the C interface of");
    return main;
  }

  void createEntry(ModuleOp module, PrimFuncOp main, StringRef model,
                   ArrayRef<unsigned> inputs, ArrayRef<unsigned> outputs) {
    MLIRContext *context = &getContext();
    Location loc = main.getLoc();
    OpBuilder builder(context);
    builder.setInsertionPointToStart(module.getBody());
    auto handle = HandleType::get(context);
    SmallVector<Value> arguments(main.getNumArguments());
    SmallVector<NamedAttribute> interface;
    SmallVector<StructOp> structs;
    SmallVector<SmallVector<StringRef>> fields;
    for (auto [kind, indices] : {std::pair(StringRef("input"), inputs),
                                 {StringRef("output"), outputs}}) {
      SmallVector<Attribute> descriptions;
      SmallVector<StringRef> names;
      for (auto [number, index] : llvm::enumerate(indices)) {
        std::string defaultName =
            indices.size() == 1 ? kind.str() : (kind + Twine(number)).str();
        DictionaryAttr description = describeArgument(main, index, defaultName);
        descriptions.push_back(description);
        names.push_back(description.getAs<StringAttr>("c_name").getValue());
      }
      interface.push_back(builder.getNamedAttr(
          (kind + "s").str(), builder.getArrayAttr(descriptions)));
      structs.push_back(StructOp::create(
          builder, loc, mangleSymbol(model, (kind + "s").str()),
          builder.getStrArrayAttr(names)));
      fields.push_back(names);
    }
    module->setAttr("tir.interface", builder.getDictionaryAttr(interface));

    main.setPrivate();
    (void)SymbolTable(module).rename(main, kMainName);
    builder.setInsertionPointToEnd(module.getBody());
    auto entry = func::FuncOp::create(
        builder, loc, mangleSymbol(model, "run"),
        builder.getFunctionType({handle, handle}, builder.getI32Type()));
    entry.setArgAttr(0, "tir.name", builder.getStringAttr("inputs"));
    entry.setArgAttr(1, "tir.name", builder.getStringAttr("outputs"));
    for (auto [index, structOp] : llvm::enumerate(structs))
      entry.setArgAttr(index, "tir.struct", structOp.getSymNameAttr());
    builder.setInsertionPointToStart(entry.addEntryBlock());
    const ArrayRef<unsigned> groups[] = {inputs, outputs};
    for (auto [number, indices] : llvm::enumerate(groups))
      for (auto [index, field] : llvm::zip_equal(indices, fields[number]))
        arguments[index] = StructGetOp::create(
            builder, loc, main.getArgumentTypes()[index],
            entry.getArgument(number), structs[number].getSymName(), field);
    CallTIROp::create(builder, loc, FlatSymbolRefAttr::get(main), arguments);
    Value ok =
        arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
    func::ReturnOp::create(builder, loc, ok);
  }
};
} // namespace
