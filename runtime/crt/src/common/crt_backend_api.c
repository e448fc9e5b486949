/*===- crt_backend_api.c - Memory for generated code
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <tvm/runtime/crt/platform.h>

#include "internal.h"

/* A reference that pulls nothing out of a library: Makefiles for TVM link this
 * file and the stack allocator alone. */
TVM_WEAK int tir_crt_fail_number(const char *text, uintptr_t number);

static DLDevice device(int device_type, int device_id) {
  DLDevice dev;
  dev.device_type = (DLDeviceType)device_type;
  dev.device_id = device_id;
  return dev;
}

void *TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t nbytes,
                               int dtype_code_hint, int dtype_bits_hint) {
  void *memory = NULL;
  size_t bytes = (size_t)nbytes;
  (void)dtype_code_hint, (void)dtype_bits_hint;
  if (bytes == 0 || bytes != nbytes ||
      TVMPlatformMemoryAllocate(bytes, device(device_type, device_id),
                                &memory) != kTvmErrorNoError) {
    if (tir_crt_fail_number != NULL)
      (void)tir_crt_fail_number("no workspace of this many bytes: ",
                                bytes == nbytes ? bytes : UINTPTR_MAX);
    return NULL;
  }
  return memory;
}

int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr) {
  return TVMPlatformMemoryFree(ptr, device(device_type, device_id));
}
