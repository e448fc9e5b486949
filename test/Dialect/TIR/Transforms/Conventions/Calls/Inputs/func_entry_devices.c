#include <stdint.h>
#include <stdio.h>

int32_t run(int8_t *x, void *npu0);
int32_t twice(int8_t *x, void *npu0);

int32_t TVMDeviceNpuActivate(void *context);
int32_t TVMDeviceNpuOpen(void *context);
int32_t TVMDeviceNpuClose(void *context);
int32_t TVMDeviceNpuDeactivate(void *context);
int32_t npu_relu(int8_t *x, void *context);

static int32_t code;

static int32_t report(const char *what) {
  printf(" %s", what);
  return 0;
}
int32_t TVMDeviceNpuActivate(void *context) {
  return (void)context, report("activate");
}
int32_t TVMDeviceNpuOpen(void *context) {
  return (void)context, report("open");
}
int32_t TVMDeviceNpuClose(void *context) {
  return (void)context, report("close");
}
int32_t TVMDeviceNpuDeactivate(void *context) {
  return (void)context, report("deactivate");
}
int32_t npu_relu(int8_t *x, void *context) {
  (void)x, (void)context, report("relu");
  return code;
}

int main(void) {
  int8_t x[4] = {0};
  int device = 0;
  for (code = 0; code < 10; code += 9) {
    printf("run:");
    printf(", %d\n", (int)run(x, &device));
  }
  for (code = 0; code < 10; code += 9) {
    printf("twice:");
    printf(", %d\n", (int)twice(x, &device));
  }
  return 0;
}
