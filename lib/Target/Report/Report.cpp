//===- Report.cpp - The resources of a compiled model, as JSON
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportWriter.h"

#include "Cycles.h"
#include "Html.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "tir/ABI/Names.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tir;
using namespace tir::report;

/// Names in a model may contain any bytes; JSON contains only UTF-8.
static std::string validText(StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

/// Reports an error if the attribute `name`, which `phase` makes, is missing.
template <typename AttrT>
static FailureOr<AttrT> require(ModuleOp module, AttrT attr, StringRef name,
                                StringRef phase) {
  if (attr)
    return attr;
  return module.emitError("module has no function with the attribute ")
         << name << "; expected a module after the phase 'abi' or a later one:"
         << " run 'tir-phase-" << phase << "' first";
}

void ReportWriter::attribute(StringRef key, Attribute value) {
  if (auto text = dyn_cast<StringAttr>(value)) {
    json.attribute(key, validText(text.getValue()));
  } else if (auto flag = dyn_cast<BoolAttr>(value)) {
    json.attribute(key, flag.getValue());
  } else if (isa<UnitAttr>(value)) {
    json.attribute(key, true);
  } else if (auto number = dyn_cast<IntegerAttr>(value)) {
    json.attribute(key, number.getInt());
  } else if (auto number = dyn_cast<FloatAttr>(value)) {
    json.attribute(key, number.getValueAsDouble());
  } else if (auto numbers = dyn_cast<DenseI64ArrayAttr>(value)) {
    json.attributeArray(key, [&] {
      for (int64_t number : numbers.asArrayRef())
        json.value(number);
    });
  } else if (auto names = dyn_cast<ArrayAttr>(value)) {
    json.attributeArray(key, [&] {
      for (auto name : names.getAsRange<StringAttr>())
        json.value(validText(name));
    });
  }
}

void ReportWriter::fields(DictionaryAttr dict, ArrayRef<StringRef> keys) {
  for (StringRef key : keys)
    if (Attribute value = dict.get(key))
      attribute(key, value);
}

void ReportWriter::rows(StringRef key, ArrayAttr rows,
                        ArrayRef<StringRef> keys) {
  objects(key, rows ? rows.getValue() : ArrayRef<Attribute>(),
          [&](Attribute row) { fields(cast<DictionaryAttr>(row), keys); });
}

void ReportWriter::inputRows(ArrayAttr inputs, ArrayRef<StringRef> keys) {
  objects("inputs", inputs ? inputs.getValue() : ArrayRef<Attribute>(),
          [&](Attribute row) {
            auto input = cast<DictionaryAttr>(row);
            fields(input, keys);
            flag("weight", input.contains("weight"));
          });
}

void ReportWriter::target() {
  json.attributeObject("target", [&] {
    given("name", options.target);
    given("triple", options.triple);
    given("cpu", options.cpu);
    given("features", options.features);
    given("float_abi", options.floatABI);
  });
}

void ReportWriter::identity() {
  if (!options.identity)
    return;
  json.attributeObject("identity", [&] {
    json.attribute("model_sha256", toHexadecimal(options.identity->model));
    json.attribute("api", options.identity->api);
    texts("options", options.identity->options);
    json.attribute("bytes", int64_t(options.identity->encode().size()));
  });
}

void ReportWriter::given(StringRef key, StringRef text) {
  if (!text.empty())
    json.attribute(key, validText(text));
}

void ReportWriter::given(StringRef key, StringAttr text) {
  if (text)
    json.attribute(key, validText(text.getValue()));
}

void ReportWriter::nonzero(StringRef key, uint64_t number) {
  if (number != 0)
    json.attribute(key, number);
}

void ReportWriter::flag(StringRef key, bool isSet) {
  if (isSet)
    json.attribute(key, true);
}

void ReportWriter::given(StringRef key, std::optional<int64_t> number) {
  if (number)
    json.attribute(key, *number);
}

void ReportWriter::pools(ArrayRef<PlannedPoolAttr> pools) {
  objects("pools", pools, [&](PlannedPoolAttr pool) {
    given("name", pool.getName());
    json.attribute("symbol", prefix + pool.getName().str());
    json.attribute("bytes", pool.getBytes());
    given("limit", pool.getLimit());
    json.attribute("alignment", pool.getAlignment());
    given("section", pool.getSection());
    flag("external", pool.getExternal());
    given("input", pool.getInput());
    // Of several pools, each could be empty: a bound of 0 says nothing.
    if (pool.getLowerBound().value_or(0) == 0 && pool.getBytes() != 0)
      return;
    given("lower_bound", pool.getLowerBound());
    given("gap", pool.getGap());
    if (std::optional<bool> optimal = pool.getOptimal())
      json.attribute("optimal", *optimal);
  });
}

void ReportWriter::constantPools(ArrayRef<PlannedPoolAttr> pools) {
  if (pools.empty())
    return;
  objects("constant_pools", pools, [&](PlannedPoolAttr pool) {
    given("name", pool.getName());
    json.attribute("bytes", pool.getBytes());
    given("limit", pool.getLimit());
    json.attribute("alignment", pool.getAlignment());
  });
}

void ReportWriter::loops(ArrayRef<PlannedLoopAttr> rows) {
  if (rows.empty())
    return;
  objects("loops", rows, [&](PlannedLoopAttr row) {
    json.attribute("first", row.getFirst());
    json.attribute("last", row.getLast());
    given("turns", row.getTurns());
  });
}

void ReportWriter::buffers(ArrayRef<PlannedBufferAttr> rows,
                           ArrayRef<KernelRow> kernels) {
  // The first row of a step is for the kernel that main calls.
  std::map<uint64_t, StringRef> places;
  for (const KernelRow &kernel : kernels)
    places.try_emplace(kernel.step, kernel.place);
  objects("buffers", rows, [&](PlannedBufferAttr row) {
    given("name", row.getName());
    given("pool", row.getPool());
    json.attribute("offset", row.getOffset());
    json.attribute("bytes", row.getBytes());
    json.attribute("alignment", row.getAlignment());
    json.attribute("first", row.getFirst());
    json.attribute("last", row.getLast());
    if (ArrayAttr over = row.getOver())
      attribute("over", over);
    given("rows", row.getRows());
    given("tensor_rows", row.getTensorRows());
    given("place", places[row.getFirst()]);
  });
}

void ReportWriter::constants(ArrayRef<ConstantRow> rows) {
  objects("constants", rows, [&](const ConstantRow &row) {
    json.attribute("name", row.name);
    json.attribute("bytes", row.bytes);
    json.attribute("alignment", row.alignment);
  });
}

void ReportWriter::steps(ArrayRef<StepRow> rows) {
  objects("steps", rows, [&](const StepRow &row) {
    json.attribute("name", validText(row.name));
    json.attribute("live_bytes", row.liveBytes);
  });
}

/// Returns the size of a kernel's code, including the code of its shell if that
/// was not inlined.
std::optional<uint64_t> ReportWriter::codeBytes(const KernelRow &row) const {
  std::optional<uint64_t> bytes;
  for (StringRef name : {row.function, row.shell})
    if (auto part = code ? code->getFunctionBytes(name) : std::nullopt)
      bytes = bytes.value_or(0) + *part;
  return bytes;
}

void ReportWriter::texts(StringRef key, ArrayRef<std::string> values) {
  json.attributeArray(key, [&] {
    for (const std::string &value : values)
      json.value(validText(value));
  });
}

void ReportWriter::channels(const FoldedChannels &channels) {
  json.attributeObject("channels", [&] {
    json.attribute("count", channels.count);
    json.attribute("computed", int64_t(channels.computed.size()));
    objects("constant", channels.constants,
            [&](const ConstantChannel &constant) {
              json.attribute("channel", constant.channel);
              json.attribute("value", constant.value);
              json.attribute("low", constant.low);
              json.attribute("high", constant.high);
            });
  });
}

void ReportWriter::measured(const KernelRow &row,
                            const Measurement &measurement) {
  double total = measurement.total, macs = double(row.macs) * measurement.calls;
  json.attributeObject("measured", [&] {
    json.attribute("calls", measurement.calls);
    json.attribute("total", measurement.total);
    auto ratio = [&](StringRef key, double value) {
      json.attributeBegin(key);
      json.rawValue(length(value));
      json.attributeEnd();
    };
    if (int64_t all = trace->getTotal())
      ratio("percent", 100 * total / all);
    if (macs > 0)
      ratio("per_mac", total / macs);
  });
}

void ReportWriter::kernels(ArrayRef<KernelRow> rows) {
  std::optional<uint64_t> last;
  objects("kernels", rows, [&](const KernelRow &row) {
    json.attribute("step", row.step);
    json.attribute("function", validText(row.function));
    json.attribute("place", validText(row.place));
    flag("external", row.isExternal);
    given("device", row.device);
    texts("fused", row.fused);
    if (!row.sharedBy.empty())
      texts("shared_by", row.sharedBy);
    given("kind", row.kind);
    json.attribute("macs", row.macs);
    nonzero("estimated_cycles", row.cycles);
    if (row.calls != 1)
      json.attribute("calls", row.calls);
    if (row.turns)
      json.attributeObject("turns", [&] {
        json.attribute("first", row.turns->first);
        json.attribute("period", row.turns->period);
      });
    if (auto found = options.notByRows.find(row.step);
        row.traffic && found != options.notByRows.end())
      json.attribute("not_by_rows", found->second);
    if (auto known = FoldedChannels::get(row.channels))
      channels(*known);
    if (row.traffic) {
      json.attribute("reads_bytes", row.traffic->reads);
      json.attribute("writes_bytes", row.traffic->writes);
      json.attribute("constants_bytes", row.traffic->constants);
      json.attribute("live_bytes", row.liveBytes);
      nonzero("scratch_bytes", row.scratchBytes);
    }
    given("code_bytes", codeBytes(row));
    // A trace describes the kernels that main calls, not those that these
    // call.
    if (trace && std::exchange(last, row.step) != row.step)
      if (auto found = trace->kernels.find(row.step);
          found != trace->kernels.end())
        measured(row, found->second);
  });
}

/// Returns what the names of the model's functions begin with.
static std::string getPrefix(ModelAttr model) {
  return mangleModelName(model.getName()) + "_";
}

/// Returns what was measured, if `options` name such a file.
static FailureOr<std::optional<Trace>>
readMeasurements(ModuleOp module, const ReportOptions &options, ModelAttr model,
                 PlanAttr plan) {
  if (options.traceFile.empty())
    return std::optional<Trace>();
  std::string prefix = getPrefix(model);
  SmallVector<StepRow> steps = collectSteps(plan);
  std::vector<KernelRow> kernels = collectKernels(module, steps, prefix);
  llvm::Expected<Trace> read =
      readTrace(options.trace, model.getName(),
                nameCalls(module, steps, kernels, prefix));
  if (!read)
    return emitError(FileLineColLoc::get(module.getContext(), options.traceFile,
                                         0, 0))
           << llvm::toString(read.takeError());
  return std::optional<Trace>(std::move(*read));
}

void ReportWriter::write(ModelAttr model, PlanAttr plan,
                         DictionaryAttr interface) {
  prefix = getPrefix(model);
  auto inputs = interface.getAs<ArrayAttr>("inputs");
  auto outputs = interface.getAs<ArrayAttr>("outputs");
  auto state = interface.getAs<ArrayAttr>("state");
  SmallVector<ConstantRow> constantRows = collectConstants(module);
  SmallVector<StepRow> stepRows = collectSteps(plan);
  std::vector<KernelRow> kernelRows = collectKernels(module, stepRows, prefix);
  json.object([&] {
    json.attribute("tirc", options.version);
    json.attributeObject("model", [&] {
      json.attribute("name", model.getName().getValue());
      if (StringAttr source = model.getSource())
        json.attribute("source",
                       validText(llvm::sys::path::filename(source.getValue())));
    });
    identity();
    if (options.identity && !options.identity->metadata.empty())
      texts("metadata", options.identity->metadata);
    target();
    SmallVector<StringRef> tensorKeys = {
        "name",  "c_name", "shape",      "dtype",      "values",
        "bytes", "scale",  "zero_point", "kernel",     "place",
        "reads", "pool",   "offset",     "overwritten"};
    inputRows(inputs, tensorKeys);
    rows("outputs", outputs, tensorKeys);
    if (state)
      rows("state", state, tensorKeys);
    json.attributeObject("interface", [&] {
      fields(interface, {"api", "entry", "init", "workspace",
                         "library_workspace", "guarded", "safety"});
      if (auto driven = interface.getAs<DictionaryAttr>("driven")) {
        fields(driven, {"steps"});
        Work longest = getLongestStep(plan, stepRows, kernelRows);
        json.attribute("longest_step_macs", longest.macs);
        nonzero("longest_step_estimated_cycles", longest.cycles);
      }
    });
    given("plan", plan.getStrategy());
    pools(plan.getPools());
    constantPools(plan.getConstantPools());
    buffers(plan.getBuffers(), kernelRows);
    constants(constantRows);
    steps(stepRows);
    loops(plan.getLoops());
    kernels(kernelRows);
    stack();
    savings(sumBytes(plan) + sumOf(inputs, "bytes") - sumWeights(inputs) +
            sumOf(outputs, "bytes") + sumOf(state, "bytes"));
    auto section = [&](const auto &part, auto print) {
      if (part)
        (this->*print)(*part);
    };
    section(options.curve, &ReportWriter::curve);
    section(options.limit, &ReportWriter::limit);
    section(options.check, &ReportWriter::check);
    section(options.selfTest, &ReportWriter::selfTest);
    section(options.weights, &ReportWriter::weights);
    totals(plan, interface, constantRows, stepRows, kernelRows);
  });
  json.flush();
}

LogicalResult tir::emitReport(ModuleOp module, const ReportOptions &options,
                              llvm::raw_ostream &os) {
  // Check first, so that no incomplete report is written.
  auto function = getOnlyModel(module, "a report describes one model",
                               "compile each model by itself");
  if (failed(function))
    return failure();
  auto model =
      require(module, getModelInfo(*function), "'tir.model'", "import");
  auto plan =
      require(module, getPlan(*function), "'plan' of 'tir.model'", "plan");
  auto interface =
      require(module, getInterface(*function), "'tir.interface'", "abi");
  if (failed(model) || failed(plan) || failed(interface))
    return failure();
  std::unique_ptr<mlf::Code> code;
  if (!options.object.empty()) {
    auto read = mlf::readObject(options.object);
    if (!read)
      return module.emitError("the object made of this module cannot be read: ")
             << llvm::toString(read.takeError());
    code = std::move(*read);
  }
  auto trace = readMeasurements(module, options, *model, *plan);
  if (failed(trace))
    return failure();
  ReportWriter(module, options, code.get(), std::move(*trace), os)
      .write(*model, *plan, *interface);
  os << '\n';
  return success();
}
