//===- DescribeInterface.cpp - What the attribute tir.interface says
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribeInterface.h"

#include "Prototypes.h"
#include "tir/Dialect/TIR/Transforms/Conventions/EntryPoints.h"

#include "tir/ABI/DLTensor.h"
#include "tir/ABI/Names.h"
#include "tir/ABI/ScalarTypes.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"

using namespace mlir;
using namespace tir;

/// Returns the entries that `tir.interface` has for each tensor.
static NamedAttrList describeTensor(StringAttr name, MemRefType type) {
  Builder builder(name.getContext());
  int64_t bits = type.getElementType().getIntOrFloatBitWidth();
  int64_t bytes = type.getNumElements() * llvm::divideCeil(bits, 8);
  NamedAttrList fields;
  fields.set("name", name);
  fields.set("c_name", builder.getStringAttr(fieldName(name)));
  fields.set("shape", builder.getDenseI64ArrayAttr(type.getShape()));
  fields.set("dtype",
             builder.getStringAttr(getDTypeName(type.getElementType())));
  fields.set("bytes", builder.getI64IntegerAttr(bytes));
  return fields;
}

/// Returns the entries for an input or output with these attributes.
static NamedAttrList describeArgument(DictionaryAttr attributes,
                                      MemRefType type, StringRef defaultName) {
  MLIRContext *context = type.getContext();
  auto name = attributes.getAs<StringAttr>(kNameAttrName);
  type = getPassedType(type, attributes);
  NamedAttrList fields =
      describeTensor(name ? name : StringAttr::get(context, defaultName), type);
  PortParts port = getPort(attributes);
  if (EncodingAttr encoding = port.encoding) {
    Type value = encoding.getType();
    if (value && value != type.getElementType())
      fields.set("values", StringAttr::get(context, getDTypeName(value)));
    if (FloatAttr scale = encoding.getScale())
      fields.set("scale", scale);
    if (std::optional<int64_t> zeroPoint = encoding.getZeroPoint())
      fields.set("zero_point", Builder(context).getI64IntegerAttr(*zeroPoint));
  }
  if (ExposedAttr output = port.exposed) {
    fields.set("kernel", output.getKernel());
    fields.set("place", output.getPlace());
    fields.set("reads", output.getReads());
  }
  if (port.normalization)
    fields.set("normalization", port.normalization);
  if (port.weight)
    fields.set("weight", port.weight);
  if (port.isOverwritten) {
    fields.set("overwritten", UnitAttr::get(context));
    if (port.alignment != 0)
      fields.set("alignment",
                 Builder(context).getI64IntegerAttr(port.alignment));
  }
  return fields;
}

static std::string getDefaultName(StringRef kind, size_t number, size_t count) {
  return count == 1 ? kind.str() : (kind + Twine(number)).str();
}

ArrayAttr tir::describeArguments(PrimFuncOp main, StringRef kind,
                                 ArrayRef<unsigned> indices) {
  MLIRContext *context = main.getContext();
  SmallVector<Attribute> descriptions;
  for (auto [number, index] : llvm::enumerate(indices)) {
    DictionaryAttr attributes = main.getArgAttrDict(index);
    descriptions.push_back(
        describeArgument(attributes ? attributes : DictionaryAttr::get(context),
                         cast<MemRefType>(main.getArgumentTypes()[index]),
                         getDefaultName(kind, number, indices.size()))
            .getDictionary(context));
  }
  return ArrayAttr::get(context, descriptions);
}

ArrayAttr tir::describePlannedArguments(PrimFuncOp main, StringRef kind,
                                        bool areInputs) {
  Builder builder(main.getContext());
  auto arguments = llvm::filter_to_vector(
      getPlannedArguments(getPlan(main)), [&](PlannedArgumentAttr argument) {
        return argument.isInput() == areInputs;
      });
  SmallVector<Attribute> descriptions;
  for (auto [number, argument] : llvm::enumerate(arguments)) {
    NamedAttrList fields =
        describeArgument(argument.getAttributes(), argument.getType(),
                         getDefaultName(kind, number, arguments.size()));
    fields.set("pool", argument.getPool());
    fields.set("offset", builder.getI64IntegerAttr(argument.getOffset()));
    descriptions.push_back(fields.getDictionary(main.getContext()));
  }
  return builder.getArrayAttr(descriptions);
}

ArrayAttr tir::describeState(PrimFuncOp main, unsigned index) {
  StructOp structOp = getState(main, index);
  SmallVector<Attribute> variables;
  for (auto field : structOp.getFields().getAsRange<StringAttr>())
    variables.push_back(describeTensor(field, structOp.getArrayType(field))
                            .getDictionary(main.getContext()));
  return ArrayAttr::get(main.getContext(), variables);
}

void tir::setInterface(PrimFuncOp main, PrimFuncOp init, StringRef api,
                       OnError onError, NamedAttrList interface) {
  Builder builder(main.getContext());
  StringRef model = getModelName(main);
  interface.set("api", builder.getStringAttr(api));
  interface.set("entry", builder.getStringAttr(mangleSymbol(model, "run")));
  if (init)
    interface.set("init", builder.getStringAttr(mangleSymbol(model, "init")));
  if (onError != OnError::Code)
    interface.set("on_error", builder.getStringAttr(stringifyOnError(onError)));
  describeSurroundings(main, interface);
  main->setAttr(kInterfaceAttrName, interface.getDictionary(main.getContext()));
}

ArrayAttr tir::describePools(PrimFuncOp main, ArrayRef<unsigned> indices) {
  Builder builder(main.getContext());
  SmallVector<Attribute> descriptions;
  for (unsigned index : indices) {
    StringAttr name = getPort(main, index).pool;
    auto type = cast<MemRefType>(main.getArgumentTypes()[index]);
    NamedAttrList fields;
    fields.set("name", name);
    fields.set("c_name", builder.getStringAttr(fieldName(name)));
    fields.set("bytes", builder.getI64IntegerAttr(type.getNumElements()));
    fields.set("alignment",
               builder.getI64IntegerAttr(getArgAlignment(main, index)));
    if (main.getEffect(index) == Effect::Read)
      fields.set("read_only", builder.getUnitAttr());
    descriptions.push_back(fields.getDictionary(main.getContext()));
  }
  return builder.getArrayAttr(descriptions);
}

ArrayAttr tir::describeDevices(ModuleOp module) {
  Builder builder(module.getContext());
  SmallVector<Attribute> descriptions;
  for (auto device : module.getOps<DeviceOp>()) {
    NamedAttrList fields;
    fields.set("name", device.getSymNameAttr());
    fields.set("c_name", builder.getStringAttr(fieldName(device.getSymName())));
    fields.set("kind", device.getKindAttr());
    descriptions.push_back(fields.getDictionary(module.getContext()));
  }
  return builder.getArrayAttr(descriptions);
}
