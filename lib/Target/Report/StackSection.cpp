//===- StackSection.cpp - The stack on a report's page
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Html.h"
#include "Page.h"

#include "tir/Support/Escape.h"
#include "tir/Target/Stack/StackGraph.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tir;
using namespace tir::report;

static StringRef nameCode(const json::Object &stack) {
  return getText(stack, "code") == "c" ? "C, by your compiler"
                                       : "object, by tirc";
}

/// Lists the callees whose stack comes on top.
static std::string listUnknown(const json::Object &entry) {
  std::string items;
  for (const json::Object *callee : getRows(entry, "unknown")) {
    std::string name = getText(*callee, "function");
    items += formatv("<li>{0}, on top of {1}</li>",
                     name == kPointerCallee
                         ? "a function behind a pointer"
                         : "<code>" + escapeForHTML(name) + "</code>",
                     number(getNumber(*callee, "at")));
  }
  return items.empty() ? "" : "<ul class=\"fused\">" + items + "</ul>";
}

static std::string listTexts(const json::Object &entry, StringRef key) {
  std::string items;
  if (const json::Array *texts = entry.getArray(key))
    for (const json::Value &text : *texts)
      items +=
          "<li>" + escapeForHTML(text.getAsString().value_or("")) + "</li>";
  return items.empty() ? "" : "<ul class=\"fused\">" + items + "</ul>";
}

const json::Object *report::findEntryStack(const json::Object &report) {
  std::string name = getText(*report.getObject("interface"), "entry");
  const json::Object *found = nullptr;
  // What the user's own compiler made is the last row.
  for (const json::Object *stack : getRows(report, "stack"))
    for (const json::Object *entry : getRows(*stack, "entries"))
      if (getText(*entry, "function") == name)
        found = entry;
  return found;
}

std::string report::makeStackSection(const json::Object &report) {
  std::string rows;
  for (const json::Object *stack : getRows(report, "stack"))
    for (const json::Object *entry : getRows(*stack, "entries"))
      rows +=
          "<tr><th scope=\"row\"><code>" +
          escapeForHTML(getText(*entry, "function")) + "</code></th>" +
          cell(nameCode(*stack)) +
          (entry->get("bytes") ? numberCell(getNumber(*entry, "bytes"))
                               : unknownCell()) +
          cell(listTexts(*entry, entry->get("bytes") ? "path" : "problems")) +
          cell(listUnknown(*entry)) + "</tr>\n";
  std::string section = "<section id=\"stack\">\n<h2>Stack</h2>\n";
  if (rows.empty())
    return section +
           "<p>The stack is not known, as no object was made. For C, "
           "<code>tirc --certify</code> reads it from the files of your "
           "compiler.</p>\n</section>\n";
  return section +
         table("stack-table",
               "The most bytes that each function takes which other code "
               "calls, with all functions that it calls. Functions of other "
               "files come on top of it.",
               {"Function", "Code", "#Bytes at most", "Calls that take them",
                "Not known"},
               rows) +
         "</section>\n";
}
