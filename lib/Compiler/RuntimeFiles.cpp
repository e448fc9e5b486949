//===- RuntimeFiles.cpp - The C runtime as files
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeFiles.h"

using namespace tir;

static const RuntimeFile kFiles[] = {
#include "RuntimeFiles.inc"
};

llvm::ArrayRef<RuntimeFile> tir::getRuntimeFiles() { return kFiles; }
