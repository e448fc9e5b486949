//===- MapFile.cpp - What a linker placed for a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <vector>

using namespace llvm;
using namespace tir;
using namespace tir::report;

namespace {
/// A part of a program.
struct Part {
  /// The section of the object; `*fill*` for padding.
  StringRef section, object;
  uint64_t bytes;
  /// Which section of the program it is in.
  unsigned output;
  bool hasEntry = false;
  std::vector<LinkedObject::Row> symbols = {};
};

/// Reads one map file.
class MapReader {
public:
  MapReader(StringRef text, StringRef entry) : entry(entry) {
    text.split(lines, '\n');
  }

  std::vector<Part> read();

private:
  void readGNU();
  void readGNULine(StringRef line, StringRef next);
  void readLLD();

  StringRef entry;
  SmallVector<StringRef> lines;
  std::vector<Part> parts;
  unsigned output = 0;
};
} // namespace

static SmallVector<StringRef> getWords(StringRef line, int most = -1) {
  SmallVector<StringRef> words;
  while (!(line = line.ltrim()).empty() && most != 0) {
    size_t end = --most == 0 ? line.size() : line.find(' ');
    words.push_back(line.take_front(end).rtrim());
    line = line.drop_front(std::min(end, line.size()));
  }
  return words;
}

static std::optional<uint64_t> readHex(StringRef word) {
  uint64_t number;
  if (!word.consume_front("0x") || word.getAsInteger(16, number))
    return std::nullopt;
  return number;
}

/// Reads ` SECTION 0xADDRESS 0xSIZE OBJECT`, whose section may have a line of
/// its own, and `  0xADDRESS SYMBOL`.
void MapReader::readGNULine(StringRef line, StringRef next) {
  if (!line.starts_with(" ")) {
    ++output;
    return;
  }
  std::string joined;
  if (line.starts_with(" ") && !line.starts_with("  ") &&
      !line.trim().contains(' '))
    joined = (line + next).str();
  else
    joined = line.str();
  SmallVector<StringRef> words = getWords(joined, 4);
  if (line.starts_with("  ")) {
    if (words.size() == 2 && words[1] == entry && readHex(words[0]) &&
        !parts.empty())
      parts.back().hasEntry = true;
    return;
  }
  if (words.size() < 3 || !readHex(words[1]))
    return;
  std::optional<uint64_t> bytes = readHex(words[2]);
  if (!bytes)
    return;
  // The words are in a copy of the line.
  size_t at = line.find(words[0]);
  StringRef object;
  if (words.size() == 4) {
    StringRef from = line.trim().contains(' ') ? line : next;
    object =
        from.take_back(words[3].size() + (from.size() - from.rtrim().size()))
            .rtrim();
  }
  parts.push_back({line.substr(at, words[0].size()), object, *bytes, output});
}

void MapReader::readGNU() {
  bool isMap = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    StringRef line = lines[i].rtrim('\r');
    if (line.starts_with("Linker script and memory map"))
      isMap = true;
    else if (isMap && !line.trim().empty())
      readGNULine(line, i + 1 < lines.size() ? lines[i + 1].rtrim('\r')
                                             : StringRef());
  }
}

/// Reads `VMA LMA SIZE ALIGN` and then, with more indentation each, a section
/// of the program, `OBJECT:(SECTION)`, or a symbol.
void MapReader::readLLD() {
  uint64_t end = 0;
  for (StringRef line : drop_begin(lines)) {
    SmallVector<StringRef> words = getWords(line.rtrim('\r'), 5);
    uint64_t address, bytes;
    if (words.size() < 5 || words[0].getAsInteger(16, address) ||
        words[2].getAsInteger(16, bytes))
      continue;
    StringRef place = words[4];
    size_t opening = place.rfind(":(");
    if (place == entry && !parts.empty()) {
      parts.back().hasEntry = true;
    } else if (opening != StringRef::npos && place.ends_with(")")) {
      if (address > end && !parts.empty() && parts.back().output == output)
        parts.push_back({"*fill*", "", address - end, output});
      parts.push_back({place.drop_front(opening + 2).drop_back(),
                       place.take_front(opening), bytes, output});
      end = address + bytes;
    } else if (place.starts_with(".")) {
      ++output;
      end = address;
      continue;
    }
    if (opening == StringRef::npos && bytes != 0 && !parts.empty())
      parts.back().symbols.push_back({place.str(), bytes, ""});
  }
}

std::vector<Part> MapReader::read() {
  SmallVector<StringRef> head = getWords(lines.front());
  if (is_contained(head, "VMA") && is_contained(head, "LMA"))
    readLLD();
  else
    readGNU();
  return std::move(parts);
}

/// Returns whether a program contains the section when it runs.
static bool isLoaded(StringRef section) {
  return none_of(ArrayRef<StringRef>{".debug", ".comment", ".note", ".stab",
                                     ".ARM.attributes", ".riscv.attributes",
                                     ".llvm", ".symtab", ".strtab"},
                 [&](StringRef start) { return section.starts_with(start); });
}

StringRef report::nameForeignLinker(StringRef text) {
  StringRef head = text.take_front(4096);
  if (head.contains("IAR ELF Linker"))
    return "IAR's linker";
  if (head.contains("Component: Arm Compiler") ||
      head.contains("Component: ARM Compiler") ||
      head.contains("Section Cross References"))
    return "armlink";
  if (head.contains("Linker for") || head.contains("TI ARM Clang Linker"))
    return "TI's linker";
  return "";
}

/// Adds a section of the object, with the padding in front of it.
static void addSection(LinkedObject &linked, const Part &part, uint64_t fill,
                       function_ref<bool(StringRef section)> isOwnRAM) {
  uint64_t bytes = part.bytes + fill;
  bool isZeroed = part.section == "COMMON" ||
                  part.section.starts_with(".bss") ||
                  part.section.starts_with(".noinit") || isOwnRAM(part.section);
  bool isData = part.section.starts_with(".data");
  linked.ram += isZeroed || isData ? bytes : 0;
  linked.flash += isZeroed ? 0 : bytes;
  linked.sections.push_back({part.section.str(), part.bytes,
                             isZeroed ? StringLiteral("ram")
                             : isData ? StringLiteral("ram and flash")
                                      : StringLiteral("flash")});
  append_range(linked.symbols, part.symbols);
}

std::optional<LinkedObject>
report::readMapFile(StringRef text, StringRef entry,
                    function_ref<bool(StringRef section)> isOwnRAM) {
  std::vector<Part> parts = MapReader(text, entry).read();
  auto found = find_if(parts, [](const Part &part) { return part.hasEntry; });
  if (found == parts.end())
    return std::nullopt;
  LinkedObject linked;
  linked.object = found->object.str();
  const Part *last = nullptr;
  uint64_t fill = 0;
  for (const Part &part : parts) {
    if (part.section == "*fill*") {
      fill += part.bytes;
      continue;
    }
    // Padding behind an empty section, which each object has, belongs to what
    // is before it.
    if (part.bytes == 0)
      continue;
    if (part.object == linked.object && isLoaded(part.section)) {
      // Padding counts between two sections of the object.
      bool isBehind =
          last && last->output == part.output && last->object == part.object;
      addSection(linked, part, isBehind ? fill : 0, isOwnRAM);
    }
    last = &part;
    fill = 0;
  }
  return linked;
}
