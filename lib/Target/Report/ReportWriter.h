//===- ReportWriter.h - Writes the report of a model as JSON
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_REPORT_REPORTWRITER_H
#define TIR_LIB_TARGET_REPORT_REPORTWRITER_H

#include "Trace.h"
#include "tir/Dialect/TIR/IR/FoldedChannels.h"
#include "tir/Dialect/TIR/IR/Models.h"
#include "tir/Target/Code/Code.h"
#include "tir/Target/Report/Report.h"
#include "tir/Target/Report/ReportModel.h"
#include "tir/Target/StaticMemory.h"
#include "llvm/Support/JSON.h"

namespace tir::report {

/// Writes one report. ReportTotals.cpp has what sums up the memory and the
/// code.
class ReportWriter {
public:
  ReportWriter(mlir::ModuleOp module, const ReportOptions &options,
               const mlf::Code *code, std::optional<Trace> trace,
               llvm::raw_ostream &os)
      : module(module), options(options), code(code),
        json(os, /*IndentSize=*/2), trace(std::move(trace)) {}

  void write(ModelAttr model, PlanAttr plan, mlir::DictionaryAttr interface);

private:
  void attribute(llvm::StringRef key, mlir::Attribute value);
  /// Writes the fields `keys` that `dict` has, in this order.
  void fields(mlir::DictionaryAttr dict, llvm::ArrayRef<llvm::StringRef> keys);
  void rows(llvm::StringRef key, mlir::ArrayAttr rows,
            llvm::ArrayRef<llvm::StringRef> keys);
  void inputRows(mlir::ArrayAttr inputs, llvm::ArrayRef<llvm::StringRef> keys);
  void identity();
  void target();
  /// These write an attribute unless it is empty, 0 or false.
  void given(llvm::StringRef key, llvm::StringRef text);
  void given(llvm::StringRef key, mlir::StringAttr text);
  void given(llvm::StringRef key, std::optional<int64_t> number);
  void nonzero(llvm::StringRef key, uint64_t number);
  void flag(llvm::StringRef key, bool isSet);
  /// Writes an array with an object for each row, which `write` fills.
  template <typename Rows>
  void objects(llvm::StringRef key, const Rows &rows,
               llvm::function_ref<void(decltype(*std::begin(rows)))> write) {
    json.attributeArray(key, [&] {
      for (auto &&row : rows)
        json.object([&] { write(row); });
    });
  }
  void pools(llvm::ArrayRef<PlannedPoolAttr> pools);
  void constantPools(llvm::ArrayRef<PlannedPoolAttr> pools);
  void buffers(llvm::ArrayRef<PlannedBufferAttr> rows,
               llvm::ArrayRef<KernelRow> kernels);
  void loops(llvm::ArrayRef<PlannedLoopAttr> rows);
  void constants(llvm::ArrayRef<ConstantRow> rows);
  void steps(llvm::ArrayRef<StepRow> rows);
  void texts(llvm::StringRef key, llvm::ArrayRef<std::string> values);
  void channels(const FoldedChannels &channels);
  void kernels(llvm::ArrayRef<KernelRow> rows);
  void stack();
  void savings(uint64_t ram);
  void curve(llvm::ArrayRef<RAMPoint> points);
  void limit(const RAMLimit &limit);
  void checkedKernel(const KernelChecks::Kernel &kernel, bool isEmulated);
  void emulator(const KernelChecks::Emulator &emulator);
  void check(const KernelChecks &check);
  void selfTest(const ReportedSelfTest &test);
  void weights(const WeightFile &file);
  void measured(const KernelRow &row, const Measurement &measurement);
  void totals(PlanAttr plan, mlir::DictionaryAttr interface,
              llvm::ArrayRef<ConstantRow> constants,
              llvm::ArrayRef<StepRow> steps, llvm::ArrayRef<KernelRow> kernels);
  void flash(uint64_t constants);
  uint64_t countIdentity() const;
  StaticBytes countLinkedRAM(uint64_t constants) const;
  std::optional<uint64_t> codeBytes(const KernelRow &row) const;

  mlir::ModuleOp module;
  const ReportOptions &options;
  const mlf::Code *code;
  llvm::json::OStream json;
  std::string prefix;
  std::optional<Trace> trace;
};

/// Adds up a number of tensors, without those that lie in pools.
uint64_t sumOf(mlir::ArrayAttr rows, llvm::StringRef key);

/// Returns the bytes of the inputs that are weights, which may lie in flash.
uint64_t sumWeights(mlir::ArrayAttr inputs);

/// Adds up the bytes of the pools, without the memory of inputs.
uint64_t sumBytes(PlanAttr plan);

} // namespace tir::report

#endif // TIR_LIB_TARGET_REPORT_REPORTWRITER_H
