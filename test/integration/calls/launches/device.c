/* Two asynchronous devices that misbehave on demand, and tell what they are
 * told.
 *
 * A device reads its inputs when the work begins and again when it ends: they
 * must be the same. It fills its outputs with a pattern when the work begins,
 * which must be there when it ends. So a model that uses a buffer too early is
 * found whenever it does so. */
#include "device.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tvm/runtime/c_backend_api.h"
#include "tvm/runtime/c_runtime_api.h"

struct device npu[2] = {{.name = "npu0"}, {.name = "npu1"}};
bool early;
struct failure failures[MAX_FAILURES];
size_t num_failures;
static long events;

enum { PATTERN = 0xa5, GARBAGE = 0x5a };

void begin_events(void) { events = 0; }

int32_t tell(const char *device, const char *event) {
  int32_t code = 0;
  ++events;
  for (size_t i = 0; i < num_failures; ++i)
    if (failures[i].event == events)
      code = failures[i].code;
  printf("%s %s %" PRId32 "\n", device, event, code);
  return code;
}

void complain(const char *device, const char *what) {
  printf("BROKEN %s %s\n", device, what);
}

static void expect(const struct device *device, bool holds, const char *what) {
  if (!holds)
    complain(device->name, what);
}

static bool holds_pattern(struct region region) {
  for (size_t i = 0; i < region.bytes; ++i)
    if (((unsigned char *)region.data)[i] != PATTERN)
      return false;
  return true;
}

static bool is_updated(const struct device *device) {
  for (size_t i = 0; i < device->num_inputs; ++i)
    if (device->inputs[i].data == device->output.data)
      return true;
  return false;
}

static void verify(struct device *device) {
  expect(device, device->scratch.bytes == 0 || holds_pattern(device->scratch),
         "scratch was written during the work");
  for (size_t i = 0; i < device->num_inputs; ++i)
    if (!early || device->inputs[i].data != device->output.data)
      expect(device,
             memcmp(device->inputs[i].data, device->copies[i],
                    device->inputs[i].bytes) == 0,
             "an input was changed during the work");
  if (early)
    expect(device,
           memcmp(device->output.data, device->result, device->output.bytes) ==
               0,
           "the output was changed during the work");
  else if (!is_updated(device))
    expect(device, holds_pattern(device->output),
           "the output was written during the work");
}

/* Ends the work, rightly or not. */
static void finish(struct device *device, bool right) {
  verify(device);
  if (right)
    memcpy(device->output.data, device->result, device->output.bytes);
  else
    memset(device->output.data, GARBAGE, device->output.bytes);
  if (device->scratch.bytes != 0)
    memset(device->scratch.data, GARBAGE, device->scratch.bytes);
  device->running = false;
}

static int32_t launch(struct device *device, const char *event,
                      const struct region *inputs, size_t num_inputs,
                      struct region output, struct region scratch,
                      const int32_t *factors, int32_t k) {
  expect(device, device->active, "is not active");
  expect(device, !device->running, "runs already");
  const int32_t code = tell(device->name, event);
  if (code != 0)
    return code;
  device->num_inputs = num_inputs;
  device->output = output;
  device->scratch = scratch;
  int32_t *result = (int32_t *)(void *)device->result;
  for (size_t j = 0; j < output.bytes / sizeof(int32_t); ++j) {
    int32_t sum = k;
    for (size_t i = 0; i < num_inputs; ++i)
      sum += factors[i] * ((const int32_t *)inputs[i].data)[j];
    result[j] = sum & 0xffff;
  }
  for (size_t i = 0; i < num_inputs; ++i) {
    device->inputs[i] = inputs[i];
    memcpy(device->copies[i], inputs[i].data, inputs[i].bytes);
  }
  if (early)
    memcpy(output.data, device->result, output.bytes);
  else if (!is_updated(device))
    memset(output.data, PATTERN, output.bytes);
  if (scratch.bytes != 0)
    memset(scratch.data, PATTERN, scratch.bytes);
  device->running = true;
  return 0;
}

int32_t TVMDeviceNpuInit(void *context) {
  struct device *device = context;
  const int32_t code = tell(device->name, "init");
  device->loaded = code == 0;
  return code;
}

int32_t TVMDeviceNpuActivate(void *context) {
  struct device *device = context;
  expect(device, device->loaded, "is not initialised");
  expect(device, !device->active, "is active already");
  const int32_t code = tell(device->name, "activate");
  device->active = code == 0;
  return code;
}

int32_t TVMDeviceNpuDeactivate(void *context) {
  struct device *device = context;
  expect(device, device->active, "is not active");
  expect(device, !device->running, "still runs");
  device->active = false;
  return tell(device->name, "deactivate");
}

/* An even code means that it gave up waiting; an odd one, that the work failed.
 */
int32_t TVMDeviceNpuSync(void *context) {
  struct device *device = context;
  const bool ran = device->running;
  const int32_t code = tell(device->name, ran ? "sync" : "idle");
  if (ran && (code % 2 != 0 || code == 0 || !device->has_abort))
    finish(device, code == 0);
  return code;
}

int32_t TVMDeviceNpuAbort(void *context) {
  struct device *device = context;
  const int32_t code = tell(device->name, device->running ? "abort" : "idle");
  if (device->running)
    finish(device, false);
  return code;
}

static struct region region(const void *data, int32_t bytes) {
  struct region made;
  memcpy(&made.data, &data, sizeof(data));
  made.bytes = (size_t)bytes;
  return made;
}

static const struct region none = {NULL, 0};

int32_t npu_u(const int32_t *a, int32_t a_size, int32_t *out, int32_t out_size,
              int32_t k, void *context) {
  const struct region inputs[] = {region(a, a_size)};
  const int32_t factors[] = {3};
  return launch(context, "launch", inputs, 1, region(out, out_size), none,
                factors, k);
}

int32_t npu_us(const int32_t *a, int32_t a_size, int32_t *out, int32_t out_size,
               int8_t *scratch, int32_t scratch_size, int32_t k,
               void *context) {
  const struct region inputs[] = {region(a, a_size)};
  const int32_t factors[] = {3};
  return launch(context, "launch", inputs, 1, region(out, out_size),
                region(scratch, scratch_size), factors, k);
}

int32_t npu_b(const int32_t *a, int32_t a_size, const int32_t *b,
              int32_t b_size, int32_t *out, int32_t out_size, int32_t k,
              void *context) {
  const struct region inputs[] = {region(a, a_size), region(b, b_size)};
  const int32_t factors[] = {5, 3};
  return launch(context, "launch", inputs, 2, region(out, out_size), none,
                factors, k);
}

/* Adds to what `sum` contains. */
int32_t npu_a(const int32_t *a, int32_t a_size, int32_t *sum, int32_t sum_size,
              int32_t k, void *context) {
  const struct region inputs[] = {region(a, a_size), region(sum, sum_size)};
  const int32_t factors[] = {7, 1};
  return launch(context, "launch", inputs, 2, region(sum, sum_size), none,
                factors, k);
}

/* The same as npu_u with TVM's packed signature. The tensors are there during
 * the call only. */
int32_t npu_c(TVMValue *args, int *type_codes, int num_args, TVMValue *out,
              int *out_code, void *context) {
  (void)type_codes, (void)out, (void)out_code;
  const DLTensor *a = args[0].v_handle, *b = args[1].v_handle;
  const int32_t bytes = (int32_t)(a->shape[0] * a->shape[1] * 4);
  const struct region inputs[] = {region(a->data, bytes)};
  const int32_t factors[] = {3};
  expect(context, num_args == 3, "expects three arguments");
  return launch(context, "launch", inputs, 1, region(b->data, bytes), none,
                factors, (int32_t)args[2].v_int64);
}

int32_t cpu_u(const int32_t *a, int32_t a_size, int32_t *out, int32_t out_size,
              int32_t k) {
  const int32_t code = tell("cpu", "computes");
  (void)a_size;
  for (int32_t i = 0; code == 0 && i < out_size / 4; ++i)
    out[i] = (3 * a[i] + k) & 0xffff;
  return code;
}
