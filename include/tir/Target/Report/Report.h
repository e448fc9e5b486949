//===- Report.h - The resources of a compiled model, as JSON and as a page
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_REPORT_REPORT_H
#define TIR_TARGET_REPORT_REPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "tir/Support/Identity.h"
#include "tir/Target/Stack/StackGraph.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace tir {

/// What the model needs with one more option.
struct Variant {
  std::string option;
  /// The bytes of `ram_bytes` with it.
  uint64_t ramBytes;
  /// `estimated_cycles` with it; 0 if they are not known.
  uint64_t cycles = 0;
};

/// What a limit of RAM (`--ram`) did.
struct RAMLimit {
  uint64_t bytes;
  /// What the limit compares, and the estimated cycles, of the model without
  /// the limit.
  uint64_t freeBytes = 0, freeCycles = 0;
  /// The multiply-accumulates without the limit, if bands of columns compute
  /// some of them again.
  uint64_t freeMacs = 0;
  /// The fewest bytes that tirc found (`--rows=min-ram`), if the limit changed
  /// nothing.
  std::optional<uint64_t> fewestBytes;
};

/// How the kernels were compared with their plain loops (`--check`).
struct KernelChecks {
  /// Why they were not, as the end of a sentence; else empty.
  std::string whyNot;
  /// How often the model ran.
  unsigned runs;
  /// What is known of one kernel.
  struct Kernel {
    std::string place;
    /// `proof`, `tested` or `trusted`.
    llvm::StringRef values, addresses;
    /// Whether its results were compared themselves.
    bool isAlone;
    uint64_t elements;
    bool hasRescales;
    /// `proof` or `trusted`; empty if the kernel needs none.
    llvm::StringRef distances;
    /// As in CheckedKernel.
    std::string why, whyNoProof;
  };
  std::vector<Kernel> kernels;
  /// On what the target's code ran.
  struct Emulator {
    std::string machine, core, version, compiler;
    std::vector<std::string> codes;
  };
  std::optional<Emulator> emulator;
};

/// The model's self-test (`--self-test`).
struct ReportedSelfTest {
  /// What its input is.
  std::string input;
  /// The bytes of flash of a stored input, and of what is expected.
  uint64_t inputBytes = 0, resultBytes = 0;
};

/// The file with the weights (`--weights=blob`).
struct WeightFile {
  std::string name;
  /// Of the file, and of the constants in it.
  uint64_t bytes = 0, weightBytes = 0;
  uint32_t version = 0;
};

/// What a run of a model, or a part of one, does: multiply-accumulates, and
/// cycles by estimate, which are 0 if they are not known.
struct Work {
  uint64_t macs = 0, cycles = 0;
};

/// Returns the work of a run of the model in a module after the phase `plan`.
Work estimateWork(mlir::ModuleOp module);

/// A way to run the model, and the memory that it needs for this work.
struct RAMPoint {
  /// What a limit of RAM compares (`--ram`).
  uint64_t bytes;
  Work work;
  /// How many layers run in how many bands of columns.
  struct Bands {
    unsigned numLayers, numBands;
  };
  std::vector<Bands> bands;
};

/// Facts that the module does not contain. Empty strings are left out.
struct ReportOptions {
  /// The version of tirc.
  std::string version;
  /// What the code says of itself; null for nothing. Must outlive the options.
  const Identity *identity = nullptr;
  /// The target: its name in `--target`, and what this stands for.
  std::string target, triple, cpu, features, floatABI;
  /// The bytes of an object (or a shared library) made from the module, whose
  /// sizes are reported. Must outlive the report.
  llvm::StringRef object;
  /// The functions of this object; null or empty if they are not known.
  const StackGraph *stack = nullptr;
  /// The C file made from the module; empty for none. Must outlive the report.
  llvm::StringRef source;
  /// What the model needs with other options; unset if that was not asked for.
  std::optional<std::vector<Variant>> variants;
  /// The least work for less and less memory; unset if that was not asked for.
  std::optional<std::vector<RAMPoint>> curve;
  /// What the limit of RAM did; unset if there is none.
  std::optional<RAMLimit> limit;
  /// Why kernels do not run by rows, by their steps, as the ends of sentences
  /// about them.
  std::map<uint64_t, std::string> notByRows;
  /// How the kernels were checked; unset if that was not asked for.
  std::optional<KernelChecks> check;
  /// The self-test; unset if there is none.
  std::optional<ReportedSelfTest> selfTest;
  /// The file with the weights; unset if they are in the code.
  std::optional<WeightFile> weights;
  /// The name of the file with what a program measured, and its text; no name
  /// if there is none. docs/Profile.md describes the text.
  std::string traceFile, trace;
};

/// Writes a JSON object. docs/Report.md lists its keys, and what they mean.
/// `code_bytes` and `flash_bytes` are present if `options.object`
/// contains sizes, as ELF does. If no buffer lives at any step, there is no
/// `peak_step`.
///
/// `module` is the module after the phase abi or a later one (also in the EmitC
/// dialect). It needs the attributes `tir.model`, `#tir.plan` and
/// `tir.interface`. Fails if one of these is missing, with an error that names
/// it, if the object cannot be read, or if the trace does not fit the model.
/// The report contains no dates: the same module gives the same bytes.
llvm::LogicalResult emitReport(mlir::ModuleOp module,
                               const ReportOptions &options,
                               llvm::raw_ostream &os);

/// Returns what `report`, which `emitReport` wrote, says of the memory, as text
/// for a terminal: the pools, the buffers, a map of them over time, the peak,
/// and what would save memory.
std::string explainMemory(llvm::StringRef report);

/// A line of a summary, such as `RAM` and `3,306 bytes`.
struct SummaryLine {
  llvm::StringLiteral label;
  std::string text;
};

/// Returns the most important figures of `report`, which `emitReport` wrote:
/// the RAM, the flash as far as it is known, the multiply-accumulates, and the
/// kernel with the most of these.
std::vector<SummaryLine> summarizeReport(llvm::StringRef report);

/// Returns a fragment of a linker script with what `report`, which `emitReport`
/// wrote, says that the model needs, and assertions that it is there.
std::string makeLinkerFragment(llvm::StringRef report);

/// Returns `report`, which `emitReport` wrote, as one HTML page that needs no
/// network and no other file. The page is readable without scripts. Names are
/// escaped. The same report gives the same bytes.
std::string makeReportPage(llvm::StringRef report);

} // namespace tir

#endif // TIR_TARGET_REPORT_REPORT_H
