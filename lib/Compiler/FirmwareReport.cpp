//===- FirmwareReport.cpp - The report of a program of several models
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirmwareReport.h"

#include "FirmwareHeader.h"
#include "tir/ABI/Names.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Support/Digits.h"
#include "tir/Target/Code/Code.h"
#include "tir/Target/Report/NestedStack.h"
#include "tir/Target/Report/ReportModel.h"
#include "tir/Target/Stack/SourceCalls.h"
#include "tir/Target/StaticMemory.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace tir;

namespace {
/// The figures of a program.
struct ProgramTotals {
  uint64_t pools = 0, bookkeeping = 0, constants = 0;
  std::optional<uint64_t> flash;

  uint64_t ram() const { return pools + bookkeeping; }
};

class ProgramReport {
public:
  ProgramReport(const ProgramFacts &facts, ModuleOp program,
                const MadeCode &made, llvm::raw_ostream &os)
      : facts(facts), program(program), made(made), json(os, 2) {}

  void write(const ProgramTotals &totals);

private:
  void target();
  void interface();
  void rules();
  void block(const FirmwareArena &arena, size_t index);
  void pools();
  void models();

  const ProgramFacts &facts;
  ModuleOp program;
  const MadeCode &made;
  llvm::json::OStream json;
};
} // namespace

static std::string getKind(const FirmwareBlock &block) {
  switch (block.kind) {
  case FirmwareBlock::Kind::Buffers:
    return "buffers";
  case FirmwareBlock::Kind::Passed:
    return "passed";
  case FirmwareBlock::Kind::State:
    return "state";
  }
  llvm_unreachable("each kind has its case");
}

void ProgramReport::target() {
  const TargetOptions &target = facts.options.target;
  json.attributeObject("target", [&] {
    for (auto [key, value] :
         {std::pair<StringRef, StringRef>("name", target.name),
          {"triple", target.triple},
          {"cpu", target.cpu},
          {"features", target.features}})
      if (!value.empty())
        json.attribute(key, value);
  });
}

/// The function by which a map file of the linker is found to be about the
/// program, as in the report of a model.
void ProgramReport::interface() {
  json.attributeObject("interface", [&] {
    json.attribute("api", "c");
    json.attribute("entry", mangleSymbol(facts.parts.front().name, "run"));
    json.attribute("workspace", "internal");
    json.attribute("guarded", true);
  });
}

void ProgramReport::rules() {
  json.attributeArray("rules", [&] {
    for (unsigned one = 0; one < facts.parts.size(); ++one)
      for (unsigned other = 0; other < facts.parts.size(); ++other)
        if (std::string rule =
                one == other ? "" : describeRule(facts, one, other);
            !rule.empty())
          json.value(rule);
  });
}

/// The interruptions that lie on one stack.
static llvm::json::Array listInterrupts(const ProgramFacts &facts) {
  llvm::json::Array rows;
  for (unsigned by = 0; by < facts.parts.size(); ++by)
    for (unsigned of = 0; of < facts.parts.size(); ++of)
      if (by != of && facts.rules.get(by, of) == Relation::Interrupts)
        rows.push_back(llvm::json::Object{{"by", facts.parts[by].name},
                                          {"of", facts.parts[of].name}});
  return rows;
}

void ProgramReport::block(const FirmwareArena &arena, size_t index) {
  const FirmwareBlock &block = arena.blocks[index];
  json.object([&] {
    json.attribute("kind", getKind(block));
    json.attribute("model", facts.parts[block.model].name);
    if (!block.name.empty())
      json.attribute("tensor", llvm::json::fixUTF8(block.name));
    json.attribute("offset", block.offset);
    json.attribute("bytes", block.bytes);
    if (block.kind == FirmwareBlock::Kind::Buffers)
      json.attribute("bytes_between_steps", block.keptBytes);
    if (llvm::is_contained(arena.plan.forcing, index))
      json.attribute("forces", true);
  });
}

void ProgramReport::pools() {
  json.attributeArray("pools", [&] {
    for (const FirmwareArena &arena : facts.arenas)
      json.object([&] {
        json.attribute("name", arena.name);
        json.attribute("symbol",
                       mangleSymbol(facts.plan.name.text, arena.name));
        json.attribute("bytes", arena.plan.bytes);
        if (arena.limit)
          json.attribute("limit", *arena.limit);
        json.attribute("alignment", arena.alignment);
        if (!arena.section.empty())
          json.attribute("section", arena.section);
        uint64_t largest = 0, sum = 0;
        for (const FirmwareBlock &block : arena.blocks) {
          largest = std::max(largest, block.bytes);
          sum += block.bytes;
        }
        json.attribute("largest_block_bytes", largest);
        json.attribute("sum_of_blocks_bytes", sum);
        json.attribute("lower_bound", arena.plan.lowerBound);
        json.attribute("gap", arena.plan.gap());
        json.attribute("optimal", arena.plan.optimal);
        json.attributeArray("blocks", [&] {
          for (size_t i = 0; i < arena.blocks.size(); ++i)
            block(arena, i);
        });
      });
  });
}

void ProgramReport::models() {
  json.attributeObject("models", [&] {
    for (auto [part, report] : llvm::zip_equal(facts.parts, facts.reports)) {
      llvm::Expected<llvm::json::Value> value = llvm::json::parse(report);
      json.attribute(part.name, llvm::cantFail(std::move(value)));
    }
  });
}

void ProgramReport::write(const ProgramTotals &totals) {
  json.object([&] {
    json.attribute("tirc", getVersion());
    json.attributeObject("model", [&] {
      json.attribute("name", StringRef(facts.plan.name.text).lower());
      json.attribute("source", llvm::json::fixUTF8(facts.plan.file));
    });
    target();
    interface();
    rules();
    llvm::json::Array interrupts = listInterrupts(facts);
    if (!interrupts.empty())
      json.attribute("interrupts",
                     llvm::json::Value(llvm::json::Array(interrupts)));
    pools();
    if (!made.stack.getFunctions().empty())
      json.attributeArray("stack", [&] {
        llvm::json::Object stack = describeStack(made.stack, "object");
        if (!interrupts.empty())
          stack["nested"] = nestStack(stack, interrupts);
        json.value(std::move(stack));
      });
    if (!made.source.empty())
      json.attribute("functions",
                     describeFunctions(readSourceFunctions(made.source)));
    json.attributeObject("shared", [&] {
      json.attribute("kernels_of_models", int64_t(facts.kernelsOfModels));
      json.attribute("kernels", int64_t(facts.kernels));
      json.attribute("constants_bytes", facts.sharedConstantBytes);
    });
    json.attributeObject("totals", [&] {
      json.attribute("workspace_bytes", totals.pools);
      json.attribute("bookkeeping_bytes", totals.bookkeeping);
      json.attribute("ram_bytes", totals.ram());
      json.attribute("constants_bytes", totals.constants);
      if (totals.flash)
        json.attribute("flash_bytes", *totals.flash);
    });
    models();
  });
  json.flush();
}

/// Adds up what the program needs.
static FailureOr<ProgramTotals>
countTotals(const ProgramFacts &facts, ModuleOp program, const MadeCode &made) {
  ProgramTotals totals;
  StaticBytes bytes =
      countStaticBytes(program, getPointerBytes(facts.options.target.triple));
  for (const FirmwareArena &arena : facts.arenas)
    totals.pools += arena.plan.bytes;
  totals.bookkeeping = bytes.all - std::min(bytes.all, totals.pools);
  for (const report::ConstantRow &row : report::collectConstants(program))
    totals.constants += row.bytes;
  if (made.object.empty())
    return totals;
  auto code = mlf::readObject(made.object);
  if (!code)
    return program.emitError("the object made of this module cannot be read: ")
           << llvm::toString(code.takeError());
  if (auto linked = (*code)->getLinkedBytes())
    totals.flash = linked->flash;
  return totals;
}

static std::string describe(const CheckResult &check) {
  if (!check.whyNot.empty())
    return "no kernel: " + check.whyNot;
  std::string text = std::to_string(check.kernels.size()) +
                     " kernels equal their plain loops in " +
                     std::to_string(check.runs) + " runs";
  if (check.emulatedOn)
    text += ", also on the emulated machine " + check.emulatedOn->machine;
  return text;
}

/// Says how large a pool is, and which blocks force it to be that large.
static std::string describe(const ProgramFacts &facts,
                            const FirmwareArena &arena) {
  std::string forcing;
  for (unsigned index : arena.plan.forcing) {
    const FirmwareBlock &block = arena.blocks[index];
    std::string name =
        block.name.empty() ? facts.parts[block.model].name : block.name;
    if (block.kind == FirmwareBlock::Kind::State)
      name += "'s state";
    forcing +=
        (forcing.empty() ? "" : " + ") + name + " " + groupDigits(block.bytes);
  }
  std::string text = groupDigits(arena.plan.bytes) + " bytes";
  if (!forcing.empty())
    text += ", of which the rules force " + groupDigits(arena.plan.lowerBound) +
            ": " + forcing;
  text += arena.plan.optimal ? "; no smaller plan exists"
                             : "; a smaller plan may exist, by at most " +
                                   groupDigits(arena.plan.gap()) + " bytes";
  return text;
}

static void summarize(ProgramFacts &facts, const ProgramTotals &totals) {
  for (const FirmwareArena &arena : facts.arenas)
    facts.summary.emplace_back(facts.arenas.size() == 1 ? "RAM"
                                                        : "pool " + arena.name,
                               describe(facts, arena));
  facts.summary.emplace_back("flags",
                             groupDigits(totals.bookkeeping) + " bytes of RAM");
  facts.summary.emplace_back(
      "flash", (totals.flash ? groupDigits(*totals.flash) + " bytes: " : "") +
                   groupDigits(totals.constants) + " of constants");
  for (const FirmwarePart &part : facts.parts)
    if (part.check)
      facts.summary.emplace_back("checked",
                                 part.name + ": " + describe(*part.check));
  const std::vector<std::string> &checks = facts.options.conventions.safety;
  if (!checks.empty())
    facts.summary.emplace_back("safety", llvm::join(checks, ", "));
  for (const FirmwarePart &part : facts.parts)
    if (part.selfTest)
      facts.summary.emplace_back(
          "self-test",
          part.name + ": " +
              describeSelfTest(part.options, *part.selfTest).input);
  facts.summary.emplace_back(
      "shared", std::to_string(facts.kernelsOfModels - facts.kernels) + " of " +
                    std::to_string(facts.kernelsOfModels) + " kernels, " +
                    groupDigits(facts.sharedConstantBytes) +
                    " bytes of constants");
}

static LogicalResult checkLimits(const ProgramFacts &facts,
                                 const ProgramTotals &totals,
                                 MLIRContext &context) {
  auto check = [&](StringRef option, StringRef memory, uint64_t needed,
                   uint64_t limit) -> LogicalResult {
    if (limit == 0 || needed <= limit)
      return success();
    return emitOptionError(context)
           << "the program needs " << needed << " bytes of " << memory << ", "
           << needed - limit << " more than the limit of " << limit
           << "; give a higher limit (" << option
           << "), or let fewer models run at the same time";
  };
  return success(
      succeeded(check("--ram", "RAM", totals.ram(), facts.options.ram)) &&
      succeeded(check("--flash", "flash",
                      totals.flash.value_or(totals.constants),
                      facts.options.flash)));
}

FailureOr<std::string> tir::makeProgramReport(ProgramFacts &facts,
                                              ModuleOp program,
                                              const MadeCode &made) {
  FailureOr<ProgramTotals> totals = countTotals(facts, program, made);
  if (failed(totals) ||
      failed(checkLimits(facts, *totals, *program.getContext())))
    return failure();
  summarize(facts, *totals);
  std::string text;
  llvm::raw_string_ostream os(text);
  ProgramReport(facts, program, made, os).write(*totals);
  os << '\n';
  return text;
}
