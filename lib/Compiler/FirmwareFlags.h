//===- FirmwareFlags.h - By which flags models keep rules
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_COMPILER_FIRMWAREFLAGS_H
#define TIR_LIB_COMPILER_FIRMWAREFLAGS_H

#include "tir/Compiler/FirmwarePlan.h"

namespace tir {

/// Returns the option `flags` of tir-make-steps with which the models keep the
/// rules:
///
/// - Models of which one runs at a time hold one flag during their runs. A few
///   sets of such models cover all pairs.
/// - A model that may interrupt others holds a flag, which is clear when one of
///   those begins.
/// - A model that may interrupt another one between steps holds a flag during
///   its run, and the other one during each step.
///
/// - What is passed on has a flag that says that it is there.
///
/// Each model has at least one flag of its runs, so that it never interrupts
/// itself.
std::vector<std::string> makeProgramFlags(const FirmwarePlan &plan,
                                          const FirmwareRules &rules,
                                          llvm::ArrayRef<std::string> models);

/// Returns the flag that says that an output is there which is passed on.
std::string getWrittenFlag(llvm::StringRef output);

} // namespace tir

#endif // TIR_LIB_COMPILER_FIRMWAREFLAGS_H
