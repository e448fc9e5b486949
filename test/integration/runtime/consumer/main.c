/* A program on an installed runtime.
 *
 * Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <tvm/runtime/crt/aot_executor_module.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/packed_func.h>

const TVMModule *TVMSystemLibEntryPoint(void) { return NULL; }

int main(void) {
  TVMFunctionHandle function = NULL;
  CHECK_EQ(TVMPlatformInitialize(), kTvmErrorNoError, "no platform");
  CHECK_EQ(TVMInitializeRuntime(), kTvmErrorNoError, "no runtime");
  CHECK_EQ(TVMAotExecutorModule_Register(), kTvmErrorNoError, "no executor");
  CHECK(TVMFuncGetGlobal("tvm.aot_executor.create", &function) == 0 &&
        function != NULL);
  LOG_INFO("%d arguments\n", TVM_CRT_MAX_ARGS);
  return 0;
}
