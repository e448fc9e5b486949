//===- FirmwareFlags.cpp - By which flags models keep rules
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirmwareFlags.h"

#include "tir/ABI/Names.h"
#include "llvm/ADT/STLExtras.h"

using namespace tir;
using llvm::ArrayRef;

namespace {
class FlagMaker {
public:
  FlagMaker(const FirmwarePlan &plan, const FirmwareRules &rules,
            ArrayRef<std::string> models)
      : plan(plan), rules(rules), models(models) {}

  std::vector<std::string> make();

private:
  void add(unsigned model, llvm::StringRef kind, const std::string &flag) {
    flags.push_back(models[model] + ":" + kind.str() + ":" + flag);
  }
  bool exclude(unsigned one, unsigned other) const {
    return rules.get(one, other) == Relation::Excludes;
  }
  std::vector<unsigned> findGroup(unsigned one, unsigned other) const;
  void addGroups();
  void addInterrupts(unsigned by);
  void addPasses();

  const FirmwarePlan &plan;
  const FirmwareRules &rules;
  ArrayRef<std::string> models;
  std::vector<std::string> flags;
};
} // namespace

/// Returns as many models as possible that all exclude each other, with these
/// two among them.
std::vector<unsigned> FlagMaker::findGroup(unsigned one, unsigned other) const {
  std::vector<unsigned> group = {one, other};
  for (unsigned model = 0; model < models.size(); ++model)
    if (llvm::all_of(group, [&](unsigned member) {
          return member != model && exclude(member, model);
        }))
      group.push_back(model);
  return group;
}

void FlagMaker::addGroups() {
  std::vector<std::vector<bool>> isCovered(
      models.size(), std::vector<bool>(models.size(), false));
  unsigned count = 0;
  for (unsigned one = 0; one < models.size(); ++one)
    for (unsigned other = one + 1; other < models.size(); ++other) {
      if (!exclude(one, other) || isCovered[one][other])
        continue;
      std::string flag = "one_at_a_time_" + std::to_string(count++);
      std::vector<unsigned> group = findGroup(one, other);
      for (unsigned member : group) {
        add(member, "run", flag);
        for (unsigned partner : group)
          isCovered[member][partner] = true;
      }
    }
}

/// Adds the flags of the interruptions by a model.
void FlagMaker::addInterrupts(unsigned by) {
  std::string runs = models[by] + "_runs";
  bool interrupts = false;
  for (unsigned model = 0; model < models.size(); ++model) {
    Relation relation = rules.get(by, model);
    if (model == by || (relation != Relation::Interrupts &&
                        relation != Relation::InterruptsBetweenSteps))
      continue;
    interrupts = true;
    add(model, "clear", runs);
    if (relation == Relation::Interrupts)
      continue;
    std::string between = models[by] + "_or_step_of_" + models[model];
    add(by, "run", between);
    add(model, "step", between);
  }
  if (interrupts)
    add(by, "run", runs);
}

/// Adds the flags of what is passed on, once for the model that writes it.
void FlagMaker::addPasses() {
  auto addOnce = [&](const PlacedText &end, llvm::StringRef kind,
                     const std::string &flag) {
    std::string text =
        end.text.substr(0, end.text.find('.')) + ":" + kind.str() + ":" + flag;
    if (!llvm::is_contained(flags, text))
      flags.push_back(text);
  };
  for (const PassRule &rule : plan.passes) {
    std::string flag = getWrittenFlag(rule.from.text);
    addOnce(rule.from, "writes", flag);
    addOnce(rule.to, "reads", flag);
  }
}

std::vector<std::string> FlagMaker::make() {
  addGroups();
  for (unsigned model = 0; model < models.size(); ++model)
    addInterrupts(model);
  for (unsigned model = 0; model < models.size(); ++model)
    if (llvm::none_of(flags, [&](llvm::StringRef flag) {
          return flag.starts_with(models[model] + ":run:");
        }))
      add(model, "run", models[model] + "_runs");
  addPasses();
  return std::move(flags);
}

std::vector<std::string> tir::makeProgramFlags(const FirmwarePlan &plan,
                                               const FirmwareRules &rules,
                                               ArrayRef<std::string> models) {
  return FlagMaker(plan, rules, models).make();
}

std::string tir::getWrittenFlag(llvm::StringRef output) {
  return llvm::StringRef(sanitizeName(output)).lower() + "_is_there";
}
