//===- Html.cpp - Writing HTML
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Html.h"

#include "tir/Support/Digits.h"
#include "tir/Support/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace tir;

std::string report::number(int64_t value) {
  return formatv("<data value=\"{0}\">{1}</data>", value, groupDigits(value));
}

std::string report::length(double value) {
  // Use whole thousandths, so that the text does not depend on the C library's
  // rounding.
  int64_t thousandths = std::llround(value * 1000);
  std::string text = std::to_string(thousandths / 1000);
  if (int64_t rest = thousandths % 1000) {
    std::string decimals = std::to_string(1000 + std::abs(rest)).substr(1);
    text += "." + StringRef(decimals).rtrim('0').str();
  }
  return text;
}

int64_t report::getNumber(const json::Object &row, StringRef key) {
  return row.getInteger(key).value_or(0);
}

int64_t report::countMACs(const json::Object &kernel) {
  return getNumber(kernel, "macs") * kernel.getInteger("calls").value_or(1);
}

std::string report::getText(const json::Object &row, StringRef key) {
  return row.getString(key).value_or("").str();
}

SmallVector<const json::Object *> report::getRows(const json::Object &report,
                                                  StringRef key) {
  SmallVector<const json::Object *> rows;
  if (const json::Array *array = report.getArray(key))
    for (const json::Value &value : *array)
      if (const json::Object *row = value.getAsObject())
        rows.push_back(row);
  return rows;
}

std::string report::cell(const Twine &content) {
  return ("<td>" + content + "</td>").str();
}

std::string report::numberCell(int64_t value) {
  return "<td class=\"n\">" + number(value) + "</td>";
}

std::string report::barCell(int64_t value, int64_t most) {
  double share = most > 0 ? 100.0 * double(value) / double(most) : 0;
  return formatv("<td class=\"n\">{0}<i style=\"width:{1}%\"></i></td>",
                 number(value), length(share));
}

std::string report::unknownCell() {
  return "<td class=\"n\"><span title=\"not known\">\xE2\x80\x93</span></td>";
}

std::string report::shareCell(int64_t value, int64_t all) {
  double share =
      all > 0 ? std::floor(1000.0 * double(value) / double(all) + 0.5) / 10 : 0;
  return formatv("<td class=\"n\"><data value=\"{0}\">{0}</data></td>",
                 length(share));
}

std::string report::table(StringRef id, StringRef caption,
                          ArrayRef<StringRef> columns, const Twine &rows) {
  std::string head;
  for (StringRef column : columns) {
    bool isNumber = column.consume_front("#");
    head += formatv("<th scope=\"col\"{0}>{1}</th>",
                    isNumber ? " class=\"n\"" : "", column);
  }
  return formatv(
      "<div class=\"scroll table\" role=\"region\" tabindex=\"0\" "
      "aria-labelledby=\"{0}-caption\">\n<table id=\"{0}\">\n"
      "<caption id=\"{0}-caption\"><span>{1}</span></caption>\n"
      "<thead><tr>{2}</tr></thead>\n<tbody>\n{3}</tbody>\n</table>\n</div>\n",
      id, caption, head, rows.str());
}
