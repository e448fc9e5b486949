//===- Trace.cpp - What a program measured of its kernels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"

#include "tir/ABI/Names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

/// Every JSON reader has the integers up to this one.
static constexpr int64_t kMost = int64_t(1) << 53;

int64_t Trace::getTotal() const {
  int64_t sum = 0;
  for (const auto &[step, measured] : kernels)
    sum += measured.total;
  return sum;
}

/// Returns a value as an error shows it.
static std::string show(const json::Value *value) {
  if (!value)
    return "missing";
  constexpr size_t kLongest = 60;
  std::string text = formatv("{0}", *value).str();
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

namespace {
class TraceReader {
public:
  TraceReader(StringRef model, const std::map<uint64_t, std::string> &names)
      : model(model), names(names) {}

  Expected<Trace> read(StringRef text);

private:
  Error readHead(const json::Object &head);
  Error readKernel(const json::Value &value, size_t index);
  Error checkKernel(const json::Object &row, const std::string &place,
                    uint64_t step);

  StringRef model;
  const std::map<uint64_t, std::string> &names;
  /// The places in the JSON of the kernels that were read.
  std::map<uint64_t, std::string> places;
  Trace trace;
};
} // namespace

/// Checks that `object` has no other keys than `known`. A key that is misspelt
/// would have no effect.
static Error checkKeys(const json::Object &object, StringRef place,
                       ArrayRef<StringRef> known) {
  // An object has no order, but errors do.
  SmallVector<StringRef> keys;
  for (const auto &entry : object)
    keys.push_back(entry.first);
  llvm::sort(keys);
  for (StringRef key : keys)
    if (!is_contained(known, key))
      return createStringError(place + " has the key '" + key +
                               "'; expected only '" + join(known, "', '") +
                               "'");
  return Error::success();
}

static Expected<int64_t> readNumber(const json::Object &row,
                                    const std::string &place, StringRef key) {
  const json::Value *value = row.get(key);
  std::optional<int64_t> number =
      value ? value->getAsInteger() : std::optional<int64_t>();
  if (number && *number >= 0 && *number <= kMost)
    return *number;
  return createStringError(place + "." + key + " is " + show(value) +
                           "; expected an integer from 0 to 2^53");
}

Error TraceReader::readHead(const json::Object &head) {
  if (Error error = checkKeys(head, "the object", {"model", "unit", "kernels"}))
    return error;
  std::optional<StringRef> name = head.getString("model");
  if (!name)
    return createStringError("'model' is " + show(head.get("model")) +
                             "; expected the name of the model, \"" + model +
                             "\"");
  // The name in C is what tells models apart.
  if (mangleModelName(*name) != mangleModelName(model))
    return createStringError("'model' is \"" + *name + "\"; expected \"" +
                             model +
                             "\": give the file that a program with this model "
                             "wrote, or the other name with --model-name");
  std::optional<StringRef> unit = head.getString("unit");
  if (!unit || unit->empty())
    return createStringError("'unit' is " + show(head.get("unit")) +
                             "; expected what was counted, such as \"cycles\"");
  trace.unit = unit->str();
  if (!head.getArray("kernels"))
    return createStringError("'kernels' is " + show(head.get("kernels")) +
                             "; expected a list with an object for each "
                             "kernel: 'kernel', 'calls' and 'total'");
  return Error::success();
}

/// Checks that the kernel at `step` is one of the model, and the one that was
/// measured.
Error TraceReader::checkKernel(const json::Object &row,
                               const std::string &place, uint64_t step) {
  constexpr StringLiteral kRemedy =
      ": measure the model as it is now, compiled with the same options";
  auto known = names.find(step);
  if (known == names.end())
    return createStringError(
        place + ".kernel is " + Twine(step) +
        (names.empty() ? ", but the model has no kernels"
                       : "; expected the step of a kernel of the model, from " +
                             Twine(names.begin()->first) + " to " +
                             Twine(names.rbegin()->first)) +
        kRemedy);
  if (const json::Value *name = row.get("name");
      name && name->getAsString() != known->second)
    return createStringError(place + ".name is " + show(name) +
                             "; expected \"" + known->second +
                             "\", the name of kernel " + Twine(step) + kRemedy);
  auto [first, isNew] = places.try_emplace(step, place);
  if (!isNew)
    return createStringError(place + ".kernel is " + Twine(step) + ", as is " +
                             first->second +
                             ".kernel; expected each kernel once: add up its "
                             "calls");
  return Error::success();
}

Error TraceReader::readKernel(const json::Value &value, size_t index) {
  std::string place = formatv("kernels[{0}]", index).str();
  const json::Object *row = value.getAsObject();
  if (!row)
    return createStringError(place + " is " + show(&value) +
                             "; expected an object with 'kernel', 'calls' and "
                             "'total'");
  if (Error error =
          checkKeys(*row, place, {"kernel", "calls", "total", "name"}))
    return error;
  static constexpr StringLiteral kKeys[] = {"kernel", "calls", "total"};
  int64_t numbers[std::size(kKeys)];
  for (auto [key, number] : zip_equal(kKeys, numbers)) {
    Expected<int64_t> read = readNumber(*row, place, key);
    if (!read)
      return read.takeError();
    number = *read;
  }
  auto [step, calls, total] = numbers;
  if (Error error = checkKernel(*row, place, step))
    return error;
  if (calls == 0 && total != 0)
    return createStringError(place + ".total is " + Twine(total) +
                             ", but its 'calls' is 0; expected 0 for a kernel "
                             "that was not called");
  trace.kernels[step] = {calls, total};
  if (trace.getTotal() > kMost)
    return createStringError("the totals up to " + place +
                             " add up to over 2^53; expected less: measure "
                             "fewer runs, or in a larger unit");
  return Error::success();
}

Expected<Trace> TraceReader::read(StringRef text) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return createStringError("this is not JSON: " +
                             toString(value.takeError()));
  const json::Object *head = value->getAsObject();
  if (!head)
    return createStringError("the file contains " + show(&*value) +
                             "; expected an object with 'model', 'unit' and "
                             "'kernels'");
  if (Error error = readHead(*head))
    return error;
  for (auto [index, row] : enumerate(*head->getArray("kernels")))
    if (Error error = readKernel(row, index))
      return error;
  return std::move(trace);
}

Expected<Trace>
report::readTrace(StringRef text, StringRef model,
                  const std::map<uint64_t, std::string> &names) {
  return TraceReader(model, names).read(text);
}
