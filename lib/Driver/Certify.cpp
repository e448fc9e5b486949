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
  explicit Folder(StringRef folder) : folder(folder) {}

  Error read();
  Error certify(raw_ostream &output);

private:
  Error readFile(StringRef name, std::string &contents);

  StringRef folder;
  /// Names are relative to the folder.
  std::vector<CompilerFile> reports, files;
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

Error Folder::read() {
  std::vector<std::string> names;
  std::error_code code;
  // A link may lead back to a folder above it.
  for (fs::recursive_directory_iterator file(folder, code,
                                             /*follow_symlinks=*/false),
       end;
       file != end && !code; file.increment(code)) {
    StringRef name = file->path();
    name = name.drop_front(folder.size()).ltrim("/");
    names.push_back(name.str());
  }
  if (code)
    return createStringError("cannot be read: " + code.message() +
                             "; expected the folder with a model's report");
  // The order within a folder is unspecified.
  llvm::sort(names);
  StringSet<> stems;
  for (const std::string &name : names)
    if (path::extension(name) == ".su" || path::extension(name) == ".ci")
      stems.insert(StringRef(name).drop_back(strlen(".su")));
  for (const std::string &name : names) {
    StringRef extension = path::extension(name);
    bool isReport = StringRef(name).ends_with(kReportExtension);
    bool isObject = (extension == ".o" || extension == ".obj") &&
                    stems.contains(StringRef(name).drop_back(extension.size()));
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
    Expected<CertifiedReport> one = certifyReport(report.contents, files);
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
  if (Error error = OutputFolder(folder).write(changes))
    return error;
  for (const CertifiedReport &report : certified) {
    printLinked(report, output);
    if (!report.stack.empty())
      printStack(report, output);
  }
  return Error::success();
}

LogicalResult tir::certifyFolder(StringRef folder, raw_ostream &output,
                                 raw_ostream &errors) {
  Folder contents(folder.size() > 1 ? folder.rtrim('/') : folder);
  Error error = contents.read();
  if (!error)
    error = contents.certify(output);
  if (!error)
    return success();
  errors << folder << ": error: " << toString(std::move(error)) << '\n';
  return failure();
}
