//===- Certify.cpp - The stack of a model's C
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/Certify.h"

#include "tir/Driver/OutputFolder.h"
#include "tir/Target/Report/Certificate.h"
#include "tir/Target/Report/Report.h"
#include "tir/Target/Stack/StackGraph.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace tir;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr StringLiteral kReportExtension = ".report.json";

namespace {
class Folder {
public:
  explicit Folder(const CertifyOptions &options)
      : options(options), folder(options.folder) {
    if (folder.size() > 1)
      folder = folder.rtrim('/');
  }

  Error read();
  Error certify(raw_ostream &output);

private:
  Error readFile(StringRef name, std::string &contents);
  void dropReplaced();
  Error addGiven();
  Error checkUsed(ArrayRef<CertifiedReport> certified) const;

  const CertifyOptions &options;
  StringRef folder;
  /// Names are relative to the folder.
  std::vector<CompilerFile> reports, files, traces;
  /// The pages and the fragments of linker scripts, which follow a report.
  StringSet<> others;
  OutputFiles changes;
};
} // namespace

Error Folder::readFile(StringRef name, std::string &contents) {
  SmallString<128> full(folder);
  path::append(full, name);
  auto buffer = MemoryBuffer::getFile(full);
  if (!buffer)
    return createStringError(
        name + ": cannot be read: " + buffer.getError().message());
  contents = (*buffer)->getBuffer().str();
  return Error::success();
}

/// Lists the files below a folder.
static std::vector<std::string> listFiles(StringRef folder,
                                          std::error_code &code) {
  std::vector<std::string> names;
  // A link may lead back to a folder above it.
  for (fs::recursive_directory_iterator file(folder, code,
                                             /*follow_symlinks=*/false),
       end;
       file != end && !code; file.increment(code))
    names.push_back(file->path());
  // The order within a folder is unspecified.
  llvm::sort(names);
  return names;
}

static StringRef getStem(StringRef name) {
  return name.drop_back(path::extension(name).size());
}

/// Returns the stems of the files in which compilers describe the stack.
static StringSet<> getStackStems(ArrayRef<std::string> names) {
  StringSet<> stems;
  for (StringRef name : names)
    if (path::extension(name) == ".su" || path::extension(name) == ".ci")
      stems.insert(getStem(name));
  return stems;
}

Error Folder::read() {
  std::error_code code;
  std::vector<std::string> names = listFiles(folder, code);
  if (code)
    return createStringError("cannot be read: " + code.message() +
                             "; expected the folder with a model's report");
  for (std::string &name : names)
    name = StringRef(name).drop_front(folder.size()).ltrim("/").str();
  StringSet<> stems = getStackStems(names);
  for (const std::string &name : names) {
    StringRef extension = path::extension(name);
    bool isReport = StringRef(name).ends_with(kReportExtension);
    bool isObject = (extension == ".o" || extension == ".obj") &&
                    stems.contains(getStem(name));
    if (extension == ".html" || extension == ".ld")
      others.insert(name);
    if (!isReport && !isObject && extension != ".su" && extension != ".ci" &&
        extension != ".map")
      continue;
    CompilerFile &file = (isReport ? reports : files).emplace_back();
    file.name = name;
    if (Error error = readFile(name, file.contents))
      return error;
  }
  if (reports.empty())
    return createStringError("no tvmgen_<model>.report.json is in it; expected "
                             "the folder that tirc wrote to, or one above it");
  dropReplaced();
  return addGiven();
}

static bool isAboutStack(StringRef name) {
  StringRef extension = path::extension(name);
  return extension == ".su" || extension == ".ci" || extension == ".o" ||
         extension == ".obj";
}

/// Leaves out the folder's files that others are given for.
void Folder::dropReplaced() {
  erase_if(files, [&](const CompilerFile &file) {
    return (!options.map.empty() && path::extension(file.name) == ".map") ||
           (!options.stack.empty() && isAboutStack(file.name));
  });
}

static Error readGiven(StringRef option, StringRef file, StringRef expected,
                       CompilerFile &read) {
  auto buffer = MemoryBuffer::getFile(file);
  if (!buffer || fs::is_directory(file))
    return createStringError(
        option + file + ": cannot be read: " +
        (buffer ? "is a directory" : buffer.getError().message()) +
        "; expected " + expected);
  // Reports have no folders.
  read = {path::filename(file).str(), (*buffer)->getBuffer().str()};
  return Error::success();
}

/// Returns the files about the stack that `place` stands for: itself, or those
/// in the folder, with objects beside them.
static std::vector<std::string> listStackFiles(StringRef place) {
  std::vector<std::string> found, names;
  if (fs::is_directory(place)) {
    std::error_code code;
    names = listFiles(place, code);
    erase_if(names, [](StringRef name) { return !isAboutStack(name); });
  } else {
    names.push_back(place.str());
    for (StringRef extension : {".o", ".obj"}) {
      SmallString<128> object(place);
      path::replace_extension(object, extension);
      if (object != place && fs::exists(object))
        names.push_back(object.str().str());
    }
  }
  StringSet<> stems = getStackStems(names);
  for (StringRef name : names)
    if (name == place || stems.contains(getStem(name)))
      found.push_back(name.str());
  return found;
}

/// Reads the files that are given beside the folder.
Error Folder::addGiven() {
  constexpr StringLiteral kMap =
      "the map file of the program, which GNU ld and "
      "lld write with -Map (-Wl,-Map=firmware.map)";
  if (!options.map.empty()) {
    CompilerFile &file = files.emplace_back();
    if (Error error = readGiven("--map=", options.map, kMap, file))
      return error;
    if (StringRef linker = nameLinkerOfOtherForm(file.contents);
        !linker.empty())
      return createStringError("--map=" + options.map + ": is a map file of " +
                               linker +
                               ", whose form tirc does not read; "
                               "expected one of GNU ld or lld");
  }
  for (const std::string &place : options.stack) {
    std::vector<std::string> found = listStackFiles(place);
    if (found.empty())
      return createStringError("--su=" + place +
                               ": has no .su or .ci file; "
                               "expected the ones of the compiler's "
                               "-fstack-usage");
    for (const std::string &name : found)
      if (Error error = readGiven("--su=", name, "a .su or .ci file",
                                  files.emplace_back()))
        return error;
  }
  for (const std::string &name : options.traces)
    if (Error error =
            readGiven("--trace=", name,
                      "the JSON file that a program with --profile wrote",
                      traces.emplace_back()))
      return error;
  return Error::success();
}

/// Checks that each given file was about a model.
Error Folder::checkUsed(ArrayRef<CertifiedReport> certified) const {
  if (!options.map.empty() &&
      none_of(certified, [](const CertifiedReport &report) {
        return !report.linked.empty();
      }))
    return createStringError("--map=" + options.map +
                             ": no model of the folder is in it; expected "
                             "a map file by GNU ld or lld of the program to "
                             "which the model's object "
                             "is linked, with its function that runs it");
  for (const CompilerFile &trace : traces)
    if (none_of(certified, [&](const CertifiedReport &report) {
          return is_contained(report.traces, trace.name);
        }))
      return createStringError("--trace=" + trace.name +
                               ": is about no model of the folder; expected "
                               "what a program with one of them measured");
  return Error::success();
}

/// Prints what the linker placed.
static void printLinked(const CertifiedReport &report, raw_ostream &output) {
  if (report.linked.empty())
    return;
  output << report.model << ": " << *report.linked.getInteger("ram_bytes")
         << " bytes of RAM and " << *report.linked.getInteger("flash_bytes")
         << " of flash, of " << *report.linked.getString("object") << " in "
         << *report.linked.getString("source") << '\n';
}

/// Prints what models of one program take that interrupt each other.
static void printNestedStack(const json::Object &nested, raw_ostream &output) {
  const json::Array *problems = nested.getArray("problems");
  auto print = [&](const json::Value &text) { output << *text.getAsString(); };
  output << "  Runs that interrupt each other: ";
  if (problems) {
    output << "not known, because ";
    interleave(*problems, output, print, ", and ");
    output << '\n';
    return;
  }
  output << "at most " << *nested.getInteger("bytes") << " bytes (";
  interleave(*nested.getArray("models"), output, print, " < ");
  output << "), and what the processor pushes for each interrupt\n";
}

/// Prints one line for each entry, and one for each callee that is not known.
static void printStack(const CertifiedReport &report, raw_ostream &output) {
  output << report.model << ": stack of each function that other code calls, "
         << "from";
  for (const json::Value &name : *report.stack.getArray("sources"))
    output << ' ' << *name.getAsString();
  output << '\n';
  for (const json::Value &value : *report.stack.getArray("entries")) {
    const json::Object &entry = *value.getAsObject();
    output << "  " << *entry.getString("function") << ": ";
    if (auto bytes = entry.getInteger("bytes")) {
      output << "at most " << *bytes << " bytes (";
      interleave(
          *entry.getArray("path"), output,
          [&](const json::Value &name) { output << *name.getAsString(); },
          " > ");
      output << ")\n";
    } else {
      output << "not known, because ";
      interleave(
          *entry.getArray("problems"), output,
          [&](const json::Value &text) { output << *text.getAsString(); },
          ", and ");
      output << '\n';
    }
    const json::Array *unknown = entry.getArray("unknown");
    for (const json::Value &row : unknown ? *unknown : json::Array()) {
      const json::Object &callee = *row.getAsObject();
      StringRef name = *callee.getString("function");
      output << "    and what "
             << (name == kPointerCallee ? "a function behind a pointer" : name)
             << " takes, which begins at " << *callee.getInteger("at")
             << " bytes or fewer\n";
    }
  }
  if (const json::Object *nested = report.stack.getObject("nested"))
    printNestedStack(*nested, output);
  if (!report.stack.getBoolean("all_calls").value_or(false))
    output
        << "  Functions that the compiler calls by itself, such as memcpy, "
           "are not named: compile with\n  gcc -fcallgraph-info=su, or leave "
           "the object beside the .su file.\n";
}

Error Folder::certify(raw_ostream &output) {
  std::vector<CertifiedReport> certified;
  for (const CompilerFile &report : reports) {
    Expected<CertifiedReport> one = certifyReport(
        report.contents, files,
        {traces, options.compares(), path::filename(options.map)});
    if (!one)
      return createStringError(report.name + ": " + toString(one.takeError()));
    changes.add(report.name, one->text);
    StringRef stem = StringRef(report.name).drop_back(kReportExtension.size());
    if (std::string page = (stem + ".report.html").str(); others.contains(page))
      changes.add(page, makeReportPage(one->text));
    if (std::string script = (stem + ".ld").str(); others.contains(script))
      changes.add(script, makeLinkerFragment(one->text));
    certified.push_back(std::move(*one));
  }
  if (Error error = checkUsed(certified))
    return error;
  if (Error error = OutputFolder(folder).write(changes))
    return error;
  for (const CertifiedReport &report : certified) {
    printLinked(report, output);
    if (!report.stack.empty())
      printStack(report, output);
  }
  for (const CertifiedReport &report : certified)
    if (!report.comparison.empty())
      output << '\n' << report.comparison;
  return Error::success();
}

LogicalResult tir::certifyFolder(const CertifyOptions &options,
                                 raw_ostream &output, raw_ostream &errors) {
  Folder contents(options);
  Error error = contents.read();
  if (!error)
    error = contents.certify(output);
  if (!error)
    return success();
  errors << options.folder << ": error: " << toString(std::move(error)) << '\n';
  return failure();
}
