/* Initialises the device and runs the model by their names in the system
 * library. */
#include "tvm/runtime/c_backend_api.h"
#include "tvm/runtime/c_runtime_api.h"
#include "tvm/runtime/crt/func_registry.h"
#include "tvm/runtime/crt/module.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int32_t TVMDeviceNpuInit(void *context);
int32_t TVMDeviceNpuOpen(void *context);
int32_t npu_add(const bool *x, uint16_t *y, int8_t *workspace, void *context);

static int npu, dsp;
static int32_t fails;

void TVMAPISetLastError(const char *msg) { printf("  error: %s\n", msg); }

int32_t TVMDeviceNpuInit(void *context) {
  printf("  init %d\n", context == &npu);
  return 0;
}

int32_t TVMDeviceNpuOpen(void *context) {
  printf("  open %d\n", context == &npu);
  return 0;
}

int32_t npu_add(const bool *x, uint16_t *y, int8_t *workspace, void *context) {
  printf("  add %d %d\n", context == &npu, (int)((uintptr_t)workspace % 32));
  *y = (uint16_t)(x[0] + x[1] + x[2] + x[3]);
  return fails;
}

static TVMValue values[6];
static int codes[6];

static void call(const char *wanted, int count) {
  const TVMFuncRegistry *registry = TVMSystemLibEntryPoint()->registry;
  const char *name = registry->names + 2;
  int index = 0;
  for (; strcmp(name, wanted) != 0; ++index, name += strlen(name) + 1)
    if (*name == '\0') {
      printf("no %s\n", wanted);
      return;
    }
  TVMValue value;
  int code;
  printf("%d: %s\n", index, wanted);
  printf("  -> %d\n",
         registry->funcs[index](values, codes, count, &value, &code,
                                (void *)(uintptr_t)registry));
}

int main(void) {
  values[0].v_handle = &npu;
  values[1].v_handle = &dsp;
  codes[0] = codes[1] = kTVMOpaqueHandle;
  call("tvmgen_net_init", 2);
  call("tvmgen_net_init", 3);

  static bool x[4] = {true, false, true, true};
  static uint16_t y;
  static int64_t memory[16];
  int64_t four = 4, bytes = 64;
  char *aligned = (char *)memory + (32 - (uintptr_t)memory % 32) % 32;
  DLTensor tensors[3] = {{.data = x,
                          .ndim = 1,
                          .shape = &four,
                          .dtype = {kDLUInt, 1, 1},
                          .device = {kDLCPU, 0}},
                         {.data = &y,
                          .ndim = 0,
                          .dtype = {kDLBfloat, 16, 1},
                          .device = {kDLCPU, 0}},
                         {.data = aligned,
                          .ndim = 1,
                          .shape = &bytes,
                          .dtype = {kDLUInt, 8, 1},
                          .device = {kDLCPU, 0}}};
  for (int i = 0; i < 3; ++i) {
    values[i].v_handle = &tensors[i];
    codes[i] = kTVMDLTensorHandle;
  }
  values[3].v_handle = &npu;
  values[4].v_handle = &dsp;
  codes[3] = codes[4] = kTVMOpaqueHandle;
  call("tvmgen_net_run", 5);
  printf("y %d\n", y);
  tensors[2].data = aligned + 8;
  call("tvmgen_net_run", 5);
  tensors[2].data = aligned;
  bytes = 63;
  call("tvmgen_net_run", 5);
  bytes = 64;
  fails = 77;
  call("tvmgen_net_run", 5);
  return 0;
}
