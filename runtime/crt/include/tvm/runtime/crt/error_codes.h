/*===- error_codes.h - The codes that the C runtime returns
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* A new implementation of TVM v0.14's header of this name, with the same values
 * and TVM's include guard. A code consists of a category, shifted left by 8,
 * and a number within it. Negative values are not codes: after -1,
 * TVMGetLastError returns the text. */

#ifndef TVM_RUNTIME_CRT_ERROR_CODES_H_
#define TVM_RUNTIME_CRT_ERROR_CODES_H_

#include <limits.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TVM_CRT_ERROR_CATEGORY_Pos 8
#define TVM_CRT_ERROR_CATEGORY_Msk (0xff << TVM_CRT_ERROR_CATEGORY_Pos)
#define TVM_CRT_ERROR_CODE_Pos 0
#define TVM_CRT_ERROR_CODE_Msk (0xff << TVM_CRT_ERROR_CODE_Pos)

#define DEFINE_TVM_CRT_ERROR(category, code)                                   \
  (((category) << TVM_CRT_ERROR_CATEGORY_Pos) |                                \
   ((code) << TVM_CRT_ERROR_CODE_Pos))

typedef enum {
  kTvmErrorCategoryFunctionRegistry = 1,
  kTvmErrorCategoryFraming = 2,
  kTvmErrorCategoryWriteStream = 3,
  kTvmErrorCategorySession = 4,
  kTvmErrorCategoryPlatform = 5,
  kTvmErrorCategoryGenerated = 6,
  kTvmErrorCategoryExecutor = 7,
  kTvmErrorCategoryFunctionCall = 8,
  kTvmErrorCategoryTimeEvaluator = 9
} tvm_crt_error_category_t;

/* The framing, write stream and session codes belong to TVM's RPC, which this
 * runtime does not have. */
typedef enum {
  kTvmErrorNoError = 0,

  kTvmErrorFunctionNameNotFound = 0x0100,
  kTvmErrorFunctionIndexInvalid = 0x0101,
  kTvmErrorFunctionRegistryFull = 0x0102,
  kTvmErrorFunctionAlreadyDefined = 0x0103,
  kTvmErrorBufferTooSmall = 0x0104,

  kTvmErrorFramingInvalidState = 0x0200,
  kTvmErrorFramingShortPacket = 0x0201,
  kTvmErrorFramingInvalidEscape = 0x0202,
  kTvmErrorFramingPayloadOverflow = 0x0203,
  kTvmErrorFramingPayloadIncomplete = 0x0204,

  kTvmErrorWriteStreamShortWrite = 0x0300,
  kTvmErrorWriteStreamLongWrite = 0x0301,

  kTvmErrorSessionInvalidState = 0x0400,
  kTvmErrorSessionReceiveBufferBusy = 0x0401,
  kTvmErrorSessionReceiveBufferShortWrite = 0x0402,

  kTvmErrorPlatformCheckFailure = 0x0500,
  kTvmErrorPlatformMemoryManagerInitialized = 0x0501,
  kTvmErrorPlatformShutdown = 0x0502,
  kTvmErrorPlatformNoMemory = 0x0503,
  kTvmErrorPlatformTimerBadState = 0x0504,
  kTvmErrorPlatformStackAllocBadFree = 0x0505,

  kTvmErrorGeneratedInvalidStorageId = 0x0600,

  kTvmErrorExecutorModuleAlreadyCreated = 0x0700,
  kTvmErrorExecutorModuleBadContext = 0x0701,
  kTvmErrorExecutorModuleNoSuchInput = 0x0702,

  kTvmErrorFunctionCallNumArguments = 0x0800,
  kTvmErrorFunctionCallWrongArgType = 0x0801,
  kTvmErrorFunctionCallNotImplemented = 0x0802,
  kTvmErrorFunctionCallInvalidArg = 0x0803,

  kTvmErrorTimeEvaluatorBadHandle = 0x0900,

  /* The sign bit. It makes the type as wide as an int even with short
   * enumerations. */
  kTvmErrorSystemErrorMask = INT_MIN
} tvm_crt_error_t;

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_ERROR_CODES_H_ */
