//===- Report.h - What a compiled model needs, as JSON
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_TARGET_REPORT_H
#define TIR_TARGET_REPORT_H

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
};

/// Writes a JSON object with the keys, in this order:
///
/// | key | value |
/// |---|---|
/// | `tirc` | version |
/// | `model` | `name`, `source` (a file name without folder) |
/// | `target` | `triple`, `cpu`, `features`, `float_abi`, as far as given |
/// | `inputs`, `outputs` | a row a tensor: `name`, `c_name`, `shape`, `dtype`, `bytes`, and `scale`, `zero_point` where known |
/// | `interface` | `api` (`c` or `packed`), `entry` and, if there is one, `init` (symbols), `workspace` (`internal`, `external` or `backend`) |
/// | `plan` | `packed` or `separate` |
/// | `pools` | `name`, `symbol`, `bytes`, `alignment`, `lower_bound`, `gap`, `optimal` |
/// | `buffers` | `name`, `pool`, `offset`, `bytes`, `alignment`, `first`, `last` (steps, both included) |
/// | `constants` | `name`, `bytes`, `alignment` |
/// | `kernels` | a row a call, in order: `step`, `function`, `place` (no two are equal), `fused`, `macs` |
/// | `totals` | `workspace_bytes`, `inputs_bytes`, `outputs_bytes`, `inputs_outputs_live_bytes`, `constants_bytes`, `macs` |
///
/// `module` is that of the phase abi or a later one (also in the EmitC
/// dialect): it needs the attributes `tir.model`, `tir.plan`, `tir.interface`
/// and fails, naming it, where one is missing. No dates: the same module gives
/// the same bytes.
llvm::LogicalResult emitReport(mlir::ModuleOp module,
                               const ReportOptions &options,
                               llvm::raw_ostream &os);

} // namespace tir

#endif // TIR_TARGET_REPORT_H
