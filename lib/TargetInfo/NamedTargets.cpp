//===- NamedTargets.cpp - From one word to a target
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NearNames.h"
#include "tir/TargetInfo/TargetOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tir;
using llvm::StringLiteral;
using llvm::StringRef;

namespace {
struct Processor {
  StringLiteral name, triple, cpu, features;
};

struct Chip {
  StringLiteral name, processor;
};
} // namespace

static constexpr Processor kProcessors[] = {
    {kHostTarget, "", "", ""},
    {kPortableTarget, "", "", ""},
#define TARGET(name, triple, cpu, features) {name, triple, cpu, features},
#define CHIP(name, processor)
#include "tir/TargetInfo/NamedTargets.def"
};

static constexpr Chip kChips[] = {
#define TARGET(name, triple, cpu, features)
#define CHIP(name, processor) {name, processor},
#include "tir/TargetInfo/NamedTargets.def"
};

/// Returns what two spellings of one name have in common.
static std::string normalize(StringRef name) {
  std::string text;
  for (char c : name.lower())
    if (c == '+')
      text += "plus";
    else if (llvm::isAlnum(c))
      text += c;
  StringRef rest = text;
  rest.consume_front("arm");
  rest.consume_front("cortex");
  if (rest.consume_front("riscv"))
    return ("rv" + rest).str();
  return rest.str();
}

static const Processor *findProcessor(StringRef key) {
  const Processor *found =
      llvm::find_if(kProcessors, [&](const Processor &row) {
        return normalize(row.name) == key;
      });
  return found == std::end(kProcessors) ? nullptr : found;
}

static llvm::Error makeUnknownTargetError(StringRef name) {
  llvm::SmallVector<StringRef> names;
  for (const Processor &row : kProcessors)
    names.push_back(row.name);
  for (const Chip &row : kChips)
    names.push_back(row.name);
  return llvm::createStringError(
      "--target=" + name + ": not a target" + suggestNames(name, names) +
      " (docs/Reference/Targets.md lists all; --target-triple and "
      "--target-cpu name any other)");
}

llvm::Expected<TargetOptions> tir::getNamedTarget(StringRef name) {
  std::string key = normalize(name);
  const Processor *found = findProcessor(key);
  StringRef known = found ? found->name : "";
  for (const Chip &chip : kChips)
    if (!found && normalize(chip.name) == key) {
      found = findProcessor(normalize(chip.processor));
      known = chip.name;
    }
  if (!found)
    return makeUnknownTargetError(name);
  TargetOptions options;
  options.triple = found->triple;
  options.cpu = found->cpu;
  options.features = found->features;
  options.name = known;
  return options;
}

TargetOptions tir::getPlannedTarget(const TargetOptions &options) {
  bool isPortable = options.name == kPortableTarget && options.triple.empty() &&
                    options.cpu.empty() && options.features.empty();
  return isPortable ? llvm::cantFail(getNamedTarget("cortex-m3")) : options;
}
