//===- Summary.cpp - A report in a few lines
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Html.h"
#include "tir/Support/Digits.h"
#include "tir/Support/Escape.h"
#include "tir/Target/Report/Report.h"
#include "tir/TargetInfo/TargetOptions.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

static std::string summarizeRAM(const json::Object &totals) {
  std::string text = groupDigits(getNumber(totals, "ram_bytes")) + " bytes";
  StringRef separator = ": ";
  for (auto [key, what] : {std::pair("workspace_bytes", "workspace"),
                           {"inputs_bytes", "inputs"},
                           {"outputs_bytes", "outputs"},
                           {"state_bytes", "state"},
                           {"bookkeeping_bytes", "flags and handles"}})
    if (int64_t bytes = getNumber(totals, key)) {
      text += (separator + groupDigits(bytes) + " of " + what).str();
      separator = ", ";
    }
  return text;
}

/// Only an object says how large the code is: for C, this depends on the
/// compiler.
static std::string summarizeFlash(const json::Object &totals) {
  std::string constants = groupDigits(getNumber(totals, "constants_bytes"));
  std::string texts;
  if (int64_t bytes = getNumber(totals, "texts_bytes"))
    texts = ", " + groupDigits(bytes) + " of texts and tables";
  if (!totals.get("flash_bytes"))
    return constants + " bytes of constants" + texts +
           ", without the code (--emit=obj shows its size)";
  return groupDigits(getNumber(totals, "flash_bytes")) +
         " bytes: " + constants + " of constants" + texts + ", " +
         groupDigits(getNumber(totals, "code_bytes")) + " of code";
}

/// Says what the limit of RAM costs, or what the model needs at least if the
/// limit changed nothing.
static std::string summarizeLimit(const json::Object &limit,
                                  const json::Object &totals) {
  int64_t bytes = getNumber(limit, "bytes"),
          free = getNumber(limit, "bytes_without");
  if (free <= bytes) {
    std::string text = formatv("--ram={0} changes nothing", bytes);
    if (limit.get("fewest_bytes"))
      text += "; --rows=min-ram needs " +
              groupDigits(getNumber(limit, "fewest_bytes")) + " bytes";
    return text;
  }
  int64_t cycles = getNumber(totals, "estimated_cycles"),
          fastest = getNumber(limit, "estimated_cycles_without");
  std::string text;
  if (fastest > 0 && cycles > fastest)
    text = formatv("--ram={0} makes the model {1:f2} times as slow, by "
                   "estimate: {2} cycles, and {3} ",
                   bytes, double(cycles) / double(fastest), groupDigits(cycles),
                   groupDigits(fastest));
  else
    text =
        formatv("--ram={0} costs no cycles, by estimate: as many as ", bytes);
  text += "with --ram=" + std::to_string(free);
  if (int64_t macs = getNumber(limit, "macs_without"))
    text += formatv("; bands of columns take {0:f2} times the multiplications",
                    double(getNumber(totals, "macs")) / double(macs));
  return text;
}

/// Says for which machine the code is, and for an object also how it passes
/// floats, on which a firmware and its libraries have to agree.
static std::string summarizeTarget(const json::Object &target, bool hasObject) {
  std::string name = getText(target, "name"),
              triple = getText(target, "triple"), cpu = getText(target, "cpu"),
              abi = getText(target, "float_abi");
  if (name == kPortableTarget && triple.empty())
    return "portable, no processor in particular; --target=NAME makes the C "
           "faster";
  if (triple.empty() && cpu.empty())
    return "host, this machine; --target=NAME is for another one";
  SmallVector<StringRef> parts;
  for (StringRef part : {StringRef(name), StringRef(cpu), StringRef(triple)})
    if (!part.empty() && !is_contained(parts, part))
      parts.push_back(part);
  std::string text = join(parts, ", ");
  if (hasObject && abi == "softfp")
    return text + ", floats as with -mfloat-abi=softfp (--float-abi=hard for a "
                  "firmware with -mfloat-abi=hard)";
  if (hasObject && abi == "hard")
    return text + ", floats as with -mfloat-abi=hard";
  return text;
}

static std::string summarizeEmulator(const json::Object &emulator) {
  auto codes = map_range(*emulator.getArray("codes"), [](const auto &code) {
    return code.getAsString().value_or("");
  });
  return formatv(
      "; also as {0} on the emulated machine {1} ({2}), with {3} and "
      "{4}",
      join(codes, " and "), getText(emulator, "machine"),
      getText(emulator, "core"), getText(emulator, "version"),
      getText(emulator, "compiler"));
}

static std::string summarizeCheck(const json::Object &check) {
  if (std::string why = getText(check, "not_checked"); !why.empty())
    return "no kernel: " + why;
  auto kernels = getRows(check, "kernels");
  auto count = [&](StringRef key, StringRef value) {
    return llvm::count_if(kernels, [&](const json::Object *kernel) {
      return getText(*kernel, key) == value;
    });
  };
  size_t together = count("compared", "together"),
         tested = count("values", "tested"),
         proven = count("addresses", "proof");
  std::string text = formatv("{0} in {1} runs",
                             tested == 1 ? "1 kernel equals its plain loops"
                                         : std::to_string(tested) +
                                               " kernels equal their plain "
                                               "loops",
                             getNumber(check, "runs"));
  if (together != 0)
    text += formatv(", {0} of them by the kernels that read their results",
                    together);
  if (tested != kernels.size())
    text += formatv("; {0} {1} not run", kernels.size() - tested,
                    kernels.size() - tested == 1 ? "was" : "were");
  if (proven != 0)
    text += proven == tested
                ? std::string("; all of their addresses are proven")
                : formatv("; the addresses of {0} are proven", proven).str();
  if (const json::Object *emulator = check.getObject("emulator"))
    text += summarizeEmulator(*emulator);
  return text;
}

static std::string summarizeSelfTest(const json::Object &test) {
  std::string input = makeVisible(getText(test, "input"));
  int64_t stored = getNumber(test, "input_bytes");
  return input + (stored != 0 ? " (" + groupDigits(stored) + " bytes)" : "") +
         ", " + groupDigits(getNumber(test, "expected_bytes")) +
         " bytes of expected results";
}

static std::string summarizeWeights(const json::Object &weights) {
  return getText(weights, "file") + ", " +
         groupDigits(getNumber(weights, "file_bytes")) +
         " bytes, which the application gives to the model; version " +
         groupDigits(getNumber(weights, "version"));
}

std::vector<SummaryLine> tir::summarizeReport(StringRef report) {
  json::Value value = cantFail(json::parse(report));
  const json::Object &object = *value.getAsObject();
  const json::Object &totals = *object.getObject("totals");
  bool hasObject = totals.get("flash_bytes");
  std::vector<SummaryLine> lines = {
      {"target", summarizeTarget(*object.getObject("target"), hasObject)},
      {"RAM", summarizeRAM(totals)},
      {"flash", summarizeFlash(totals)}};
  if (const json::Object *limit = object.getObject("ram_limit"))
    lines.push_back({"limit", summarizeLimit(*limit, totals)});
  if (const json::Object *interface = object.getObject("interface"))
    if (const json::Array *safety = interface->getArray("safety")) {
      auto checks = map_range(*safety, [](const json::Value &check) {
        return check.getAsString().value_or("");
      });
      lines.push_back({"safety", join(checks, ", ")});
    }
  if (const json::Object *check = object.getObject("check"))
    lines.push_back({"checked", summarizeCheck(*check)});
  if (const json::Object *test = object.getObject("self_test"))
    lines.push_back({"self-test", summarizeSelfTest(*test)});
  if (const json::Object *weights = object.getObject("weights"))
    lines.push_back({"weights", summarizeWeights(*weights)});
  int64_t all = getNumber(totals, "macs");
  if (all == 0)
    return lines;
  lines.push_back({"MACs", groupDigits(all)});
  if (int64_t cycles = getNumber(totals, "estimated_cycles"))
    lines.push_back({"cycles", groupDigits(cycles) + " by estimate"});
  auto kernels = getRows(object, "kernels");
  const json::Object *largest = *llvm::max_element(
      kernels, [](const json::Object *left, const json::Object *right) {
        return countMACs(*left) < countMACs(*right);
      });
  lines.push_back({"largest kernel",
                   formatv("{0}, {1:f1} % of the MACs",
                           makeVisible(getText(*largest, "place")),
                           100.0 * double(countMACs(*largest)) / double(all))});
  return lines;
}
