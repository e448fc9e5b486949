//===- ExportTime.h - When an archive says that it was made
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_EXPORTTIME_H
#define TIR_LIB_DRIVER_EXPORTTIME_H

#include "llvm/Support/Error.h"

namespace tir {

/// When an archive says that it was made, in seconds since 1970:
/// `SOURCE_DATE_EPOCH`, else 0. Source: https://reproducible-builds.org/specs
llvm::Expected<uint64_t> getExportTime();

} // namespace tir

#endif // TIR_LIB_DRIVER_EXPORTTIME_H
