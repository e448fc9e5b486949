/* What generated code calls, over the functions of the platform, as the file of
 * this name in TVM's runtime does it: an allocation that fails aborts, and
 * nothing reports an error.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/platform.h>

static DLDevice device(int type, int id) {
  DLDevice result;
  result.device_type = (DLDeviceType)type;
  result.device_id = id;
  return result;
}

void *TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t nbytes,
                               int dtype_code_hint, int dtype_bits_hint) {
  void *memory = NULL;
  (void)dtype_code_hint;
  (void)dtype_bits_hint;
  tvm_crt_error_t code = TVMPlatformMemoryAllocate(
      (size_t)nbytes, device(device_type, device_id), &memory);
  if (code != kTvmErrorNoError)
    TVMPlatformAbort(code);
  return memory;
}

int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr) {
  return (int)TVMPlatformMemoryFree(ptr, device(device_type, device_id));
}
