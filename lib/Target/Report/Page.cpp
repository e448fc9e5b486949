//===- Page.cpp - The report as one HTML page
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page.h"

#include "Html.h"
#include "tir/Support/Digits.h"
#include "tir/Support/Escape.h"
#include "tir/Target/C/CTypes.h"
#include "tir/Target/Report/Report.h"
#include "tir/TargetInfo/TargetOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

namespace {
struct PageFile {
  StringLiteral name, text;
};
} // namespace

static constexpr PageFile kFiles[] = {
#include "PageFiles.inc"
};

static StringRef getFile(StringRef name) {
  return llvm::find_if(kFiles,
                       [&](const PageFile &file) { return file.name == name; })
      ->text;
}

//===----------------------------------------------------------------------===//
// Head and totals
//===----------------------------------------------------------------------===//

static std::string describeTarget(const json::Object &report) {
  const json::Object *target = report.getObject("target");
  SmallVector<std::string> parts;
  std::string name = getText(*target, "name");
  if (name == kPortableTarget)
    return "portable, no processor in particular";
  if (!name.empty())
    parts.push_back("<code>" + escapeForHTML(name) + "</code>");
  for (StringRef key : {"cpu", "triple", "features"})
    if (std::string value = getText(*target, key);
        !value.empty() && value != name)
      parts.push_back("<code>" + escapeForHTML(value) + "</code>");
  if (std::string abi = getText(*target, "float_abi"); !abi.empty())
    parts.push_back("float ABI " + escapeForHTML(abi));
  if (name == kHostTarget || parts.empty())
    parts.push_back("the machine that tirc ran on");
  return join(parts, ", ");
}

static std::string describeInterface(const json::Object &report) {
  const json::Object *interface = report.getObject("interface");
  std::string text = "<code>" + escapeForHTML(getText(*interface, "entry")) +
                     "</code>, interface " +
                     escapeForHTML(getText(*interface, "api"));
  if (std::string init = getText(*interface, "init"); !init.empty())
    text += ", initialised by <code>" + escapeForHTML(init) + "</code>";
  return text + ", workspace " +
         escapeForHTML(getText(*interface, "workspace")) + ", plan " +
         escapeForHTML(getText(report, "plan"));
}

static std::string makeHead(const json::Object &report) {
  const json::Object *model = report.getObject("model");
  std::string head = formatv("<header>\n<h1>{0}</h1>\n<dl>\n",
                             escapeForHTML(getText(*model, "name")));
  auto row = [&](StringRef name, const Twine &value) {
    head += ("<div><dt>" + name + "</dt><dd>" + value + "</dd></div>\n").str();
  };
  if (std::string source = getText(*model, "source"); !source.empty())
    row("Model", "<code>" + escapeForHTML(source) + "</code>");
  row("Target", describeTarget(report));
  if (!report.get("models"))
    row("Entry", describeInterface(report));
  if (const json::Array *statements = report.getArray("metadata"))
    for (const json::Value &statement : *statements)
      row("The file says", escapeForHTML(statement.getAsString().value_or("")));
  if (std::string version = getText(report, "tirc"); !version.empty())
    row("Compiler", "tirc " + escapeForHTML(version));
  return head + "</dl>\n</header>\n";
}

/// Returns `96.3 KiB: ` if that is easier to read than the bytes, and an empty
/// string otherwise.
static std::string inKiB(int64_t bytes) {
  if (bytes < 4096)
    return "";
  int64_t tenths = (bytes * 10 + 512) / 1024;
  return formatv("{0}.{1} KiB: ", groupDigits(tenths / 10), tenths % 10);
}

/// Lists the parts of a sum that the report has: `3,072 workspace + 64 inputs`.
static std::string
describeSum(const json::Object &totals,
            ArrayRef<std::pair<StringRef, StringRef>> parts) {
  SmallVector<std::string> texts;
  for (auto [key, name] : parts)
    if (totals.get(key))
      texts.push_back(formatv("<span data-key=\"{0}\">{1} {2}</span>", key,
                              number(getNumber(totals, key)), name));
  return join(texts, " + ");
}

static std::string makeTotals(const json::Object &report) {
  const json::Object &totals = *report.getObject("totals");
  std::string cards = "<ul class=\"cards\" aria-label=\"Totals\">\n";
  auto card = [&](StringRef name, StringRef key, StringRef unit,
                  const Twine &detail) {
    cards +=
        formatv("<li><h2>{0}</h2><p class=\"figure\" data-key=\"{1}\">"
                "{2}{3}</p><p>{4}</p></li>\n",
                name, key, number(getNumber(totals, key)), unit, detail.str());
  };
  auto bytesCard = [&](StringRef name, StringRef key, const Twine &detail) {
    card(name, key, " <small>bytes</small>",
         inKiB(getNumber(totals, key)) + detail);
  };
  bytesCard("RAM", "ram_bytes",
            describeSum(totals, {{"workspace_bytes", "workspace"},
                                 {"inputs_bytes", "inputs"},
                                 {"outputs_bytes", "outputs"},
                                 {"state_bytes", "state"},
                                 {"bookkeeping_bytes", "flags and handles"}}));
  if (totals.get("flash_bytes"))
    bytesCard("Flash", "flash_bytes",
              describeSum(totals, {{"constants_bytes", "constants"},
                                   {"texts_bytes", "texts and tables"},
                                   {"code_bytes", "code"}}));
  else
    bytesCard("Constants", "constants_bytes",
              "the size of the code is not known");
  size_t kernels = getRows(report, "kernels").size();
  std::string work = "multiply-accumulates in " + std::to_string(kernels) +
                     (kernels == 1 ? " kernel" : " kernels");
  if (int64_t constant = getNumber(totals, "constant_channels"))
    work += formatv("; <span data-key=\"constant_channels\">{0} of {1} channels"
                    "</span> are constant for every input",
                    number(constant), number(getNumber(totals, "channels")));
  card("MACs", "macs", "", work);
  auto steps = getRows(report, "steps");
  if (const json::Value *step = totals.get("peak_step")) {
    size_t peak = step->getAsInteger().value_or(0);
    card("Peak step", "peak_step", "",
         "<span data-key=\"peak_live_bytes\">" +
             number(getNumber(*steps[peak], "live_bytes")) +
             " bytes</span> live in <code>" +
             escapeForHTML(getText(*steps[peak], "name")) + "</code>");
  }
  if (const json::Object *stack = findEntryStack(report))
    if (stack->get("bytes"))
      cards += formatv(
          "<li><h2>Stack</h2><p class=\"figure\" data-key=\"stack_bytes\">"
          "{0} <small>bytes</small></p><p>at most, of <code>{1}</code>{2}</p>"
          "</li>\n",
          number(getNumber(*stack, "bytes")),
          escapeForHTML(getText(*stack, "function")),
          stack->get("unknown") ? " without functions of other files" : "");
  return cards + "</ul>\n";
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static std::string describeShape(const json::Object &tensor) {
  SmallVector<std::string> sizes;
  if (const json::Array *shape = tensor.getArray("shape"))
    for (const json::Value &size : *shape)
      sizes.push_back(std::to_string(size.getAsInteger().value_or(0)));
  return sizes.empty() ? "scalar" : join(sizes, "\xC3\x97");
}

static std::string describeType(const json::Object &tensor) {
  std::string type = escapeForHTML(getText(tensor, "dtype"));
  if (std::string values = getText(tensor, "values"); !values.empty())
    type += " (holds " + escapeForHTML(values) + ")";
  return type;
}

/// Writes the scale as the header does.
static std::string describeScale(const json::Object &tensor) {
  std::optional<double> scale = tensor.getNumber("scale");
  return scale ? "<td class=\"n\">" + c::floatLiteral(APFloat(*scale)) + "</td>"
               : unknownCell();
}

static std::string makeTensorSection(const json::Object &report) {
  std::string rows;
  for (auto [key, kind] : {std::pair<StringRef, StringRef>{"inputs", "input"},
                           {"outputs", "output"},
                           {"state", "state"}})
    for (const json::Object *tensor : getRows(report, key))
      rows += formatv(
          "<tr><th scope=\"row\">{0}</th>{1}{2}{3}{4}{5}{6}{7}</tr>\n",
          escapeForHTML(getText(*tensor, "name")), cell(kind),
          cell("<code>" + escapeForHTML(getText(*tensor, "c_name")) +
               "</code>"),
          cell(describeShape(*tensor)), cell(describeType(*tensor)),
          numberCell(getNumber(*tensor, "bytes")), describeScale(*tensor),
          tensor->get("zero_point")
              ? numberCell(getNumber(*tensor, "zero_point"))
              : unknownCell());
  return "<section id=\"interface\">\n<h2>Inputs and outputs</h2>\n" +
         (rows.empty() ? std::string("<p>This model has none.</p>\n")
                       : table("tensor-table",
                               "Their memory belongs to the application and is "
                               "not part of the pools above.",
                               {"Name", "Kind", "Name in C", "Shape", "Type",
                                "#Bytes", "#Scale", "#Zero point"},
                               rows)) +
         "</section>\n";
}

static std::string makeConstantSection(const json::Object &report) {
  auto constants = getRows(report, "constants");
  std::string section = "<section id=\"constants\">\n<h2>Constants</h2>\n";
  if (constants.empty())
    return section + "<p>This model has no constants.</p>\n</section>\n";
  // Constants of the same size stay in the order of the report.
  llvm::stable_sort(constants, [](const auto *a, const auto *b) {
    return getNumber(*a, "bytes") > getNumber(*b, "bytes");
  });
  int64_t most = getNumber(*constants.front(), "bytes");
  std::string rows;
  for (const json::Object *constant : constants)
    rows += "<tr><th scope=\"row\"><code>" +
            escapeForHTML(getText(*constant, "name")) + "</code></th>" +
            barCell(getNumber(*constant, "bytes"), most) +
            numberCell(getNumber(*constant, "alignment")) + "</tr>\n";
  // A reader looks for single ones of them, if at all.
  return section +
         formatv("<details>\n<summary>{0} {1}, {2} bytes</summary>\n",
                 constants.size(),
                 constants.size() == 1 ? "constant" : "constants",
                 groupDigits(
                     getNumber(*report.getObject("totals"), "constants_bytes")))
             .str() +
         table("constant-table",
               "Weights and tables, the largest first. They lie in read-only "
               "memory.",
               {"Name in C", "#Bytes", "#Alignment"}, rows) +
         "</details>\n</section>\n";
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

std::string tir::makeReportPage(StringRef text) {
  json::Value value = cantFail(json::parse(text));
  const json::Object &report = *value.getAsObject();
  std::string name = escapeForHTML(getText(*report.getObject("model"), "name"));
  // The policy makes sure that the page loads nothing from any server, whatever
  // a name contains.
  std::string page = formatv(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
      "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<meta name=\"generator\" content=\"tirc {2}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>{0}: memory, kernels and constants</title>\n"
      "<style>\n{1}</style>\n</head>\n<body>\n<main>\n",
      name, getFile("Page.css"), escapeForHTML(getText(report, "tirc")));
  page += makeHead(report);
  if (report.get("models"))
    return page + makeProgramSections(report) + "</main>\n<script>\n" +
           getFile("Page.js").str() + "</script>\n</body>\n</html>\n";
  page += makeTotals(report);
  page += makeMemorySection(report);
  page += makePeakSection(report);
  page += makeCurveSection(report);
  page += makeRowsSection(report);
  page += makeKernelSection(report);
  page += makeCertificateSection(report);
  page += makeStackSection(report);
  page += makeConstantSection(report);
  page += makeTensorSection(report);
  page += "</main>\n<script>\n" + getFile("Page.js").str() +
          "</script>\n</body>\n</html>\n";
  return page;
}
