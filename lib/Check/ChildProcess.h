//===- ChildProcess.h - Code that may crash
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_LIB_CHECK_CHILDPROCESS_H
#define TIR_LIB_CHECK_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace tir {

/// Runs `function` in a copy of this process. Only what it writes to its
/// argument, which has `bytes` bytes and begins with zeros, is seen here.
/// Returns this memory, and the signal that ended the process, or 0. The error
/// is a sentence.
class ChildProcess {
public:
  static llvm::Expected<ChildProcess>
  run(size_t bytes, llvm::function_ref<void(void *)> function);

  ChildProcess(ChildProcess &&other);
  ~ChildProcess();

  const void *getMemory() const { return memory; }
  int getSignal() const { return signal; }

private:
  ChildProcess(void *memory, size_t bytes) : memory(memory), bytes(bytes) {}

  void *memory;
  size_t bytes;
  int signal = 0;
};

} // namespace tir

#endif // TIR_LIB_CHECK_CHILDPROCESS_H
