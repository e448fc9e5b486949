//===- ExportTime.cpp - The creation time in an archive
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Compiler/ExportTime.h"

#include "mlir/Support/LLVM.h"
#include "tir/Support/Tar.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace tir;

llvm::Expected<uint64_t> tir::getExportTime() {
  // Do not use the current time: it would be the only thing in the archive that
  // differs from one run to the next.
  std::optional<std::string> given =
      llvm::sys::Process::GetEnv("SOURCE_DATE_EPOCH");
  if (!given)
    return 0;
  uint64_t seconds = 0;
  if (StringRef(*given).getAsInteger(10, seconds) || seconds > kLastTarTime)
    return llvm::createStringError(
        "the environment variable SOURCE_DATE_EPOCH is '" + *given +
        "'; expected the seconds since 1970 as a number up to " +
        llvm::Twine(kLastTarTime) + " (as 'date +%s' prints them), or none");
  return seconds;
}
