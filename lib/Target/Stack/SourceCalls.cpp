//===- SourceCalls.cpp - The calls between the functions of generated C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Stack/SourceCalls.h"

#include "tir/Support/CText.h"
#include "tir/Target/Stack/StackGraph.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace tir;

using Names = SetVector<StringRef>;

/// Words that a parenthesis can follow without a call: of the language, and
/// macros of its headers. Names that begin with
/// '_' belong to the compiler: it expands them, or calls a function for them
/// that the text does not name.
static bool isCallable(StringRef word) {
  static const StringSet<> kOthers = {
      "if",      "for",      "while",   "switch",   "return",  "sizeof",
      "do",      "volatile", "INT64_C", "UINT64_C", "INT32_C", "UINT32_C",
      "signbit", "isnan",    "isinf",   "isfinite"};
  // A type, as in `(int8_t (*)[4])address`.
  static const StringSet<> kTypes = {
      "void",     "bool",    "char",      "short",    "int",      "long",
      "float",    "double",  "signed",    "unsigned", "const",    "int8_t",
      "int16_t",  "int32_t", "int64_t",   "uint8_t",  "uint16_t", "uint32_t",
      "uint64_t", "size_t",  "ptrdiff_t", "intptr_t", "uintptr_t"};
  return !word.starts_with("_") && !isDigit(word.front()) &&
         !kOthers.contains(word) && !kTypes.contains(word);
}

/// Returns the position of the parenthesis that the one at `end` closes.
static size_t findOpening(StringRef text, size_t end) {
  int depth = 0;
  for (size_t i = end + 1; i-- > 0;) {
    depth += text[i] == ')' ? 1 : text[i] == '(' ? -1 : 0;
    if (depth == 0)
      return i;
  }
  return StringRef::npos;
}

/// Returns the identifier at the end of `text`.
static StringRef getLastWord(StringRef text) {
  text = text.rtrim();
  return text.substr(text.find_last_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                         "0123456789_") +
                     1);
}

/// Adds what `text` calls.
static void collectCalls(StringRef text, Names &calls) {
  for (size_t at = text.find('('); at != StringRef::npos;
       at = text.find('(', at + 1)) {
    StringRef before = text.take_front(at).rtrim();
    StringRef word = getLastWord(before);
    if (!word.empty()) {
      StringRef object = before.drop_back(word.size()).rtrim();
      bool isMember = object.ends_with("->") || object.ends_with(".");
      if (isCallable(word))
        calls.insert(isMember ? StringRef(kPointerCallee) : word);
      continue;
    }
    // `(*f)(x)` and `((type)f)(x)` are calls, `(type)(x)` is a cast.
    if (!before.ends_with(")"))
      continue;
    size_t opening = findOpening(before, before.size() - 1);
    if (opening == StringRef::npos ||
        !getLastWord(before.take_front(opening)).empty())
      continue;
    StringRef first = before.drop_front(opening + 1).ltrim();
    if (first.starts_with("*") || first.starts_with("("))
      calls.insert(kPointerCallee);
  }
}

static std::string describeParameters(StringRef list) {
  SmallVector<std::string> kinds;
  for (StringRef parameter : split(list, ',')) {
    if (parameter.contains('*') || parameter.contains('[')) {
      kinds.push_back("p");
      continue;
    }
    SmallVector<StringRef> words;
    SplitString(parameter, words, " \t\r\n");
    erase_if(words, [](StringRef word) {
      return word == "const" || word == "volatile" || word == "register";
    });
    if (words.size() > 1)
      words.pop_back();
    kinds.push_back(join(words, " "));
  }
  return join(kinds, ",");
}

namespace {
/// One file. Its text has neither comments nor literals nor directives.
class SourceReader {
public:
  explicit SourceReader(StringRef source) : text(blankOutC(source)) {
    takeDirectives();
  }

  std::vector<SourceFunction> read();

private:
  void takeDirectives();
  void readDefinition(StringRef head, StringRef body);
  void expand(StringRef name, Names &calls, unsigned depth = 0) const;

  struct Definition {
    std::string parameters;
    bool isEntry = false, isInlined = false;
    unsigned line = 0;
    Names calls;
  };

  std::string text;
  StringMap<Names> macros;
  MapVector<StringRef, Definition> functions;
  /// The text of the macros.
  std::vector<std::unique_ptr<std::string>> directives;
};
} // namespace

/// Moves the directives out of the text.
void SourceReader::takeDirectives() {
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    // A line that ends with a backslash continues.
    while (end < text.size() && end > begin && text[end - 1] == '\\')
      end = std::min(text.find('\n', end + 1), text.size());
    StringRef line = StringRef(text).slice(begin, end);
    if (line.ltrim().starts_with("#")) {
      directives.push_back(std::make_unique<std::string>(line.str()));
      std::fill(text.begin() + begin, text.begin() + end, ' ');
      StringRef rest = StringRef(*directives.back()).ltrim();
      StringRef name = rest;
      if (name.consume_front("#define ")) {
        name = name.take_while(isNamePart);
        // The name itself and its parameters are not a call.
        StringRef body = rest.drop_front(name.end() - rest.begin());
        if (body.starts_with("("))
          body = body.drop_front(std::min(body.find(')'), body.size()));
        collectCalls(body, macros[name]);
      }
    }
    begin = end + 1;
  }
}

void SourceReader::readDefinition(StringRef head, StringRef body) {
  size_t opening = findOpening(head, head.size() - 1);
  if (opening == StringRef::npos)
    return;
  StringRef before = head.take_front(opening), name = getLastWord(before);
  if (name.empty() || !isCallable(name))
    return;
  Definition &definition = functions[name];
  definition.parameters =
      describeParameters(head.slice(opening + 1, head.size() - 1));
  definition.line =
      1 + StringRef(text.data(), name.data() - text.data()).count('\n');
  // TIR_INLINE contains `static inline` and `always_inline`.
  SmallVector<StringRef> words;
  SplitString(before, words, " \t\r\n*");
  definition.isInlined = is_contained(words, "TIR_INLINE");
  definition.isEntry = !is_contained(words, "static") && !definition.isInlined;
  collectCalls(body, definition.calls);
}

/// Adds what a call of `name` calls: a macro's definition, or the function.
void SourceReader::expand(StringRef name, Names &calls, unsigned depth) const {
  auto macro = macros.find(name);
  if (macro == macros.end()) {
    calls.insert(name);
    return;
  }
  // A macro does not expand itself again.
  if (depth < 8)
    for (StringRef inner : macro->second)
      if (inner != name)
        expand(inner, calls, depth + 1);
}

std::vector<SourceFunction> SourceReader::read() {
  StringRef all = text;
  size_t begin = 0, body = 0;
  int depth = 0;
  for (auto [i, c] : enumerate(all)) {
    if (c == '{' && depth++ == 0)
      body = i;
    if (c == '}' && depth > 0 && --depth == 0) {
      StringRef head = all.slice(begin, body).trim();
      if (head.ends_with(")"))
        readDefinition(head, all.slice(body, i));
      begin = i + 1;
    }
    if (c == ';' && depth == 0)
      begin = i + 1;
  }
  std::vector<SourceFunction> result;
  for (auto &[name, definition] : functions) {
    Names calls;
    for (StringRef callee : definition.calls)
      expand(callee, calls);
    result.push_back({name.str(),
                      definition.parameters,
                      definition.isEntry,
                      definition.isInlined,
                      {calls.begin(), calls.end()},
                      definition.line});
  }
  return result;
}

std::vector<SourceFunction> tir::readSourceFunctions(StringRef text) {
  return SourceReader(text).read();
}

json::Array tir::describeFunctions(ArrayRef<SourceFunction> functions) {
  json::Array rows;
  for (const SourceFunction &function : functions) {
    json::Object row{{"function", function.name},
                     {"parameters", function.parameters},
                     {"line", function.line},
                     {"calls", json::Array(function.calls)}};
    if (function.isEntry)
      row["entry"] = true;
    if (function.isInlined)
      row["inlined"] = true;
    rows.push_back(std::move(row));
  }
  return rows;
}

Expected<std::vector<SourceFunction>>
tir::readFunctionRows(const json::Array &rows) {
  std::vector<SourceFunction> functions;
  StringSet<> names;
  for (auto [index, value] : enumerate(rows)) {
    const json::Object *row = value.getAsObject();
    auto name = row ? row->getString("function") : std::nullopt;
    auto parameters = row ? row->getString("parameters") : std::nullopt;
    const json::Array *calls = row ? row->getArray("calls") : nullptr;
    if (!name || !parameters || !calls)
      return createStringError("functions[" + Twine(index) +
                               "]: expected an object with the strings "
                               "'function' and 'parameters' and the array "
                               "'calls', as tirc writes it");
    if (!names.insert(*name).second)
      return createStringError("functions[" + Twine(index) + "]: '" + *name +
                               "' is there twice; expected each function once");
    SourceFunction &function = functions.emplace_back();
    function.name = name->str();
    function.parameters = parameters->str();
    function.isEntry = row->getBoolean("entry").value_or(false);
    function.isInlined = row->getBoolean("inlined").value_or(false);
    function.line = row->getInteger("line").value_or(0);
    for (const json::Value &callee : *calls)
      function.calls.push_back(callee.getAsString().value_or("").str());
  }
  return functions;
}
