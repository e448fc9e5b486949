/*===- platform.h - What the application supplies
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* TVM v0.14's header of this name, in C99 and C++11, written anew; the guard is
 * TVM's. The runtime defines none of these functions but the three that say so,
 * and those weakly; templates/platform.c.template is a start, src/platform/host
 * an implementation for a machine with an operating system. Each is needed only
 * by a program that links what calls it. */

#ifndef TVM_RUNTIME_CRT_PLATFORM_H_
#define TVM_RUNTIME_CRT_PLATFORM_H_

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Stops or restarts the device; it must not return. Of the runtime only
 * TVMArgs_Create, TVMArgs_AsModuleHandle and the CHECK macros call it. */
#if defined(_MSC_VER)
__declspec(noreturn)
#elif defined(__GNUC__)
__attribute__((noreturn))
#endif
void TVMPlatformAbort(tvm_crt_error_t code);

/* What vsnprintf does. For a TVMLogf that wants it; the runtime does not. */
size_t TVMPlatformFormatMessage(char *out_buf, size_t out_buf_size_bytes,
                                const char *fmt, va_list args);

/* Memory for workspaces, tensors and executors. `dev` is {kDLCPU, 0} unless the
 * program says otherwise. An error leaves *out_ptr alone. The runtime frees in
 * the reverse order of its allocations, so that a stack will do. */
tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr);
tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev);

/* One timer, which runs or does not; kTvmErrorPlatformTimerBadState for
 * starting it twice or stopping what does not run. Only the time evaluator
 * calls them. */
tvm_crt_error_t TVMPlatformTimerStart(void);
tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds);

/* Before and after each measurement of the time evaluator. The runtime has weak
 * ones that do nothing. */
tvm_crt_error_t TVMPlatformBeforeMeasurement(void);
tvm_crt_error_t TVMPlatformAfterMeasurement(void);

/* Fills a buffer with bytes that need not be safe for cryptography. The runtime
 * has a weak one that returns kTvmErrorFunctionCallNotImplemented. */
tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *buffer, size_t num_bytes);

/* For the application to call first. */
tvm_crt_error_t TVMPlatformInitialize(void);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_PLATFORM_H_ */
