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
  /// The fewest bytes that tirc found (`--rows=min-ram`), if the limit changed
  /// nothing.
  std::optional<uint64_t> fewestBytes;
};

/// Returns the estimated cycles of a run of the model in a module after the
/// phase `plan`; 0 if they are not known.
uint64_t estimateCycles(mlir::ModuleOp module);

/// Facts that the module does not contain. Empty strings are left out.
struct ReportOptions {
  /// The version of tirc.
  std::string version;
  /// The target, as the user specified it.
  std::string triple, cpu, features, floatABI;
  /// The bytes of an object (or a shared library) made from the module, whose
  /// sizes are reported. Must outlive the report.
  llvm::StringRef object;
  /// The functions of this object; null or empty if they are not known.
  const StackGraph *stack = nullptr;
  /// The C file made from the module; empty for none. Must outlive the report.
  llvm::StringRef source;
  /// What the model needs with other options; unset if that was not asked for.
  std::optional<std::vector<Variant>> variants;
  /// What the limit of RAM did; unset if there is none.
  std::optional<RAMLimit> limit;
  /// The name of the file with what a program measured, and its text; no name
  /// if there is none. docs/Profile.md describes the text.
  std::string traceFile, trace;
};

/// Writes a JSON object with the keys, in this order:
///
// clang-format off
/// | key | value |
/// |---|---|
/// | `tirc` | version |
/// | `model` | `name`, `source` (a file name without folder) |
/// | `target` | `triple`, `cpu`, `features`, `float_abi`, as far as they are given |
/// | `inputs`, `outputs` | a row for each tensor: `name`, `c_name`, `shape`, `dtype`, `bytes`, and `scale`, `zero_point` if known |
/// | `state` | the same for the variables, if there are any |
/// | `interface` | `api` (`c` or `packed`), `entry` and, if there is one, `init` (symbols), `workspace` (`internal`, `external`, `backend`, `stack` or `allocated`), `library_workspace` (the same of the shared library, if it differs), `guarded` (a run is an error while another one uses its memory); with `--steps` or `--feed-rows`, `steps` (their number), `longest_step_macs` and `longest_step_estimated_cycles` |
/// | `plan` | `packed` or `separate` |
/// | `pools` | `name`, `symbol`, `bytes`, `alignment`, `lower_bound`, `gap`, `optimal`; of several pools that share the buffers, none has a bound by itself |
/// | `buffers` | `name`, `pool`, `offset`, `bytes`, `alignment`, `first`, `last` (steps, both included), `over` (names of the buffers that it overwrites), `place` (the kernel in the model that uses it first); if only some rows of a tensor are in memory at a time, `rows` (how many) and `tensor_rows` (of how many) |
/// | `constants` | `name`, `bytes`, `alignment` |
/// | `steps` | a row for each step, in order: `name` (a kernel, or an operation such as `memref.copy`), `live_bytes` (of all buffers that live at the step; shared bytes count once) |
/// | `loops` | `first` and `last` step of each loop, if there are any, and the `turns` (iterations) of one by rows |
/// | `kernels` | a row for each call, in order: `step`, `function`, `place` (no two are equal), `fused`, `shared_by` (the places of all kernels that were merged into this function, if there are several, on its first row), `kind` (of its main operation, such as `convolution`, if it is known), `macs` and `estimated_cycles` (of a call; absent where they are not known), `calls` (if not 1), `turns` (in a loop by rows: in which iteration the `first` call is, and after how many iterations, the `period`, the next one), `channels` (of the result, if something is known about them: their `count` in the model, how many are `computed`, and a row for each `constant` one: `channel`, `value`, `low` and `high`, between which all numbers are that it is computed from), `reads_bytes`, `writes_bytes`, `constants_bytes` (the regions that the call hands over, each counted once), `live_bytes`, `scratch_bytes` (buffers that live only at this step), `code_bytes`; `external` (true) and `device` of a function from outside; `measured`, if the trace has the kernel: `calls`, `total` of all calls, `percent` of the total of all kernels, `per_mac` |
/// | `stack` | a row for each form of the `code` (`object` or `c`): `entries`, with a row for each `function` that other code can call: the most `bytes` of stack, the functions on the `path` that takes them, and the callees whose stack is `unknown`: each `function`, and how many bytes are taken `at` its beginning. Without a bound, the `problems` say why. `functions` has the frame of each function. `sources` are the files that a bound of the C was made from, and `all_calls` says whether the calls that the compiler added are known |
/// | `functions` | of the C file: each `function`, its `parameters`, its `line`, whether it is an `entry` or `inlined`, and what it `calls` |
/// | `savings` | a row for each other `option` that saves RAM, if that was tried, the most first: `ram_bytes` with it, `saved_bytes`, how many fewer that is, and `estimated_cycles` |
/// | `ram_limit` | with a limit: its `bytes`, `bytes_without` and `estimated_cycles_without` it, and the `fewest_bytes` if it changed nothing |
/// | `totals` | `workspace_bytes`, `workspace_lower_bound` (no plan of all pools together is smaller), `inputs_bytes`, `outputs_bytes`, `state_bytes`, `bookkeeping_bytes` (flags, handles and padding), `ram_bytes` (their sum), `static_bytes` (what the linker places in RAM), `inputs_outputs_live_bytes`, `constants_bytes`, `texts_bytes` (texts, and tables and padding of an object), `code_bytes` (all instructions), `flash_bytes` (these three), `macs` and `estimated_cycles` of a run, `channels` (of the kernels with `macs`, if they are known) and `constant_channels` (how many of these are constant), `peak_step` (the first with the most live bytes); with a trace, `measured`: the `unit`, and the `total` of all kernels |
// clang-format on
///
/// Each kernel counts for one run, even in a loop. If no buffer lives at any
/// step, there is no `peak_step`. A kernel that another one calls has only the
/// bytes of its code. `code_bytes` and `flash_bytes` are present if
/// `options.object` contains sizes, as ELF does.
///
/// `module` is the module after the phase abi or a later one (also in the EmitC
/// dialect). It needs the attributes `tir.model`, `tir.plan` and
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
