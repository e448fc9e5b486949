//===- ThreadPool.cpp - The threads of models in this process
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadPool.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <system_error>
#include <thread>

namespace {

/// What TVM's header calls TVMParallelGroupEnv.
struct Group {
  void *handle;
  int32_t count;
};

using Task = int (*)(int, Group *, void *);

/// Threads that run the tasks of one launch at a time. They live as long as the
/// process: a pool is never destroyed.
class Pool {
public:
  int launch(Task task, void *data, int count);

private:
  using Lock = std::unique_lock<std::mutex>;

  void work();
  void runTasks(Lock &lock);
  void grow(int wanted);

  std::mutex mutex;
  std::condition_variable begins, ends;
  int workers = 0;
  bool isBusy = false;
  Task task = nullptr;
  void *data = nullptr;
  Group group = {nullptr, 0};
  /// The next task, how many have not ended, and the first code that is not 0.
  int next = 0, left = 0, code = 0;
};

} // namespace

/// Runs tasks until none is left to begin.
void Pool::runTasks(Lock &lock) {
  while (next < group.count) {
    int id = next++;
    lock.unlock();
    int result = task(id, &group, data);
    lock.lock();
    if (code == 0)
      code = result;
    if (--left == 0)
      ends.notify_one();
  }
}

void Pool::work() {
  Lock lock(mutex);
  while (true) {
    runTasks(lock);
    begins.wait(lock);
  }
}

/// Starts threads until there are `wanted`, or as many as the system allows.
void Pool::grow(int wanted) {
  try {
    for (; workers < wanted; ++workers)
      std::thread([this] { work(); }).detach();
  } catch (const std::system_error &) {
    // The threads that there are do all the work.
  }
}

int Pool::launch(Task newTask, void *newData, int count) {
  Lock lock(mutex);
  // A launch of another run, or in a task, has the threads.
  if (isBusy || count == 1) {
    lock.unlock();
    Group alone = {nullptr, 1};
    return newTask(0, &alone, newData);
  }
  isBusy = true;
  grow(count - 1);
  task = newTask;
  data = newData;
  group = {nullptr, count};
  left = count;
  next = code = 0;
  begins.notify_all();
  runTasks(lock);
  ends.wait(lock, [this] { return left == 0; });
  isBusy = false;
  return code;
}

static Pool *pool = new Pool;

/// The number of tasks of launches in this thread that leave it open; 0 for as
/// many as the machine has processors.
static thread_local int threadsOfRun = 0;

/// A child of a fork has none of the threads.
static const bool isRegistered = [] {
  return pthread_atfork(nullptr, nullptr, [] { pool = new Pool; }) == 0;
}();

tir::python::ThreadsOfRun::ThreadsOfRun(int threads) : before(threadsOfRun) {
  threadsOfRun = threads;
}
tir::python::ThreadsOfRun::~ThreadsOfRun() { threadsOfRun = before; }

/// The function that a model with `--threads` calls. It is found because this
/// module is among the libraries that the model is linked to.
extern "C" __attribute__((visibility("default"))) int
TVMBackendParallelLaunch(Task task, void *data, int count) {
  (void)isRegistered;
  if (count <= 0)
    count = threadsOfRun > 0
                ? threadsOfRun
                : int(std::max(1U, std::thread::hardware_concurrency()));
  return pool->launch(task, data, count);
}
