//===- Plugin.cpp - The dialect for other people's tools
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "npu/NPU.h"

using namespace mlir;

// Includes tir's dialect: this library is linked to it, so that one plugin is
// enough.
extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "NPU", "1",
          [](DialectRegistry *registry) { registry->insert<npu::NPUDialect, tir::TIRDialect>(); }};
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "NPU", "1", npu::registerNPUPasses};
}
