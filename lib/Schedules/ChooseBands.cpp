//===- ChooseBands.cpp - The calls that run in bands of columns
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Schedules/Passes.h"

#include "BandSearch.h"

#include "tir/Dialect/TIR/IR/KernelAttrs.h"
#include "tir/Dialect/TIR/IR/SymbolLookupScope.h"
#include "llvm/Support/FormatVariadic.h"

namespace tir {
#define GEN_PASS_DEF_TIRCHOOSEBANDSPASS
#include "tir/Schedules/Passes.h.inc"
} // namespace tir

using namespace mlir;
using namespace tir;

/// Calls `use` with the search for the bands of a function.
static void search(PrimFuncOp main, SymbolTable &symbols, BandBuilder &builder,
                   const TIRChooseBandsPassOptions &options,
                   function_ref<void(BandSearch &search)> use) {
  SymbolLookupScope scope(symbols.getOp());
  TargetOptions target;
  target.triple = options.triple;
  target.cpu = options.cpu;
  target.features = options.features;
  target.hasOnlyObjects = options.onlyObjects;
  KernelCosts costs(ScheduleSearch(main.getContext(), options.schedule, target,
                                   /*estimatesMemory=*/true));
  RowGrouping grouping(main.getBody().front(), costs, RowsChoice::MinRAM,
                       options.overwriteInputs, symbols);
  grouping.collect();
  BandSearch search(grouping, costs, builder);
  use(search);
}

std::string BandedRange::print() const {
  return llvm::formatv("{0}:{1}:{2}", first, end, numBands);
}

std::vector<BandChoice>
tir::findBandChoices(PrimFuncOp main,
                     const TIRChooseBandsPassOptions &options) {
  SymbolTable symbols(main->getParentOp());
  BandBuilder builder(symbols);
  std::vector<BandChoice> choices;
  search(main, symbols, builder, options,
         [&](BandSearch &search) { choices = search.list(); });
  return choices;
}

namespace {
struct ChooseBandsPass
    : public tir::impl::TIRChooseBandsPassBase<ChooseBandsPass> {
  using TIRChooseBandsPassBase::TIRChooseBandsPassBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    BandBuilder builder(symbols);
    for (auto main : llvm::to_vector(getOperation().getOps<PrimFuncOp>())) {
      if (main.isPrivate() || main.isExternal())
        continue;
      std::vector<BandedCalls> banded;
      if (!bands.empty() && failed(read(main, banded)))
        return signalPassFailure();
      if (bands.empty() && ram != 0)
        search(main, symbols, builder, getOptions(),
               [&](BandSearch &search) { banded = search.run(ram); });
      int64_t all = countMacs(main);
      for (const BandedCalls &calls : banded)
        if (failed(build(builder, calls)))
          return signalPassFailure();
      if (!banded.empty() && all != 0)
        main.emitRemark("bands of columns take ")
            << formatTimes(countMacs(main), all)
            << " times the multiplications of the whole model";
    }
  }

private:
  TIRChooseBandsPassOptions getOptions() const {
    TIRChooseBandsPassOptions options;
    options.overwriteInputs = overwriteInputs;
    options.schedule = schedule;
    options.triple = triple;
    options.cpu = cpu;
    options.features = features;
    options.onlyObjects = onlyObjects;
    return options;
  }
  static int64_t countMacs(CallTIROp call) {
    KernelAttr known = getKernelAttr(call.lookupCallee());
    return known ? known.getMacs() : 0;
  }
  static int64_t countMacs(PrimFuncOp main) {
    int64_t macs = 0;
    main.walk([&](CallTIROp call) { macs += countMacs(call); });
    return macs;
  }
  static std::string formatTimes(int64_t part, int64_t whole) {
    return llvm::formatv("{0:f2}", double(part) / whole);
  }

  /// Reads FIRST:END:COUNT, calls by their numbers in the function.
  LogicalResult read(PrimFuncOp main, std::vector<BandedCalls> &banded) {
    auto calls = llvm::to_vector(main.getBody().front().getOps<CallTIROp>());
    for (StringRef text : bands) {
      SmallVector<StringRef> fields;
      text.split(fields, ':');
      unsigned first, end, count;
      if (fields.size() != 3 || fields[0].getAsInteger(10, first) ||
          fields[1].getAsInteger(10, end) ||
          fields[2].getAsInteger(10, count) || first >= end ||
          end > calls.size() || count == 0)
        return main.emitError("tir-choose-bands: bands=")
               << text
               << ": expected FIRST:END:COUNT, numbers of calls from 0 to "
               << calls.size() << " and how many bands they run in";
      BandedCalls &added = banded.emplace_back();
      added.calls.assign(calls.begin() + first, calls.begin() + end);
      added.numBands = count;
    }
    return success();
  }

  static LogicalResult build(BandBuilder &builder, const BandedCalls &calls) {
    CallTIROp front = calls.calls.front(), back = calls.calls.back();
    Location first = front.getLoc(), end = back.getLoc();
    size_t numCalls = calls.calls.size();
    if (succeeded(builder.build(calls))) {
      InFlightDiagnostic remark = mlir::emitRemark(first);
      remark << numCalls << " layers from here on run in " << calls.numBands
             << " bands of columns";
      remark.attachNote(end) << "the last one is this";
      return success();
    }
    CallTIROp last = calls.calls.back();
    InFlightDiagnostic diag =
        builder.getObstacle().emitError("cannot run in bands of columns: it ");
    diag << builder.getReason() << "; end the bands before it";
    diag.attachNote(last.getLoc()) << "the bands are columns of this result";
    return failure();
  }
};
} // namespace
