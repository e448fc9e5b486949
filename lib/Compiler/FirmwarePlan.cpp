//===- FirmwarePlan.cpp - Which models of a program may run at the same time
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/FirmwarePlan.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <functional>

using namespace mlir;
using namespace tir;

Location tir::getLocation(MLIRContext &context, const FirmwarePlan &plan,
                          PlanPlaceInFile place) {
  return FileLineColLoc::get(&context, plan.file, place.line, place.column);
}

namespace {
/// Reads rules one by one, and remembers which rule is about which models.
class RuleReader {
public:
  RuleReader(const FirmwarePlan &plan, ArrayRef<std::string> models,
             MLIRContext &context)
      : plan(plan), models(models), context(context),
        relations(models.size(),
                  std::vector<Relation>(models.size(), Relation::Excludes)),
        places(models.size(),
               std::vector<std::optional<PlanPlaceInFile>>(models.size())) {}

  LogicalResult read();

  std::vector<std::vector<Relation>> takeRelations() {
    return std::move(relations);
  }

private:
  InFlightDiagnostic error(PlanPlaceInFile at) {
    return emitError(getLocation(context, plan, at));
  }
  FailureOr<unsigned> find(const PlacedText &name);
  bool hasSteps(unsigned model) const;
  LogicalResult readGroup(const GroupRule &rule);
  LogicalResult readInterrupt(const InterruptRule &rule);
  LogicalResult set(unsigned one, unsigned other, Relation relation,
                    PlanPlaceInFile at);
  LogicalResult checkCycles();
  /// Reports models that interrupt each other; the first one comes again at the
  /// end.
  LogicalResult reportCycle(ArrayRef<unsigned> path);
  LogicalResult checkPasses();

  const FirmwarePlan &plan;
  ArrayRef<std::string> models;
  MLIRContext &context;
  std::vector<std::vector<Relation>> relations;
  /// The rule that is about two models, in both orders.
  std::vector<std::vector<std::optional<PlanPlaceInFile>>> places;
};
} // namespace

static Relation invertRelation(Relation relation) {
  switch (relation) {
  case Relation::Interrupts:
    return Relation::IsInterrupted;
  case Relation::InterruptsBetweenSteps:
    return Relation::IsInterruptedBetweenSteps;
  case Relation::IsInterrupted:
    return Relation::Interrupts;
  case Relation::IsInterruptedBetweenSteps:
    return Relation::InterruptsBetweenSteps;
  case Relation::Excludes:
  case Relation::Together:
    return relation;
  }
  llvm_unreachable("each relation has its case");
}

/// Says what two models are to each other.
static StringRef describeRelation(Relation relation) {
  switch (relation) {
  case Relation::Excludes:
    return "never runs at the same time as";
  case Relation::Together:
    return "runs at the same time as";
  case Relation::Interrupts:
    return "may interrupt";
  case Relation::InterruptsBetweenSteps:
    return "may interrupt between steps";
  case Relation::IsInterrupted:
    return "may be interrupted by";
  case Relation::IsInterruptedBetweenSteps:
    return "may be interrupted between steps by";
  }
  llvm_unreachable("each relation has its case");
}

FailureOr<unsigned> RuleReader::find(const PlacedText &name) {
  const auto *found = llvm::find(models, name.text);
  if (found != models.end())
    return found - models.begin();
  return error(name.at)
         << "there is no model '" << name.text << "'; expected one of "
         << llvm::join(models, ", ")
         << ": give its file on the command line, or take it out of the plan";
}

bool RuleReader::hasSteps(unsigned model) const {
  return llvm::any_of(plan.models, [&](const FirmwareModel &one) {
    return one.name.text == models[model] && one.hasSteps;
  });
}

LogicalResult RuleReader::set(unsigned one, unsigned other, Relation relation,
                              PlanPlaceInFile at) {
  if (one == other)
    return error(at) << "the model '" << models[one] << "' "
                     << describeRelation(relation)
                     << " itself, but it has one memory for its runs; expected "
                        "two different models: compile it under two names if "
                        "two of its runs are to go on at a time";
  if (places[one][other]) {
    InFlightDiagnostic diag =
        error(at) << "the model '" << models[one] << "' "
                  << describeRelation(relation) << " '" << models[other]
                  << "', but another rule says that '" << models[one] << "' "
                  << describeRelation(relations[one][other]) << " '"
                  << models[other] << "'; expected one rule for two models";
    diag.attachNote(getLocation(context, plan, *places[one][other]))
        << "the other rule is here";
    return diag;
  }
  relations[one][other] = relation;
  relations[other][one] = invertRelation(relation);
  places[one][other] = places[other][one] = at;
  return success();
}

LogicalResult RuleReader::readGroup(const GroupRule &rule) {
  SmallVector<unsigned> numbers;
  for (const PlacedText &name : rule.models) {
    FailureOr<unsigned> number = find(name);
    if (failed(number))
      return failure();
    for (unsigned other : numbers)
      if (failed(set(other, *number,
                     rule.isTogether ? Relation::Together : Relation::Excludes,
                     name.at)))
        return failure();
    numbers.push_back(*number);
  }
  return success();
}

LogicalResult RuleReader::readInterrupt(const InterruptRule &rule) {
  FailureOr<unsigned> by = find(rule.by);
  if (failed(by))
    return failure();
  for (const PlacedText &name : rule.models) {
    FailureOr<unsigned> interrupted = find(name);
    if (failed(interrupted))
      return failure();
    if (rule.at == InterruptAt::BetweenSteps && !hasSteps(*interrupted))
      return error(name.at)
             << "'" << rule.by.text << "' may interrupt '" << name.text
             << "' between steps, but '" << name.text
             << "' has none; expected steps = true in [models." << name.text
             << "]";
    Relation relation = rule.at == InterruptAt::AnyTime ? Relation::Interrupts
                        : rule.at == InterruptAt::BetweenSteps
                            ? Relation::InterruptsBetweenSteps
                            : Relation::Excludes;
    if (failed(set(*by, *interrupted, relation, name.at)))
      return failure();
  }
  return success();
}

/// Fails if models could interrupt each other in a circle: one that waits for
/// the end of the other would never go on.
LogicalResult RuleReader::checkCycles() {
  unsigned count = models.size();
  auto interrupts = [&](unsigned one, unsigned other) {
    return relations[one][other] == Relation::Interrupts ||
           relations[one][other] == Relation::InterruptsBetweenSteps;
  };
  SmallVector<unsigned> path;
  std::vector<bool> isDone(count, false);
  std::function<bool(unsigned)> findCycle = [&](unsigned model) {
    path.push_back(model);
    for (unsigned other = 0; other < count; ++other) {
      if (!interrupts(model, other) || isDone[other])
        continue;
      if (auto *begin = llvm::find(path, other); begin != path.end()) {
        path.erase(path.begin(), begin);
        return true;
      }
      if (findCycle(other))
        return true;
    }
    path.pop_back();
    isDone[model] = true;
    return false;
  };
  for (unsigned model = 0; model < count; ++model) {
    if (isDone[model] || !findCycle(model))
      continue;
    path.push_back(path.front());
    return reportCycle(path);
  }
  return success();
}

LogicalResult RuleReader::reportCycle(ArrayRef<unsigned> path) {
  auto names =
      llvm::map_range(path, [&](unsigned model) { return models[model]; });
  InFlightDiagnostic diag =
      error(*places[path.drop_back().back()][path.back()])
      << "models interrupt each other in a circle: '"
      << llvm::join(names, "' interrupts '")
      << "'; expected an order, in which one of them interrupts no other: drop "
         "one of the rules";
  for (size_t i = 0; i + 2 < path.size(); ++i)
    diag.attachNote(getLocation(context, plan, *places[path[i]][path[i + 1]]))
        << "'" << models[path[i]] << "' interrupts '" << models[path[i + 1]]
        << "' here";
  return diag;
}

/// The models of an output that is passed on exclude each other: what one reads
/// must not change meanwhile.
LogicalResult RuleReader::checkPasses() {
  for (const PassRule &rule : plan.passes) {
    auto model = [&](const PlacedText &end) {
      StringRef name = StringRef(end.text).split('.').first;
      return find({name.str(), end.at});
    };
    FailureOr<unsigned> from = model(rule.from), to = model(rule.to);
    if (failed(from) || failed(to))
      return failure();
    if (*from == *to)
      return error(rule.to.at)
             << "the model '" << models[*to] << "' passes an output on to "
             << "itself; expected an input of another model: variables live "
                "from run to run";
    if (relations[*from][*to] == Relation::Excludes)
      continue;
    InFlightDiagnostic diag =
        error(rule.from.at)
        << "'" << rule.from.text << "' is passed on to '" << rule.to.text
        << "', but '" << models[*from] << "' "
        << describeRelation(relations[*from][*to]) << " '" << models[*to]
        << "', so that it could change while it is read; expected models that "
           "never run at the same time";
    diag.attachNote(getLocation(context, plan, *places[*from][*to]))
        << "the rule is here";
    return diag;
  }
  return success();
}

LogicalResult RuleReader::read() {
  for (const FirmwareModel &model : plan.models)
    if (failed(find(model.name)))
      return failure();
  for (const InterruptRule &rule : plan.interrupts)
    if (failed(readInterrupt(rule)))
      return failure();
  for (const GroupRule &rule : plan.groups)
    if (failed(readGroup(rule)))
      return failure();
  return success(succeeded(checkCycles()) && succeeded(checkPasses()));
}

FailureOr<FirmwareRules> FirmwareRules::make(const FirmwarePlan &plan,
                                             ArrayRef<std::string> models,
                                             MLIRContext &context) {
  RuleReader reader(plan, models, context);
  if (failed(reader.read()))
    return failure();
  FirmwareRules rules;
  rules.relations = reader.takeRelations();
  return rules;
}
