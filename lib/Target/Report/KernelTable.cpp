//===- KernelTable.cpp - The kernels on a report's page
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Html.h"
#include "Page.h"

#include "tir/Support/Escape.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

/// Lists the places under `key`. Several places are folded, with the summary
/// `what`, which states their number.
static std::string listPlaces(const json::Object &kernel, StringRef key,
                              const char *what) {
  const json::Array *places = kernel.getArray(key);
  if (!places || places->empty())
    return "";
  std::string items;
  for (const json::Value &place : *places)
    items += "<li>" + escapeForHTML(place.getAsString().value_or("")) + "</li>";
  if (places->size() == 1)
    return "<ul class=\"fused\">" + items + "</ul>";
  return formatv("<details><summary>{0}</summary>"
                 "<ul class=\"fused\">{1}</ul></details>",
                 formatv(what, places->size()).str(), items);
}

/// Lists the constant channels, each with its value and the numbers that it is
/// computed from.
static std::string listConstantChannels(const json::Object &kernel) {
  const json::Object *channels = kernel.getObject("channels");
  const json::Array *constants =
      channels ? channels->getArray("constant") : nullptr;
  if (!constants || constants->empty())
    return "";
  std::string items;
  for (const json::Value &constant : *constants)
    if (const json::Object *row = constant.getAsObject())
      items += formatv(
          "<li>{0}: {1}, from {2} to {3}</li>",
          number(getNumber(*row, "channel")), number(getNumber(*row, "value")),
          number(getNumber(*row, "low")), number(getNumber(*row, "high")));
  return formatv("<details><summary>{0} of {1} channels are constant</summary>"
                 "<ul class=\"fused\">{2}</ul></details>",
                 number(constants->size()),
                 number(getNumber(*channels, "count")), items);
}

/// Names a kernel by its place in the model and its function in the C.
static std::string nameKernel(const json::Object &kernel) {
  std::string name = formatv("<b class=\"place\">{0}</b> <code>{1}</code>",
                             escapeForHTML(getText(kernel, "place")),
                             escapeForHTML(getText(kernel, "function")));
  if (kernel.getBoolean("external").value_or(false)) {
    std::string device = getText(kernel, "device");
    name += " <span class=\"tag\">external" +
            (device.empty() ? "" : ", on " + escapeForHTML(device)) + "</span>";
  }
  if (std::string kind = getText(kernel, "kind"); !kind.empty()) {
    std::replace(kind.begin(), kind.end(), '_', ' ');
    name += " <span class=\"tag\">" + escapeForHTML(kind) + "</span>";
  }
  std::string sharedBy =
      listPlaces(kernel, "shared_by", "shared by {0} kernels");
  for (const std::string &list : {sharedBy, listConstantChannels(kernel)})
    if (!list.empty())
      name += " " + list;
  return name;
}

namespace {
/// The columns with what a program measured; none if nothing was.
class Measured {
public:
  Measured(const json::Object &report, ArrayRef<const json::Object *> kernels) {
    const json::Object *totals = report.getObject("totals")->getObject(kKey);
    if (!totals)
      return;
    std::string unit = escapeForHTML(getText(*totals, "unit"));
    all = getNumber(*totals, "total");
    headings = {"#Calls", "#" + unit, "#" + unit + ", %",
                "#" + unit + " / MAC"};
    append_range(columns, headings);
    for (const json::Object *kernel : kernels)
      if (const json::Object *own = kernel->getObject(kKey))
        most = std::max(most, getNumber(*own, "total"));
  }

  std::string cells(const json::Object &kernel) const {
    if (columns.empty())
      return "";
    const json::Object *own = kernel.getObject(kKey);
    if (!own)
      return unknownCell() + unknownCell() + unknownCell() + unknownCell();
    std::optional<double> perMAC = own->getNumber("per_mac");
    return numberCell(getNumber(*own, "calls")) +
           barCell(getNumber(*own, "total"), most) +
           shareCell(getNumber(*own, "total"), all) +
           (perMAC ? "<td class=\"n\">" + decimal(*perMAC) + "</td>"
                   : unknownCell());
  }

  SmallVector<StringRef> columns;

private:
  static constexpr StringLiteral kKey = "measured";

  /// Returns `<data value="1.25">1.25</data>`, by which the table is sorted.
  static std::string decimal(double value) {
    return formatv("<data value=\"{0}\">{0}</data>", length(value));
  }

  SmallVector<std::string, 4> headings;
  int64_t most = 0, all = 0;
};
} // namespace

/// Returns what a column of the table shows of a kernel.
static int64_t getFigure(const json::Object &kernel, StringRef key) {
  return key == "macs" ? countMACs(kernel) : getNumber(kernel, key);
}

std::string report::makeKernelSection(const json::Object &report) {
  auto kernels = getRows(report, "kernels");
  std::string section = "<section id=\"kernels\">\n<h2>Kernels</h2>\n";
  if (kernels.empty())
    return section + "<p>This model has no kernels: there is nothing to "
                     "compute between its inputs and its outputs.</p>\n"
                     "</section>\n";

  static constexpr StringLiteral kFigures[] = {
      "macs",       "reads_bytes", "writes_bytes", "constants_bytes",
      "live_bytes", "code_bytes"};
  int64_t most[std::size(kFigures)] = {}, allMACs = 0;
  for (const json::Object *kernel : kernels) {
    for (auto [key, value] : zip_equal(kFigures, most))
      value = std::max(value, getFigure(*kernel, key));
    allMACs += countMACs(*kernel);
  }
  Measured measured(report, kernels);
  std::string rows;
  for (const json::Object *kernel : kernels) {
    int64_t step = getNumber(*kernel, "step");
    rows += formatv("<tr data-step=\"{0}\">{1}<th scope=\"row\">{2}</th>", step,
                    numberCell(step), nameKernel(*kernel));
    for (auto [key, value] : zip_equal(kFigures, most)) {
      int64_t own = getFigure(*kernel, key);
      rows += kernel->get(key) ? barCell(own, value) : unknownCell();
      if (key == "macs")
        rows += shareCell(own, allMACs);
    }
    rows += measured.cells(*kernel);
    rows += cell(listPlaces(*kernel, "fused", "{0} operators")) + "</tr>\n";
  }
  SmallVector<StringRef> columns = {
      "#Step",      "Place in the model, function in C",
      "#MACs",      "#MACs, %",
      "#Reads",     "#Writes",
      "#Constants", "#Live",
      "#Code"};
  append_range(columns, measured.columns);
  columns.push_back("Fused");
  section +=
      table("kernel-table",
            "Kernels in the order in which they run. The bytes of a kernel "
            "are the sizes of the regions that it accesses, each counted once. "
            "Its live bytes are the sizes of all buffers that live at its "
            "step.",
            columns, rows);
  if (!report.getObject("totals")->get("code_bytes"))
    section +=
        "<p class=\"note\">The sizes of code are not known, as no object "
        "was made.</p>\n";
  return section + makeKindTable(report) + "</section>\n";
}
