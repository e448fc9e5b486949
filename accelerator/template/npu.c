/* The driver of an accelerator whose kernels compute while the processor does.
 *
 * A kernel writes its job into the context, starts the hardware and returns. The interrupt notes the end of the work
 * there, and TVMDeviceNpuSync waits for it. The header that tirc generates has the prototypes. */
#include "npu.h"

#include <string.h>
#include <time.h>

enum { TIMEOUT_MS = 250 };

/* Runs as an interrupt: it notes the end, and calls nothing of the model. */
static void on_interrupt(void *owner, int32_t status) {
  struct npu_device *device = owner;
  pthread_mutex_lock(&device->lock);
  device->done = true;
  device->status = status;
  pthread_cond_signal(&device->ended);
  pthread_mutex_unlock(&device->lock);
}

/* Waits for the interrupt; returns whether it came in time. */
static bool wait_for_end(struct npu_device *device) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += TIMEOUT_MS * 1000000L;
  until.tv_sec += until.tv_nsec / 1000000000L;
  until.tv_nsec %= 1000000000L;
  pthread_mutex_lock(&device->lock);
  int code = 0;
  while (!device->done && code == 0)
    code = pthread_cond_timedwait(&device->ended, &device->lock, &until);
  const bool done = device->done;
  pthread_mutex_unlock(&device->lock);
  return done;
}

int32_t TVMDeviceNpuInit(void *context) {
  struct npu_device *device = context;
  if (device->active)
    return NPU_NOT_READY;
  if (!device->known) {
    pthread_mutex_init(&device->lock, NULL);
    pthread_cond_init(&device->ended, NULL);
    npu_hw_init(&device->hw, on_interrupt, device);
    device->known = true;
  }
  device->loaded = npu_hw_load(&device->hw);
  return device->loaded ? 0 : NPU_LOAD_FAILED;
}

int32_t TVMDeviceNpuActivate(void *context) {
  struct npu_device *device = context;
  if (!device->loaded || device->active)
    return NPU_NOT_READY;
  device->active = npu_hw_power(&device->hw, true);
  return device->active ? 0 : NPU_POWER_FAILED;
}

/* A device that fails to switch off is off nevertheless. */
int32_t TVMDeviceNpuDeactivate(void *context) {
  struct npu_device *device = context;
  if (!device->active || device->running)
    return NPU_NOT_READY;
  device->active = false;
  return npu_hw_power(&device->hw, false) ? 0 : NPU_SWITCH_OFF_FAILED;
}

int32_t TVMDeviceNpuSync(void *context) {
  struct npu_device *device = context;
  if (!device->running)
    return 0;
  if (!wait_for_end(device))
    return NPU_TIMEOUT;
  npu_hw_stop(&device->hw);
  device->running = false;
  return device->status == 0 ? 0 : NPU_WORK_FAILED;
}

int32_t TVMDeviceNpuAbort(void *context) {
  struct npu_device *device = context;
  if (!device->running)
    return 0;
  const bool stopped = npu_hw_stop(&device->hw);
  device->running = false;
  return stopped ? 0 : NPU_STOP_FAILED;
}

/* Checks whether a job may start. */
static int32_t check(const struct npu_device *device, enum npu_program program) {
  if (!device->active || device->running)
    return NPU_NOT_READY;
  return device->program == program ? 0 : NPU_WRONG_PROGRAM;
}

static int32_t start(struct npu_device *device, void (*work)(const void *job)) {
  device->done = false;
  device->status = 0;
  if (!npu_hw_start(&device->hw, work, &device->job))
    return NPU_START_FAILED;
  device->running = true;
  return 0;
}

static int32_t clamp8(int64_t value) { return value < -128 ? -128 : value > 127 ? 127 : (int32_t)value; }

/* The sum of one output, without pixels outside the image. */
static int32_t sum_window(const struct npu_conv *job, int64_t y, int64_t x, int64_t channel) {
  int32_t sum = job->bias[channel];
  for (int64_t i = 0; i < job->window[1]; ++i)
    for (int64_t j = 0; j < job->window[2]; ++j) {
      const int64_t row = y * job->stride[0] - job->pad[0] + i;
      const int64_t column = x * job->stride[1] - job->pad[2] + j;
      if (row < 0 || row >= job->in[1] || column < 0 || column >= job->in[2])
        continue;
      const int8_t *pixel = job->input + (row * job->in[2] + column) * job->in[3];
      const int8_t *weight =
          job->weights + ((channel * job->window[1] + i) * job->window[2] + j) * job->in[3];
      for (int64_t c = 0; c < job->in[3]; ++c)
        sum += (pixel[c] - job->input_zero) * (weight[c] - job->weight_zero);
    }
  return sum;
}

static void work_conv(const void *data) {
  const struct npu_conv *job = data;
  int8_t *output = job->output;
  memset(job->scratch, 0, 64);
  for (int64_t y = 0; y < job->out[1]; ++y)
    for (int64_t x = 0; x < job->out[2]; ++x)
      for (int64_t channel = 0; channel < job->out[3]; ++channel) {
        const int64_t k = job->per_channel ? channel : 0;
        const int64_t sum = (int64_t)sum_window(job, y, x, channel) - job->sum_zero;
        int64_t round = (int64_t)1 << (job->shift[k] - 1);
        if (job->rounds_twice && job->shift[k] > 31)
          round += sum >= 0 ? 1 << 30 : -(1 << 30);
        const int64_t scaled = (sum * job->multiplier[k] + round) >> job->shift[k];
        *output++ = (int8_t)clamp8(scaled + job->output_zero);
      }
}

static void work_pool(const void *data) {
  const struct npu_pool *job = data;
  int8_t *output = job->output;
  for (int64_t y = 0; y < job->out[1]; ++y)
    for (int64_t x = 0; x < job->out[2]; ++x)
      for (int64_t c = 0; c < job->out[3]; ++c) {
        int8_t largest = -128;
        for (int64_t i = 0; i < job->kernel[0]; ++i)
          for (int64_t j = 0; j < job->kernel[1]; ++j) {
            const int64_t row = y * job->stride[0] - job->pad[0] + i;
            const int64_t column = x * job->stride[1] - job->pad[2] + j;
            if (row < 0 || row >= job->in[1] || column < 0 || column >= job->in[2])
              continue;
            const int8_t value = job->input[(row * job->in[2] + column) * job->in[3] + c];
            if (value > largest)
              largest = value;
          }
        *output++ = largest;
      }
}

static void work_maximum8(const void *data) {
  const struct npu_maximum *job = data;
  const int8_t *a = job->a, *b = job->b;
  int8_t *output = job->output;
  for (int32_t i = 0; i < job->count; ++i)
    output[i] = a[i] > b[i] ? a[i] : b[i];
}

static void work_maximum16(const void *data) {
  const struct npu_maximum *job = data;
  const int16_t *a = job->a, *b = job->b;
  int16_t *output = job->output;
  for (int32_t i = 0; i < job->count; ++i)
    output[i] = a[i] > b[i] ? a[i] : b[i];
}

#define COPY(to, from) memcpy((to), (from), sizeof(to))

int32_t npu_conv(const int8_t *input, const int8_t *weights, const int32_t *bias, const int32_t *multiplier,
                 const int8_t *shift, int8_t *output, int8_t *scratch, const int64_t *input_shape, int32_t input_rank,
                 const int64_t *weights_shape, int32_t weights_rank, int32_t input_zero, int32_t weight_zero,
                 int32_t sum_zero, int32_t output_zero, const int64_t *output_shape, int32_t output_rank,
                 const int64_t *pad, int32_t pad_count, int32_t per_channel, const char *rounding_mode,
                 const int64_t *stride, int32_t stride_count, void *context) {
  struct npu_device *device = context;
  (void)input_rank, (void)weights_rank, (void)output_rank, (void)pad_count, (void)stride_count;
  const int32_t code = check(device, NPU_CONV);
  if (code != 0)
    return code;
  struct npu_conv *job = &device->job.conv;
  job->input = input;
  job->weights = weights;
  job->bias = bias;
  job->multiplier = multiplier;
  job->shift = shift;
  job->output = output;
  job->scratch = scratch;
  COPY(job->in, input_shape);
  COPY(job->window, weights_shape);
  COPY(job->out, output_shape);
  COPY(job->pad, pad);
  COPY(job->stride, stride);
  job->input_zero = input_zero;
  job->weight_zero = weight_zero;
  job->sum_zero = sum_zero;
  job->output_zero = output_zero;
  job->per_channel = per_channel != 0;
  job->rounds_twice = strcmp(rounding_mode, "DOUBLE_ROUND") == 0;
  return start(device, work_conv);
}

int32_t npu_pool(const int8_t *input, int8_t *output, const int64_t *input_shape, int32_t input_rank,
                 const int64_t *kernel, int32_t kernel_count, const int64_t *output_shape, int32_t output_rank,
                 const int64_t *pad, int32_t pad_count, const int64_t *stride, int32_t stride_count, void *context) {
  struct npu_device *device = context;
  (void)input_rank, (void)output_rank, (void)kernel_count, (void)pad_count, (void)stride_count;
  const int32_t code = check(device, NPU_VECTOR);
  if (code != 0)
    return code;
  struct npu_pool *job = &device->job.pool;
  job->input = input;
  job->output = output;
  COPY(job->in, input_shape);
  COPY(job->out, output_shape);
  COPY(job->kernel, kernel);
  COPY(job->pad, pad);
  COPY(job->stride, stride);
  return start(device, work_pool);
}

static int32_t start_maximum(struct npu_device *device, const void *a, const void *b, void *output, int32_t count,
                             void (*work)(const void *job)) {
  const int32_t code = check(device, NPU_VECTOR);
  if (code != 0)
    return code;
  device->job.maximum.a = a;
  device->job.maximum.b = b;
  device->job.maximum.output = output;
  device->job.maximum.count = count;
  return start(device, work);
}

int32_t npu_maximum8(const int8_t *a, int32_t a_size, const int8_t *b, int32_t b_size, int8_t *output,
                     int32_t output_size, void *context) {
  (void)a_size, (void)b_size;
  return start_maximum(context, a, b, output, output_size, work_maximum8);
}

int32_t npu_maximum16(const int16_t *a, int32_t a_size, const int16_t *b, int32_t b_size, int16_t *output,
                      int32_t output_size, void *context) {
  (void)a_size, (void)b_size;
  return start_maximum(context, a, b, output, output_size / 2, work_maximum16);
}
