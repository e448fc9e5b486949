//===- ThreadPool.h - The threads of models in this process -----*- C++ -*-===//
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TIR_PYTHON_SRC_THREADPOOL_H
#define TIR_PYTHON_SRC_THREADPOOL_H

namespace tir::python {

/// As long as it exists, models that this thread runs get that many threads; 0
/// stands for as many as the machine has processors.
class ThreadsOfRun {
public:
  explicit ThreadsOfRun(int threads);
  ~ThreadsOfRun();
  ThreadsOfRun(const ThreadsOfRun &) = delete;

private:
  int before;
};

} // namespace tir::python

#endif // TIR_PYTHON_SRC_THREADPOOL_H
