//===- Report.h - What a compiled model needs, as JSON and as a page
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_REPORT_REPORT_H
#define TIR_TARGET_REPORT_REPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tir {

/// What the module does not know of itself; empty strings are left out.
struct ReportOptions {
  /// The version of tirc.
  std::string version;
  /// The target, as the user gave it.
  std::string triple, cpu, features, floatABI;
  /// The bytes of an object (or a shared library) made of the module, whose
  /// sizes are told.
  std::string object;
};

/// Writes a JSON object with the keys, in this order:
///
// clang-format off
/// | key | value |
/// |---|---|
/// | `tirc` | version |
/// | `model` | `name`, `source` (a file name without folder) |
/// | `target` | `triple`, `cpu`, `features`, `float_abi`, as far as given |
/// | `inputs`, `outputs` | a row a tensor: `name`, `c_name`, `shape`, `dtype`, `bytes`, and `scale`, `zero_point` where known |
/// | `state` | the same of the variables, where there are any |
/// | `interface` | `api` (`c` or `packed`), `entry` and, if there is one, `init` (symbols), `workspace` (`internal`, `external` or `backend`) |
/// | `plan` | `packed` or `separate` |
/// | `pools` | `name`, `symbol`, `bytes`, `alignment`, `lower_bound`, `gap`, `optimal` |
/// | `buffers` | `name`, `pool`, `offset`, `bytes`, `alignment`, `first`, `last` (steps, both included), `over` (names of the buffers that it is written over) |
/// | `constants` | `name`, `bytes`, `alignment` |
/// | `steps` | a row a step, in order: `name` (a kernel, or an operation such as `memref.copy`), `live_bytes` (of all buffers that live then; shared bytes count once) |
/// | `loops` | `first` and `last` step of each loop, where there are any |
/// | `kernels` | a row a call, in order: `step`, `function`, `place` (no two are equal), `fused`, `shared_by` (the places of all kernels that became this function, where they are several, on its first row), `macs`, `reads_bytes`, `writes_bytes`, `constants_bytes` (the regions that the call hands over, each counted once), `live_bytes`, `code_bytes`; `external` (true) and `device` of a function from outside |
/// | `totals` | `workspace_bytes`, `inputs_bytes`, `outputs_bytes`, `state_bytes`, `ram_bytes` (their sum), `inputs_outputs_live_bytes`, `constants_bytes`, `code_bytes` (all instructions), `flash_bytes` (both), `macs`, `peak_step` (the first with the most live bytes) |
// clang-format on
///
/// Each kernel counts for one run, also in a loop. Where no buffer lives there
/// is no `peak_step`; a kernel that another one calls has no bytes but its
/// code's.
/// `code_bytes` and `flash_bytes` stand there where `options.object` tells
/// them, as ELF does.
///
/// `module` is that of the phase abi or a later one (also in the EmitC
/// dialect): it needs the attributes `tir.model`, `tir.plan`, `tir.interface`
/// and fails, naming it, where one is missing, or where the object cannot be
/// read. No dates: the same module gives the same bytes.
llvm::LogicalResult emitReport(mlir::ModuleOp module,
                               const ReportOptions &options,
                               llvm::raw_ostream &os);

/// The same for a person: `report`, which `emitReport` wrote, as one HTML page
/// that needs no network and no other file. Everything in it can be read
/// without scripts; names are escaped. The same report gives the same bytes.
std::string makeReportPage(llvm::StringRef report);

} // namespace tir

#endif // TIR_TARGET_REPORT_REPORT_H
