//===- LinkedLLVM.cpp - How this build links LLVM
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Support/LinkedLLVM.h"

#include "llvm/Config/llvm-config.h"

#define TIR_TEXT(value) #value
#define TIR_EXPANDED(value) TIR_TEXT(value)

llvm::StringRef tir::whyNoPlugins() {
#ifdef TIR_STATIC_LLVM
  return "this tirc contains its own copy of MLIR and LLVM, which a plugin "
         "cannot use; use the tools of the Debian package libtir-dev, which "
         "are linked to libMLIR.so." TIR_EXPANDED(
             LLVM_VERSION_MAJOR) "." TIR_EXPANDED(LLVM_VERSION_MINOR) ", or "
                                                                      "build "
                                                                      "tirc "
                                                                      "with "
                                                                      "-DTIR_"
                                                                      "LINK_"
                                                                      "LLVM="
                                                                      "shared";
#else
  return "";
#endif
}
