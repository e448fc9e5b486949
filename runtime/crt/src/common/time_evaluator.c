/*===- time_evaluator.c - Measuring how long a function takes
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/
/* The global function runtime.RPCTimeEvaluator takes (module, name, device
 * type, device id, number, repeat, min_repeat_ms, limit_zero_time_iterations,
 * cooldown_interval_ms, repeats_to_cooldown, cache_flush_bytes, preprocessing)
 * and returns a function. That function calls the named one `number` times in
 * each of `repeat` repetitions, and returns the mean seconds of each repetition
 * as the bytes of as many doubles, which the caller frees with
 * TVMByteArrayFree. */

#include <tvm/runtime/crt/platform.h>

#include "internal.h"

/* There is one evaluator at a time. Its serial number distinguishes its handle
 * from the handles of earlier ones. */
static struct {
  TVMFunctionHandle function;
  int64_t number, repeat, min_repeat_ms, limit_zero_time_iterations;
  tvm_function_index_t serial;
} timer;

int tir_crt_time_evaluator(TVMValue *args, int *type_codes, int num_args,
                           TVMValue *ret_value, int *ret_type_code,
                           void *resource_handle) {
  int status, i;
  (void)resource_handle;
  if (num_args < 12) {
    tir_crt_set_error("runtime.RPCTimeEvaluator takes 12 arguments", NULL,
                      NULL);
    return kTvmErrorFunctionCallNumArguments;
  }
  for (i = 0; i < 12; ++i)
    if (type_codes[i] != (i == 0              ? (int)kTVMModuleHandle
                          : i == 1 || i == 11 ? (int)kTVMStr
                                              : (int)kTVMArgInt)) {
      tir_crt_set_error("runtime.RPCTimeEvaluator takes a module, a name, "
                        "integers and a name",
                        NULL, NULL);
      return kTvmErrorFunctionCallWrongArgType;
    }
  if (args[4].v_int64 < 1 || args[5].v_int64 < 1) {
    tir_crt_set_error("runtime.RPCTimeEvaluator: number and repeat must be "
                      "positive",
                      NULL, NULL);
    return kTvmErrorFunctionCallInvalidArg;
  }
  if ((uint64_t)args[5].v_int64 > SIZE_MAX / sizeof(double)) {
    tir_crt_set_error("runtime.RPCTimeEvaluator: no memory holds the results "
                      "of that many repetitions",
                      NULL, NULL);
    return kTvmErrorFunctionCallInvalidArg;
  }
  if (args[8].v_int64 > 0) {
    tir_crt_set_error("runtime.RPCTimeEvaluator cannot wait: "
                      "cooldown_interval_ms must be 0",
                      NULL, NULL);
    return kTvmErrorFunctionCallNotImplemented;
  }
  status =
      TVMModGetFunction(args[0].v_handle, args[1].v_str, 0, &timer.function);
  if (status != 0)
    return status;
  timer.number = args[4].v_int64;
  timer.repeat = args[5].v_int64;
  timer.min_repeat_ms = args[6].v_int64;
  timer.limit_zero_time_iterations = args[7].v_int64;
  timer.serial = (timer.serial + 1) & (TIR_CRT_MARK - 1);
  ret_value->v_handle =
      tir_crt_function_handle(TIR_CRT_TIMER_MODULE, timer.serial);
  *ret_type_code = kTVMPackedFuncHandle;
  return 0;
}

/* Measures the seconds that `number` calls take. */
static int measure(int64_t number, TVMValue *args, int *type_codes,
                   int num_args, TVMValue *ret_value, int *ret_type_code,
                   double *seconds) {
  int status = TVMPlatformBeforeMeasurement();
  if (status == 0)
    status = TVMPlatformTimerStart();
  if (status != 0)
    return status;
  for (; number > 0 && status == 0; --number)
    status = TVMFuncCall(timer.function, args, type_codes, num_args, ret_value,
                         ret_type_code);
  if (status != 0) {
    /* Stop the timer. The first error is the one to return.
     */
    (void)TVMPlatformTimerStop(seconds);
    return status;
  }
  status = TVMPlatformTimerStop(seconds);
  return status != 0 ? status : (int)TVMPlatformAfterMeasurement();
}

/* Converts a number of calls to an integer, or to the largest integer if it
 * does not fit. */
static int64_t to_number(double calls) {
  return calls < 9223372036854775808.0 ? (int64_t)calls : INT64_MAX;
}

/* Repeats the measurement with more calls until it takes min_repeat_ms, and
 * writes the mean of the last one.
 */
static int repeat_once(TVMValue *args, int *type_codes, int num_args,
                       TVMValue *ret_value, int *ret_type_code, double *mean) {
  double least = (double)timer.min_repeat_ms / 1000, seconds = 0;
  int64_t zero_times = 0;
  for (;;) {
    int status = measure(timer.number, args, type_codes, num_args, ret_value,
                         ret_type_code, &seconds);
    if (status != 0)
      return status;
    *mean = seconds / (double)timer.number;
    if (seconds >= least)
      return 0;
    if (seconds > 0) {
      double enough = least / *mean + 1, more = (double)timer.number * 1.618;
      timer.number = to_number(enough > more ? enough : more);
    } else if (++zero_times >= timer.limit_zero_time_iterations) {
      return 0;
    }
  }
}

int tir_crt_run_timer(tvm_function_index_t function, TVMValue *args,
                      int *type_codes, int num_args, TVMValue *ret_value,
                      int *ret_type_code) {
  DLDevice cpu = {kDLCPU, 0};
  size_t bytes = (size_t)timer.repeat * sizeof(double);
  void *result, *data;
  int64_t i;
  int status;
  if (timer.function == NULL || function != timer.serial) {
    tir_crt_set_error("the time evaluator is not the newest", NULL, NULL);
    return kTvmErrorTimeEvaluatorBadHandle;
  }
  status = TVMPlatformMemoryAllocate(sizeof(TVMByteArray), cpu, &result);
  if (status != 0)
    return status;
  status = TVMPlatformMemoryAllocate(bytes, cpu, &data);
  if (status != 0) {
    (void)TVMPlatformMemoryFree(result, cpu);
    return status;
  }
  /* The first call is not measured, since some work happens only then. */
  status = TVMFuncCall(timer.function, args, type_codes, num_args, ret_value,
                       ret_type_code);
  for (i = 0; i < timer.repeat && status == 0; ++i)
    status = repeat_once(args, type_codes, num_args, ret_value, ret_type_code,
                         (double *)data + i);
  ret_value->v_handle = NULL;
  *ret_type_code = kTVMNullptr;
  if (status != 0) {
    (void)TVMPlatformMemoryFree(data, cpu);
    (void)TVMPlatformMemoryFree(result, cpu);
    return status;
  }
  ((TVMByteArray *)result)->data = data;
  ((TVMByteArray *)result)->size = bytes;
  ret_value->v_handle = result;
  *ret_type_code = kTVMBytes;
  return 0;
}
