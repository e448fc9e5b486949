/* Included after the runtime's headers in any order: code that programs write
 * with them. */
int tir_crt_test_use(TVMNDArray *array, MemoryManagerInterface *manager);
int tir_crt_test_use(TVMNDArray *array, MemoryManagerInterface *manager) {
  static const TVMFuncRegistry registry = {"\0\0", NULL};
  static const TVMModule module = {&registry};
  tvm_workspace_t workspace;
  TVMArgs args;
  TVMModuleHandle handle;
  TVMAotExecutor *executor = NULL;
  DLDevice device;
  device.device_type = kDLCPU;
  device.device_id = 0;
  args.values_count = TVM_CRT_MAX_ARGS;
  CHECK(array != NULL);
  CHECK_EQ(args.values_count % 3, 1u, "no format");
  CHECK_LT(workspace.workspace_size = 1, 2, "%d and %s", 1, "text");
  LOG_INFO("nothing\n");
  LOG_DEBUG("%d", 1)
  if (manager == NULL)
    LOG_ERROR("in a branch\n")
  else
    LOG_WARN("%s", "in the other")
  if (TVMModCreateFromCModule(&module, &handle) != 0)
    return kTvmErrorPlatformCheckFailure;
  return TVMAotExecutor_Create(handle, device, &executor, "default");
}
