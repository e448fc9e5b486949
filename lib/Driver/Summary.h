//===- Summary.h - What a compilation wrote, in a few lines
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_SUMMARY_H
#define TIR_LIB_DRIVER_SUMMARY_H

#include "tir/Compiler/OutputFiles.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <utility>
#include <vector>

namespace tir {

/// Prints which files were written to the folder, and lines with their labels.
void printLines(llvm::StringRef folder, const OutputFiles &files,
                const std::vector<std::pair<std::string, std::string>> &lines,
                llvm::raw_ostream &os);

/// Prints which files were written to the folder and, if `report` is not empty,
/// the most important figures of this report.
void printSummary(llvm::StringRef folder, const OutputFiles &files,
                  llvm::StringRef report, llvm::raw_ostream &os);

} // namespace tir

#endif // TIR_LIB_DRIVER_SUMMARY_H
