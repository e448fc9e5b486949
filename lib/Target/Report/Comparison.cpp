//===- Comparison.cpp - What changed from one build to the next
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Report/Comparison.h"

#include "Html.h"
#include "KernelChanges.h"
#include "tir/Support/ByteCount.h"
#include "tir/Support/Digits.h"
#include "tir/Support/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;
using namespace tir;
using namespace tir::report;

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

namespace {
/// A figure of a report.
struct ReportFigure {
  /// As in `--max-growth`, and as in the table.
  StringLiteral name, label;
  /// The object and the key of the report that it is in; no key if it is
  /// computed.
  StringLiteral object, key;
  /// What makes a report say it.
  StringLiteral remedy;
};
} // namespace

static constexpr ReportFigure kReportFigures[] = {
    {"ram", "RAM, bytes", "totals", "ram_bytes", ""},
    {"static-ram", "RAM that the linker places, bytes", "totals",
     "static_bytes", "the report of one model"},
    {"flash", "flash, bytes", "totals", "flash_bytes",
     "a build with obj among the kinds of --emit, or a limit for constants"},
    {"constants", "constants, bytes", "totals", "constants_bytes", ""},
    {"code", "code, bytes", "totals", "code_bytes",
     "a build with obj among the kinds of --emit"},
    {"linked-ram", "RAM, linked, bytes", "linked", "ram_bytes",
     "tirc --certify with the linker's map file"},
    {"linked-flash", "flash, linked, bytes", "linked", "flash_bytes",
     "tirc --certify with the linker's map file"},
    {"stack", "stack, bytes at most", "", "",
     "the stack of the same code in both, by --emit=obj or tirc --certify"},
    {"macs", "MACs", "totals", "macs", "the report of one model"},
    {"cycles", "cycles, by estimate", "totals", "estimated_cycles",
     "a target whose cycles are known"},
    {"measured", "measured, of one run", "", "",
     "--trace with the same unit in both"},
};

/// Returns the most stack that the entry of the model takes in one form of its
/// code, `c` or `object`.
static std::optional<int64_t> findStack(const json::Object &report,
                                        StringRef code) {
  const json::Object *interface = report.getObject("interface");
  std::string name = interface ? getText(*interface, "entry") : "";
  for (const json::Object *stack : getRows(report, "stack"))
    if (getText(*stack, "code") == code)
      for (const json::Object *entry : getRows(*stack, "entries"))
        if (getText(*entry, "function") == name)
          return getCount(*entry, "bytes");
  return std::nullopt;
}

/// Adds up what was measured of the calls of one run.
static std::optional<int64_t> sumMeasured(const json::Object &report) {
  std::optional<int64_t> sum;
  for (const json::Object *kernel : getRows(report, "kernels"))
    if (auto calls = countInRun(*kernel, "measured"))
      sum = SaturatingAdd<uint64_t>(sum.value_or(0), *calls) & INT64_MAX;
  return sum;
}

static std::string getUnit(const json::Object &report) {
  const json::Object *totals = report.getObject("totals");
  const json::Object *measured =
      totals ? totals->getObject("measured") : nullptr;
  return measured ? getText(*measured, "unit") : "";
}

using FigureValues = std::pair<std::optional<int64_t>, std::optional<int64_t>>;

/// Returns a figure of both reports. Those that cannot be compared are not
/// there.
static FigureValues getValues(const ReportFigure &figure,
                              const json::Object &before,
                              const json::Object &after) {
  if (figure.name == "stack") {
    // What the user's own compiler made is what runs.
    for (StringRef code : {"c", "object"})
      if (FigureValues both(findStack(before, code), findStack(after, code));
          both.first && both.second)
        return both;
    return {};
  }
  if (figure.name == "measured")
    return getUnit(before) == getUnit(after)
               ? FigureValues(sumMeasured(before), sumMeasured(after))
               : FigureValues();
  auto get = [&](const json::Object &report) {
    const json::Object *object = report.getObject(figure.object);
    return object ? getCount(*object, figure.key) : std::nullopt;
  };
  return {get(before), get(after)};
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// A percentage is kept in thousandths.
static constexpr uint64_t kPercent = 1000;

/// Reads a number with at most three decimals in thousandths.
static std::optional<uint64_t> readThousandths(StringRef text) {
  auto [whole, decimals] = text.split('.');
  uint64_t number, part = 0;
  if (whole.getAsInteger(10, number) || number > UINT32_MAX ||
      text.ends_with(".") || decimals.size() > 3)
    return std::nullopt;
  std::string padded = (decimals + "000").str().substr(0, 3);
  if (StringRef(padded).getAsInteger(10, part))
    return std::nullopt;
  return number * kPercent + part;
}

Expected<std::vector<GrowthLimit>>
tir::readGrowthLimits(ArrayRef<std::string> texts) {
  std::vector<GrowthLimit> limits;
  for (StringRef text : texts) {
    StringRef name, value;
    std::tie(name, value) = text.split(':');
    std::string option = ("--max-growth=" + text + ": ").str();
    if (none_of(kReportFigures,
                [&](const ReportFigure &each) { return each.name == name; }))
      return createStringError(option + "there is no figure '" + name +
                               "'; expected one of " +
                               join(map_range(kReportFigures,
                                              [](const ReportFigure &each) {
                                                return each.name.str();
                                              }),
                                    ", ") +
                               ", as in --max-growth=ram:2%,flash:512");
    bool isPercent = value.consume_back("%");
    std::optional<uint64_t> most =
        isPercent ? readThousandths(value) : readByteCount(value);
    if (!most)
      return createStringError(
          option + "'" + value + (isPercent ? "%" : "") +
          "' is not a growth; expected a percentage with at "
          "most three decimals, such as 2% or 0.5%, or a "
          "number, such as 0, 512 or 2k");
    if (any_of(limits,
               [&](const GrowthLimit &each) { return each.figure == name; }))
      return createStringError(option + "'" + name +
                               "' has a limit already; expected one");
    limits.push_back({name.str(), *most, isPercent});
  }
  return limits;
}

static bool exceeds(const GrowthLimit &limit, int64_t before, int64_t after) {
  if (after <= before)
    return false;
  uint64_t growth = uint64_t(after) - uint64_t(before);
  if (!limit.isPercent)
    return growth > limit.most;
  return SaturatingMultiply<uint64_t>(growth, 100 * kPercent) >
         SaturatingMultiply<uint64_t>(std::max<int64_t>(before, 0), limit.most);
}

static std::string describeLimit(const GrowthLimit &limit) {
  if (!limit.isPercent)
    return "+" + groupDigits(limit.most);
  std::string text = std::to_string(limit.most / kPercent);
  if (uint64_t part = limit.most % kPercent)
    text += "." + StringRef(formatv("{0,0+3}", part).str()).rtrim('0').str();
  return "+" + text + " %";
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

std::string tir::escapeForMarkdown(StringRef text) {
  std::string escaped;
  for (char c : makeVisible(text)) {
    if (c == '\n') {
      escaped += ' ';
      continue;
    }
    if (StringRef("\\`*_{}[]<>()#+-.!|~&@").contains(c))
      escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string tir::codeForMarkdown(StringRef text) {
  std::string code = "`";
  for (char c : makeVisible(text)) {
    // A backtick would end the code, and a bar the cell.
    if (c == '|')
      code += '\\';
    code += c == '`' ? '\'' : c == '\n' ? ' ' : c;
  }
  return code + "`";
}

Expected<NamedReport> tir::readReport(StringRef file, StringRef text) {
  constexpr StringLiteral kExpected =
      "; expected a file that tirc wrote, such as tvmgen_kws.report.json";
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return createStringError("is not JSON: " + toString(value.takeError()) +
                             kExpected);
  const json::Object *report = value->getAsObject();
  const json::Object *model = report ? report->getObject("model") : nullptr;
  auto name = model ? model->getString("name") : std::nullopt;
  if (!name || !report->getString("tirc") || !report->getObject("totals"))
    return createStringError("is not a report" + kExpected);
  return NamedReport{file.str(), name->str(), std::move(*value)};
}

/// Lists what is in one of two lists only.
static std::string listOptions(const json::Object &from,
                               const json::Object &without) {
  auto getOptions = [](const json::Object &report) {
    SmallVector<std::string> options;
    const json::Object *identity = report.getObject("identity");
    const json::Array *list =
        identity ? identity->getArray("options") : nullptr;
    for (const json::Value &option : list ? *list : json::Array())
      options.push_back(option.getAsString().value_or("").str());
    return options;
  };
  SmallVector<std::string> known = getOptions(without), own;
  for (const std::string &option : getOptions(from))
    if (!is_contained(known, option))
      own.push_back(codeForMarkdown(option));
  return own.empty() ? "none" : join(own, " ");
}

static std::string getHash(const json::Object &report) {
  const json::Object *identity = report.getObject("identity");
  return identity ? getText(*identity, "model_sha256") : "";
}

static std::string getTarget(const json::Object &report) {
  const json::Object *target = report.getObject("target");
  std::string text;
  for (StringRef key : {"name", "triple", "cpu", "features", "float_abi"})
    if (std::string value = target ? getText(*target, key) : ""; !value.empty())
      text += (text.empty() ? "" : ", ") + value;
  return text;
}

/// Says what makes the builds different.
static std::string listRemarks(const NamedReport &old, const NamedReport &now) {
  const json::Object &before = *old.value.getAsObject(),
                     &after = *now.value.getAsObject();
  std::string remarks;
  auto add = [&](StringRef what, const std::string &from,
                 const std::string &to) {
    if (from != to)
      remarks += formatv("- {0}: {1}, then {2}\n", what,
                         from.empty() ? "not known" : codeForMarkdown(from),
                         to.empty() ? "not known" : codeForMarkdown(to));
  };
  add("another version of tirc", getText(before, "tirc"),
      getText(after, "tirc"));
  add("another model", old.model, now.model);
  std::string oldHash = getHash(before), hash = getHash(after);
  if (!oldHash.empty() && !hash.empty())
    add("another file of the model, by its SHA-256", oldHash, hash);
  add("another target", getTarget(before), getTarget(after));
  std::string oldOptions = listOptions(before, after),
              options = listOptions(after, before);
  if (oldOptions != options)
    remarks += "- other options: " + oldOptions + ", then " + options + "\n";
  return remarks.empty() ? "" : remarks + "\n";
}

/// Compares the kernels of a model, or of each model of a program.
static std::string compareKernels(const json::Object &before,
                                  const json::Object &after) {
  const json::Object *old = before.getObject("models"),
                     *now = after.getObject("models");
  if (!old || !now) {
    std::string hash = getHash(before);
    return describeKernelChanges(before, after,
                                 !hash.empty() && hash == getHash(after));
  }
  std::set<std::string> names;
  for (const json::Object *models : {old, now})
    for (const auto &[name, model] : *models)
      names.insert(StringRef(name).str());
  std::string text;
  for (const std::string &name : names) {
    const json::Object *one = old->getObject(name),
                       *other = now->getObject(name);
    text += "Model " + codeForMarkdown(name) + ":" +
            (!one     ? " added\n\n"
             : !other ? " removed\n\n"
                      : "\n\n" +
                            describeKernelChanges(*one, *other,
                                                  /*isSameModel=*/false) +
                            "\n");
  }
  return text;
}

static std::string describeMissing(const ReportFigure &figure, StringRef file,
                                   bool isInOther) {
  return ("--max-growth=" + figure.name + ": " + file + " does not say '" +
          figure.label + "'" +
          (isInOther ? ", which the other report says" : "") + "; expected " +
          (figure.remedy.empty() ? StringRef("it") : StringRef(figure.remedy)))
      .str();
}

/// Returns the row of a figure, or an empty string if neither report says it.
/// Counts it in `exceeded` if it grew by more than it may.
static Expected<std::string> compareFigure(const ReportFigure &figure,
                                           const NamedReport &old,
                                           const NamedReport &now,
                                           const GrowthLimit *limit,
                                           unsigned &exceeded) {
  const json::Object &after = *now.value.getAsObject();
  auto [from, to] = getValues(figure, *old.value.getAsObject(), after);
  if (limit && (!from || !to))
    return createStringError(describeMissing(figure, from ? now.file : old.file,
                                             /*isInOther=*/from || to));
  if (!from && !to)
    return "";
  std::string label = StringRef(figure.label).str(), allowed;
  if (figure.name == "measured")
    label += ", " + escapeForMarkdown(getUnit(after));
  if (limit)
    allowed = describeLimit(*limit);
  if (limit && exceeds(*limit, *from, *to)) {
    ++exceeded;
    allowed += ": **exceeded**";
  }
  return formatv("| {0} | {1} | {2} | {3} | {4} |\n", label,
                 from ? groupDigits(*from) : "not known",
                 to ? groupDigits(*to) : "not known",
                 from && to ? describeChange(*from, *to) : "", allowed)
      .str();
}

Expected<ReportComparison> tir::compareReports(const NamedReport &old,
                                               const NamedReport &now,
                                               ArrayRef<GrowthLimit> limits) {
  ReportComparison result;
  std::string rows;
  for (const ReportFigure &figure : kReportFigures) {
    auto limit = find_if(limits, [&](const GrowthLimit &each) {
      return each.figure == figure.name;
    });
    Expected<std::string> row =
        compareFigure(figure, old, now, limit == limits.end() ? nullptr : limit,
                      result.exceeded);
    if (!row)
      return row.takeError();
    rows += *row;
  }
  result.markdown =
      "## " + codeForMarkdown(now.model) + "\n\n" + listRemarks(old, now) +
      "| | old | new | change | allowed |\n|---|---:|---:|---:|---|\n" + rows +
      "\n### Kernels\n\n" +
      compareKernels(*old.value.getAsObject(), *now.value.getAsObject());
  return result;
}
