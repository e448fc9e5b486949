/* A program that loads the plugin as MLIR's tools do, and runs another LLVM or
 * none. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

struct library_info {
  uint32_t api_version;
  const char *name, *version;
  void (*callback)(void);
};

#ifdef HOST_VERSION
void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch) {
  static const unsigned version[] = {HOST_VERSION};
  *major = version[0];
  *minor = version[1];
  *patch = version[2];
}
#endif

int main(int argc, char **argv) {
  static const char *const entries[] = {"mlirGetDialectPluginInfo",
                                        "mlirGetPassPluginInfo"};
  void *library = NULL;
  for (int i = 1; i < argc; ++i)
    if (!(library = dlopen(argv[i], RTLD_LAZY | RTLD_GLOBAL)))
      return fprintf(stderr, "%s\n", dlerror()), 2;
  for (int i = 0; i < 2; ++i) {
    struct library_info (*entry)(void);
    *(void **)&entry = dlsym(library, entries[i]);
    printf("%s: API version %u\n", entries[i], (unsigned)entry().api_version);
  }
  return 0;
}
