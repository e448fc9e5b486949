//===- OffloadTable.cpp - Which operators a device takes
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Conversion/TOSAToTIR/OffloadTable.h"

#include "tir/Conversion/TOSAToTIR/CustomOpCalls.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace tir;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;

std::string NumberRange::text() const {
  std::string text = std::to_string(first);
  if (first != last)
    text += ".." + (last == INT64_MAX ? "*" : std::to_string(last));
  if (factor != 1)
    text += " in steps of " + std::to_string(factor);
  return text;
}

namespace {
/// Reads one table; each function reports where the JSON is wrong.
class TableReader {
public:
  explicit TableReader(StringRef where) : where(where) {}

  Expected<std::vector<OffloadRow>> read(const json::Value &value);

private:
  Error fail(const Twine &problem) const {
    return llvm::createStringError(where + ": " + problem);
  }
  Error checkKeys(const json::Object &object, StringRef what,
                  llvm::ArrayRef<StringRef> known) const;
  Expected<NumberRange> readRange(const json::Value &value, StringRef what);
  Error readTensor(const json::Value &value, StringRef what,
                   OffloadTensor &tensor);
  Error readPattern(const json::Object &object, OffloadRow &row);
  Expected<std::string> readDevice(StringRef name);
  Error readCall(const json::Object &object, OffloadRow &row);
  Error readRow(const json::Value &value, OffloadRow &row);

  std::string where;
  const json::Object *devices = nullptr;
};
} // namespace

Error TableReader::checkKeys(const json::Object &object, StringRef what,
                             llvm::ArrayRef<StringRef> known) const {
  for (const auto &[key, value] : object)
    if (!llvm::is_contained(known, StringRef(key)))
      return fail(what + " has the key '" + StringRef(key) +
                  "'; expected one of " + llvm::join(known, ", "));
  return Error::success();
}

/// A number, "1..64", "1..*", "8..64/8" (the multiples of 8), or "*".
Expected<NumberRange> TableReader::readRange(const json::Value &value,
                                             StringRef what) {
  NumberRange range;
  if (std::optional<int64_t> number = value.getAsInteger()) {
    range.first = range.last = *number;
    return range;
  }
  std::optional<StringRef> text = value.getAsString();
  if (text && *text == "*")
    return range;
  StringRef first, last, factor;
  if (text) {
    std::tie(first, last) = text->split("..");
    std::tie(last, factor) = last.split('/');
  }
  bool isRange = text && !first.getAsInteger(10, range.first) &&
                 (last == "*" || !last.getAsInteger(10, range.last)) &&
                 (factor.empty() || (!factor.getAsInteger(10, range.factor) &&
                                     range.factor > 0)) &&
                 range.first <= range.last;
  if (isRange)
    return range;
  return fail(what + " has " + llvm::formatv("{0}", value).str() +
              "; expected a number, or a range such as \"1..64\", \"1..*\", "
              "\"8..64/8\" (multiples of 8) or \"*\"");
}

Error TableReader::readTensor(const json::Value &value, StringRef what,
                              OffloadTensor &tensor) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return fail(what + " is not an object; expected one such as {\"types\": "
                       "[\"i8\"], \"shape\": [1, \"1..64\"]}");
  if (Error error = checkKeys(*object, what,
                              {"types", "shape", "same", "constant", "number"}))
    return error;
  if (const json::Array *types = object->getArray("types"))
    for (const json::Value &type : *types)
      tensor.types.push_back(type.getAsString().value_or("").str());
  if (const json::Array *shape = object->getArray("shape")) {
    tensor.shape.emplace();
    for (const json::Value &extent : *shape) {
      Expected<NumberRange> range = readRange(extent, what);
      if (!range)
        return range.takeError();
      tensor.shape->push_back(*range);
    }
  }
  tensor.isSame = object->getBoolean("same").value_or(false);
  tensor.isNumber = object->getBoolean("number").value_or(false);
  tensor.isConstant =
      tensor.isNumber || object->getBoolean("constant").value_or(false);
  return Error::success();
}

Error TableReader::readPattern(const json::Object &object, OffloadRow &row) {
  const json::Array *pattern = object.getArray("pattern");
  if (!pattern || pattern->empty())
    return fail("row '" + row.name +
                "' has no 'pattern'; expected the operators, such as "
                "[\"tosa.conv2d\", \"tosa.rescale\", \"tosa.clamp?\"]");
  for (const json::Value &value : *pattern) {
    StringRef op = value.getAsString().value_or("");
    OffloadRow::Step &step = row.pattern.emplace_back();
    step.isOptional = op.consume_back("?");
    step.op = op.str();
    if (!op.contains('.') || (step.isOptional && row.pattern.size() == 1))
      return fail("row '" + row.name + "' has the operator '" + op +
                  "' in its pattern; expected a name such as tosa.conv2d, and "
                  "'?' not after the first one");
  }
  if (const json::Object *attributes = object.getObject("attributes"))
    row.attributes = *attributes;
  for (const auto &[key, values] : row.attributes)
    if (!values.getAsArray())
      return fail("row '" + row.name + "': attribute '" + StringRef(key) +
                  "' has no list of values; expected one such as [[1, 1], "
                  "\"1..3\"]");
  return Error::success();
}

/// Returns the part of a value of --custom-op that is about a device.
Expected<std::string> TableReader::readDevice(StringRef name) {
  const json::Object *device = devices ? devices->getObject(name) : nullptr;
  if (!device)
    return fail("the device '" + name +
                "' is not declared; expected it in 'devices', such as "
                "{\"npu0\": {\"hooks\": [\"open\", \"close\"]}}");
  if (Error error = checkKeys(*device, ("device '" + name + "'").str(),
                              {"kind", "program", "hooks"}))
    return error;
  std::string text = ":" + name.str();
  for (StringRef key : {"kind", "program"})
    if (std::optional<StringRef> value = device->getString(key))
      text += (":" + key + "=" + *value).str();
  if (const json::Array *hooks = device->getArray("hooks");
      hooks && !hooks->empty()) {
    std::string separator = ":hooks=";
    for (const json::Value &hook : *hooks) {
      text += separator + hook.getAsString().value_or("").str();
      separator = "+";
    }
  }
  return text;
}

Error TableReader::readCall(const json::Object &object, OffloadRow &row) {
  std::optional<StringRef> function = object.getString("function");
  if (!function)
    return fail("row '" + row.name +
                "' has no 'function'; expected the driver's C function");
  row.call = row.name + ":" + function->str();
  if (std::optional<StringRef> device = object.getString("device")) {
    Expected<std::string> text = readDevice(*device);
    if (!text)
      return text.takeError();
    row.call += *text;
  }
  if (const json::Array *properties = object.getArray("properties"))
    for (const json::Value &property : *properties)
      row.call += ":" + property.getAsString().value_or("").str();
  if (std::optional<int64_t> operand = object.getInteger("in_place"))
    row.call += ":in-place=" + std::to_string(*operand);
  Expected<CustomOpCall> call = parseCustomOpCall(row.call);
  if (!call)
    return fail("row '" + row.name + "': " + llvm::toString(call.takeError()));
  if (call->device != object.getString("device").value_or(""))
    return fail("row '" + row.name + "' has the property '" + call->device +
                "', which is not known; expected one such as \"sizes\" or "
                "\"scratch=64\", and a device in 'device'");
  return Error::success();
}

Error TableReader::readRow(const json::Value &value, OffloadRow &row) {
  const json::Object *object = value.getAsObject();
  std::optional<StringRef> name =
      object ? object->getString("name") : std::nullopt;
  if (!name || name->empty() || name->contains(':'))
    return fail("a row of 'operators' has no 'name'; expected an object with "
                "a name without ':'");
  row.name = name->str();
  if (Error error = checkKeys(*object, "row '" + row.name + "'",
                              {"name", "pattern", "function", "device",
                               "properties", "shapes", "operands", "result",
                               "attributes", "arguments", "in_place"}))
    return error;
  if (Error error = readPattern(*object, row))
    return error;
  const json::Array *operands = object->getArray("operands");
  const json::Value *result = object->get("result");
  if (!operands || !result)
    return fail("row '" + row.name +
                "' lacks 'operands' or 'result'; expected a list of the "
                "tensors that go in, and the one that comes out");
  for (auto [index, operand] : llvm::enumerate(*operands))
    if (Error error = readTensor(
            operand, "row '" + row.name + "', operand " + std::to_string(index),
            row.operands.emplace_back()))
      return error;
  if (Error error =
          readTensor(*result, "row '" + row.name + "', result", row.result))
    return error;
  if (const json::Array *arguments = object->getArray("arguments")) {
    row.arguments.emplace();
    for (const json::Value &argument : *arguments)
      row.arguments->push_back(argument.getAsString().value_or("").str());
  }
  if (const json::Array *shapes = object->getArray("shapes"))
    for (const json::Value &tensor : *shapes)
      row.shapes.push_back(tensor.getAsString().value_or("").str());
  return readCall(*object, row);
}

Expected<std::vector<OffloadRow>> TableReader::read(const json::Value &value) {
  const json::Object *table = value.getAsObject();
  const json::Array *rows = table ? table->getArray("operators") : nullptr;
  if (!rows)
    return fail("has no 'operators'; expected an object with the lists "
                "'devices' and 'operators'");
  if (Error error = checkKeys(*table, "the table", {"devices", "operators"}))
    return error;
  devices = table->getObject("devices");
  std::vector<OffloadRow> result;
  llvm::StringSet<> names;
  for (const json::Value &row : *rows) {
    if (Error error = readRow(row, result.emplace_back()))
      return error;
    if (!names.insert(result.back().name).second)
      return fail("two rows have the name '" + result.back().name +
                  "'; rename one");
  }
  return result;
}

Expected<std::vector<OffloadRow>> tir::parseOffloadTable(StringRef text,
                                                         StringRef where) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return llvm::createStringError(where + ": " +
                                   llvm::toString(value.takeError()));
  return TableReader(where).read(*value);
}
