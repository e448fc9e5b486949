/* The driver of an accelerator whose kernels compute while the processor does. npu.json says which operators it takes. */
#ifndef NPU_H
#define NPU_H

#include "npu_hw.h"

enum npu_program { NPU_CONV = 1, NPU_VECTOR = 2 };

/* The codes that the driver returns. */
enum {
  NPU_NOT_READY = 3001, /* a hook or kernel is not called in its turn */
  NPU_WRONG_PROGRAM,    /* the kernel is not part of the program of the device */
  NPU_LOAD_FAILED,
  NPU_POWER_FAILED,
  NPU_SWITCH_OFF_FAILED,
  NPU_START_FAILED,
  NPU_WORK_FAILED,
  NPU_TIMEOUT,
  NPU_STOP_FAILED
};

struct npu_conv {
  const int8_t *input, *weights;
  const int32_t *bias, *multiplier;
  const int8_t *shift;
  int8_t *output, *scratch;
  int64_t in[4], window[4], out[4], pad[4], stride[2];
  int32_t input_zero, weight_zero, sum_zero, output_zero;
  bool per_channel, rounds_twice;
};

struct npu_pool {
  const int8_t *input;
  int8_t *output;
  int64_t in[4], out[4], kernel[2], pad[4], stride[2];
};

struct npu_maximum {
  const void *a, *b;
  void *output;
  int32_t count;
};

/* The context of a device: all that its hooks and kernels know. Set it to 0, and then `program`. */
struct npu_device {
  enum npu_program program;
  struct npu_hw hw;
  bool known, loaded, active, running;
  union {
    struct npu_conv conv;
    struct npu_pool pool;
    struct npu_maximum maximum;
  } job;
  /* Set by the interrupt. */
  pthread_mutex_t lock;
  pthread_cond_t ended;
  bool done;
  int32_t status;
};

#endif
