/* How the kit makes devices of the driver, and lets them fail. */
#include "kit.h"
#include "npu.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void *create(const char *device, const char *program) {
  struct npu_device *made = calloc(1, sizeof(*made));
  (void)device;
  if (made != NULL)
    made->program = strcmp(program, "conv") == 0 ? NPU_CONV : NPU_VECTOR;
  return made;
}

static void destroy(void *context) { free(context); }

static int32_t fail(void *context, const char *what) {
  static const struct {
    const char *what;
    enum npu_hw_fault fault;
    int32_t code;
  } faults[] = {
      {"init", NPU_HW_NO_MEMORY, NPU_LOAD_FAILED}, {"activate", NPU_HW_NO_POWER, NPU_POWER_FAILED},
      {"kernel", NPU_HW_BUSY, NPU_START_FAILED},   {"late", NPU_HW_ERROR, NPU_WORK_FAILED},
      {"timeout", NPU_HW_SILENT, NPU_TIMEOUT},     {"deactivate", NPU_HW_STUCK, NPU_SWITCH_OFF_FAILED},
      {"abort", NPU_HW_DEAF, NPU_STOP_FAILED},
  };
  struct npu_device *device = context;
  for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); ++i)
    if (strcmp(faults[i].what, what) == 0) {
      device->hw.fault = faults[i].fault;
      return faults[i].code;
    }
  return 0;
}

/* Longer than a job takes. */
static void pass_time(void) {
  const struct timespec time = {0, 10000000};
  nanosleep(&time, NULL);
}

const struct kit_adapter kit_adapter = {create, destroy, fail, pass_time};
