/*===- logging.h - Messages of a program, by level
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of the macros in TVM v0.14's header of this name, with
 * TVM's include guard. They call TVMLogf and TVMPlatformAbort, which the
 * application supplies if it uses the macros; the runtime itself does not use
 * them. TVM_CRT_LOG_LEVEL is defined in crt_config.h. */

#ifndef TVM_RUNTIME_CRT_LOGGING_H_
#define TVM_RUNTIME_CRT_LOGGING_H_

#include <tvm/runtime/crt/platform.h>

#define TVM_CRT_LOG_LEVEL_DEBUG 3
#define TVM_CRT_LOG_LEVEL_INFO 2
#define TVM_CRT_LOG_LEVEL_WARN 1
#define TVM_CRT_LOG_LEVEL_ERROR 0

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void TVMLogf(const char *fmt, ...);

#ifdef __cplusplus
}
#endif

/* As in TVM, no semicolon is needed after it. */
#define LOG(level, ...)                                                        \
  {                                                                            \
    if (TVM_CRT_LOG_LEVEL >= (level)) {                                        \
      TVMLogf(__VA_ARGS__);                                                    \
    }                                                                          \
  }

#define LOG_ERROR(...) LOG(TVM_CRT_LOG_LEVEL_ERROR, __VA_ARGS__)
#define LOG_WARN(...) LOG(TVM_CRT_LOG_LEVEL_WARN, __VA_ARGS__)
#define LOG_INFO(...) LOG(TVM_CRT_LOG_LEVEL_INFO, __VA_ARGS__)
#define LOG_DEBUG(...) LOG(TVM_CRT_LOG_LEVEL_DEBUG, __VA_ARGS__)

#ifndef CHECK
#define CHECK(x)                                                               \
  do {                                                                         \
    if (!(x)) {                                                                \
      LOG_ERROR("%s:%d: Check failed: %s\n", __FILE__, __LINE__, #x)           \
      TVMPlatformAbort(kTvmErrorPlatformCheckFailure);                         \
    }                                                                          \
  } while (0)
#endif

/* A format and up to 12 arguments, preceded by the check that failed. In C99 a
 * variadic macro needs at least one argument, so the number of arguments
 * selects one of two macros. */
#define TVM_CRT_CHECK_TEXT_1(x, op, y, fmt)                                    \
  "%s:%d: Check failed: %s %s %s: " fmt "\n", __FILE__, __LINE__, x, op, y
#define TVM_CRT_CHECK_TEXT_N(x, op, y, fmt, ...)                               \
  "%s:%d: Check failed: %s %s %s: " fmt "\n", __FILE__, __LINE__, x, op, y,    \
      __VA_ARGS__
#define TVM_CRT_CHECK_14TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, ...) n
#define TVM_CRT_CHECK_TEXT(...)                                                \
  TVM_CRT_CHECK_14TH(                                                          \
      __VA_ARGS__, TVM_CRT_CHECK_TEXT_N, TVM_CRT_CHECK_TEXT_N,                 \
      TVM_CRT_CHECK_TEXT_N, TVM_CRT_CHECK_TEXT_N, TVM_CRT_CHECK_TEXT_N,        \
      TVM_CRT_CHECK_TEXT_N, TVM_CRT_CHECK_TEXT_N, TVM_CRT_CHECK_TEXT_N,        \
      TVM_CRT_CHECK_TEXT_N, TVM_CRT_CHECK_TEXT_N, TVM_CRT_CHECK_TEXT_N,        \
      TVM_CRT_CHECK_TEXT_N, TVM_CRT_CHECK_TEXT_1, 0)

#ifndef CHECK_BINARY_OP
#define CHECK_BINARY_OP(op, x, y, ...)                                         \
  do {                                                                         \
    if (!(x op y)) {                                                           \
      LOG_ERROR(TVM_CRT_CHECK_TEXT(__VA_ARGS__)(#x, #op, #y, __VA_ARGS__))     \
      TVMPlatformAbort(kTvmErrorPlatformCheckFailure);                         \
    }                                                                          \
  } while (0)
#endif

#ifndef CHECK_LT
#define CHECK_LT(x, y, ...) CHECK_BINARY_OP(<, x, y, __VA_ARGS__)
#endif

#ifndef CHECK_GT
#define CHECK_GT(x, y, ...) CHECK_BINARY_OP(>, x, y, __VA_ARGS__)
#endif

#ifndef CHECK_LE
#define CHECK_LE(x, y, ...) CHECK_BINARY_OP(<=, x, y, __VA_ARGS__)
#endif

#ifndef CHECK_GE
#define CHECK_GE(x, y, ...) CHECK_BINARY_OP(>=, x, y, __VA_ARGS__)
#endif

#ifndef CHECK_EQ
#define CHECK_EQ(x, y, ...) CHECK_BINARY_OP(==, x, y, __VA_ARGS__)
#endif

#ifndef CHECK_NE
#define CHECK_NE(x, y, ...) CHECK_BINARY_OP(!=, x, y, __VA_ARGS__)
#endif

#endif /* TVM_RUNTIME_CRT_LOGGING_H_ */
