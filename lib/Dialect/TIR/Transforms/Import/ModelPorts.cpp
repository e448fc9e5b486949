//===- ModelPorts.cpp - The inputs and outputs of a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelPorts.h"

#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/PortAttrs.h"
#include "tir/Dialect/TIR/IR/TIR.h"

using namespace mlir;
using namespace tir;

/// Attributes by which front ends name an argument or a result, in the order in
/// which we look for them.
static constexpr StringLiteral kNameAttributes[] = {
    "iree.identifier", "ml_program.identifier", "onnx.name",
    "tf_saved_model.index_path"};

static StringRef nameFromAttributes(DictionaryAttr attributes) {
  if (!attributes)
    return {};
  for (StringRef name : kNameAttributes) {
    Attribute value = attributes.get(name);
    // A path with one component is a name; a longer one refers to a part of a
    // structure.
    if (auto path = dyn_cast_or_null<ArrayAttr>(value))
      if (path.size() == 1)
        value = path[0];
    if (auto string = dyn_cast_or_null<StringAttr>(value))
      if (!string.empty())
        return string.getValue();
  }
  return {};
}

/// Returns the comma-separated names that TensorFlow's converters put on the
/// entry function; "" for each port unless there are exactly `count`.
static SmallVector<StringRef> entryFunctionNames(FunctionOpInterface entry,
                                                 bool ofInputs, size_t count) {
  SmallVector<StringRef> names;
  if (auto dict = entry->getAttrOfType<DictionaryAttr>("tf.entry_function"))
    if (auto list = dict.getAs<StringAttr>(ofInputs ? "inputs" : "outputs"))
      list.getValue().split(names, ',');
  for (StringRef &name : names)
    name = name.trim();
  if (names.size() != count || llvm::is_contained(names, ""))
    names.assign(count, "");
  return names;
}

/// Returns the name of a port, which may also be `listed` on the entry
/// function;
/// "" if it has none.
static StringRef findName(DictionaryAttr attributes, StringRef listed) {
  // Our own attribute takes precedence: our errors suggest it as the remedy.
  if (auto own = attributes ? attributes.getAs<StringAttr>(kNameAttrName)
                            : StringAttr())
    return own.getValue();
  return listed.empty() ? nameFromAttributes(attributes) : listed;
}

SmallVector<Port> tir::findPorts(FunctionOpInterface entry) {
  SmallVector<Port> ports;
  auto collect = [&](bool isInput, bool isArgument, ArrayRef<unsigned> indices,
                     StringRef key) {
    SmallVector<StringRef> listed =
        entryFunctionNames(entry, isInput, indices.size());
    for (auto [i, index] : llvm::enumerate(indices)) {
      DictionaryAttr attributes = isArgument ? entry.getArgAttrDict(index)
                                             : entry.getResultAttrDict(index);
      std::string name = findName(attributes, listed[i]).str();
      if (name.empty())
        name = (key + (indices.size() > 1 ? Twine(i) : Twine())).str();
      ports.push_back({isInput, isArgument, index, name, name});
    }
  };
  SmallVector<unsigned> inputs, weights, outputs;
  auto function = dyn_cast<PrimFuncOp>(entry.getOperation());
  for (unsigned i = 0, e = entry.getNumArguments(); i < e; ++i)
    (function && function.getEffect(i) != Effect::Read ? outputs
     : getPort(entry, i).weight                        ? weights
                                                       : inputs)
        .push_back(i);
  collect(true, true, inputs, "input");
  // They have names already, and no front end lists them.
  collect(true, true, weights, "weight");
  collect(false, true, outputs, "output");
  outputs = llvm::to_vector(llvm::seq(entry.getNumResults()));
  collect(false, false, outputs, "output");
  return ports;
}

const Port *tir::findByNameInC(ArrayRef<Port> ports, StringRef name) {
  const Port *found = nullptr;
  for (const Port &port : ports)
    if (fieldName(port.oldName) == name || fieldName(port.name) == name) {
      if (found)
        return nullptr;
      found = &port;
    }
  return found;
}
