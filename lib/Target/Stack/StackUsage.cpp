//===- StackUsage.cpp - Files of -fstack-usage and -fcallgraph-info
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Stack/StackUsage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tir;

static Error wrongLine(size_t index, StringRef found, const Twine &expected) {
  return createStringError("line " + Twine(index + 1) + ": '" +
                           found.take_front(80) + "'; expected " + expected);
}

/// Compilers write the path that they were given.
static StringRef withoutFolder(StringRef path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

/// Sets the bytes unless unbounded. Returns false if it is not a kind.
static bool setBytes(StackUsage &row, uint64_t bytes, StringRef kind) {
  if (kind == "static" || kind == "dynamic,bounded")
    row.bytes = bytes;
  return kind == "static" || kind.starts_with("dynamic");
}

/// Returns whether the text ends with a number after a colon, and removes
/// both.
static bool consumeNumber(StringRef &text, unsigned &value) {
  auto [rest, number] = text.rsplit(':');
  if (rest.size() == text.size() || number.getAsInteger(10, value))
    return false;
  text = rest;
  return true;
}

Expected<StackUsageFile> tir::readStackUsage(StringRef text) {
  StackUsageFile file;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (size_t index = 0; index < lines.size(); ++index) {
    StringRef line = lines[index].rtrim('\r');
    if (line.empty())
      continue;
    SmallVector<StringRef> fields;
    line.split(fields, '\t');
    auto wrong = [&] {
      return wrongLine(index, line,
                       "FILE:LINE:FUNCTION, the bytes and static or dynamic, "
                       "with tabs between them, as -fstack-usage writes them");
    };
    uint64_t bytes;
    if (fields.size() != 3 || fields[1].getAsInteger(10, bytes))
      return wrong();
    // FILE may contain colons.
    auto [place, function] = fields[0].rsplit(':');
    unsigned number = 0;
    if (function.empty() || !consumeNumber(place, number))
      return wrong();
    // gcc writes the column, too.
    file.isFromClang |= !consumeNumber(place, number);
    StackUsage &row = file.rows.emplace_back();
    row.source = withoutFolder(place).str();
    row.function = function.str();
    row.line = number;
    if (!setBytes(row, bytes, fields[2]))
      return wrong();
  }
  return file;
}

/// Returns the string after `key`, or std::nullopt.
static std::optional<StringRef> findText(StringRef line, StringRef key) {
  size_t at = line.find((key + ": \"").str());
  if (at == StringRef::npos)
    return std::nullopt;
  StringRef rest = line.drop_front(at + key.size() + 3);
  size_t end = rest.find('"');
  return end == StringRef::npos ? std::nullopt
                                : std::optional(rest.take_front(end));
}

/// A function that other files cannot call has the name of its file before its
/// own.
static StringRef getFunction(StringRef title) {
  return title.substr(title.rfind(':') + 1);
}

/// Returns the callee of an edge. Calls through pointers have one node.
static std::string getCallee(StringRef title) {
  return title == "__indirect_call" ? kPointerCallee.str()
                                    : getFunction(title).str();
}

/// Reads `FUNCTION\nFILE:LINE:COLUMN\n64 bytes (static)` (with `\n` in two
/// characters). A function of another file has no third part.
static bool readNode(StringRef title, StringRef label, CallGraphFile &file) {
  SmallVector<StringRef> parts;
  label.split(parts, "\\n");
  if (parts.size() < 3)
    return true;
  auto [number, kind] = parts[2].split(" bytes (");
  uint64_t bytes;
  if (number.getAsInteger(10, bytes) || !kind.consume_back(")"))
    return false;
  StackUsage &row = file.rows.emplace_back();
  row.source = file.source;
  row.function = getFunction(title).str();
  StringRef place = parts[1];
  // Behind the line is the column.
  unsigned column;
  if (consumeNumber(place, column))
    consumeNumber(place, row.line);
  return setBytes(row, bytes, kind);
}

Expected<CallGraphFile> tir::readCallGraph(StringRef text) {
  CallGraphFile file;
  bool isOpen = false, isComplete = false;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (size_t index = 0; index < lines.size(); ++index) {
    StringRef line = lines[index].trim();
    if (line.empty())
      continue;
    auto wrong = [&](const Twine &expected) {
      return wrongLine(index, line,
                       expected + ", as gcc -fcallgraph-info=su writes it");
    };
    auto title = findText(line, "title"), label = findText(line, "label");
    auto caller = findText(line, "sourcename"),
         callee = findText(line, "targetname");
    if (!isOpen) {
      if (!line.starts_with("graph: {") || !title)
        return wrong("'graph: { title: \"FILE\"'");
      file.source = withoutFolder(*title).str();
      isOpen = true;
    } else if (line == "}" && !isComplete) {
      isComplete = true;
    } else if (!isComplete && line.starts_with("node: {") && title && label) {
      if (!readNode(*title, *label, file))
        return wrong("a node with 'N bytes (static)'");
    } else if (!isComplete && line.starts_with("edge: {") && caller && callee) {
      file.calls.emplace_back(getFunction(*caller).str(), getCallee(*callee));
    } else {
      return wrong("a node, an edge or the end of the graph");
    }
  }
  if (!isComplete)
    return createStringError("is not complete; expected a graph that ends with "
                             "'}', as gcc -fcallgraph-info=su writes it");
  return file;
}
