/*===- platform_defaults.c - Defaults for platform functions
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include <tvm/runtime/crt/platform.h>

TVM_WEAK tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *buffer,
                                                   size_t num_bytes) {
  (void)buffer, (void)num_bytes;
  return kTvmErrorFunctionCallNotImplemented;
}

TVM_WEAK tvm_crt_error_t TVMPlatformBeforeMeasurement(void) {
  return kTvmErrorNoError;
}

TVM_WEAK tvm_crt_error_t TVMPlatformAfterMeasurement(void) {
  return kTvmErrorNoError;
}
