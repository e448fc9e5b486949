//===- ChannelInterfaces.cpp - What operations do with channels
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tir/Dialect/Kernel/IR/ChannelInterfaces.h"

using namespace mlir;

#include "tir/Dialect/Kernel/IR/KernelChannelInterfaces.cpp.inc"
