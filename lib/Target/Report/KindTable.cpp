//===- KindTable.cpp - The kinds of operators on a report's page
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Html.h"
#include "Page.h"

#include "tir/Support/Escape.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

namespace {
struct Kind {
  int64_t kernels = 0, macs = 0, code = 0, measured = 0;
};
} // namespace

std::string report::makeKindTable(const json::Object &report) {
  const json::Object &totals = *report.getObject("totals");
  const json::Object *measured = totals.getObject("measured");
  MapVector<StringRef, Kind> kinds;
  StringSet<> counted;
  int64_t allMACs = 0;
  for (const json::Object *kernel : getRows(report, "kernels")) {
    Kind &kind = kinds[kernel->getString("kind").value_or("other")];
    ++kind.kernels;
    kind.macs += countMACs(*kernel);
    allMACs += countMACs(*kernel);
    // Several kernels may share a function.
    if (counted.insert(getText(*kernel, "function")).second)
      kind.code += getNumber(*kernel, "code_bytes");
    if (const json::Object *own = kernel->getObject("measured"))
      kind.measured += getNumber(*own, "total");
  }
  auto sorted = kinds.takeVector();
  llvm::stable_sort(sorted, [](const auto &a, const auto &b) {
    return a.second.macs > b.second.macs;
  });
  std::string rows;
  for (const auto &[name, kind] : sorted) {
    std::string text = name.str();
    llvm::replace(text, '_', ' ');
    rows += "<tr><th scope=\"row\">" + escapeForHTML(text) + "</th>" +
            numberCell(kind.kernels) + numberCell(kind.macs) +
            shareCell(kind.macs, allMACs) +
            (totals.get("code_bytes") ? numberCell(kind.code) : unknownCell());
    if (measured)
      rows += numberCell(kind.measured) +
              shareCell(kind.measured, getNumber(*measured, "total"));
    rows += "</tr>\n";
  }
  std::string unit =
      measured ? "#" + escapeForHTML(getText(*measured, "unit")) : "";
  SmallVector<StringRef> columns = {"Kind", "#Kernels", "#MACs", "#MACs, %",
                                    "#Code"};
  std::string share = unit + ", %";
  if (measured)
    columns.append({unit, share});
  return table("kind-table", "Kinds of operators, by what a kernel mainly does",
               columns, rows);
}
