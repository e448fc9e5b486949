/* Loads the library of load_runtime.mlir: as a plain program, with `slots` as
   TVM's loader does, with RUNTIME as a program that has a runtime itself. */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <tvm/runtime/c_backend_api.h>

static char memory_of_ours[64];
static int module;

static void set_error(const char *text) {
  printf("slot: last error: %s\n", text);
}

static int look_up(void *mod, const char *name, TVMFunctionHandle *out) {
  printf("slot: look up '%s' in %s\n", name,
         mod == &module ? "module" : "no module");
  *out = memory_of_ours;
  return 0;
}

static void *allocate(int type, int id, uint64_t bytes, int code, int bits) {
  printf("slot: allocate %" PRIu64 "\n", bytes);
  return type == 1 && id == 0 && code == 0 && bits == 8 ? memory_of_ours : NULL;
}

#ifdef RUNTIME
void TVMAPISetLastError(const char *text) {
  printf("symbol: last error: %s\n", text);
}

int TVMBackendGetFuncFromEnv(void *mod, const char *name,
                             TVMFunctionHandle *out) {
  printf("symbol: look up '%s' in %s\n", name, mod ? "module" : "no module");
  *out = memory_of_ours;
  return 0;
}

void *TVMBackendAllocWorkspace(int type, int id, uint64_t bytes, int code,
                               int bits) {
  printf("symbol: allocate %" PRIu64 "\n", bytes);
  return type == 1 && id == 0 && code == 0 && bits == 8 ? memory_of_ours : NULL;
}

void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *text);
void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *text) {
  printf("raised: %s: %s\n", kind, text);
}
#endif

/* POSIX lets a pointer from dlsym be a function's. */
static void fill(void *library, const char *name, void *value) {
  void **slot = dlsym(library, name);
  if (slot)
    *slot = value;
  else
    printf("no %s\n", name);
}

int main(int argc, char **argv) {
  void *library = argc > 1 ? dlopen(argv[1], RTLD_LAZY | RTLD_LOCAL) : NULL;
  if (!library) {
    printf("%s\n", dlerror());
    return 1;
  }
  if (argc > 2 && !strcmp(argv[2], "slots")) {
    fill(library, "__TVMAPISetLastError", (void *)set_error);
    fill(library, "__TVMBackendGetFuncFromEnv", (void *)look_up);
    fill(library, "__TVMBackendAllocWorkspace", (void *)allocate);
    fill(library, "__tvm_module_ctx", &module);
  }
  const char *entry = dlsym(library, "__tvm_main__");
  printf("entry %s\n", entry ? entry : "without a name");
  int32_t (*check)(bool) = (int32_t (*)(bool))dlsym(library, "check");
  int32_t (*find)(void) = (int32_t (*)(void))dlsym(library, "find");
  void *(*memory)(void) = (void *(*)(void))dlsym(library, "memory");
  printf("check %d\n", check(false));
  printf("find %d\n", find());
  printf("memory %s\n", memory() == memory_of_ours ? "set" : "NULL");
  return 0;
}
