//===- Certificate.cpp - The stack of C that another compiler compiled
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Report/Certificate.h"

#include "MapFile.h"
#include "tir/ABI/Names.h"
#include "tir/Target/Code/Code.h"
#include "tir/Target/Report/NestedStack.h"
#include "tir/Target/Stack/StackUsage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace tir;

namespace {
/// What the files say of the C of one model.
class Certification {
public:
  Certification(const json::Object &report, ArrayRef<CompilerFile> files)
      : report(report), files(files) {}

  Expected<CertifiedReport> certify(StringRef text);

private:
  Error readModel();
  /// Finds the file with this extension that is about the C of the model.
  template <typename File>
  Error find(StringRef extension, Expected<File> (*read)(StringRef),
             bool (*isAbout)(const File &, StringRef),
             std::optional<File> &file, std::string &name);
  Error readObject(StringRef name);
  Triple::ArchType getMachine() const;
  Error readMap(CertifiedReport &result) const;
  bool hasStack() const;
  Expected<StackGraph> makeGraph();
  void addAddedCallees(json::Object &stack, const StackGraph &graph);

  const json::Object &report;
  ArrayRef<CompilerFile> files;
  std::string model, source;
  std::vector<SourceFunction> functions;
  /// The names of the files that the graph was made from.
  std::vector<std::string> used;
  std::optional<mlf::ObjectNeeds> object;
  bool hasAllCalls = false;
};
} // namespace

Error Certification::readModel() {
  const json::Object *row = report.getObject("model");
  auto name = row ? row->getString("name") : std::nullopt;
  if (!name || !report.getString("tirc"))
    return createStringError(
        "is not a report; expected a file that tirc wrote");
  model = name->str();
  source = fileStem(model) + ".c";
  const json::Array *rows = report.getArray("functions");
  if (!rows)
    return createStringError("does not list the functions of '" + source +
                             "', which tirc did not write with it; expected a "
                             "report of a run with --emit=c");
  auto read = readFunctionRows(*rows);
  if (!read)
    return read.takeError();
  functions = std::move(*read);
  return Error::success();
}

template <typename File>
Error Certification::find(StringRef extension,
                          Expected<File> (*read)(StringRef),
                          bool (*isAbout)(const File &, StringRef),
                          std::optional<File> &file, std::string &name) {
  for (const CompilerFile &candidate : files) {
    if (sys::path::extension(candidate.name) != extension)
      continue;
    Expected<File> one = read(candidate.contents);
    if (!one)
      return createStringError(candidate.name + ": " +
                               toString(one.takeError()));
    if (!isAbout(*one, source))
      continue;
    if (file)
      return createStringError("'" + name + "' and '" + candidate.name +
                               "' are both about '" + source +
                               "'; expected one of them: give the folder of "
                               "one build, or remove what is old");
    file = std::move(*one);
    name = candidate.name;
  }
  return Error::success();
}

/// Reads the object that the compiler wrote beside its other file, if it is
/// there.
Error Certification::readObject(StringRef name) {
  StringRef stem = name.drop_back(sys::path::extension(name).size());
  for (const CompilerFile &file : files) {
    StringRef extension = sys::path::extension(file.name);
    if ((extension != ".o" && extension != ".obj") ||
        StringRef(file.name).drop_back(extension.size()) != stem)
      continue;
    auto read = mlf::readObjectNeeds(file.contents);
    if (!read)
      return createStringError(file.name + ": " + toString(read.takeError()));
    object = std::move(*read);
    used.push_back(file.name);
    break;
  }
  return Error::success();
}

/// Returns the machine that the C was compiled for, if that is known.
Triple::ArchType Certification::getMachine() const {
  if (object)
    return object->machine;
  const json::Object *target = report.getObject("target");
  return Triple(target ? target->getString("triple").value_or("") : "")
      .getArch();
}

Expected<StackGraph> Certification::makeGraph() {
  std::optional<CallGraphFile> compiled;
  std::optional<StackUsageFile> usage;
  std::string name;
  if (Error error = find<CallGraphFile>(
          ".ci", readCallGraph,
          [](const CallGraphFile &file, StringRef source) {
            return file.source == source && !file.rows.empty();
          },
          compiled, name))
    return std::move(error);
  if (!compiled)
    if (Error error = find<StackUsageFile>(
            ".su", readStackUsage,
            [](const StackUsageFile &file, StringRef source) {
              return any_of(file.rows, [&](const StackUsage &row) {
                return row.source == source;
              });
            },
            usage, name))
      return std::move(error);
  if (!compiled && !usage)
    return createStringError(
        "no file is about '" + source +
        "'; expected a .su file from its compilation with -fstack-usage (with "
        "gcc also -fcallgraph-info=su, which names what the compiler calls)");
  used = {name};
  if (Error error = readObject(name))
    return std::move(error);
  hasAllCalls = compiled || object;
  // An x86 pushes the address to return to, which clang's figures leave out. On
  // x86-64, a function may use 128 bytes more. The C may be for any machine.
  Triple::ArchType machine = getMachine();
  bool mayBeX64 = machine == Triple::UnknownArch || machine == Triple::x86_64;
  uint64_t returnAddress = 0;
  if (usage && usage->isFromClang)
    returnAddress = mayBeX64 ? 8 : machine == Triple::x86 ? 4 : 0;
  auto graph = compiled
                   ? makeStackGraph(functions, *compiled)
                   : makeStackGraph(functions, *usage, source, returnAddress);
  if (!graph)
    return createStringError(name + ": " + toString(graph.takeError()));
  graph->setRedZone(mayBeX64 ? 128 : 0);
  return graph;
}

/// Names the functions that only the object calls, such as a division's. It
/// may do so anywhere.
void Certification::addAddedCallees(json::Object &stack,
                                    const StackGraph &graph) {
  StringSet<> known;
  for (const StackFunction &function : graph.getFunctions())
    for (const StackCall &call : function.calls)
      known.insert(call.callee);
  for (json::Value &value : *stack.getArray("entries")) {
    json::Object &entry = *value.getAsObject();
    auto bytes = entry.getInteger("bytes");
    for (const std::string &name : object->symbols) {
      if (known.contains(name) || !bytes)
        continue;
      if (!entry.get("unknown"))
        entry["unknown"] = json::Array();
      entry.getArray("unknown")->push_back(
          json::Object{{"function", json::fixUTF8(name)}, {"at", *bytes}});
    }
  }
}

/// Returns the position of the top-level member `key` of a JSON object, or the
/// position of its value.
static size_t findMember(StringRef text, StringRef key, bool isValue) {
  int depth = 0;
  std::string quoted = ("\"" + key + "\"").str();
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (c != '"')
      continue;
    StringRef rest = text.drop_front(i);
    if (depth == 1 && rest.starts_with(quoted) &&
        rest.drop_front(quoted.size()).ltrim().starts_with(":"))
      return isValue ? text.find(':', i + quoted.size()) + 1 : i;
    while (++i < text.size() && text[i] != '"')
      i += text[i] == '\\';
  }
  return StringRef::npos;
}

/// Returns the position after the array that begins at or after `begin`.
static size_t findEndOfArray(StringRef text, size_t begin) {
  int depth = 0;
  for (size_t i = begin; i < text.size(); ++i) {
    char c = text[i];
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (depth == 0 && (c == ']' || c == '}'))
      return i + 1;
    if (c == '"')
      while (++i < text.size() && text[i] != '"')
        i += text[i] == '\\';
  }
  return text.size();
}

/// Prints a value as it is in a report.
static std::string printValue(json::Value value) {
  std::string text = formatv("{0:2}", value);
  std::string indented;
  for (char c : text) {
    indented += c;
    if (c == '\n')
      indented += "  ";
  }
  return indented;
}

/// Adds or replaces a member. The text is edited in place, so that the rest
/// stays unchanged.
static std::string insertMember(StringRef text, const json::Object &report,
                                StringRef key, StringRef printed) {
  if (report.get(key)) {
    size_t begin = findMember(text, key, /*isValue=*/true);
    return (text.take_front(begin) + " " + printed +
            text.drop_front(findEndOfArray(text, begin)))
        .str();
  }
  size_t begin = findMember(text, "functions", /*isValue=*/false);
  return (text.take_front(begin) + "\"" + key + "\": " + printed + ",\n  " +
          text.drop_front(begin))
      .str();
}

/// Replaces the row for the C.
static std::string insertRow(StringRef text, const json::Object &report,
                             const json::Object &row) {
  json::Array rows;
  if (const json::Array *old = report.getArray("stack"))
    for (const json::Value &value : *old)
      if (const json::Object *object = value.getAsObject();
          object && object->getString("code") != "c")
        rows.push_back(value);
  rows.push_back(json::Object(row));
  return insertMember(text, report, "stack", printValue(std::move(rows)));
}

bool Certification::hasStack() const {
  return any_of(files, [](const CompilerFile &file) {
    StringRef extension = sys::path::extension(file.name);
    return extension == ".su" || extension == ".ci";
  });
}

Error Certification::readMap(CertifiedReport &result) const {
  const json::Object *interface = report.getObject("interface");
  StringRef entry = interface ? interface->getString("entry").value_or("") : "";
  const json::Array *pools = report.getArray("pools");
  auto isOwnRAM = [&](StringRef section) {
    return pools && any_of(*pools, [&](const json::Value &value) {
             const json::Object *pool = value.getAsObject();
             return pool && pool->getString("section") == section;
           });
  };
  for (const CompilerFile &file : files) {
    if (sys::path::extension(file.name) != ".map")
      continue;
    auto linked = report::readMapFile(file.contents, entry, isOwnRAM);
    if (!linked)
      continue;
    if (!result.linked.empty())
      return createStringError("'" + result.linked.getString("source")->str() +
                               "' and '" + file.name +
                               "' are map files of programs with '" + entry +
                               "'; expected one of them: remove what is old");
    result.linked = json::Object{
        {"source", json::fixUTF8(file.name)},
        {"object", json::fixUTF8(sys::path::filename(linked->object))},
        {"ram_bytes", linked->ram},
        {"flash_bytes", linked->flash}};
  }
  return Error::success();
}

Expected<CertifiedReport> Certification::certify(StringRef text) {
  if (Error error = readModel())
    return std::move(error);
  CertifiedReport result;
  result.model = model;
  if (Error error = readMap(result))
    return std::move(error);
  result.text = text.str();
  if (!result.linked.empty())
    result.text = insertMember(text, report, "linked",
                               printValue(json::Object(result.linked)));
  if (!result.linked.empty() && !hasStack())
    return result;
  Expected<StackGraph> graph = makeGraph();
  if (!graph)
    return graph.takeError();
  result.stack = describeStack(*graph, "c");
  if (object)
    addAddedCallees(result.stack, *graph);
  json::Array sources;
  for (const std::string &name : used)
    sources.push_back(json::fixUTF8(name));
  result.stack["sources"] = std::move(sources);
  result.stack["all_calls"] = hasAllCalls;
  if (const json::Array *interrupts = report.getArray("interrupts"))
    result.stack["nested"] = nestStack(result.stack, *interrupts);
  result.text = insertRow(result.text, report, result.stack);
  return result;
}

Expected<CertifiedReport> tir::certifyReport(StringRef report,
                                             ArrayRef<CompilerFile> files) {
  Expected<json::Value> value = json::parse(report);
  if (!value)
    return createStringError("is not JSON: " + toString(value.takeError()) +
                             "; expected a report that tirc wrote");
  if (const json::Object *object = value->getAsObject())
    return Certification(*object, files).certify(report);
  return createStringError("is not a report; expected a file that tirc wrote");
}
