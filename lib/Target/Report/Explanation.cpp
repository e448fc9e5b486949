//===- Explanation.cpp - The memory of a model, as text
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferLabels.h"
#include "Curve.h"
#include "Html.h"
#include "tir/Support/Digits.h"
#include "tir/Support/Escape.h"
#include "tir/Target/Report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace llvm;
using namespace tir;
using namespace tir::report;

/// The most columns and rows of a map. Steps share columns, and bytes share
/// rows, if there are more.
static constexpr int64_t kMostColumns = 72;
static constexpr size_t kMostRows = 28;

namespace {
using Row = const json::Object *;

/// Text in columns. Columns of numbers are aligned to the right.
class TextTable {
public:
  /// A heading that begins with '#' stands above numbers.
  explicit TextTable(ArrayRef<StringRef> headings) {
    addRow(map_to_vector(headings, [](StringRef h) { return h.str(); }));
    for (std::string &heading : rows.front())
      isNumber.push_back(StringRef(heading).starts_with("#"));
    for (std::string &heading : rows.front())
      heading = StringRef(heading).ltrim('#').str();
  }
  void addRow(ArrayRef<std::string> cells) { rows.emplace_back(cells); }

  void print(raw_ostream &os) const {
    SmallVector<size_t> widths(isNumber.size());
    for (const auto &row : rows)
      for (auto [cell, width] : zip_equal(row, widths))
        width = std::max(width, cell.size());
    for (const auto &row : rows) {
      std::string line = "  ";
      for (auto [cell, width, number] : zip_equal(row, widths, isNumber))
        line +=
            (number ? alignRight(cell, width) : alignLeft(cell, width)) + "  ";
      os << StringRef(line).rtrim() << '\n';
    }
  }

private:
  static std::string alignRight(StringRef text, size_t width) {
    return std::string(width - text.size(), ' ') + text.str();
  }
  static std::string alignLeft(StringRef text, size_t width) {
    return text.str() + std::string(width - text.size(), ' ');
  }

  SmallVector<bool> isNumber;
  std::vector<SmallVector<std::string>> rows;
};

class Explanation {
public:
  Explanation(const json::Object &report, raw_ostream &os)
      : report(report), totals(*report.getObject("totals")),
        pools(getRows(report, "pools")), buffers(getRows(report, "buffers")),
        steps(getRows(report, "steps")), os(os) {}

  void print();

private:
  void printPools();
  void printBuffers();
  void printMaps();
  void printMap(const json::Object &pool);
  void printPeak();
  void printSavings();
  void printCurve();

  /// A map has one character for a buffer. Buffers that are far apart may have
  /// the same letter.
  char getLetter(size_t index) const { return makeBufferKey(index % 62)[0]; }

  const json::Object &report, &totals;
  SmallVector<Row> pools, buffers, steps;
  raw_ostream &os;
};
} // namespace

static std::string textOf(const json::Object &row, StringRef key) {
  return makeVisible(getText(row, key));
}

static std::string figure(const json::Object &row, StringRef key) {
  return row.get(key) ? groupDigits(getNumber(row, key)) : "-";
}

void Explanation::printPools() {
  TextTable table({"pool", "#bytes", "#limit", "#lower bound", "#gap", ""});
  for (Row pool : pools)
    table.addRow(
        {textOf(*pool, "name"), figure(*pool, "bytes"), figure(*pool, "limit"),
         figure(*pool, "lower_bound"), figure(*pool, "gap"),
         pool->getBoolean("optimal").value_or(false) ? "no smaller plan exists"
                                                     : ""});
  os << "\nPools\n";
  table.print(os);
  if (pools.size() > 1)
    os << "  Of all pools together, the lower bound is "
       << groupDigits(getNumber(totals, "workspace_lower_bound")) << ".\n";
}

void Explanation::printBuffers() {
  TextTable table({"", "pool", "#offset", "#bytes", "#first", "#last", "buffer",
                   "kernel in the model"});
  for (auto [index, buffer] : enumerate(buffers))
    table.addRow({std::string(1, getLetter(index)), textOf(*buffer, "pool"),
                  figure(*buffer, "offset"), figure(*buffer, "bytes"),
                  figure(*buffer, "first"), figure(*buffer, "last"),
                  textOf(*buffer, "name"), textOf(*buffer, "place")});
  os << "\nBuffers, with the first and the last step in which they live\n";
  table.print(os);
}

/// Draws a row for all bytes between two limits of buffers, and a column for
/// each step. If there are too many, a cell shows one of the buffers in it.
void Explanation::printMap(const json::Object &pool) {
  std::string name = getText(pool, "name");
  int64_t bytes = getNumber(pool, "bytes");
  SmallVector<size_t> own;
  std::set<int64_t> limits = {0, bytes};
  for (auto [index, buffer] : enumerate(buffers)) {
    if (getText(*buffer, "pool") != name)
      continue;
    own.push_back(index);
    int64_t offset = getNumber(*buffer, "offset");
    limits.insert({offset, offset + getNumber(*buffer, "bytes")});
  }
  SmallVector<int64_t> begins(limits.begin(), limits.end());
  if (begins.size() > kMostRows) {
    begins.clear();
    for (size_t row = 0; row <= kMostRows; ++row)
      begins.push_back(bytes * int64_t(row) / int64_t(kMostRows));
  }
  int64_t numSteps = steps.size(), peak = -1;
  if (totals.get("peak_step"))
    peak = getNumber(totals, "peak_step");
  int64_t perColumn = (numSteps + kMostColumns - 1) / kMostColumns;
  size_t width = groupDigits(bytes).size();
  os << "\n"
     << makeVisible(name) << ": " << groupDigits(bytes)
     << " bytes from bottom to top, steps 0 to " << numSteps - 1
     << " from left to right";
  if (perColumn > 1)
    os << ", " << perColumn << " in a column";
  os << "\n";
  for (size_t row = begins.size() - 1; row-- > 0;) {
    int64_t low = begins[row], high = begins[row + 1];
    std::string cells;
    for (int64_t step = 0; step < numSteps; step += perColumn) {
      char cell = '.';
      for (size_t index : own) {
        const json::Object &buffer = *buffers[index];
        int64_t offset = getNumber(buffer, "offset");
        if (offset < high && offset + getNumber(buffer, "bytes") > low &&
            getNumber(buffer, "first") < step + perColumn &&
            getNumber(buffer, "last") >= step)
          cell = getLetter(index);
      }
      cells += cell;
    }
    std::string offset = groupDigits(low);
    os << "  " << std::string(width - offset.size(), ' ') << offset << "  "
       << cells << '\n';
  }
  if (peak >= 0)
    os << std::string(width + 4 + peak / perColumn, ' ') << "^ peak\n";
}

void Explanation::printMaps() {
  os << "\nMemory over time\n";
  if (pools.size() > 1 && getText(report, "plan") == "separate") {
    os << "  Each buffer has an array of its own (--plan=separate).\n";
    return;
  }
  for (Row pool : pools)
    printMap(*pool);
}

void Explanation::printPeak() {
  if (!totals.get("peak_step"))
    return;
  int64_t peak = getNumber(totals, "peak_step");
  os << "\nPeak: step " << peak << ", '" << textOf(*steps[peak], "name")
     << "', with " << groupDigits(getNumber(*steps[peak], "live_bytes"))
     << " bytes live\n";
  TextTable table({"", "#bytes", "buffer", "kernel in the model"});
  for (auto [index, buffer] : enumerate(buffers))
    if (getNumber(*buffer, "first") <= peak &&
        getNumber(*buffer, "last") >= peak)
      table.addRow({std::string(1, getLetter(index)), figure(*buffer, "bytes"),
                    textOf(*buffer, "name"), textOf(*buffer, "place")});
  table.print(os);
}

void Explanation::printSavings() {
  auto savings = getRows(report, "savings");
  os << "\nWhat would save memory\n";
  if (savings.empty()) {
    os << "  No other option that tirc tried.\n";
    return;
  }
  TextTable table({"#saves", "#then", "#cycles", "option"});
  for (Row saving : savings)
    table.addRow({figure(*saving, "saved_bytes"), figure(*saving, "ram_bytes"),
                  saving->get("estimated_cycles")
                      ? figure(*saving, "estimated_cycles")
                      : "-",
                  getText(*saving, "option")});
  table.print(os);
}

void Explanation::printCurve() {
  auto points = getRows(report, "pareto");
  if (points.empty())
    return;
  TextTable table(
      {"#--ram", "#MACs", "#times", "#cycles", "#times", "layers in bands"});
  auto times = [&](const json::Object &point, StringRef key) {
    return formatTimes(getNumber(point, key), getNumber(*points.front(), key));
  };
  for (Row point : points)
    table.addRow({figure(*point, "limit_bytes"), figure(*point, "macs"),
                  times(*point, "macs"), figure(*point, "estimated_cycles"),
                  times(*point, "estimated_cycles"), describeBands(*point)});
  os << "\nThe least work for less and less memory\n";
  table.print(os);
}

void Explanation::print() {
  os << makeVisible(getText(*report.getObject("model"), "name")) << ": "
     << figure(totals, "ram_bytes")
     << " bytes of RAM: " << figure(totals, "workspace_bytes")
     << " of workspace, " << figure(totals, "inputs_bytes") << " of inputs, "
     << figure(totals, "outputs_bytes") << " of outputs";
  if (totals.get("state_bytes"))
    os << ", " << figure(totals, "state_bytes") << " of state";
  if (totals.get("bookkeeping_bytes"))
    os << ", " << figure(totals, "bookkeeping_bytes")
       << " of flags and handles";
  if (totals.get("estimated_cycles"))
    os << "; " << figure(totals, "estimated_cycles") << " cycles by estimate";
  os << '\n';
  if (pools.empty() || steps.empty()) {
    os << "\nNothing is kept between the steps of this model.\n";
  } else {
    printPools();
    printBuffers();
    printMaps();
    printPeak();
  }
  printSavings();
  printCurve();
}

std::string tir::explainMemory(StringRef report) {
  json::Value value = cantFail(json::parse(report));
  std::string text;
  raw_string_ostream os(text);
  Explanation(*value.getAsObject(), os).print();
  return text;
}
