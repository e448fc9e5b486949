/* The part of TVM's runtime that generated code may need, in which every
 * function of the program can be found by its name (-rdynamic). Prints the
 * errors that are reported to it, and the allocations that are left at the end
 * of a run. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/c_runtime_api.h>

static int registry;

int TVMBackendGetFuncFromEnv(void *mod_node, const char *func_name,
                             TVMFunctionHandle *out) {
  (void)mod_node;
  *out = dlsym(RTLD_DEFAULT, func_name);
  return *out != NULL ? 0 : -1;
}

int TVMFuncCall(TVMFunctionHandle func, TVMValue *args, int *codes, int count,
                TVMValue *value, int *code) {
  TVMBackendPackedCFunc packed;
  memcpy(&packed, &func, sizeof(packed));
  *code = kTVMNullptr;
  return packed(args, codes, count, value, code, &registry);
}

void TVMAPISetLastError(const char *msg) { printf("reported %s\n", msg); }

static int allocated;

void *TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t nbytes,
                               int dtype_code_hint, int dtype_bits_hint) {
  (void)device_type, (void)device_id, (void)dtype_code_hint,
      (void)dtype_bits_hint;
  ++allocated;
  return aligned_alloc(64, (size_t)((nbytes + 63) / 64 * 64));
}

int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr) {
  (void)device_type, (void)device_id;
  free(ptr);
  return --allocated < 0 ? -1 : 0;
}

static void __attribute__((destructor)) check(void) {
  if (allocated != 0)
    printf("%d allocations are left\n", allocated);
}
