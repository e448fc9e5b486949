//===- RuntimeFunctions.cpp - What a runtime provides for generated code
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/ABI/RuntimeFunctions.h"

#include "llvm/ADT/StringSwitch.h"

using namespace tir;

llvm::StringRef tir::getRuntimeHeader(llvm::StringRef function) {
  return llvm::StringSwitch<llvm::StringRef>(function)
      .Cases({"TVMFuncCall", "TVMFuncGetGlobal", "TVMFuncRegisterGlobal",
              "TVMFuncFree", "TVMModGetFunction", "TVMModFree",
              "TVMAPISetLastError", "TVMGetLastError", "TVMCFuncSetReturn",
              "TVMByteArrayFree", "TVMDeviceAllocDataSpace",
              "TVMDeviceFreeDataSpace", "TVMDeviceCopyDataFromTo"},
             kRuntimeHeader)
      .Cases({"TVMBackendGetFuncFromEnv", "TVMBackendAllocWorkspace",
              "TVMBackendFreeWorkspace", "TVMBackendRegisterSystemLibSymbol",
              "TVMBackendRegisterEnvCAPI", "TVMBackendParallelLaunch",
              "TVMBackendParallelBarrier", "TVMBackendRunOnce"},
             kBackendHeader)
      .Default("");
}

bool tir::isUnsignedArgument(llvm::StringRef function, unsigned index) {
  return function == "TVMBackendAllocWorkspace" && index == 2;
}
