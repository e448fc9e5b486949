/* Prints the contents of registry.mlir as a runtime reads them. */
#include "tvm/runtime/c_backend_api.h"
#include "tvm/runtime/crt/func_registry.h"
#include "tvm/runtime/crt/module.h"
#include "tvm/runtime/metadata_types.h"
#include <stdio.h>
#include <string.h>

struct pair {
  void *first;
  void *second;
};
struct nothing {
  void *unused;
};

int32_t elsewhere(TVMValue *args, int *type_codes, int num_args,
                  TVMValue *out_value, int *out_code, void *handle);
int32_t see(struct pair *pair, struct nothing *nothing);
int32_t find(void);
int32_t pass(void *x);

int32_t elsewhere(TVMValue *args, int *type_codes, int num_args,
                  TVMValue *out_value, int *out_code, void *handle) {
  (void)args, (void)type_codes, (void)out_value, (void)out_code, (void)handle;
  return num_args;
}

static int here;

int32_t see(struct pair *pair, struct nothing *nothing) {
  printf("pair %d %d %d\n", pair->first == pair, pair->second == &here,
         nothing != NULL);
  return 5;
}

int TVMBackendGetFuncFromEnv(void *mod_node, const char *func_name,
                             TVMFunctionHandle *out) {
  const TVMFuncRegistry *registry = mod_node;
  *out = (TVMFunctionHandle)&here;
  printf("look up %s in a registry with %s\n", func_name, registry->names + 2);
  return registry->names + 2 != func_name &&
         registry->funcs[0] == (TVMBackendPackedCFunc)elsewhere;
}

static void print_tensors(const char *kind, const struct TVMTensorInfo *tensors,
                          int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    printf("%s '%s' %d %d %d:", kind, tensors[i].name, tensors[i].dtype.code,
           tensors[i].dtype.bits, tensors[i].dtype.lanes);
    for (int64_t k = 0; k < tensors[i].num_shape; ++k)
      printf(" %lld", (long long)tensors[i].shape[k]);
    printf("%s\n", tensors[i].num_shape == 0 && tensors[i].shape != NULL
                       ? " not NULL"
                       : "");
  }
}

int main(void) {
  const TVMFuncRegistry *registry = TVMSystemLibEntryPoint()->registry;
  uint16_t count;
  memcpy(&count, registry->names, sizeof(count));
  const char *name = registry->names + 2;
  for (uint16_t i = 0; i < count; ++i, name += strlen(name) + 1)
    printf("function '%s' %d\n", name,
           i + 1 < count ? registry->funcs[i](NULL, NULL, i, NULL, NULL, NULL)
                         : -1);
  printf("end %d after %d bytes\n", *name, (int)(name - registry->names));

  TVMValue value;
  int code;
  printf("get %d",
         registry->funcs[count - 1](NULL, NULL, 0, &value, &code, NULL));
  const struct TVMMetadata *metadata = value.v_handle;
  printf(" %d %s version %d\n", code, metadata->mod_name,
         (int)metadata->version);
  print_tensors("input", metadata->inputs, metadata->num_inputs);
  print_tensors("output", metadata->outputs, metadata->num_outputs);
  print_tensors("pool", metadata->workspace_pools,
                metadata->num_workspace_pools);
  printf("constants %d %d\n", metadata->constant_pools == NULL,
         (int)metadata->num_constant_pools);
  printf("find %d\n", find());
  printf("pass %d\n", pass(&here));
  return 0;
}
