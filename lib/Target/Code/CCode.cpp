//===- CCode.cpp - A C file of a model
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Code/Code.h"

#include "tir/Support/CText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tir;
using namespace tir::mlf;

namespace {
class CCode : public Code {
public:
  explicit CCode(StringRef source) : text(blankOutC(source)) {}

  bool definesFunction(StringRef name) const override {
    return getParameters(name).has_value();
  }
  std::vector<std::string> getFunctions() const override;
  std::optional<StringRef> getParameters(StringRef name) const override;
  std::optional<uint64_t> getArrayBytes(StringRef name) const override;

private:
  /// Returns the parameters of the definition of `name` at this position.
  std::optional<StringRef> getParametersAt(size_t at, StringRef name) const;
  /// Returns the position of the name as a whole word, from `from` on.
  size_t findName(StringRef name, size_t from) const;
  /// Returns the text before this position in its declaration.
  StringRef getSpecifiers(size_t at) const;

  std::string text;
};
} // namespace

size_t CCode::findName(StringRef name, size_t from) const {
  StringRef all = text;
  for (size_t at = all.find(name, from); at != StringRef::npos;
       at = all.find(name, at + 1)) {
    size_t end = at + name.size();
    if ((at == 0 || !isNamePart(all[at - 1])) &&
        (end == all.size() || !isNamePart(all[end])))
      return at;
  }
  return StringRef::npos;
}

StringRef CCode::getSpecifiers(size_t at) const {
  StringRef before = StringRef(text).take_front(at);
  size_t begin = before.find_last_of(";}{#");
  if (begin == StringRef::npos)
    return before;
  // A directive ends at the end of its line.
  if (before[begin] == '#')
    begin = std::min(before.find('\n', begin), before.size() - 1);
  return before.drop_front(begin + 1);
}

/// Returns whether `words` contain `word`.
static bool hasWord(StringRef words, StringRef word) {
  SmallVector<StringRef> parts;
  SplitString(words, parts, " \t\r\n*");
  return is_contained(parts, word);
}

std::optional<StringRef> CCode::getParametersAt(size_t at,
                                                StringRef name) const {
  StringRef rest = StringRef(text).drop_front(at + name.size()).ltrim();
  if (!rest.starts_with("("))
    return std::nullopt;
  size_t end = 0;
  int depth = 0;
  for (; end < rest.size(); ++end) {
    depth += rest[end] == '(' ? 1 : rest[end] == ')' ? -1 : 0;
    if (depth == 0)
      break;
  }
  if (rest.drop_front(std::min(rest.size(), end + 1))
          .ltrim()
          .starts_with("{") &&
      !hasWord(getSpecifiers(at), "static"))
    return rest.slice(1, end);
  return std::nullopt;
}

std::optional<StringRef> CCode::getParameters(StringRef name) const {
  for (size_t at = findName(name, 0); at != StringRef::npos;
       at = findName(name, at + 1))
    if (std::optional<StringRef> parameters = getParametersAt(at, name))
      return parameters;
  return std::nullopt;
}

std::vector<std::string> CCode::getFunctions() const {
  std::vector<std::string> names;
  StringRef all = text;
  int depth = 0;
  for (size_t at = 0; at < all.size(); ++at) {
    depth += all[at] == '{' ? 1 : all[at] == '}' ? -1 : 0;
    if (depth != 0 || all[at] != '(')
      continue;
    StringRef before = all.take_front(at).rtrim();
    size_t begin = before.size();
    while (begin > 0 && isNamePart(before[begin - 1]))
      --begin;
    StringRef name = before.drop_front(begin);
    StringRef line = before.drop_front(before.rfind('\n') + 1);
    if (!name.empty() && !isDigit(name.front()) &&
        !line.ltrim().starts_with("#") && getParametersAt(begin, name))
      names.push_back(name.str());
  }
  return names;
}

static unsigned elementBytes(StringRef type) {
  return StringSwitch<unsigned>(type)
      .Cases({"int8_t", "uint8_t", "bool", "char"}, 1)
      .Cases({"int16_t", "uint16_t"}, 2)
      .Cases({"int32_t", "uint32_t", "float"}, 4)
      .Cases({"int64_t", "uint64_t", "double"}, 8)
      .Default(0);
}

std::optional<uint64_t> CCode::getArrayBytes(StringRef name) const {
  StringRef all = text;
  for (size_t at = findName(name, 0); at != StringRef::npos;
       at = findName(name, at + 1)) {
    StringRef specifiers = getSpecifiers(at).rtrim();
    StringRef type =
        specifiers.drop_front(specifiers.find_last_of(" \t\n)") + 1);
    uint64_t bytes = elementBytes(type);
    StringRef rest = all.drop_front(at + name.size());
    bool hasExtent = false;
    while (bytes && rest.consume_front("[")) {
      uint64_t extent;
      if (rest.consumeInteger(10, extent) || !rest.consume_front("]") ||
          (extent && bytes > UINT64_MAX / extent))
        bytes = 0;
      else
        bytes *= extent;
      hasExtent = true;
    }
    rest = rest.ltrim();
    if (bytes && hasExtent && (rest.starts_with("=") || rest.starts_with(";")))
      return bytes;
  }
  return std::nullopt;
}

std::unique_ptr<Code> tir::mlf::readC(StringRef text) {
  return std::make_unique<CCode>(text);
}

std::optional<uint64_t> tir::mlf::findMacro(StringRef header, StringRef name) {
  std::string text = blankOutC(header);
  SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n');
  for (StringRef line : lines) {
    line = line.ltrim();
    uint64_t value;
    if (line.consume_front("#define") && line.ltrim().consume_front(name)) {
      StringRef rest = line.ltrim().drop_front(name.size());
      if ((rest.starts_with(" ") || rest.starts_with("\t")) &&
          !rest.ltrim().consumeInteger(10, value))
        return value;
    }
  }
  return std::nullopt;
}
