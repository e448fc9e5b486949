//===- PeakSection.cpp - What lives at the peak, and what would help
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferLabels.h"
#include "Html.h"
#include "Page.h"

#include "tir/Support/Escape.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

static std::string makePeakTable(const json::Object &report, int64_t peak) {
  auto buffers = getRows(report, "buffers");
  SmallVector<size_t> live;
  for (auto [index, buffer] : enumerate(buffers))
    if (getNumber(*buffer, "first") <= peak &&
        getNumber(*buffer, "last") >= peak)
      live.push_back(index);
  llvm::stable_sort(live, [&](size_t a, size_t b) {
    return getNumber(*buffers[a], "bytes") > getNumber(*buffers[b], "bytes");
  });
  std::string rows;
  for (size_t index : live) {
    const json::Object &buffer = *buffers[index];
    int64_t bytes = getNumber(buffer, "bytes");
    rows += "<tr>" + cell("<b>" + makeBufferKey(index) + "</b>") +
            barCell(bytes, getNumber(*buffers[live.front()], "bytes")) +
            "<th scope=\"row\">" + escapeForHTML(getText(buffer, "name")) +
            "</th>" + cell(escapeForHTML(getText(buffer, "place"))) + "</tr>\n";
  }
  auto steps = getRows(report, "steps");
  std::string caption = formatv(
      "These buffers live at step {0}, <code>{1}</code>, the first one with "
      "the most bytes. To need less memory, make one of them smaller.",
      peak, escapeForHTML(getText(*steps[peak], "name")));
  return table("peak-table", caption,
               {"Map", "#Bytes", "Buffer", "Kernel that makes it"}, rows);
}

static std::string makeSavingTable(const json::Object &report) {
  std::string rows;
  auto savings = getRows(report, "savings");
  for (const json::Object *saving : savings)
    rows += "<tr><th scope=\"row\"><code>" +
            escapeForHTML(getText(*saving, "option")) + "</code></th>" +
            numberCell(getNumber(*saving, "saved_bytes")) +
            numberCell(getNumber(*saving, "ram_bytes")) +
            (saving->get("estimated_cycles")
                 ? numberCell(getNumber(*saving, "estimated_cycles"))
                 : unknownCell()) +
            "</tr>\n";
  return rows.empty()
             ? "<p>No other option that tirc tried saves memory.</p>\n"
             : table("saving-table",
                     "The model was planned again with each of these options.",
                     {"Option", "#Saves, bytes", "#RAM with it",
                      "#Cycles, by estimate"},
                     rows);
}

std::string report::makePeakSection(const json::Object &report) {
  std::string section;
  if (auto peak = report.getObject("totals")->getInteger("peak_step"))
    section += "<section id=\"peak\">\n<h2>At the peak</h2>\n" +
               makePeakTable(report, *peak) + "</section>\n";
  if (report.get("savings"))
    section += "<section id=\"savings\">\n<h2>What would save memory</h2>\n" +
               makeSavingTable(report) + "</section>\n";
  return section;
}
