//===- ChildProcess.cpp - Code that may crash
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"

#include <csignal>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tir;

ChildProcess::ChildProcess(ChildProcess &&other)
    : memory(std::exchange(other.memory, nullptr)), bytes(other.bytes),
      signal(other.signal) {}

ChildProcess::~ChildProcess() {
  if (memory)
    munmap(memory, bytes);
}

static llvm::Error fail(const char *what) {
  return llvm::createStringError(std::error_code(errno, std::system_category()),
                                 what);
}

/// Lets a crash end the process without a trace of its stack.
static void resetSignals() {
  for (int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP})
    std::signal(number, SIG_DFL);
}

llvm::Expected<ChildProcess>
ChildProcess::run(size_t bytes, llvm::function_ref<void(void *)> function) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return fail("no memory can be shared with a process");
  ChildProcess child(memory, bytes);
  pid_t pid = fork();
  if (pid < 0)
    return fail("no process can be started");
  if (pid == 0) {
    resetSignals();
    function(memory);
    _exit(0);
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      return fail("a process cannot be waited for");
  if (WIFSIGNALED(status))
    child.signal = WTERMSIG(status);
  return child;
}
