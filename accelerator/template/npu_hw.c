/* The accelerator, simulated by a thread: each job takes a moment, and then raises an interrupt. */
#include "npu_hw.h"

#include <time.h>

static bool fails(struct npu_hw *hw, enum npu_hw_fault fault) {
  const bool is = hw->fault == fault;
  if (is)
    hw->fault = NPU_HW_FINE;
  return is;
}

static bool is_stopping(struct npu_hw *hw) {
  pthread_mutex_lock(&hw->lock);
  const bool stopping = hw->stopping;
  pthread_mutex_unlock(&hw->lock);
  return stopping;
}

static void *run(void *argument) {
  struct npu_hw *hw = argument;
  const struct timespec moment = {0, 200000};
  for (int i = 0; i < 5 || hw->silent; ++i) {
    if (is_stopping(hw))
      return NULL;
    nanosleep(&moment, NULL);
  }
  if (hw->wrong) {
    hw->interrupt(hw->owner, 1);
    return NULL;
  }
  hw->work(hw->job);
  hw->interrupt(hw->owner, 0);
  return NULL;
}

void npu_hw_init(struct npu_hw *hw, void (*interrupt)(void *owner, int32_t status), void *owner) {
  pthread_mutex_init(&hw->lock, NULL);
  hw->interrupt = interrupt;
  hw->owner = owner;
}

bool npu_hw_load(struct npu_hw *hw) { return !fails(hw, NPU_HW_NO_MEMORY); }

bool npu_hw_power(struct npu_hw *hw, bool on) { return !fails(hw, on ? NPU_HW_NO_POWER : NPU_HW_STUCK); }

bool npu_hw_start(struct npu_hw *hw, void (*work)(const void *job), const void *job) {
  if (fails(hw, NPU_HW_BUSY))
    return false;
  hw->work = work;
  hw->job = job;
  hw->stopping = false;
  hw->silent = fails(hw, NPU_HW_SILENT);
  hw->wrong = fails(hw, NPU_HW_ERROR);
  hw->started = pthread_create(&hw->thread, NULL, run, hw) == 0;
  return hw->started;
}

bool npu_hw_stop(struct npu_hw *hw) {
  if (hw->started) {
    pthread_mutex_lock(&hw->lock);
    hw->stopping = true;
    pthread_mutex_unlock(&hw->lock);
    pthread_join(hw->thread, NULL);
    hw->started = false;
  }
  return !fails(hw, NPU_HW_DEAF);
}
