//===- Variants.cpp - What a model needs with other options
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/Variants.h"

#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace tir;

namespace {
/// One more option, as a user writes it.
struct Candidate {
  StringLiteral option;
  /// Gives the option. Returns false if it is given already.
  bool (*give)(CompilationOptions &options);
};
} // namespace

/// The options of one value that can lower the RAM. `--ram` is not here, since
/// its value is a result of another variant.
static constexpr Candidate kCandidates[] = {
    {"--plan=packed",
     [](CompilationOptions &options) {
       return std::exchange(options.plan, PlanStrategy::Packed) !=
              PlanStrategy::Packed;
     }},
    {"--overlap=auto",
     [](CompilationOptions &options) {
       return std::exchange(options.overlap, OverlapChoice::Auto) !=
              OverlapChoice::Auto;
     }},
    {"--overwrite-inputs",
     [](CompilationOptions &options) {
       return !std::exchange(options.overwriteInputs, true) &&
              options.io == IOMemory::App;
     }},
    {"--io=pool",
     [](CompilationOptions &options) {
       return std::exchange(options.io, IOMemory::Pool) != IOMemory::Pool;
     }},
    {"--schedule=elementwise", [](CompilationOptions &options) {
       return std::exchange(options.schedule, ScheduleChoice::Elementwise) !=
              ScheduleChoice::Elementwise;
     }}};

/// Returns the figures of the whole model, or null if it cannot be compiled.
static std::optional<json::Object>
compileTotals(const CompilationOptions &options, CompileFn compile) {
  auto files = compile(options);
  if (failed(files))
    return std::nullopt;
  for (const OutputFiles::File &file : files->getFiles()) {
    if (!StringRef(file.name).ends_with(".report.json"))
      continue;
    json::Value report = cantFail(json::parse(file.contents));
    return std::move(*report.getAsObject()->getObject("totals"));
  }
  return std::nullopt;
}

static uint64_t getBytes(const json::Object &totals, StringRef key) {
  return totals.getInteger(key).value_or(0);
}

/// Returns the options with which only a report is made.
static CompilationOptions getReportOptions(const CompilationOptions &options) {
  CompilationOptions plain = options;
  plain.emit.clear();
  plain.explainMemory = false;
  plain.pareto = false;
  plain.check = CheckChoice::Off;
  plain.trace.clear();
  plain.dumpDirectory.clear();
  return plain;
}

std::vector<std::string>
tir::findFittingOptions(const CompilationOptions &options, CompileFn compile) {
  CompilationOptions plain = getReportOptions(options);
  CompilationOptions all = plain;
  std::vector<std::string> fitting;
  std::string together;
  for (const Candidate &candidate : kCandidates) {
    CompilationOptions variant = plain;
    if (!candidate.give(variant))
      continue;
    if (compileTotals(variant, compile))
      fitting.push_back(candidate.option.str());
    if (candidate.give(all))
      together += (together.empty() ? "" : " ") + candidate.option.str();
  }
  if (fitting.empty() && !together.empty() && compileTotals(all, compile))
    fitting.push_back(together);
  return fitting;
}

/// Returns the bytes that a limit of RAM compares.
static uint64_t getLimitedBytes(const json::Object &totals) {
  return getBytes(totals, "workspace_bytes") + getBytes(totals, "state_bytes") +
         getBytes(totals, "bookkeeping_bytes");
}

uint64_t tir::findSlideState(const CompilationOptions &options,
                             CompileFn compile) {
  CompilationOptions tried = getReportOptions(options);
  tried.ram = 0;
  if (tried.rows == RowsChoice::Auto)
    tried.rows = RowsChoice::MinRAM;
  auto totals = compileTotals(tried, compile);
  if (!totals || getLimitedBytes(*totals) <= options.ram)
    return 0;
  // With less state, the rows that are computed again may need more workspace.
  uint64_t tooMuch = getBytes(*totals, "state_bytes"), tooFew = 0, best = 0,
           excess = getLimitedBytes(*totals) - options.ram;
  tried.slideState = tooMuch > excess ? tooMuch - excess : tooMuch / 2;
  constexpr unsigned kMostTrials = 8;
  for (unsigned i = 0; i < kMostTrials && tooFew + 1 < tooMuch; ++i) {
    totals = compileTotals(tried, compile);
    if (totals && getLimitedBytes(*totals) > options.ram) {
      tooMuch = tried.slideState;
    } else {
      tooFew = tried.slideState;
      if (totals)
        best = tooFew;
    }
    tried.slideState = tooFew + (tooMuch - tooFew) / 2;
  }
  return best != 0 ? best : tooMuch;
}

std::vector<Variant> tir::planVariants(const CompilationOptions &options,
                                       CompileFn compile) {
  CompilationOptions plain = getReportOptions(options);
  std::vector<Variant> variants;
  for (const Candidate &candidate : kCandidates) {
    CompilationOptions variant = plain;
    if (!candidate.give(variant))
      continue;
    auto totals = compileTotals(variant, compile);
    if (!totals)
      continue;
    variants.push_back({candidate.option.str(), getBytes(*totals, "ram_bytes"),
                        getBytes(*totals, "estimated_cycles")});
    if (variant.schedule == plain.schedule)
      continue;
    // As little memory as without schedules, but with the fastest ones that
    // need no more.
    CompilationOptions limited = plain;
    limited.ram = getLimitedBytes(*totals);
    if (limited.ram == 0 || limited.ram == plain.ram)
      continue;
    if (auto found = compileTotals(limited, compile))
      variants.push_back({"--ram=" + std::to_string(limited.ram),
                          getBytes(*found, "ram_bytes"),
                          getBytes(*found, "estimated_cycles")});
  }
  return variants;
}
