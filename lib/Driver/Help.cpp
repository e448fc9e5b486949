//===- Help.cpp - The help of the command
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Help.h"

#include "tir/Compiler/OptionTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/WithColor.h"

using namespace tir;
using llvm::raw_ostream;
using llvm::StringRef;
using llvm::opt::Option;

// OptTable::printHelp sorts its sections by their titles and does not break
// lines.
static constexpr OptionID kSections[] = {
    OPT_file_Group,       OPT_model_Group,  OPT_output_Group,
    OPT_machine_Group,    OPT_speed_Group,  OPT_memory_Group,
    OPT_convention_Group, OPT_plugin_Group, OPT_phase_Group,
    OPT_compile_Group,    OPT_action_Group, OPT_command_Group};

static constexpr size_t kWidth = 80, kNameWidth = 26;

static void printOption(const Option &option, StringRef text, raw_ostream &os) {
  llvm::SmallString<64> name("  ");
  name += option.getPrefixedName();
  // As the value is given: `-o <DIR>`, but `--ram=<BYTES>`.
  if (option.getKind() == Option::SeparateClass)
    name += " ";
  if (const char *value = getOptionTable().getOptionMetaVar(option.getID()))
    name += value;
  os << llvm::left_justify(name, kNameWidth);
  size_t column = kNameWidth;
  // A long name has a line of its own.
  bool isNewLine = name.size() + 2 > kNameWidth;
  for (StringRef word : llvm::split(text, ' ')) {
    if (isNewLine || column + 1 + word.size() > kWidth) {
      os << '\n' << std::string(kNameWidth, ' ');
      column = kNameWidth;
      isNewLine = false;
    }
    os << ' ' << word;
    column += 1 + word.size();
  }
  os << '\n';
}

static void printSection(OptionID group, bool showAll, raw_ostream &os) {
  const llvm::opt::OptTable &table = getOptionTable();
  bool isEmpty = true;
  for (unsigned id = 1; id <= table.getNumOptions(); ++id) {
    Option option = table.getOption(id);
    if (table.getOptionGroupID(id) != group || option.getAlias().isValid() ||
        option.getKind() == Option::GroupClass ||
        (!showAll && !option.hasVisibilityFlag(ShortHelp)))
      continue;
    if (isEmpty) {
      os << '\n';
      llvm::WithColor(os, raw_ostream::SAVEDCOLOR, /*Bold=*/true)
          << table.getOptionHelpText(group) << ':';
      os << '\n';
    }
    isEmpty = false;
    llvm::opt::Visibility visibility(showAll ? llvm::opt::DefaultVis
                                             : ShortHelp);
    printOption(option, table.getOptionHelpText(id, visibility), os);
  }
}

void tir::printHelp(raw_ostream &os, bool showAll) {
  os << "tirc: compiles a neural network to C or an object\n\n"
        "USAGE: tirc [options] MODEL -o DIR\n";
  for (OptionID group : kSections)
    printSection(group, showAll, os);
  if (!showAll)
    os << "\ntirc --help=all prints all options.\n";
}
