/* Loads a library that tirc made, finds its entry, and runs it over a file of
 * inputs.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * loader LIBRARY ENTRY INPUTS OUTPUTS: ENTRY is a symbol, or `by-name` to ask
 * the library for its entry's name, as TVM's C++ loader does. Built with
 * -DWITH_RUNTIME it has the runtime's functions and gives their addresses to
 * the slots that the library has for them; without, there is no runtime.
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tvm/runtime/c_runtime_api.h>

typedef int packed(TVMValue *, int *, int, TVMValue *, int *, void *);

#ifdef WITH_RUNTIME
static char last_error[1024];
void TVMAPISetLastError(const char *message) {
  snprintf(last_error, sizeof last_error, "%s", message);
}
/* Nothing is registered here. */
int TVMBackendGetFuncFromEnv(void *module, const char *name, void **function) {
  (void)module;
  (void)name;
  *function = NULL;
  return 0;
}
static int module_node;

static void fill(void *library, const char *slot, void *value) {
  void **address = dlsym(library, slot);
  if (address)
    *address = value;
}
#endif

static void *address_of(void *library, const char *name) {
  void *symbol = dlsym(library, name);
  if (!symbol) {
    fprintf(stderr, "%s\n", dlerror());
    exit(3);
  }
  return symbol;
}

static void call_and_report(packed *run, TVMValue *args, int *codes,
                            int count) {
  TVMValue value;
  int code = 4;
  const int status = run(args, codes, count, &value, &code, NULL);
#ifdef WITH_RUNTIME
  printf("%d %s\n", status, last_error);
  last_error[0] = '\0';
#else
  printf("%d\n", status);
#endif
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  void *library = dlopen(argv[1], RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 3;
  }
#ifdef WITH_RUNTIME
  union {
    void (*report)(const char *);
    int (*find)(void *, const char *, void **);
    void *address;
  } function = {TVMAPISetLastError};
  fill(library, "__TVMAPISetLastError", function.address);
  function.find = TVMBackendGetFuncFromEnv;
  fill(library, "__TVMBackendGetFuncFromEnv", function.address);
  fill(library, "__tvm_module_ctx", &module_node);
#endif
  const char *entry = argv[2];
  if (strcmp(entry, "by-name") == 0)
    entry = address_of(library, "__tvm_main__");
  union {
    void *address;
    packed *run;
  } found = {address_of(library, entry)};

  int64_t input_shape[] = {INPUT_SHAPE}, output_shape[] = {OUTPUT_SHAPE};
  static double input[INPUT_BYTES / 8 + 1], output[OUTPUT_BYTES / 8 + 1];
  DLTensor tensors[2];
  memset(tensors, 0, sizeof tensors);
  tensors[0].data = input;
  tensors[0].ndim = sizeof input_shape / sizeof input_shape[0];
  tensors[0].shape = input_shape;
  tensors[1].data = output;
  tensors[1].ndim = sizeof output_shape / sizeof output_shape[0];
  tensors[1].shape = output_shape;
  TVMValue args[3];
  int codes[3] = {7, 7, 7};
  for (int i = 0; i < 2; ++i) {
    tensors[i].device.device_type = (DLDeviceType)1;
    tensors[i].dtype.bits = 8;
    tensors[i].dtype.lanes = 1;
    args[i].v_handle = &tensors[i];
  }
  /* Wrong arguments, and what TVM's executor passes: also the
   * workspace. */
  call_and_report(found.run, args, codes, 1);
  ++input_shape[0];
  call_and_report(found.run, args, codes, 2);
  --input_shape[0];
  args[2].v_handle = NULL;
  call_and_report(found.run, args, codes, 3);

  FILE *from = fopen(argv[3], "rb"), *to = fopen(argv[4], "wb");
  if (!from || !to)
    return 2;
  while (fread(input, 1, INPUT_BYTES, from) == INPUT_BYTES) {
    TVMValue value;
    int code = 4;
    const int status = found.run(args, codes, 2, &value, &code, NULL);
    if (status != 0) {
      printf("run: %d\n", status);
      return 1;
    }
    fwrite(output, 1, OUTPUT_BYTES, to);
  }
  fclose(from);
  return fclose(to) != 0;
}
