//===- CurveSection.cpp - Memory against work on a report's page
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Curve.h"
#include "Html.h"
#include "Page.h"

#include "tir/Support/Digits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

std::string report::formatTimes(int64_t part, int64_t whole) {
  return whole == 0 ? "-" : formatv("{0:f2}", double(part) / whole).str();
}

std::string report::describeBands(const json::Object &point) {
  std::string text;
  for (const json::Object *bands : getRows(point, "bands"))
    text += formatv("{0}{1} in {2}", text.empty() ? "" : ", ",
                    getNumber(*bands, "layers"), getNumber(*bands, "bands"));
  return text.empty() ? "-" : text;
}

namespace {
/// Where points lie in a drawing: more work is to the right, and more memory
/// above.
class Axes {
public:
  Axes(ArrayRef<const json::Object *> points)
      : fewest(getWork(*points.front())), most(getWork(*points.back())),
        bytes(getNumber(*points.front(), "limit_bytes")) {}

  static int64_t getWork(const json::Object &point) {
    StringRef key = point.get("estimated_cycles") ? "estimated_cycles" : "macs";
    return getNumber(point, key);
  }
  double getX(const json::Object &point) const {
    double part = most == fewest
                      ? 0
                      : double(getWork(point) - fewest) / double(most - fewest);
    return kLeft + part * (kWidth - kLeft - kRight);
  }
  double getY(const json::Object &point) const {
    return kTop + (1 - double(getNumber(point, "limit_bytes")) / bytes) *
                      (kHeight - kTop - kBottom);
  }

  static constexpr int kWidth = 640, kHeight = 280, kLeft = 72, kRight = 40,
                       kTop = 12, kBottom = 36;

private:
  int64_t fewest, most, bytes;
};
} // namespace

static std::string drawCurve(ArrayRef<const json::Object *> points) {
  Axes axes(points);
  std::string path, marks;
  int floor = Axes::kHeight - Axes::kBottom;
  for (const json::Object *point : points) {
    std::string x = length(axes.getX(*point)), y = length(axes.getY(*point));
    // With a limit between two points, the model takes the work of the second.
    path += path.empty() ? "M" + x + " " + y : "V" + y + "H" + x;
    std::string bytes = groupDigits(getNumber(*point, "limit_bytes"));
    marks += formatv(
        "<circle class=\"live\" cx=\"{0}\" cy=\"{1}\" r=\"4\"><title>{2} "
        "bytes\n{3} multiply-accumulates\n{4} cycles by "
        "estimate</title></circle>\n",
        x, y, bytes, groupDigits(getNumber(*point, "macs")),
        groupDigits(getNumber(*point, "estimated_cycles")));
    if (point == points.front() || point == points.back())
      marks += formatv(
          "<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\">{2}"
          "</text><text x=\"{3}\" y=\"{4}\" "
          "text-anchor=\"middle\">{5}</text>\n",
          Axes::kLeft - 8, y, bytes, x, floor + 18,
          formatTimes(Axes::getWork(*point), Axes::getWork(*points.front())));
  }
  return formatv(
      "<figure>\n<svg width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-label=\"Bytes against work, {2} points; the table has the same "
      "figures\">\n<path class=\"grid\" fill=\"none\" d=\"M{3} {4}V{5}H{6}\"/>"
      "<path class=\"bound\" fill=\"none\" d=\"{7}\"/>\n{8}</svg>\n</figure>\n",
      Axes::kWidth, Axes::kHeight, points.size(), Axes::kLeft - 4, Axes::kTop,
      floor, Axes::kWidth - Axes::kRight, path, marks);
}

std::string report::makeCurveSection(const json::Object &report) {
  auto points = getRows(report, "pareto");
  if (points.empty())
    return "";
  std::string rows;
  auto times = [&](const json::Object &point, StringRef key) {
    return cell(
        formatTimes(getNumber(point, key), getNumber(*points.front(), key)));
  };
  for (const json::Object *point : points)
    rows += "<tr>" + numberCell(getNumber(*point, "limit_bytes")) +
            numberCell(getNumber(*point, "macs")) + times(*point, "macs") +
            numberCell(getNumber(*point, "estimated_cycles")) +
            times(*point, "estimated_cycles") + cell(describeBands(*point)) +
            "</tr>\n";
  return "<section id=\"pareto\">\n<h2>Memory against work</h2>\n<p>With "
         "<code>--ram</code> between two points, the model takes the work of "
         "the lower one.</p>\n" +
         drawCurve(points) +
         table("pareto-table",
               "The least work for less and less memory: the bytes that "
               "<code>--ram</code> compares, and the work by rows and in bands "
               "of columns.",
               {"#--ram, bytes", "#MACs", "#Times", "#Cycles, by estimate",
                "#Times", "Layers in bands"},
               rows) +
         "</section>\n";
}
