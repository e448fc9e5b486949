//===- CHeaderRuns.h - The functions that run a model, in its header
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_TARGET_C_CHEADERRUNS_H
#define TIR_LIB_TARGET_C_CHEADERRUNS_H

#include "tir/Target/C/ModelInfo.h"

namespace tir::c {

/// Prints the prototypes of the functions with which the application runs the
/// model, and for each of them a comment about its arguments, whose memory they
/// are, and which calls may run at the same time.
void printRunFunctions(const ModelInfo &info, llvm::raw_ostream &os);

/// Prints the functions with which the application drives a run itself.
void printDriven(const ModelInfo &info, llvm::raw_ostream &os);

/// Returns `(struct <model>_<name> *<name>, ...);`.
std::string makeParameters(const ModelInfo &info,
                           llvm::ArrayRef<llvm::StringRef> structs);

/// Returns the parameters of `_run` in C, in parentheses.
std::string makeRunParameters(const ModelInfo &info);

/// Returns the prototype of `_self_test`, without `;`, which is as `_run`'s.
std::string makeSelfTestPrototype(const ModelInfo &info);

/// Prints `_self_test` and the code that it returns for other outputs.
void printSelfTest(const ModelInfo &info, llvm::raw_ostream &os);

/// Prints what TI's clients of TVM read besides.
void printForTI(const ModelInfo &info, llvm::raw_ostream &os);

} // namespace tir::c

#endif // TIR_LIB_TARGET_C_CHEADERRUNS_H
