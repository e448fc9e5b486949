//===- KernelChanges.cpp - KernelList of two builds
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelChanges.h"

#include "Html.h"
#include "tir/Support/Digits.h"
#include "tir/Target/Report/Comparison.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

using KernelList = SmallVector<const json::Object *>;
/// The indices of kernels that belong together.
using KernelPairs = std::vector<std::pair<size_t, size_t>>;

std::string report::describeChange(int64_t before, int64_t after) {
  if (before == after)
    return "=";
  std::string text = after > before ? "+" + groupDigits(after - before)
                                    : "-" + groupDigits(before - after);
  if (before <= 0)
    return text;
  double percent = 100 * (double(after) - double(before)) / double(before);
  return formatv("{0} ({1}{2:f1} %)", text, percent < 0 ? "" : "+", percent);
}

std::optional<int64_t> report::getCount(const json::Object &row,
                                        StringRef key) {
  constexpr int64_t kMost = int64_t(1) << 53;
  std::optional<int64_t> number = row.getInteger(key);
  return number && *number >= 0 && *number <= kMost ? number : std::nullopt;
}

/// Returns the average of what the program measured of the calls of a kernel.
static std::optional<int64_t> getMeasuredCall(const json::Object &kernel) {
  const json::Object *measured = kernel.getObject("measured");
  int64_t calls = measured ? getCount(*measured, "calls").value_or(0) : 0;
  if (calls == 0)
    return std::nullopt;
  return (getCount(*measured, "total").value_or(0) + calls / 2) / calls;
}

std::optional<int64_t> report::countInRun(const json::Object &kernel,
                                          StringRef key) {
  std::optional<int64_t> number =
      key == "measured" ? getMeasuredCall(kernel) : getCount(kernel, key);
  int64_t calls = getCount(kernel, "calls").value_or(1), all;
  if (!number || MulOverflow(*number, std::max<int64_t>(1, calls), all))
    return std::nullopt;
  return all;
}

/// Returns the names of the operators without their numbers, which change where
/// the model has one more of them: `conv2d` of `conv2d#2`.
static std::string nameOperators(const json::Object &kernel) {
  std::string names;
  if (const json::Array *fused = kernel.getArray("fused"))
    for (const json::Value &name : *fused)
      names += name.getAsString().value_or("").rsplit('#').first.str() + ' ';
  return names;
}

/// Returns what a kernel computes, as far as it is the same in other models.
static std::string getSignature(const json::Object &kernel) {
  return formatv("{0} {1} {2}", getText(kernel, "kind"), countMACs(kernel),
                 nameOperators(kernel));
}

static KernelPairs pairByPlace(const KernelList &before,
                               const KernelList &after) {
  StringMap<size_t> places;
  for (auto [index, kernel] : enumerate(before))
    places.try_emplace(getText(*kernel, "place"), index);
  KernelPairs pairs;
  for (auto [index, kernel] : enumerate(after))
    if (auto found = places.find(getText(*kernel, "place"));
        found != places.end()) {
      pairs.emplace_back(found->second, index);
      places.erase(found);
    }
  return pairs;
}

/// Returns the longest list of pairs with equal keys in which both sides are in
/// order.
static KernelPairs pairInOrder(ArrayRef<std::string> before,
                               ArrayRef<std::string> after) {
  size_t rows = before.size(), columns = after.size();
  // A table of all pairs of more kernels than models have would take too much.
  constexpr size_t kMostPairs = size_t(1) << 24;
  if (rows != 0 && columns > kMostPairs / rows)
    return {};
  std::vector<std::vector<uint32_t>> longest(
      rows + 1, std::vector<uint32_t>(columns + 1));
  for (size_t i = rows; i-- > 0;)
    for (size_t j = columns; j-- > 0;)
      longest[i][j] = before[i] == after[j]
                          ? longest[i + 1][j + 1] + 1
                          : std::max(longest[i + 1][j], longest[i][j + 1]);
  KernelPairs pairs;
  for (size_t i = 0, j = 0; i < rows && j < columns;) {
    if (before[i] == after[j])
      pairs.emplace_back(i++, j++);
    else if (longest[i + 1][j] >= longest[i][j + 1])
      ++i;
    else
      ++j;
  }
  return pairs;
}

/// KernelPairs the kernels between two that belong together whose operation is
/// of the same kind: a layer that became wider is not another layer.
static void pairByKind(const KernelList &before, const KernelList &after,
                       std::pair<size_t, size_t> from,
                       std::pair<size_t, size_t> to, KernelPairs &pairs) {
  auto kindsOf = [](const KernelList &kernels, size_t begin, size_t end) {
    std::vector<std::string> kinds;
    for (size_t i = begin; i < end; ++i)
      kinds.push_back(getText(*kernels[i], "kind"));
    return kinds;
  };
  for (auto [i, j] : pairInOrder(kindsOf(before, from.first, to.first),
                                 kindsOf(after, from.second, to.second)))
    pairs.emplace_back(from.first + i, from.second + j);
}

static KernelPairs pairByWork(const KernelList &before,
                              const KernelList &after) {
  auto signaturesOf = [](const KernelList &kernels) {
    return map_to_vector(
        kernels, [](const json::Object *each) { return getSignature(*each); });
  };
  KernelPairs pairs;
  std::pair<size_t, size_t> from(0, 0);
  KernelPairs anchors = pairInOrder(signaturesOf(before), signaturesOf(after));
  anchors.emplace_back(before.size(), after.size());
  for (auto anchor : anchors) {
    pairByKind(before, after, from, anchor, pairs);
    pairs.push_back(anchor);
    from = {anchor.first + 1, anchor.second + 1};
  }
  pairs.pop_back();
  return pairs;
}

namespace {
/// The rows of the table.
class ChangeRows {
public:
  void add(const json::Object &kernel, StringRef what, const Twine &before,
           const Twine &after, StringRef change) {
    text += formatv("| {0} | {1} | {2} | {3} | {4} |\n",
                    codeForMarkdown(getText(kernel, "place")), what,
                    before.str(), after.str(), change);
    ++count;
  }

  void compare(const json::Object &before, const json::Object &after);
  std::string print() const;

  bool isEmpty() const { return count == 0; }

private:
  std::string text;
  unsigned count = 0;
};
} // namespace

/// Says how often and where a kernel runs.
static std::string describeRuns(const json::Object &kernel) {
  std::string text = "at once";
  if (kernel.get("turns"))
    text =
        formatv("by rows, {0} calls",
                groupDigits(std::max<int64_t>(1, getNumber(kernel, "calls"))));
  if (std::string device = getText(kernel, "device"); !device.empty())
    return text + " on " + escapeForMarkdown(device);
  return kernel.getBoolean("external").value_or(false) ? text + ", external"
                                                       : text;
}

void ChangeRows::compare(const json::Object &before,
                         const json::Object &after) {
  std::string oldRuns = describeRuns(before), runs = describeRuns(after);
  if (oldRuns != runs)
    add(after, "runs", oldRuns, runs, "");
  auto countFused = [](const json::Object &kernel) {
    const json::Array *fused = kernel.getArray("fused");
    return groupDigits(fused ? fused->size() : 0) + " operators";
  };
  if (nameOperators(before) != nameOperators(after))
    add(after, "computes", countFused(before), countFused(after), "");
  struct Figure {
    StringLiteral key, name;
    bool isOfCall;
  };
  static constexpr Figure kFigures[] = {
      {"macs", "MACs", true},
      {"estimated_cycles", "cycles, by estimate", true},
      {"measured", "measured", true},
      {"constants_bytes", "bytes of constants", false},
      {"scratch_bytes", "bytes of scratch memory", false},
      {"code_bytes", "bytes of code", false}};
  for (const Figure &figure : kFigures) {
    auto get = [&](const json::Object &kernel) {
      return figure.isOfCall ? countInRun(kernel, figure.key)
                             : getCount(kernel, figure.key);
    };
    std::optional<int64_t> old = get(before), now = get(after);
    // A report that does not say it does not say that it is nothing, except for
    // memory that a kernel does not have.
    if (figure.key == "scratch_bytes")
      old = old.value_or(0), now = now.value_or(0);
    if (old && now && *old != *now)
      add(after, figure.name, groupDigits(*old), groupDigits(*now),
          describeChange(*old, *now));
  }
}

std::string ChangeRows::print() const {
  constexpr unsigned kMostOpen = 20;
  std::string table = "| kernel | | old | new | change |\n"
                      "|---|---|---:|---:|---:|\n" +
                      text;
  if (count <= kMostOpen)
    return table;
  return formatv("<details>\n<summary>{0} changes</summary>\n\n{1}\n"
                 "</details>\n",
                 count, table);
}

std::string report::describeKernelChanges(const json::Object &before,
                                          const json::Object &after,
                                          bool isSameModel) {
  KernelList old = getRows(before, "kernels"), now = getRows(after, "kernels");
  KernelPairs pairs =
      isSameModel ? pairByPlace(old, now) : pairByWork(old, now);
  std::vector<bool> isOldPaired(old.size()), isPaired(now.size());
  std::vector<size_t> partners(now.size());
  for (auto [i, j] : pairs) {
    isOldPaired[i] = isPaired[j] = true;
    partners[j] = i;
  }
  ChangeRows rows;
  auto describe = [](const json::Object &kernel) {
    std::string kind = getText(kernel, "kind");
    std::replace(kind.begin(), kind.end(), '_', ' ');
    return formatv("{0}, {1} MACs", kind.empty() ? "other" : kind,
                   groupDigits(countMACs(kernel)))
        .str();
  };
  for (size_t i = 0; i < old.size(); ++i)
    if (!isOldPaired[i])
      rows.add(*old[i], "removed", describe(*old[i]), "", "");
  for (size_t j = 0; j < now.size(); ++j) {
    if (isPaired[j])
      rows.compare(*old[partners[j]], *now[j]);
    else
      rows.add(*now[j], "added", "", describe(*now[j]), "");
  }
  return rows.isEmpty() ? "No kernel changed.\n" : rows.print();
}
