//===- Certificate.cpp - The stack of C that another compiler compiled
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Target/Report/Certificate.h"

#include "Html.h"
#include "MapFile.h"
#include "MeasuredFigures.h"
#include "OrderedJSON.h"
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
using tir::report::OrderedJSON;

namespace {
/// What the files say of the C of one model.
class Certification {
public:
  Certification(const json::Object &report, ArrayRef<CompilerFile> files,
                const CertificateRequest &request)
      : report(report), files(files), request(request) {}

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
  StringSet<> getKnownSymbols() const;
  void addRows(const report::LinkedObject &linked, json::Object &row) const;
  Error addTrace(const json::Object &of, OrderedJSON &at,
                 std::vector<std::string> &used) const;
  Error addTraces(OrderedJSON &tree, std::vector<std::string> &used) const;
  void compare(OrderedJSON &tree, CertifiedReport &result) const;
  Error readStack(OrderedJSON &tree, CertifiedReport &result);
  bool hasStack() const;
  Expected<StackGraph> makeGraph();
  void addAddedCallees(json::Object &stack, const StackGraph &graph);

  const json::Object &report;
  ArrayRef<CompilerFile> files;
  const CertificateRequest &request;
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
  if (!name || !report.getString("tirc") || !report.getObject("totals"))
    return createStringError(
        "is not a report; expected a file that tirc wrote");
  model = name->str();
  source = fileStem(model) + ".c";
  const json::Array *rows = report.getArray("functions");
  // An object has a map file and traces, but no C.
  if (!rows && request.compares && !hasStack())
    return Error::success();
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

/// Returns the rows of `stack` with that for the C instead of an older one.
static json::Array replaceRow(const json::Object &report,
                              const json::Object &row) {
  json::Array rows;
  if (const json::Array *old = report.getArray("stack"))
    for (const json::Value &value : *old)
      if (const json::Object *object = value.getAsObject();
          object && object->getString("code") != "c")
        rows.push_back(value);
  rows.push_back(json::Object(row));
  return rows;
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
    if (request.map.empty() ? sys::path::extension(file.name) != ".map"
                            : request.map != file.name)
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
    if (request.compares)
      addRows(*linked, result.linked);
  }
  return Error::success();
}

/// Returns the names of functions, constants and pools that the report has.
StringSet<> Certification::getKnownSymbols() const {
  StringSet<> known;
  for (auto [rows, key] :
       {std::pair<StringRef, StringRef>("kernels", "function"),
        {"functions", "function"},
        {"constants", "name"},
        {"pools", "symbol"}})
    for (const json::Object *row : report::getRows(report, rows))
      if (std::string name = report::getText(*row, key); !name.empty())
        known.insert(name);
  return known;
}

/// Adds the sections of the model, and the symbols whose size is known: lld
/// says it, and so does a section of their own (-ffunction-sections).
void Certification::addRows(const report::LinkedObject &linked,
                            json::Object &row) const {
  json::Array sections, symbols;
  StringSet<> known = getKnownSymbols();
  std::map<std::string, int64_t> bytes;
  auto add = [&](StringRef name, uint64_t size) {
    // gcc and clang call a copy `name.constprop.0`.
    StringRef stem = known.contains(name) ? name : name.split('.').first;
    if (known.contains(stem))
      bytes[stem.str()] += size;
  };
  for (const report::LinkedObject::Row &section : linked.sections) {
    sections.push_back(json::Object{{"section", json::fixUTF8(section.name)},
                                    {"memory", section.memory},
                                    {"bytes", section.bytes}});
    StringRef name = section.name;
    if (linked.symbols.empty() && name.consume_front("."))
      add(name.split('.').second, section.bytes);
  }
  for (const report::LinkedObject::Row &symbol : linked.symbols)
    add(symbol.name, symbol.bytes);
  for (const auto &[name, size] : bytes)
    symbols.push_back(json::Object{{"name", name}, {"bytes", size}});
  row["sections"] = std::move(sections);
  row["symbols"] = std::move(symbols);
}

/// Puts the trace that is about a model into its part of the report.
Error Certification::addTrace(const json::Object &of, OrderedJSON &at,
                              std::vector<std::string> &used) const {
  const json::Object *row = of.getObject("model");
  std::string name = row ? report::getText(*row, "name") : "";
  StringRef previous;
  for (const CompilerFile &file : request.traces) {
    auto value = json::parse(file.contents);
    const json::Object *trace = value ? value->getAsObject() : nullptr;
    if (!value)
      consumeError(value.takeError());
    // What is not a trace has an error of its own, for any model.
    if (trace && trace->getString("model") &&
        mangleModelName(*trace->getString("model")) != mangleModelName(name))
      continue;
    auto read = report::readTrace(file.contents, name, report::nameKernels(of));
    if (!read)
      return createStringError(file.name + ": " + toString(read.takeError()));
    if (!previous.empty())
      return createStringError("'" + previous + "' and '" + file.name +
                               "' are both about '" + name +
                               "'; expected one trace of each model");
    previous = file.name;
    report::insertTrace(at, of, *read);
    used.push_back(file.name);
  }
  return Error::success();
}

/// Puts the trace that is about the model into `tree`, or those about models of
/// the program.
Error Certification::addTraces(OrderedJSON &tree,
                               std::vector<std::string> &used) const {
  const json::Object *models = report.getObject("models");
  OrderedJSON *nested = tree.find("models");
  if (!models || !nested)
    return addTrace(report, tree, used);
  for (auto &[key, member] : nested->getMembers())
    if (const json::Object *of =
            models->getObject(StringRef(key).drop_front().drop_back()))
      if (Error error = addTrace(*of, member, used))
        return error;
  return Error::success();
}

/// Adds what was estimated beside what was measured.
void Certification::compare(OrderedJSON &tree, CertifiedReport &result) const {
  auto add = [&](OrderedJSON &at) {
    json::Value value = cantFail(json::parse(at.print()));
    at.set("certificate",
           OrderedJSON::make(report::makeCertificate(*value.getAsObject())),
           "totals");
    value = cantFail(json::parse(at.print()));
    if (!result.comparison.empty())
      result.comparison += '\n';
    result.comparison += report::printCertificate(*value.getAsObject());
  };
  add(tree);
  if (OrderedJSON *models = tree.find("models"))
    for (auto &[key, model] : models->getMembers())
      if (OrderedJSON *totals = model.find("totals");
          totals && totals->find("measured"))
        add(model);
}

Error Certification::readStack(OrderedJSON &tree, CertifiedReport &result) {
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
  tree.set("stack", OrderedJSON::make(replaceRow(report, result.stack)),
           "functions");
  return Error::success();
}

Expected<CertifiedReport> Certification::certify(StringRef text) {
  if (Error error = readModel())
    return std::move(error);
  CertifiedReport result;
  result.model = model;
  OrderedJSON tree = OrderedJSON::read(text);
  if (Error error = readMap(result))
    return std::move(error);
  if (!result.linked.empty())
    tree.set("linked", OrderedJSON::make(json::Object(result.linked)),
             "functions");
  if (Error error = addTraces(tree, result.traces))
    return std::move(error);
  bool isEnough = !result.linked.empty() || request.compares;
  if (!isEnough || hasStack())
    if (Error error = readStack(tree, result))
      return std::move(error);
  if (request.compares)
    compare(tree, result);
  result.text = tree.print() + text.substr(text.rtrim().size()).str();
  return result;
}

StringRef tir::nameLinkerOfOtherForm(StringRef mapFile) {
  return report::nameForeignLinker(mapFile);
}

Expected<CertifiedReport>
tir::certifyReport(StringRef report, ArrayRef<CompilerFile> files,
                   const CertificateRequest &request) {
  Expected<json::Value> value = json::parse(report);
  if (!value)
    return createStringError("is not JSON: " + toString(value.takeError()) +
                             "; expected a report that tirc wrote");
  if (const json::Object *object = value->getAsObject())
    return Certification(*object, files, request).certify(report);
  return createStringError("is not a report; expected a file that tirc wrote");
}
