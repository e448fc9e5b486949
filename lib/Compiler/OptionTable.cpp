//===- OptionTable.cpp - The options of tirc, as TableGen generates them
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/OptionTable.h"

#include "llvm/ADT/StringExtras.h"

using namespace tir;
using llvm::StringRef;
using namespace llvm::opt;

#define OPTTABLE_STR_TABLE_CODE
#include "tir/Compiler/Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "tir/Compiler/Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

namespace {
/// Flags in addition to LLVM's own, which are the lower bits.
enum OptionFlag : unsigned { Repeated = 1 << 4, OfFrontEnd = 1 << 5 };
} // namespace

static constexpr OptTable::Info kInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "tir/Compiler/Options.inc"
#undef OPTION
};

namespace {
class TircOptTable : public GenericOptTable {
public:
  TircOptTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, kInfos) {
    setDashDashParsing(true);
  }
};
} // namespace

const OptTable &tir::getOptionTable() {
  static const TircOptTable table;
  return table;
}

StringRef tir::getOptionValues(OptSpecifier id) {
  const char *values = kInfos[id.getID() - 1].Values;
  return values ? values : "";
}

bool tir::isRepeated(OptSpecifier id) {
  return kInfos[id.getID() - 1].Flags & Repeated;
}

bool tir::isOfFrontEnd(OptSpecifier id) {
  return kInfos[id.getID() - 1].Flags & OfFrontEnd;
}

//===----------------------------------------------------------------------===//
// The public view of the options
//===----------------------------------------------------------------------===//

static OptionInfo::Kind getKind(const OptTable::Info &info) {
  if (info.Kind == Option::FlagClass)
    return OptionInfo::Kind::Flag;
  if (info.Kind == Option::CommaJoinedClass)
    return OptionInfo::Kind::CommaList;
  if (info.Flags & Repeated)
    return OptionInfo::Kind::List;
  if (info.Values && StringRef(info.Values) == "true,false")
    return OptionInfo::Kind::Bool;
  return OptionInfo::Kind::Value;
}

static std::vector<OptionInfo> collectOptions() {
  std::vector<OptionInfo> result;
  for (const OptTable::Info &info : kInfos) {
    llvm::opt::Option option = getOptionTable().getOption(info.ID);
    if (info.Kind == Option::GroupClass || info.AliasID != OPT_INVALID ||
        !option.matches(OPT_compile_Group))
      continue;
    StringRef valueName = info.MetaVar ? info.MetaVar : "";
    valueName.consume_front("<");
    valueName.consume_back(">");
    StringRef name = getOptionTable().getOptionName(info.ID);
    name.consume_back("=");
    result.push_back({name, getKind(info), valueName, info.HelpText,
                      getOptionValues(info.ID)});
  }
  return result;
}

llvm::ArrayRef<OptionInfo> tir::getCompilationOptions() {
  static const std::vector<OptionInfo> options = collectOptions();
  return options;
}
