//===- CertificateSection.cpp - Estimates beside measurements, on the page
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Html.h"
#include "KernelChanges.h"
#include "Page.h"

#include "tir/Support/Escape.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

static std::string countCell(const json::Object &row, StringRef key) {
  std::optional<int64_t> count = getCount(row, key);
  return count ? numberCell(*count) : unknownCell();
}

static std::string ratioCell(const json::Object &row, StringRef estimated,
                             StringRef measured) {
  int64_t from = getCount(row, estimated).value_or(0);
  std::optional<int64_t> to = getCount(row, measured);
  if (from == 0 || !to)
    return unknownCell();
  return formatv("<td class=\"n\"><data value=\"{0}\">{0}</data></td>",
                 length(double(*to) / double(from)));
}

static std::string nameCell(const std::string &name) {
  return "<th scope=\"row\">" + escapeForHTML(name) + "</th>";
}

static std::string makeFigureTable(const json::Object &certificate) {
  std::string rows;
  for (const json::Object *row : getRows(certificate, "figures"))
    rows += "<tr>" + nameCell(getText(*row, "figure")) +
            cell(escapeForHTML(getText(*row, "unit"))) +
            countCell(*row, "estimated") + countCell(*row, "measured") +
            ratioCell(*row, "estimated", "measured") + "</tr>\n";
  return table(
      "measured-table",
      "What tirc estimated, and what the linker placed, the compiler "
      "says and the program measured in one run.",
      {"Figure", "Unit", "#Estimated", "#Measured", "#Measured / estimated"},
      rows);
}

static std::string makeLinkedTable(const json::Object &report) {
  const json::Object *linked = report.getObject("linked");
  std::string rows;
  if (linked)
    for (const json::Object *row : getRows(*linked, "sections"))
      rows += "<tr>" + nameCell(getText(*row, "section")) +
              cell(getText(*row, "memory")) + countCell(*row, "bytes") +
              "</tr>\n";
  if (rows.empty())
    return "";
  return table("linked-table",
               "The sections of the model's object in the program, as the "
               "linker's map file has them.",
               {"Section", "Memory", "#Bytes"}, rows);
}

std::string report::makeCertificateSection(const json::Object &report) {
  const json::Object *certificate = report.getObject("certificate");
  if (!certificate)
    return "";
  std::string rows;
  for (const json::Object *row : getRows(*certificate, "kernels"))
    rows += "<tr>" + nameCell(getText(*row, "place")) +
            countCell(*row, "estimated_cycles") + countCell(*row, "measured") +
            ratioCell(*row, "estimated_cycles", "measured") +
            countCell(*row, "code_bytes") + countCell(*row, "linked_bytes") +
            "</tr>\n";
  const json::Object *trace = report.getObject("totals")->getObject("measured");
  std::string unit =
      "#" + (trace ? escapeForHTML(getText(*trace, "unit")) : "Measured");
  return "<section id=\"certificate\">\n<h2>Estimated and measured</h2>\n" +
         makeFigureTable(*certificate) + makeLinkedTable(report) +
         table("measured-kernel-table",
               "Kernels in the order in which they run, with all calls of one "
               "run. The code is what tirc's object has, and what the linker "
               "placed.",
               {"Kernel", "#Cycles, by estimate", unit, "#Measured / estimated",
                "#Code", "#Code, linked"},
               rows) +
         "</section>\n";
}
