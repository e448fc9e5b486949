//===- ReportTotals.cpp - The stack, RAM and flash of a model, as JSON
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportWriter.h"

#include "Cycles.h"
#include "tir/Support/CText.h"
#include "tir/Target/Stack/SourceCalls.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace tir;
using namespace tir::report;

uint64_t tir::report::sumOf(ArrayAttr rows, StringRef key) {
  uint64_t sum = 0;
  if (rows)
    for (auto row : rows.getAsRange<DictionaryAttr>())
      if (auto value = row.getAs<IntegerAttr>(key);
          value && !row.contains("pool"))
        sum += value.getInt();
  return sum;
}

uint64_t tir::report::sumWeights(ArrayAttr inputs) {
  uint64_t bytes = 0;
  for (Attribute row : inputs ? inputs.getValue() : ArrayRef<Attribute>())
    if (auto input = dyn_cast<DictionaryAttr>(row);
        input && input.contains("weight"))
      bytes += input.getAs<IntegerAttr>("bytes").getInt();
  return bytes;
}

uint64_t tir::report::sumBytes(PlanAttr plan) {
  uint64_t sum = 0;
  for (PlannedPoolAttr pool : getPlannedPools(plan))
    sum += pool.getBytes();
  return sum;
}

/// Returns what the pools together cannot go below.
static uint64_t getLowerBound(PlanAttr plan) {
  if (std::optional<int64_t> bound = plan.getLowerBound())
    return *bound;
  uint64_t sum = 0;
  for (PlannedPoolAttr pool : getPlannedPools(plan))
    sum += pool.getLowerBound().value_or(0);
  return sum;
}

void ReportWriter::stack() {
  if (options.stack && !options.stack->getFunctions().empty())
    json.attributeArray(
        "stack", [&] { json.value(describeStack(*options.stack, "object")); });
  if (!options.source.empty())
    json.attribute("functions",
                   describeFunctions(readSourceFunctions(options.source)));
}

void ReportWriter::limit(const RAMLimit &limit) {
  json.attributeObject("ram_limit", [&] {
    json.attribute("bytes", limit.bytes);
    json.attribute("bytes_without", limit.freeBytes);
    nonzero("estimated_cycles_without", limit.freeCycles);
    nonzero("macs_without", limit.freeMacs);
    given("fewest_bytes", limit.fewestBytes);
  });
}

void ReportWriter::checkedKernel(const KernelChecks::Kernel &kernel,
                                 bool isEmulated) {
  json.attribute("name", kernel.place);
  json.attribute("values", kernel.values);
  if (kernel.values == "tested") {
    if (isEmulated)
      json.attribute("on", "emulator");
    json.attribute("compared", kernel.isAlone ? "alone" : "together");
    nonzero("elements", kernel.elements);
  }
  json.attribute("addresses", kernel.addresses);
  given("why_trusted", kernel.why);
  given("why_no_proof", kernel.whyNoProof);
  if (kernel.hasRescales)
    json.attribute("rescales", "proof");
  given("distances", kernel.distances);
}

void ReportWriter::emulator(const KernelChecks::Emulator &emulator) {
  json.attributeObject("emulator", [&] {
    json.attribute("machine", emulator.machine);
    json.attribute("core", emulator.core);
    json.attribute("version", emulator.version);
    json.attribute("compiler", emulator.compiler);
    texts("codes", emulator.codes);
  });
}

void ReportWriter::check(const KernelChecks &check) {
  json.attributeObject("check", [&] {
    given("not_checked", check.whyNot);
    if (check.whyNot.empty())
      json.attribute("runs", check.runs);
    if (check.emulator)
      emulator(*check.emulator);
    objects("kernels", check.kernels, [&](const KernelChecks::Kernel &kernel) {
      checkedKernel(kernel, check.emulator.has_value());
    });
  });
}

void ReportWriter::selfTest(const ReportedSelfTest &test) {
  json.attributeObject("self_test", [&] {
    json.attribute("input", test.input);
    json.attribute("input_bytes", test.inputBytes);
    json.attribute("expected_bytes", test.resultBytes);
  });
}

void ReportWriter::weights(const WeightFile &file) {
  json.attributeObject("weights", [&] {
    json.attribute("file", file.name);
    json.attribute("file_bytes", file.bytes);
    json.attribute("constants_bytes", file.weightBytes);
    json.attribute("version", file.version);
  });
}

/// Writes the variants that need less RAM. One that saves as much as an earlier
/// one is the better of the two, as the order of their options goes.
void ReportWriter::savings(uint64_t ram) {
  if (!options.variants)
    return;
  SmallVector<Variant> better;
  for (const Variant &variant : *options.variants)
    if (variant.ramBytes < ram) {
      llvm::erase_if(better, [&](const Variant &other) {
        return other.ramBytes == variant.ramBytes;
      });
      better.push_back(variant);
    }
  llvm::stable_sort(better, [](const Variant &a, const Variant &b) {
    return a.ramBytes < b.ramBytes;
  });
  objects("savings", better, [&](const Variant &variant) {
    json.attribute("option", variant.option);
    json.attribute("ram_bytes", variant.ramBytes);
    json.attribute("saved_bytes", ram - variant.ramBytes);
    nonzero("estimated_cycles", variant.cycles);
  });
}

void ReportWriter::curve(ArrayRef<RAMPoint> points) {
  objects("pareto", points, [&](const RAMPoint &point) {
    json.attribute("limit_bytes", point.bytes);
    json.attribute("macs", point.work.macs);
    nonzero("estimated_cycles", point.work.cycles);
    if (point.bands.empty())
      return;
    objects("bands", point.bands, [&](RAMPoint::Bands bands) {
      json.attribute("layers", bands.numLayers);
      json.attribute("bands", bands.numBands);
    });
  });
}

/// Returns the bytes of RAM that the linker places for the C or the object,
/// whichever needs more.
StaticBytes ReportWriter::countLinkedRAM(uint64_t constants) const {
  StaticBytes bytes = countStaticBytes(module, getPointerBytes(options.triple));
  auto linked =
      code ? code->getLinkedBytes() : std::optional<mlf::LinkedBytes>();
  bool isObjectAlone = linked && options.source.empty();
  if (isObjectAlone && linked->ram >= bytes.pools)
    bytes.all = linked->ram;
  else if (linked)
    bytes.all = std::max(bytes.all, linked->ram);
  // Most of these processors read data from RAM only, so that programs copy
  // their constants there.
  if (llvm::Triple(options.triple).getArch() == llvm::Triple::avr &&
      !isObjectAlone) {
    bytes.all += constants + countTextBytes(options.source);
    // Their assembler fills sections up to their alignment.
    for (const StaticVariable &variable :
         collectStaticVariables(module, getPointerBytes(options.triple))) {
      uint64_t padded = variable.getPaddedBytes();
      bytes.all += llvm::alignTo(padded, variable.alignment) - padded;
    }
  }
  return bytes;
}

/// Returns the bytes with which the C says which model it is.
uint64_t ReportWriter::countIdentity() const {
  return !options.source.empty() && options.identity
             ? options.identity->encode().size()
             : 0;
}

/// Writes what is in read-only memory. Only an object has code of a known size.
void ReportWriter::flash(uint64_t constants) {
  json.attribute("constants_bytes", constants);
  auto linked =
      code ? code->getLinkedBytes() : std::optional<mlf::LinkedBytes>();
  if (!linked) {
    nonzero("texts_bytes", countTextBytes(options.source) + countIdentity());
    return;
  }
  uint64_t text = code->getTextBytes().value_or(0);
  if (linked->flash > text + constants)
    json.attribute("texts_bytes", linked->flash - text - constants);
  json.attribute("code_bytes", text);
  json.attribute("flash_bytes", linked->flash);
}

void ReportWriter::totals(PlanAttr plan, DictionaryAttr interface,
                          ArrayRef<ConstantRow> constants,
                          ArrayRef<StepRow> steps,
                          ArrayRef<KernelRow> kernels) {
  uint64_t ram = 0;
  auto addRAM = [&](StringRef key, uint64_t bytes) {
    json.attribute(key, bytes);
    ram += bytes;
  };
  uint64_t constantBytes = 0, numChannels = 0, numConstant = 0;
  for (const ConstantRow &row : constants)
    constantBytes += row.bytes;
  // Channels count where they are made, not where they are only handed on.
  for (const KernelRow &row : kernels)
    if (auto known = FoldedChannels::get(row.channels);
        known && row.macs != 0) {
      numChannels += known->count;
      numConstant += known->constants.size();
    }
  json.attributeObject("totals", [&] {
    addRAM("workspace_bytes", sumBytes(plan));
    json.attribute("workspace_lower_bound", getLowerBound(plan));
    auto inputs = interface.getAs<ArrayAttr>("inputs");
    uint64_t weights = sumWeights(inputs);
    addRAM("inputs_bytes", sumOf(inputs, "bytes") - weights);
    nonzero("weights_bytes", weights);
    addRAM("outputs_bytes",
           sumOf(interface.getAs<ArrayAttr>("outputs"), "bytes"));
    if (auto state = interface.getAs<ArrayAttr>("state"))
      addRAM("state_bytes", sumOf(state, "bytes"));
    StaticBytes linked = countLinkedRAM(constantBytes);
    uint64_t others = linked.all - linked.pools;
    nonzero("bookkeeping_bytes", others);
    ram += others;
    json.attribute("ram_bytes", ram);
    json.attribute("static_bytes", linked.all);
    given("inputs_outputs_live_bytes", plan.getInputsOutputsLiveBytes());
    flash(constantBytes);
    json.attribute("macs", sumMacs(kernels));
    nonzero("estimated_cycles", sumCycles(steps, kernels));
    if (numChannels != 0) {
      json.attribute("channels", numChannels);
      json.attribute("constant_channels", numConstant);
    }
    const auto *peak =
        llvm::max_element(steps, [](const StepRow &a, const StepRow &b) {
          return a.liveBytes < b.liveBytes;
        });
    if (peak != steps.end() && peak->liveBytes > 0)
      json.attribute("peak_step", peak - steps.begin());
    if (trace)
      json.attributeObject("measured", [&] {
        json.attribute("unit", trace->unit);
        json.attribute("total", trace->getTotal());
      });
  });
}
