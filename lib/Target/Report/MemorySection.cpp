//===- MemorySection.cpp - Pools and buffers on a report's page
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferLabels.h"
#include "Html.h"
#include "MemoryMap.h"
#include "Page.h"

#include "tir/Support/Digits.h"
#include "tir/Support/Escape.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

using Rows = SmallVector<const json::Object *>;

static constexpr int kPoolHeight = 300, kLiveHeight = 72;

namespace {
class MemorySection {
public:
  explicit MemorySection(const json::Object &report)
      : report(report), pools(getRows(report, "pools")),
        buffers(getRows(report, "buffers")), steps(getRows(report, "steps")),
        peak(report.getObject("totals")->getInteger("peak_step").value_or(-1)) {
    labels = shortenNames(map_to_vector(
        buffers, [](const auto *buffer) { return getText(*buffer, "name"); }));
  }

  std::string make();

private:
  /// Draw one pool, or all pools, one above the other.
  std::string drawPool(const json::Object &pool);
  std::string drawAll();
  std::string drawLive();
  std::string makePoolTable();
  std::string makeBufferTable();
  std::string makeStepTable();

  Rectangle makeRectangle(size_t index, int64_t base) const {
    const json::Object &buffer = *buffers[index];
    std::string over;
    if (const json::Array *names = buffer.getArray("over"))
      for (const json::Value &name : *names)
        over +=
            (over.empty() ? "" : ",") + name.getAsString().value_or("").str();
    return {getText(buffer, "name"),
            getText(buffer, "pool"),
            makeBufferKey(index),
            labels[index],
            base + getNumber(buffer, "offset"),
            base,
            getNumber(buffer, "bytes"),
            getNumber(buffer, "first"),
            getNumber(buffer, "last"),
            over};
  }
  Drawing makeDrawing(int64_t bytes, int height) const {
    return Drawing(steps.size(), peak, bytes, height);
  }

  const json::Object &report;
  Rows pools, buffers, steps;
  std::vector<std::string> labels;
  int64_t peak;
};
} // namespace

std::string MemorySection::drawPool(const json::Object &pool) {
  int64_t bytes = getNumber(pool, "bytes");
  int64_t bound = getNumber(pool, "lower_bound");
  std::string name = getText(pool, "name");
  Drawing drawing = makeDrawing(bytes, kPoolHeight);
  int64_t count = 0;
  for (auto [index, buffer] : enumerate(buffers))
    if (getText(*buffer, "pool") == name) {
      drawing.addBuffer(makeRectangle(index, 0));
      ++count;
    }
  std::string caption =
      formatv("<b>{0}</b> <code>{1}</code>: {2} bytes, aligned to {3}",
              escapeForHTML(name), escapeForHTML(getText(pool, "symbol")),
              number(bytes), number(getNumber(pool, "alignment")));
  if (pool.get("lower_bound")) {
    drawing.addLowerBound(bound);
    bool isOptimal = pool.getBoolean("optimal").value_or(false);
    caption += formatv("; lower bound {0}, gap {1}{2}", number(bound),
                       number(getNumber(pool, "gap")),
                       isOptimal ? ", no smaller plan exists" : "");
  }
  return drawing.finish(
      caption, formatv("Memory map of {0}: {1} buffers in {2} bytes over {3} "
                       "steps; the table of buffers has the same figures",
                       name, count, groupDigits(bytes), steps.size()));
}

std::string MemorySection::drawAll() {
  int64_t bytes = 0;
  for (const json::Object *pool : pools)
    bytes += getNumber(*pool, "bytes");
  Drawing drawing = makeDrawing(bytes, kPoolHeight);
  int64_t base = 0;
  for (const json::Object *pool : pools) {
    for (auto [index, buffer] : enumerate(buffers))
      if (getText(*buffer, "pool") == getText(*pool, "name"))
        drawing.addBuffer(makeRectangle(index, base));
    base += getNumber(*pool, "bytes");
  }
  return drawing.finish(
      formatv("<b>{0} arrays</b>, one for each buffer, drawn in a stack: "
              "{1} bytes",
              pools.size(), number(bytes)),
      formatv("Memory map of {0} arrays in {1} bytes over {2} steps; the table "
              "of buffers has the same figures",
              pools.size(), groupDigits(bytes), steps.size()));
}

std::string MemorySection::drawLive() {
  int64_t most = 0;
  for (const json::Object *step : steps)
    most = std::max(most, getNumber(*step, "live_bytes"));
  Drawing drawing = makeDrawing(most, kLiveHeight);
  for (auto [index, step] : enumerate(steps))
    drawing.addBar(index, getNumber(*step, "live_bytes"),
                   getText(*step, "name"));
  Rows loops = getRows(report, "loops");
  for (const json::Object *loop : loops)
    drawing.addLoop(getNumber(*loop, "first"), getNumber(*loop, "last"));
  return drawing.finish(
      std::string("<b>Live bytes</b> at each step") +
          (loops.empty() ? "" : "; bars under the steps are loops"),
      formatv("Live bytes over {0} steps, {1} at most", steps.size(),
              groupDigits(most)));
}

std::string MemorySection::makePoolTable() {
  std::string rows;
  for (const json::Object *pool : pools) {
    auto figure = [&](StringRef key) {
      return pool->get(key) ? numberCell(getNumber(*pool, key)) : unknownCell();
    };
    rows +=
        "<tr><th scope=\"row\">" + escapeForHTML(getText(*pool, "name")) +
        "</th>" +
        cell("<code>" + escapeForHTML(getText(*pool, "symbol")) + "</code>") +
        figure("bytes") + figure("limit") + figure("alignment") +
        figure("lower_bound") + figure("gap") + "</tr>\n";
  }
  return table("pool-table", "Pools",
               {"Name", "Name in C", "#Bytes", "#Limit", "#Alignment",
                "#Lower bound", "#Gap"},
               rows);
}

std::string MemorySection::makeBufferTable() {
  std::string rows;
  for (auto [index, buffer] : enumerate(buffers))
    rows += "<tr>" + cell("<b>" + makeBufferKey(index) + "</b>") +
            "<th scope=\"row\">" + escapeForHTML(getText(*buffer, "name")) +
            "</th>" + cell(escapeForHTML(getText(*buffer, "pool"))) +
            numberCell(getNumber(*buffer, "offset")) +
            numberCell(getNumber(*buffer, "bytes")) +
            numberCell(getNumber(*buffer, "alignment")) +
            numberCell(getNumber(*buffer, "first")) +
            numberCell(getNumber(*buffer, "last")) + "</tr>\n";
  return table("buffer-table", "Buffers, each named after its first writer",
               {"Map", "Name", "Pool", "#Offset", "#Bytes", "#Alignment",
                "#First step", "#Last step"},
               rows);
}

std::string MemorySection::makeStepTable() {
  std::string rows;
  for (auto [index, step] : enumerate(steps))
    rows += "<tr>" + numberCell(index) + "<th scope=\"row\">" +
            escapeForHTML(getText(*step, "name")) + "</th>" +
            numberCell(getNumber(*step, "live_bytes")) + "</tr>\n";
  return table("step-table", "Steps: calls of kernels, and copies",
               {"#Step", "Operation", "#Live bytes"}, rows);
}

std::string MemorySection::make() {
  std::string section = "<section id=\"memory\">\n<h2>Memory over time</h2>\n";
  if (steps.empty() || pools.empty())
    return section + "<p>Nothing is kept between the steps of this model, so "
                     "that it needs no workspace.</p>\n</section>\n";
  section +=
      "<p>Each rectangle is a buffer. Its width shows the steps in which it "
      "lives, its height the bytes, and its letter the row in the tables. If "
      "two rectangles overlap, a kernel "
      "writes one buffer over the other while it reads that for the last time. "
      "The marked step is the first at which the most bytes live. No plan can "
      "be smaller than the lower bound.</p>\n";
  if (pools.size() > 1 && getText(report, "plan") == "separate")
    section += drawAll();
  else
    for (const json::Object *pool : pools)
      section += drawPool(*pool);
  return section + drawLive() +
         "<details>\n<summary>Pools, buffers and steps as tables</summary>\n" +
         makePoolTable() + makeBufferTable() + makeStepTable() +
         "</details>\n</section>\n";
}

std::string report::makeMemorySection(const json::Object &report) {
  return MemorySection(report).make();
}
