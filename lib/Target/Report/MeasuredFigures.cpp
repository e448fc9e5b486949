//===- MeasuredFigures.cpp - Estimates of a report beside measurements
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasuredFigures.h"

#include "Html.h"
#include "KernelChanges.h"
#include "Page.h"
#include "tir/Support/Digits.h"
#include "tir/Target/Report/Comparison.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

//===----------------------------------------------------------------------===//
// Traces
//===----------------------------------------------------------------------===//

/// Returns the kernels that the model's main function calls: the first row of
/// each step.
static SmallVector<const json::Object *>
getCalledKernels(const json::Object &report) {
  SmallVector<const json::Object *> called;
  std::optional<int64_t> last;
  for (const json::Object *kernel : getRows(report, "kernels")) {
    int64_t step = getNumber(*kernel, "step");
    if (std::exchange(last, step) != step)
      called.push_back(kernel);
  }
  return called;
}

std::map<uint64_t, std::string>
report::nameKernels(const json::Object &report) {
  std::map<uint64_t, std::string> names;
  for (const json::Object *kernel : getCalledKernels(report)) {
    uint64_t step = getNumber(*kernel, "step");
    // The header has the place without what makes it different from others.
    std::string place = getText(*kernel, "place");
    StringRef name = place;
    if (auto [start, number] = name.rsplit(", call ");
        !number.empty() && all_of(number, isDigit))
      name = start;
    name.consume_back(" at step " + std::to_string(step));
    name.consume_back(" (" + getText(*kernel, "function") + ")");
    names.try_emplace(step, name.str());
  }
  // Kernels without a place in the model have hooks, too.
  for (auto [step, row] : enumerate(getRows(report, "steps")))
    if (std::string name = getText(*row, "name");
        !StringRef(name).contains('.'))
      names.try_emplace(step, name);
  return names;
}

/// Returns the row of a kernel as ReportWriter::measured writes it.
static OrderedJSON makeMeasured(const Measurement &measured, int64_t macs,
                                int64_t all) {
  OrderedJSON row = OrderedJSON::read("{}");
  auto add = [&](StringRef key, const std::string &number) {
    row.set(key, OrderedJSON::read(number));
  };
  add("calls", std::to_string(measured.calls));
  add("total", std::to_string(measured.total));
  double total = measured.total, work = double(macs) * measured.calls;
  if (all != 0)
    add("percent", length(100 * total / all));
  if (work > 0)
    add("per_mac", length(total / work));
  return row;
}

void report::insertTrace(OrderedJSON &text, const json::Object &report,
                         const Trace &trace) {
  int64_t all = trace.getTotal();
  SmallVector<const json::Object *> called = getCalledKernels(report);
  OrderedJSON *kernels = text.find("kernels");
  auto rows = getRows(report, "kernels");
  if (kernels)
    for (auto [row, member] : zip(rows, kernels->getMembers())) {
      // What an older trace has measured is gone.
      member.second.erase("measured");
      auto found = trace.kernels.find(getNumber(*row, "step"));
      if (found != trace.kernels.end() && is_contained(called, row))
        member.second.set(
            "measured",
            makeMeasured(found->second, getNumber(*row, "macs"), all));
    }
  if (OrderedJSON *totals = text.find("totals"))
    totals->set("measured", OrderedJSON::make(json::Object{{"unit", trace.unit},
                                                           {"total", all}}));
}

//===----------------------------------------------------------------------===//
// The certificate
//===----------------------------------------------------------------------===//

/// Returns the most stack of the model's entry in a form of its code, or
/// std::nullopt.
static std::optional<int64_t> getStackOf(const json::Object &report,
                                         StringRef code) {
  json::Array one;
  for (const json::Object *stack : getRows(report, "stack"))
    if (getText(*stack, "code") == code)
      one.push_back(json::Object(*stack));
  json::Object only{{"stack", std::move(one)}};
  if (const json::Object *interface = report.getObject("interface"))
    only["interface"] = json::Object(*interface);
  const json::Object *entry =
      only.getObject("interface") ? findEntryStack(only) : nullptr;
  return entry ? entry->getInteger("bytes") : std::nullopt;
}

static void setKnown(json::Object &row, StringRef key,
                     std::optional<int64_t> number) {
  if (number)
    row[key] = *number;
}

static json::Array makeFigures(const json::Object &report) {
  json::Array figures;
  auto add = [&](StringRef name, StringRef unit,
                 std::optional<int64_t> estimated,
                 std::optional<int64_t> measured) {
    if (!measured)
      return;
    json::Object row{{"figure", name}, {"unit", json::fixUTF8(unit)}};
    setKnown(row, "estimated", estimated);
    setKnown(row, "measured", measured);
    figures.push_back(std::move(row));
  };
  const json::Object &totals = *report.getObject("totals");
  if (const json::Object *linked = report.getObject("linked")) {
    add("RAM that the linker places", "bytes", getCount(totals, "static_bytes"),
        getCount(*linked, "ram_bytes"));
    add("flash", "bytes", getCount(totals, "flash_bytes"),
        getCount(*linked, "flash_bytes"));
  }
  add("stack at most", "bytes", getStackOf(report, "object"),
      getStackOf(report, "c"));
  std::optional<int64_t> measured, estimated = 0;
  for (const json::Object *kernel : getCalledKernels(report))
    if (auto own = countInRun(*kernel, "measured")) {
      auto cycles = countInRun(*kernel, "estimated_cycles");
      measured = measured.value_or(0) + *own;
      estimated = estimated && cycles ? std::optional(*estimated + *cycles)
                                      : std::nullopt;
    }
  if (const json::Object *trace = totals.getObject("measured"))
    add("kernels of a run", getText(*trace, "unit"), estimated, measured);
  return figures;
}

/// Returns the hash of what was compiled and of what was found out about it, so
/// that rows of another build, or changed ones, are not taken for it.
static std::string hashCheck(const json::Object &report,
                             const json::Object &check) {
  json::Object signedRows{{"check", json::Object(check)}};
  for (StringRef key : {"tirc", "model", "target", "identity"})
    if (const json::Value *value = report.get(key))
      signedRows[key] = *value;
  // Keys are in alphabetical order.
  std::string text = formatv("{0}", json::Value(std::move(signedRows)));
  return toHex(SHA256::hash(arrayRefFromStringRef(text)), /*LowerCase=*/true);
}

/// Returns what the kernels' numbers and addresses rest on.
static std::optional<json::Object> makeCheckRow(const json::Object &report) {
  const json::Object *check = report.getObject("check");
  if (!check)
    return std::nullopt;
  auto kernels = getRows(*check, "kernels");
  auto count = [&](StringRef key, StringRef value) {
    return int64_t(count_if(kernels, [&](const json::Object *kernel) {
      return getText(*kernel, key) == value;
    }));
  };
  json::Object row{{"runs", getNumber(*check, "runs")},
                   {"sha256", hashCheck(report, *check)}};
  for (StringRef key : {"values", "addresses"}) {
    json::Object bases;
    for (StringRef basis : {"proof", "tested", "trusted"})
      if (int64_t kernelsOfBasis = count(key, basis))
        bases[basis] = kernelsOfBasis;
    row[key] = std::move(bases);
  }
  if (const json::Object *emulator = check->getObject("emulator"))
    row["emulator"] = json::Object(*emulator);
  return row;
}

json::Object report::makeCertificate(const json::Object &report) {
  StringMap<int64_t> linkedBytes;
  if (const json::Object *linked = report.getObject("linked"))
    for (const json::Object *symbol : getRows(*linked, "symbols"))
      linkedBytes[getText(*symbol, "name")] = getNumber(*symbol, "bytes");
  json::Array kernels;
  for (const json::Object *kernel : getRows(report, "kernels")) {
    json::Object row{{"place", getText(*kernel, "place")},
                     {"function", getText(*kernel, "function")}};
    setKnown(row, "estimated_cycles", countInRun(*kernel, "estimated_cycles"));
    setKnown(row, "measured", countInRun(*kernel, "measured"));
    setKnown(row, "code_bytes", getCount(*kernel, "code_bytes"));
    if (auto found = linkedBytes.find(getText(*kernel, "function"));
        found != linkedBytes.end())
      row["linked_bytes"] = found->second;
    kernels.push_back(std::move(row));
  }
  json::Object certificate{{"figures", makeFigures(report)},
                           {"kernels", std::move(kernels)}};
  if (std::optional<json::Object> check = makeCheckRow(report))
    certificate["check"] = std::move(*check);
  return certificate;
}

//===----------------------------------------------------------------------===//
// Markdown and HTML
//===----------------------------------------------------------------------===//

static std::string showCount(const json::Object &row, StringRef key) {
  std::optional<int64_t> count = getCount(row, key);
  return count ? groupDigits(*count) : "";
}

/// Returns how often the estimate is in what was measured, with two decimals.
static std::string showRatio(const json::Object &row, StringRef estimated,
                             StringRef measured) {
  int64_t from = getCount(row, estimated).value_or(0);
  std::optional<int64_t> to = getCount(row, measured);
  if (from == 0 || !to)
    return "";
  return formatv("{0:f2}", double(*to) / double(from));
}

static std::string getUnitOf(const json::Object &report) {
  const json::Object *trace = report.getObject("totals")->getObject("measured");
  return trace ? getText(*trace, "unit") : "";
}

/// Returns on what the target's code ran, as a part of a sentence, or "".
static std::string printEmulator(const json::Object &row) {
  const json::Object *emulator = row.getObject("emulator");
  if (!emulator)
    return "";
  return formatv("; also on {0}, with {1} and {2}",
                 codeForMarkdown(getText(*emulator, "machine")),
                 escapeForMarkdown(getText(*emulator, "version")),
                 escapeForMarkdown(getText(*emulator, "compiler")));
}

static std::string printCheck(const json::Object &certificate,
                              const json::Object &report) {
  const json::Object *row = certificate.getObject("check");
  if (!row)
    return "";
  const json::Object &check = *report.getObject("check");
  std::string text = formatv(
      "\n### Checked\n\nIn {0} runs of the model, before its files were "
      "written{2}. SHA-256 of these rows, the model and the options: `{1}`.\n\n"
      "| kernel | values | elements | addresses | rescales | distances |\n"
      "|---|---|---:|---|---|---|\n",
      getNumber(*row, "runs"), getText(*row, "sha256"), printEmulator(*row));
  for (const json::Object *kernel : getRows(check, "kernels"))
    text += formatv("| {0} | {1} | {2} | {3} | {4} | {5} |\n",
                    codeForMarkdown(getText(*kernel, "name")),
                    getText(*kernel, "values"), showCount(*kernel, "elements"),
                    getText(*kernel, "addresses"), getText(*kernel, "rescales"),
                    getText(*kernel, "distances"));
  return text;
}

std::string report::printCertificate(const json::Object &report) {
  const json::Object *certificate = report.getObject("certificate");
  if (!certificate)
    return "";
  std::string text =
      "## " + codeForMarkdown(getText(*report.getObject("model"), "name")) +
      ": estimated and measured\n\n| | unit | estimated | measured | measured "
      "/ "
      "estimated |\n|---|---|---:|---:|---:|\n";
  for (const json::Object *row : getRows(*certificate, "figures"))
    text += formatv(
        "| {0} | {1} | {2} | {3} | {4} |\n", getText(*row, "figure"),
        escapeForMarkdown(getText(*row, "unit")), showCount(*row, "estimated"),
        showCount(*row, "measured"), showRatio(*row, "estimated", "measured"));
  const json::Object *linked = report.getObject("linked");
  auto sections = linked ? getRows(*linked, "sections")
                         : SmallVector<const json::Object *>();
  if (!sections.empty())
    text += "\n### Sections\n\n| section | memory | bytes |\n|---|---|---:|\n";
  for (const json::Object *row : sections)
    text += formatv("| {0} | {1} | {2} |\n",
                    codeForMarkdown(getText(*row, "section")),
                    getText(*row, "memory"), showCount(*row, "bytes"));
  std::string unit = escapeForMarkdown(getUnitOf(report));
  text += "\n### Kernels\n\n| kernel | cycles, by estimate | " +
          (unit.empty() ? "measured" : unit) +
          " | measured / estimated | code, tirc's object | code, linked |\n"
          "|---|---:|---:|---:|---:|---:|\n";
  for (const json::Object *row : getRows(*certificate, "kernels"))
    text += formatv(
        "| {0} | {1} | {2} | {3} | {4} | {5} |\n",
        codeForMarkdown(getText(*row, "place")),
        showCount(*row, "estimated_cycles"), showCount(*row, "measured"),
        showRatio(*row, "estimated_cycles", "measured"),
        showCount(*row, "code_bytes"), showCount(*row, "linked_bytes"));
  text += printCheck(*certificate, report);
  return text;
}
