//===- Summary.cpp - What a compilation wrote, in a few lines
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Summary.h"

#include "tir/Target/Report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/WithColor.h"

using namespace tir;
using llvm::raw_ostream;
using llvm::StringRef;

static void printLine(StringRef label, StringRef text, raw_ostream &os) {
  llvm::WithColor(os, raw_ostream::SAVEDCOLOR, /*Bold=*/true)
      << llvm::left_justify(label, 16);
  os << text << '\n';
}

static void printFiles(StringRef folder, const OutputFiles &files,
                       raw_ostream &os) {
  // A packed interface brings many headers of the runtime.
  constexpr size_t kMostNames = 6;
  auto names = llvm::map_to_vector(
      files.getFiles().take_front(kMostNames),
      [](const OutputFiles::File &file) { return StringRef(file.name); });
  std::string listed = llvm::join(names, ", ");
  if (size_t more = files.getFiles().size() - names.size())
    listed += " and " + std::to_string(more) + " more";
  printLine("files", listed + " in " + folder.str(), os);
}

void tir::printLines(
    StringRef folder, const OutputFiles &files,
    const std::vector<std::pair<std::string, std::string>> &lines,
    raw_ostream &os) {
  printFiles(folder, files, os);
  for (const auto &[label, text] : lines)
    printLine(label, text, os);
}

void tir::printSummary(StringRef folder, const OutputFiles &files,
                       StringRef report, raw_ostream &os) {
  printFiles(folder, files, os);
  if (report.empty())
    return;
  for (const SummaryLine &line : summarizeReport(report))
    printLine(line.label, line.text, os);
}
