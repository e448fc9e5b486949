/* As much of TVM's runtime as generated code may ask for, where every function of the program can
 * be found by its name (-rdynamic). Prints what it is told at the end of a run. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t (*Packed)(void *, int *, int, void *, int *, void *);

static int registry;

int TVMBackendGetFuncFromEnv(void *module, const char *name, void **out);
int TVMBackendGetFuncFromEnv(void *module, const char *name, void **out) {
  (void)module;
  *out = dlsym(RTLD_DEFAULT, name);
  return *out != NULL ? 0 : -1;
}

int TVMFuncCall(void *function, void *args, int *codes, int count, void *value, int *code);
int TVMFuncCall(void *function, void *args, int *codes, int count, void *value, int *code) {
  Packed packed;
  memcpy(&packed, &function, sizeof(packed));
  return packed(args, codes, count, value, code, &registry);
}

void TVMAPISetLastError(const char *text);
void TVMAPISetLastError(const char *text) { printf("told %s\n", text); }

static int allocated;

void *TVMBackendAllocWorkspace(int type, int id, uint64_t bytes, int code, int bits);
void *TVMBackendAllocWorkspace(int type, int id, uint64_t bytes, int code, int bits) {
  (void)type, (void)id, (void)code, (void)bits;
  ++allocated;
  return aligned_alloc(64, (size_t)((bytes + 63) / 64 * 64));
}

int TVMBackendFreeWorkspace(int type, int id, void *memory);
int TVMBackendFreeWorkspace(int type, int id, void *memory) {
  (void)type, (void)id;
  free(memory);
  return --allocated < 0 ? -1 : 0;
}

static void __attribute__((destructor)) check(void) {
  if (allocated != 0)
    printf("%d allocations are left\n", allocated);
}
