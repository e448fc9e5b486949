//===- ExportTime.h - The creation time in an archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_COMPILER_EXPORTTIME_H
#define TIR_COMPILER_EXPORTTIME_H

#include "llvm/Support/Error.h"

namespace tir {

/// Returns the creation time that an archive states, in seconds since 1970:
/// `SOURCE_DATE_EPOCH` if it is set, and 0 otherwise. Source:
/// https://reproducible-builds.org/specs
llvm::Expected<uint64_t> getExportTime();

} // namespace tir

#endif // TIR_COMPILER_EXPORTTIME_H
