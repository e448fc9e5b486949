/* Prints the program's system library, and runs each of its models over the
 * input 1 2 3 4 and the scalar 100. */
#include "tvm/runtime/c_backend_api.h"
#include "tvm/runtime/c_runtime_api.h"
#include "tvm/runtime/crt/func_registry.h"
#include "tvm/runtime/crt/module.h"
#include "tvm/runtime/metadata_types.h"
#include <stdio.h>
#include <string.h>

/* The text may be on the stack of the function that reports it. */
static char last_error[256];

void TVMAPISetLastError(const char *msg) {
  snprintf(last_error, sizeof(last_error), "%s", msg);
}

static TVMBackendPackedCFunc look_up(const TVMFuncRegistry *registry,
                                     const char *wanted) {
  const char *name = registry->names + 2;
  for (int i = 0; *name; ++i, name += strlen(name) + 1)
    if (strcmp(name, wanted) == 0)
      return registry->funcs[i];
  return NULL;
}

int TVMBackendGetFuncFromEnv(void *mod_node, const char *func_name,
                             TVMFunctionHandle *out) {
  const TVMFuncRegistry *own = mod_node;
  TVMBackendPackedCFunc found =
      look_up(own ? own : TVMSystemLibEntryPoint()->registry, func_name);
  memcpy(out, &found, sizeof(found));
  return found == NULL;
}

int TVMFuncCall(TVMFunctionHandle func, TVMValue *args, int *codes, int count,
                TVMValue *value, int *code) {
  TVMBackendPackedCFunc function;
  memcpy(&function, &func, sizeof(func));
  return function(args, codes, count, value, code, NULL);
}

enum { kMost = 8 };
static DLTensor tensors[kMost];
static int32_t memory[kMost][4];
static TVMValue values[kMost];
static int codes[kMost];
static int count;

static void add(const struct TVMTensorInfo *infos, int64_t number) {
  for (int64_t i = 0; i < number; ++i, ++count) {
    printf(" %s", infos[i].name);
    DLTensor *tensor = &tensors[count];
    tensor->data = memory[count];
    tensor->device.device_type = kDLCPU;
    tensor->ndim = (int32_t)infos[i].num_shape;
    tensor->shape = (int64_t *)infos[i].shape;
    tensor->dtype = infos[i].dtype;
    values[count].v_handle = tensor;
    codes[count] = kTVMDLTensorHandle;
  }
}

static void run(const TVMFuncRegistry *registry, const char *name,
                const struct TVMMetadata *metadata) {
  char entry[64];
  snprintf(entry, sizeof(entry), "%s_run", metadata->mod_name);
  TVMBackendPackedCFunc function = look_up(registry, entry);
  printf("%s: version %d,", name, (int)metadata->version);
  count = 0;
  memset(memory, 0, sizeof(memory));
  add(metadata->inputs, metadata->num_inputs);
  add(metadata->outputs, metadata->num_outputs);
  for (int i = 0; i < 4; ++i)
    memory[0][i] = i + 1;
  if (metadata->num_inputs == 2)
    memory[1][0] = 100;
  TVMValue value;
  int code;
  printf(" -> %d\n", function(values, codes, count, &value, &code, NULL));
  for (int64_t i = 0; i < metadata->num_outputs; ++i) {
    const int32_t *output = memory[metadata->num_inputs + i];
    printf("  %d %d %d %d\n", output[0], output[1], output[2], output[3]);
  }
  tensors[0].ndim = 3;
  int failed = function(values, codes, count, &value, &code, NULL);
  printf("  %d: %s\n", failed, last_error);
}

int main(void) {
  const TVMFuncRegistry *registry = TVMSystemLibEntryPoint()->registry;
  uint16_t number;
  memcpy(&number, registry->names, sizeof(number));
  printf("%d functions\n", number);
  const char *name = registry->names + 2;
  for (int i = 0; i < number; ++i, name += strlen(name) + 1) {
    printf("%s\n", name);
    size_t length = strlen(name);
    if (length < 15 || strcmp(name + length - 15, "_get_c_metadata") != 0)
      continue;
    TVMValue value;
    int code;
    if (registry->funcs[i](NULL, NULL, 0, &value, &code, NULL) == 0 &&
        code == kTVMOpaqueHandle)
      run(registry, name, value.v_handle);
  }
  printf("end %d\n", *name);
  return 0;
}
