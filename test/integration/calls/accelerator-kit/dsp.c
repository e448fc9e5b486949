/* A device that is not asynchronous, and its adapter. Its sums differ from the
 * processor's in the last bits. */
#include "kit.h"

#include <stdlib.h>
#include <string.h>

struct dsp {
  const char *failing;
  bool active, open;
};

static bool fails(struct dsp *dsp, const char *what) {
  const bool is = dsp->failing != NULL && strcmp(dsp->failing, what) == 0;
  if (is)
    dsp->failing = NULL;
  return is;
}

int32_t TVMDeviceDspActivate(void *context) {
  struct dsp *dsp = context;
  dsp->active = !fails(dsp, "activate");
  return dsp->active ? 0 : 11;
}

int32_t TVMDeviceDspOpen(void *context) {
  struct dsp *dsp = context;
  if (!dsp->active)
    return 20;
  dsp->open = !fails(dsp, "open");
  return dsp->open ? 0 : 12;
}

int32_t TVMDeviceDspClose(void *context) {
  struct dsp *dsp = context;
  dsp->open = false;
  return fails(dsp, "close") ? 13 : 0;
}

int32_t TVMDeviceDspDeactivate(void *context) {
  struct dsp *dsp = context;
  dsp->active = false;
  return fails(dsp, "deactivate") ? 14 : 0;
}

int32_t dsp_sum(const float *a, int32_t a_size, const float *b, int32_t b_size,
                float *output, int32_t output_size, void *context) {
  struct dsp *dsp = context;
  (void)a_size, (void)b_size;
  if (!dsp->open)
    return 21;
  if (fails(dsp, "kernel"))
    return 15;
  for (int32_t i = 0; i < output_size / 4; ++i)
    output[i] = (a[i] + b[i]) * (1 + GAP);
  return 0;
}

static void *create(const char *device, const char *program) {
  (void)device, (void)program;
  return calloc(1, sizeof(struct dsp));
}

static int32_t fail(void *context, const char *what) {
  static const char *const kinds[] = {"activate", "open", "close", "deactivate",
                                      "kernel"};
  struct dsp *dsp = context;
  for (int32_t i = 0; i < 5; ++i)
    if (strcmp(kinds[i], what) == 0) {
      dsp->failing = kinds[i];
      return 11 + i;
    }
  return 0;
}

const struct kit_adapter kit_adapter = {create, free, fail, NULL};
