//===- FirmwareFile.cpp - Reading the plan of a program
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Driver/FirmwareFile.h"

#include "TOMLTables.h"
#include "tir/ABI/Names.h"
#include "tir/ABI/Sections.h"
#include "tir/Compiler/OptionRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tir;

#ifndef TIR_HAS_TOML

FailureOr<FirmwarePlan> tir::readFirmwarePlan(MLIRContext &context, StringRef,
                                              StringRef) {
  return emitOptionError(context)
         << "--firmware: this tirc was built without a reader of TOML; "
            "expected "
            "one that was built with toml++ (Debian's libtomlplusplus-dev)";
}

#else

namespace {
class PlanReader : private TOMLTables {
public:
  PlanReader(MLIRContext &context, FirmwarePlan &plan)
      : TOMLTables(context, plan), plan(plan) {}

  LogicalResult read(StringRef text);

private:
  LogicalResult readModel(const toml::key &name, const toml::node &node);
  LogicalResult readModels(const toml::node &node);
  LogicalResult readPool(const toml::node &node);
  LogicalResult readAlignment(const toml::node &node, uint64_t &alignment);
  LogicalResult checkName(const FirmwarePool &pool);
  LogicalResult readInterrupt(const toml::node &node);
  LogicalResult readGroup(const toml::node &node, bool isTogether);
  LogicalResult readPass(const toml::node &node);
  LogicalResult readEnd(const toml::node &node, PlacedText &end);
  LogicalResult readName(const toml::node &node);
  LogicalResult checkPools();

  FirmwarePlan &plan;
};
} // namespace

//===----------------------------------------------------------------------===//
// The tables of a plan
//===----------------------------------------------------------------------===//

LogicalResult PlanReader::readModel(const toml::key &name,
                                    const toml::node &node) {
  FirmwareModel model;
  model.name = {std::string(name.str()), getPlace(name.source())};
  if (!isPartOfCName(model.name.text))
    return error(model.name.at)
           << "'" << model.name.text
           << "' cannot be part of a C name; expected ASCII letters, digits "
              "and '_'";
  std::string what = "[models." + model.name.text + "]";
  if (failed(readTable(
          node, what,
          {{"file",
            [&](const toml::node &value) {
              model.file.emplace();
              return readText(value, *model.file, "the name of a model's file");
            }},
           {"steps",
            [&](const toml::node &value) {
              return readFlag(value, model.hasSteps);
            }},
           {"state",
            [&](const toml::node &value) -> LogicalResult {
              PlacedText owner;
              StringRef expected =
                  "\"firmware\", which keeps the variables, or "
                  "\"application\", which passes them with each run";
              if (failed(readText(value, owner, expected)))
                return failure();
              model.keepsState = owner.text == "firmware";
              if (model.keepsState || owner.text == "application")
                return success();
              return error(value) << "nobody called '" << owner.text
                                  << "' has a state; expected " << expected;
            }},
           {"pools", [&](const toml::node &value) {
              return readTexts(value, model.pools, "names of pools");
            }}})))
    return failure();
  plan.models.push_back(std::move(model));
  return success();
}

LogicalResult PlanReader::readModels(const toml::node &node) {
  const toml::table *table = node.as_table();
  if (!table)
    return error(node) << "'models' is " << getKind(node)
                       << "; expected tables such as [models.kws]";
  for (auto &&[name, value] : *table)
    if (failed(readModel(name, value)))
      return failure();
  // The reader of TOML sorts tables by their keys.
  llvm::stable_sort(plan.models,
                    [](const FirmwareModel &a, const FirmwareModel &b) {
                      return a.name.at.line < b.name.at.line;
                    });
  return success();
}

LogicalResult PlanReader::readAlignment(const toml::node &node,
                                        uint64_t &alignment) {
  if (failed(readBytes(node, alignment)))
    return failure();
  if (llvm::isPowerOf2_64(alignment) && alignment <= uint64_t(INT32_MAX))
    return success();
  return error(node) << alignment
                     << " is not an alignment; expected a power of two, such "
                        "as 32";
}

/// Checks that the name of a pool can be one in C, and that no other pool has
/// it.
LogicalResult PlanReader::checkName(const FirmwarePool &pool) {
  if (!isCIdentifier(pool.name.text))
    return error(pool.name.at)
           << "'" << pool.name.text
           << "' cannot be part of a C name; expected ASCII letters, digits "
              "and '_', and no digit at the beginning";
  for (const FirmwarePool &other : plan.pools)
    if (other.name.text == pool.name.text) {
      InFlightDiagnostic diag = error(pool.name.at)
                                << "there are two pools '" << pool.name.text
                                << "'; expected another name for one of them";
      diag.attachNote(getLocation(context, plan, other.name.at))
          << "the other one is here";
      return diag;
    }
  return success();
}

LogicalResult PlanReader::readPool(const toml::node &node) {
  FirmwarePool pool;
  if (failed(readTable(
          node, "[[pool]]",
          {{"name",
            [&](const toml::node &value) {
              return readText(value, pool.name, "the name of a pool");
            },
            true},
           {"size",
            [&](const toml::node &value) {
              return readBytes(value, pool.bytes);
            },
            true},
           {"alignment",
            [&](const toml::node &value) {
              return readAlignment(value, pool.alignment);
            }},
           {"section", [&](const toml::node &value) -> LogicalResult {
              PlacedText section;
              if (failed(readText(value, section, "the name of a section")))
                return failure();
              pool.section = section.text;
              if (isSectionName(pool.section))
                return success();
              return error(value) << "'" << pool.section
                                  << "' is not a section; " << kSectionNameRule;
            }}})))
    return failure();
  if (failed(checkName(pool)))
    return failure();
  plan.pools.push_back(std::move(pool));
  return success();
}

LogicalResult PlanReader::readInterrupt(const toml::node &node) {
  InterruptRule rule;
  rule.place = getPlace(node.source());
  if (failed(readTable(
          node, "[[interrupt]]",
          {{"by",
            [&](const toml::node &value) {
              return readText(value, rule.by, "the name of a model");
            },
            true},
           {"of",
            [&](const toml::node &value) {
              return readTexts(value, rule.models, "names of models");
            },
            true},
           {"at", [&](const toml::node &value) -> LogicalResult {
              PlacedText at;
              StringRef expected =
                  "\"any time\", \"between steps\" or \"never\"";
              if (failed(readText(value, at, expected)))
                return failure();
              if (at.text == "any time")
                rule.at = InterruptAt::AnyTime;
              else if (at.text == "between steps")
                rule.at = InterruptAt::BetweenSteps;
              else if (at.text == "never")
                rule.at = InterruptAt::Never;
              else
                return error(value) << "'" << at.text
                                    << "' is not when a model may interrupt "
                                       "another one; expected "
                                    << expected;
              return success();
            }}})))
    return failure();
  plan.interrupts.push_back(std::move(rule));
  return success();
}

LogicalResult PlanReader::readGroup(const toml::node &node, bool isTogether) {
  GroupRule rule;
  rule.isTogether = isTogether;
  rule.place = getPlace(node.source());
  StringRef what = isTogether ? "[[together]]" : "[[exclusive]]";
  if (failed(readTable(node, what,
                       {{"models",
                         [&](const toml::node &value) {
                           return readTexts(value, rule.models,
                                            "names of models");
                         },
                         true}})))
    return failure();
  if (rule.models.size() < 2)
    return error(rule.models.front().at)
           << what << " names one model; expected at least two";
  plan.groups.push_back(std::move(rule));
  return success();
}

/// Reads `model.tensor`.
LogicalResult PlanReader::readEnd(const toml::node &node, PlacedText &end) {
  StringRef expected = "\"MODEL.TENSOR\", a model and one of its inputs or "
                       "outputs";
  if (failed(readText(node, end, expected)))
    return failure();
  auto [model, tensor] = StringRef(end.text).split('.');
  if (!model.empty() && !tensor.empty())
    return success();
  return error(node) << "'" << end.text
                     << "' does not name a tensor of a model; expected "
                     << expected;
}

LogicalResult PlanReader::readPass(const toml::node &node) {
  PassRule rule;
  rule.place = getPlace(node.source());
  if (failed(readTable(
          node, "[[pass]]",
          {{"from",
            [&](const toml::node &value) { return readEnd(value, rule.from); },
            true},
           {"to",
            [&](const toml::node &value) { return readEnd(value, rule.to); },
            true}})))
    return failure();
  plan.passes.push_back(std::move(rule));
  return success();
}

/// The pools of models are the plan's.
LogicalResult PlanReader::checkPools() {
  SmallVector<StringRef> names;
  for (const FirmwarePool &pool : plan.pools)
    names.push_back(pool.name.text);
  for (const FirmwareModel &model : plan.models)
    for (const PlacedText &pool : model.pools)
      if (!llvm::is_contained(names, pool.text))
        return error(pool.at)
               << "there is no pool '" << pool.text << "'; expected "
               << (names.empty() ? std::string("a [[pool]] of that name")
                                 : "one of " + llvm::join(names, ", "));
  return success();
}

LogicalResult PlanReader::readName(const toml::node &node) {
  if (failed(readText(node, plan.name, "the program's name")))
    return failure();
  if (isPartOfCName(plan.name.text))
    return success();
  return error(node) << "'" << plan.name.text
                     << "' cannot be part of a C name; expected ASCII letters, "
                        "digits and '_'";
}

LogicalResult PlanReader::read(StringRef text) {
  toml::parse_result parsed = toml::parse(std::string_view(text), plan.file);
  if (!parsed) {
    const toml::parse_error &wrong = parsed.error();
    return error(getPlace(wrong.source()))
           << "the plan is not valid TOML: "
           << StringRef(wrong.description().data(), wrong.description().size())
           << "; docs/Firmware.md shows plans";
  }
  auto tables = [this](StringRef what, auto one) {
    return [this, what, one](const toml::node &node) {
      return readTables(node, what, one);
    };
  };
  return success(
      succeeded(readTable(
          parsed.table(), "the plan",
          {{"name", [&](const toml::node &node) { return readName(node); }},
           {"models", [&](const toml::node &node) { return readModels(node); }},
           {"pool",
            tables("pool",
                   [&](const toml::node &one) { return readPool(one); })},
           {"interrupt",
            tables("interrupt",
                   [&](const toml::node &one) { return readInterrupt(one); })},
           {"together", tables("together",
                               [&](const toml::node &one) {
                                 return readGroup(one, true);
                               })},
           {"exclusive", tables("exclusive",
                                [&](const toml::node &one) {
                                  return readGroup(one, false);
                                })},
           {"pass",
            tables("pass",
                   [&](const toml::node &one) { return readPass(one); })}})) &&
      succeeded(checkPools()));
}

FailureOr<FirmwarePlan> tir::readFirmwarePlan(MLIRContext &context,
                                              StringRef file, StringRef text) {
  FirmwarePlan plan;
  plan.file = file.str();
  plan.name = {modelNameOfFile(file), {}};
  if (failed(PlanReader(context, plan).read(text)))
    return failure();
  return plan;
}

#endif // TIR_HAS_TOML
