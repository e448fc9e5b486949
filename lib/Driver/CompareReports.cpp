//===- CompareReports.cpp - The reports of two builds
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/CompareReports.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace tir;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {
/// One of the two builds.
struct Build {
  /// A report, and its name in the folder; no name for a file.
  struct Entry {
    std::string name;
    NamedReport report;
    bool isPaired = false;
  };

  Error read(StringRef place);

  std::vector<Entry> entries;

private:
  Error readFile(StringRef name, StringRef file);
};

using EntryPair = std::pair<const Build::Entry *, const Build::Entry *>;
} // namespace

Error Build::readFile(StringRef name, StringRef file) {
  auto buffer = MemoryBuffer::getFile(file);
  if (!buffer)
    return createStringError(
        file + ": error: cannot be read: " + buffer.getError().message() +
        "; expected a report, or a folder with some");
  Expected<NamedReport> report = readReport(file, (*buffer)->getBuffer());
  if (!report)
    return createStringError(file + ": error: " + toString(report.takeError()));
  entries.push_back({name.str(), std::move(*report)});
  return Error::success();
}

Error Build::read(StringRef place) {
  if (!fs::is_directory(place))
    return readFile("", place);
  std::vector<std::string> files;
  std::error_code code;
  for (fs::recursive_directory_iterator file(place, code,
                                             /*follow_symlinks=*/false),
       end;
       file != end && !code; file.increment(code))
    if (StringRef(file->path()).ends_with(".report.json"))
      files.push_back(file->path());
  if (code)
    return createStringError(place +
                             ": error: cannot be read: " + code.message());
  // The order within a folder is unspecified.
  llvm::sort(files);
  for (StringRef file : files)
    if (Error error = readFile(file.drop_front(place.size()).ltrim('/'), file))
      return error;
  if (entries.empty())
    return createStringError(
        place + ": error: no tvmgen_<model>.report.json is in it; expected the "
                "folder that tirc wrote to, or one above it");
  return Error::success();
}

/// Pairs the reports of which `isSame` says that they belong together, if there
/// is one such report on each side.
static void
pair(Build &before, Build &after,
     function_ref<bool(const Build::Entry &, const Build::Entry &)> isSame,
     std::vector<EntryPair> &pairs) {
  auto findOnly = [&](Build &build, auto matches) -> Build::Entry * {
    Build::Entry *found = nullptr;
    for (Build::Entry &each : build.entries) {
      if (each.isPaired || !matches(each))
        continue;
      if (found)
        return nullptr;
      found = &each;
    }
    return found;
  };
  for (Build::Entry &now : after.entries) {
    if (now.isPaired)
      continue;
    Build::Entry *old = findOnly(
        before, [&](const Build::Entry &each) { return isSame(each, now); });
    if (!old || findOnly(after, [&](const Build::Entry &each) {
                  return isSame(*old, each);
                }) != &now)
      continue;
    old->isPaired = now.isPaired = true;
    pairs.emplace_back(old, &now);
  }
}

static std::vector<EntryPair> pairReports(Build &before, Build &after) {
  std::vector<EntryPair> pairs;
  using Entry = Build::Entry;
  pair(
      before, after,
      [](const Entry &old, const Entry &now) {
        return !now.name.empty() && old.name == now.name;
      },
      pairs);
  pair(
      before, after,
      [](const Entry &old, const Entry &now) {
        return old.report.model == now.report.model;
      },
      pairs);
  // A model that was renamed is the same one if there is no other.
  if (before.entries.size() == 1 && after.entries.size() == 1)
    pair(
        before, after, [](const Entry &, const Entry &) { return true; },
        pairs);
  return pairs;
}

/// Lists the reports that only one build has.
static void listOthers(const Build &build, StringRef what, std::string &text) {
  for (const Build::Entry &entry : build.entries)
    if (!entry.isPaired)
      text += "\n## " + codeForMarkdown(entry.report.model) + "\n\n" +
              what.str() + ": " + codeForMarkdown(entry.name) + "\n";
}

static Expected<ReportComparison>
compareAll(const CompareReportsOptions &options) {
  Build before, after;
  if (Error error = before.read(options.before))
    return std::move(error);
  if (Error error = after.read(options.after))
    return std::move(error);
  std::vector<EntryPair> pairs = pairReports(before, after);
  if (pairs.empty())
    return createStringError(
        options.after + ": error: no model of it is in " + options.before +
        "; expected reports of the same models, or one report on each side");
  ReportComparison all;
  for (auto [old, now] : pairs) {
    auto one = compareReports(old->report, now->report, options.limits);
    if (!one)
      return createStringError("tirc: error: " + toString(one.takeError()));
    all.exceeded += one->exceeded;
    all.markdown += "\n" + one->markdown;
  }
  listOthers(before, "removed", all.markdown);
  listOthers(after, "added", all.markdown);
  return all;
}

Outcome tir::compareReportFiles(const CompareReportsOptions &options,
                                raw_ostream &output, raw_ostream &errors) {
  Expected<ReportComparison> all = compareAll(options);
  if (!all) {
    errors << toString(all.takeError()) << '\n';
    return Outcome::WrongUsage;
  }
  if (!options.limits.empty()) {
    if (all->exceeded)
      output << "**" << all->exceeded
             << (all->exceeded == 1 ? " figure grew" : " figures grew")
             << " by more than allowed.**\n";
    else
      output << "No figure grew by more than allowed.\n";
  }
  output << StringRef(all->markdown).drop_front(options.limits.empty());
  return all->exceeded ? Outcome::Failure : Outcome::Success;
}
