/* The registers of the accelerator, here a thread. Replace npu_hw.c by what reaches your hardware. */
#ifndef NPU_HW_H
#define NPU_HW_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* What the hardware can do wrong; the driver must report it. */
enum npu_hw_fault {
  NPU_HW_FINE,
  NPU_HW_NO_MEMORY, /* a program cannot be loaded */
  NPU_HW_NO_POWER,  /* it cannot be switched on */
  NPU_HW_STUCK,     /* it cannot be switched off */
  NPU_HW_BUSY,      /* it refuses a job */
  NPU_HW_ERROR,     /* a job fails */
  NPU_HW_SILENT,    /* a job does not end */
  NPU_HW_DEAF       /* it does not confirm that it stopped */
};

struct npu_hw {
  pthread_t thread;
  pthread_mutex_t lock;
  bool started, stopping, silent, wrong;
  void (*work)(const void *job);
  const void *job;
  /* The interrupt at the end of a job, with 0 or the code of its failure. */
  void (*interrupt)(void *owner, int32_t status);
  void *owner;
  enum npu_hw_fault fault; /* of the next command that it concerns */
};

void npu_hw_init(struct npu_hw *hw, void (*interrupt)(void *owner, int32_t status), void *owner);
/* Each returns whether the hardware did it. */
bool npu_hw_load(struct npu_hw *hw);
bool npu_hw_power(struct npu_hw *hw, bool on);
bool npu_hw_start(struct npu_hw *hw, void (*work)(const void *job), const void *job);
/* After this, the hardware accesses no memory, also if it does not confirm that. */
bool npu_hw_stop(struct npu_hw *hw);

#endif
