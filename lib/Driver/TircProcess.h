//===- TircProcess.h - Runs of tirc by itself
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_DRIVER_TIRCPROCESS_H
#define TIR_LIB_DRIVER_TIRCPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include <system_error>

namespace tir {

/// A folder that is removed again.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::error_code code;
  llvm::SmallString<128> name;
};

/// Runs tirc, this program or this Python's package, and returns its exit code.
int runTirc(llvm::ArrayRef<llvm::StringRef> arguments);

} // namespace tir

#endif // TIR_LIB_DRIVER_TIRCPROCESS_H
