//===- MemoryMap.cpp - Drawings of the memory at each step
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryMap.h"

#include "Html.h"

#include "tir/Support/Digits.h"
#include "tir/Support/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

// Sizes in pixels. The page stretches a drawing to its width. It scrolls if a
// step would become narrower than this.
static constexpr int kStepWidth = 14, kLeastWidth = 640;
static constexpr int kTop = 20, kBottom = 38, kAxisWidth = 76;
static constexpr double kGlyphWidth = 6.7;
static constexpr int kColours = 6;

Drawing::Drawing(int64_t numSteps, int64_t peak, int64_t total, int height)
    : numSteps(numSteps), peak(peak), total(std::max<int64_t>(total, 1)),
      height(height),
      width(std::max<int>(kLeastWidth, kStepWidth * int(numSteps))) {
  if (peak >= 0)
    area +=
        formatv("<rect class=\"peak\" x=\"{0}%\" y=\"{1}\" width=\"{2}%\" "
                "height=\"{3}\"/>\n",
                percent(peak), kTop / 2, percent(1), height + kTop / 2 + 32);
  drawBytes();
  drawSteps();
}

std::string Drawing::percent(double steps) const {
  return length(100.0 * steps / double(numSteps));
}

double Drawing::y(int64_t bytes) const {
  return kTop + height * (1 - double(bytes) / double(total));
}

/// Draws lines at multiples of a power of two, and at the end of the memory.
void Drawing::drawBytes() {
  int64_t unit = 1;
  while (unit < total / 5)
    unit *= 2;
  auto tick = [&](int64_t bytes) {
    axis += formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\">{2}</text>",
                    kAxisWidth - 6, length(y(bytes) + 4), groupDigits(bytes));
    area += formatv("<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{0}\" "
                    "y2=\"{0}\"/>\n",
                    length(y(bytes)));
  };
  for (int64_t bytes = 0; bytes < total; bytes += unit)
    if (y(bytes) - y(total) > 14)
      tick(bytes);
  tick(total);
}

void Drawing::drawSteps() {
  // Write as many numbers as fit.
  int64_t every = 1;
  for (int64_t factor = 0; double(every) * width / double(numSteps) < 26;
       ++factor)
    every = every * (factor % 3 == 1 ? 5 : 4) / 2;
  auto centre = [&](int64_t step, StringRef style, int below, StringRef text) {
    double pixels = (step + 0.5) * width / double(numSteps);
    StringRef anchor = pixels < 14           ? "start"
                       : width - pixels < 14 ? "end"
                                             : "middle";
    area += formatv("<text class=\"{0}\" x=\"{1}%\" y=\"{2}\" "
                    "text-anchor=\"{3}\">{4}</text>",
                    style, percent(step + 0.5), kTop + height + below, anchor,
                    text);
  };
  for (int64_t step = 0; step < numSteps; step += every)
    if (peak < 0 || step == peak || std::abs(step - peak) >= every)
      centre(step, "step", 14, std::to_string(step));
  if (peak < 0)
    return;
  if (peak % every)
    centre(peak, "step", 14, std::to_string(peak));
  centre(peak, "mark", 28, "peak");
  area += "\n";
}

/// Returns the key and as much of the label as fits, or an empty string.
static std::string fit(const Rectangle &buffer, double width) {
  int glyphs = int(width / kGlyphWidth), key = buffer.key.size();
  int rest = glyphs - key - 1, length = buffer.label.size();
  if (glyphs < key)
    return "";
  std::string text = escapeForHTML(buffer.key);
  if (length <= rest)
    return text + " " + escapeForHTML(buffer.label);
  // Fewer letters of a name say nothing.
  if (rest < 6)
    return text;
  // The end of a name has its number.
  return text + " \xE2\x80\xA6" +
         escapeForHTML(StringRef(buffer.label).take_back(rest - 1));
}

void Drawing::addBuffer(const Rectangle &buffer) {
  double top = y(buffer.offset + buffer.bytes), bottom = y(buffer.offset);
  int64_t steps = buffer.last - buffer.first + 1;
  std::string over = escapeForHTML(buffer.over);
  area +=
      formatv("<rect class=\"b c{0}\" x=\"{1}%\" y=\"{2}\" width=\"{3}%\" "
              "height=\"{4}\" data-name=\"{5}\" data-short=\"{13}\" "
              "data-letter=\"{14}\" data-offset=\"{6}\" "
              "data-bytes=\"{7}\" data-first=\"{8}\" data-last=\"{9}\"{15}>"
              "<title>{5}\n{10} bytes at offset {11}\n{12}{16}</title></rect>",
              numBuffers++ % kColours, percent(buffer.first), length(top),
              percent(steps), length(bottom - top), escapeForHTML(buffer.name),
              buffer.offset, buffer.bytes, buffer.first, buffer.last,
              groupDigits(buffer.bytes),
              groupDigits(buffer.offset - buffer.base) +
                  (buffer.base ? " of " + escapeForHTML(buffer.pool) : ""),
              steps == 1 ? "step " + std::to_string(buffer.first)
                         : "steps " + std::to_string(buffer.first) + " to " +
                               std::to_string(buffer.last),
              escapeForHTML(buffer.label), escapeForHTML(buffer.key),
              over.empty() ? "" : " data-over=\"" + over + "\"",
              over.empty() ? "" : "\nwritten over " + over);
  if (bottom - top >= 13)
    area += formatv(
        "<text class=\"label\" x=\"{0}%\" dx=\"4\" y=\"{1}\">{2}</text>",
        percent(buffer.first), length((top + bottom) / 2 + 4),
        fit(buffer, double(steps) * width / double(numSteps) - 8));
  area += "\n";
}

void Drawing::addBar(int64_t step, int64_t bytes, StringRef name) {
  area += formatv("<rect class=\"live\" x=\"{0}%\" y=\"{1}\" width=\"{2}%\" "
                  "height=\"{3}\" data-step=\"{4}\" data-bytes=\"{5}\">"
                  "<title>step {4}, {6}\n{7} bytes live</title></rect>\n",
                  percent(step + 0.08), length(y(bytes)), percent(0.84),
                  length(y(0) - y(bytes)), step, bytes, escapeForHTML(name),
                  groupDigits(bytes));
}

void Drawing::addLowerBound(int64_t bytes) {
  area += formatv("<line class=\"bound\" x1=\"0\" x2=\"100%\" y1=\"{0}\" "
                  "y2=\"{0}\" data-bytes=\"{1}\"/>"
                  "<text class=\"mark halo\" x=\"100%\" dx=\"-4\" y=\"{2}\" "
                  "text-anchor=\"end\">lower bound {3}</text>\n",
                  length(y(bytes)), bytes, length(y(bytes) - 5),
                  groupDigits(bytes));
}

void Drawing::addLoop(int64_t first, int64_t last) {
  area += formatv("<rect class=\"loop\" x=\"{0}%\" y=\"{1}\" width=\"{2}%\" "
                  "height=\"4\"><title>steps {3} to {4} run in a loop"
                  "</title></rect>\n",
                  percent(first), kTop + height + 31, percent(last - first + 1),
                  first, last);
}

std::string Drawing::finish(const std::string &caption,
                            const std::string &label) {
  int full = kTop + height + kBottom;
  return formatv(
      "<figure class=\"map\">\n<figcaption>{0}</figcaption>\n"
      "<p class=\"hint\">Scroll sideways to see all steps \xE2\x86\x94</p>\n"
      "<div class=\"plot\"><svg class=\"axis\" width=\"{1}\" height=\"{2}\" "
      "aria-hidden=\"true\">{3}</svg><div class=\"scroll\" role=\"region\" "
      "tabindex=\"0\" aria-label=\"{4}\"><svg class=\"area\" width=\"100%\" "
      "height=\"{2}\" style=\"min-width:{5}px\" role=\"img\" "
      "aria-label=\"{4}\">\n{6}</svg></div></div>\n</figure>\n",
      caption, kAxisWidth, full, axis, escapeForHTML(label), width, area);
}
