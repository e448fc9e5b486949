//===- RowsSection.cpp - When kernels make their rows, and how many are kept
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
#include "tir/Target/Report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

namespace {
/// The kernels and rings of a loop.
class LoopTables {
public:
  LoopTables(const json::Object &report, const json::Object &loop)
      : report(report), loop(loop), turns(getNumber(loop, "turns")) {}

  std::string make(size_t number) const;

private:
  bool isInside(int64_t step) const {
    return step >= getNumber(loop, "first") && step <= getNumber(loop, "last");
  }
  std::string draw(const json::Object &kernel) const;
  std::string makeKernelTable(size_t number) const;
  std::string makeRingTable(size_t number) const;

  const json::Object &report;
  const json::Object &loop;
  int64_t turns;
};
} // namespace

/// Draws a mark for each iteration in which the kernel makes a row.
std::string LoopTables::draw(const json::Object &kernel) const {
  const json::Object &times = *kernel.getObject("turns");
  int64_t first = getNumber(times, "first"),
          period = getNumber(times, "period"),
          calls = kernel.getInteger("calls").value_or(1);
  // A dashed line has a mark of one iteration, and a gap up to the next one.
  return formatv(
      "<td class=\"turns\"><svg viewBox=\"0 0 {0} 1\" "
      "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{1} rows from "
      "iteration {2} on, each {3} iterations after the one before\"><path "
      "d=\"M{2} .5h{4}\" stroke-dasharray=\"1 {5}\"/></svg></td>",
      turns, calls, first, period, (calls - 1) * period + 1, period - 1);
}

std::string LoopTables::makeKernelTable(size_t number) const {
  std::string rows;
  for (const json::Object *kernel : getRows(report, "kernels"))
    if (kernel->getObject("turns") && isInside(getNumber(*kernel, "step")))
      rows += "<tr><th scope=\"row\">" +
              escapeForHTML(getText(*kernel, "place")) + "</th>" +
              numberCell(kernel->getInteger("calls").value_or(1)) +
              numberCell(getNumber(*kernel->getObject("turns"), "first")) +
              numberCell(getNumber(*kernel->getObject("turns"), "period")) +
              draw(*kernel) + "</tr>\n";
  return table("turn-table-" + std::to_string(number),
               formatv("The kernels of the loop in steps {0} to {1}, which has "
                       "{2} iterations.",
                       getNumber(loop, "first"), getNumber(loop, "last"), turns)
                   .str(),
               {"Kernel", "#Rows", "#First iteration", "#Iterations per row",
                "Iterations with a row"},
               rows);
}

std::string LoopTables::makeRingTable(size_t number) const {
  std::string rows;
  for (auto [index, buffer] : enumerate(getRows(report, "buffers"))) {
    if (!buffer->get("rows") || !isInside(getNumber(*buffer, "last")))
      continue;
    int64_t kept = getNumber(*buffer, "rows"),
            all = getNumber(*buffer, "tensor_rows"),
            bytes = getNumber(*buffer, "bytes");
    rows += "<tr>" + cell("<b>" + makeBufferKey(index) + "</b>") +
            "<th scope=\"row\">" + escapeForHTML(getText(*buffer, "name")) +
            "</th>" + numberCell(kept) + numberCell(all) + numberCell(bytes) +
            numberCell(kept == 0 ? 0 : bytes / kept * all) + "</tr>\n";
  }
  if (rows.empty())
    return rows;
  return table("ring-table-" + std::to_string(number),
               "Tensors of which only some rows are in memory at a time.",
               {"Map", "Buffer", "#Rows in memory", "#Rows", "#Bytes",
                "#Bytes of all rows"},
               rows);
}

std::string LoopTables::make(size_t number) const {
  return makeKernelTable(number) + makeRingTable(number);
}

/// Returns a table of the kernels that do not run by rows, or "" if there is
/// none.
static std::string makeObstacleTable(const json::Object &report) {
  std::string rows;
  for (const json::Object *kernel : getRows(report, "kernels"))
    if (std::string why = getText(*kernel, "not_by_rows"); !why.empty())
      rows += "<tr><th scope=\"row\">" +
              escapeForHTML(getText(*kernel, "place")) + "</th>" +
              cell(escapeForHTML(why)) + "</tr>\n";
  if (rows.empty())
    return rows;
  return table("obstacle-table", "Kernels that do not run by rows.",
               {"Kernel", "Why: it"}, rows);
}

std::string report::makeRowsSection(const json::Object &report) {
  std::string tables;
  size_t number = 0;
  for (const json::Object *loop : getRows(report, "loops"))
    if (loop->get("turns"))
      tables += LoopTables(report, *loop).make(number++);
  std::string obstacles = makeObstacleTable(report);
  if (tables.empty() && obstacles.empty())
    return tables;
  if (!tables.empty())
    tables = "<p>These kernels run in turns: in each iteration of their loop, "
             "those whose turn it is make one row. <code>--rows=off</code> "
             "runs each kernel by itself.</p>\n" +
             tables;
  return "<section id=\"rows\">\n<h2>Rows</h2>\n" + tables + obstacles +
         "</section>\n";
}
