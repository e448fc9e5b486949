/* A registry of one function, which is missing if it was optimised away.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <tvm/runtime/c_runtime_api.h>

int32_t run(int32_t *x, int32_t *y);
__attribute__((weak)) int app_k(TVMValue *args, int *type_codes, int num_args,
                                TVMValue *out, int *out_type_code,
                                void *resource_handle);

static char handle;

int TVMBackendGetFuncFromEnv(void *module, const char *name,
                             TVMFunctionHandle *out) {
  (void)module;
  *out = strcmp(name, "app_k") == 0 && app_k ? &handle : NULL;
  return 0;
}

int TVMFuncCall(TVMFunctionHandle function, TVMValue *args, int *type_codes,
                int num_args, TVMValue *out, int *out_type_code) {
  return function == &handle
             ? app_k(args, type_codes, num_args, out, out_type_code, NULL)
             : -77;
}

int main(void) {
  int32_t x = 0, y = 0;
  int code = run(&x, &y);
  printf("%d: %d %d\n", code, x, y);
  return 0;
}
