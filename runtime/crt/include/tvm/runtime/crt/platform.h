/*===- platform.h - Functions that the application supplies
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of TVM v0.14's header of this name, in C99 and C++11,
 * with TVM's include guard. The runtime defines only three of these functions,
 * as weak symbols; their comments say so. templates/platform.c.template is a
 * start, and src/platform/host implements them for a machine with an operating
 * system. A program needs each function only if it links code that calls it. */

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

/* Stops or restarts the device; it must not return. In the runtime, only
 * TVMArgs_Create, TVMArgs_AsModuleHandle and the CHECK macros call it. */
#if defined(_MSC_VER)
__declspec(noreturn)
#elif defined(__GNUC__)
__attribute__((noreturn))
#endif
void TVMPlatformAbort(tvm_crt_error_t code);

/* Formats a message as vsnprintf does. It is there for the use of TVMLogf; the
 * runtime does not call it. */
size_t TVMPlatformFormatMessage(char *out_buf, size_t out_buf_size_bytes,
                                const char *fmt, va_list args);

/* Allocates and frees memory for workspaces, tensors and executors. `dev` is
 * {kDLCPU, 0} unless the program specifies another one. After an error,
 * *out_ptr is unchanged. The runtime frees in the reverse order of its
 * allocations, so that a stack is sufficient. */
tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr);
tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev);

/* There is one timer, which is running or stopped. Starting it twice, or
 * stopping it when it is not running, returns kTvmErrorPlatformTimerBadState.
 * Only the time evaluator calls these functions. */
tvm_crt_error_t TVMPlatformTimerStart(void);
tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds);

/* The time evaluator calls these before and after each measurement. The
 * runtime's weak definitions do nothing. */
tvm_crt_error_t TVMPlatformBeforeMeasurement(void);
tvm_crt_error_t TVMPlatformAfterMeasurement(void);

/* Fills a buffer with random bytes, which need not be cryptographically secure.
 * The runtime's weak definition returns kTvmErrorFunctionCallNotImplemented. */
tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *buffer, size_t num_bytes);

/* The application calls this first. */
tvm_crt_error_t TVMPlatformInitialize(void);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_PLATFORM_H_ */
