//===- Plugin.cpp - The dialect and its passes for any mlir-opt
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostProgram.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "tir/Compiler/Registration.h"
#include "tir/Dialect/Kernel/IR/Kernel.h"

using namespace mlir;

/// No loader accepts this version, so that none registers anything.
static constexpr uint32_t kRefused = 0;

static uint32_t apiVersionFor(const void *caller) {
  return tir::checkHostProgram(caller) ? MLIR_PLUGIN_API_VERSION : kRefused;
}

static void registerPluginDialects(DialectRegistry *registry) {
  registry->insert<tir::TIRDialect, tir::kernel::KernelDialect>();
}

static void registerPluginPasses() { tir::registerAllPassesAndPipelines(); }

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {apiVersionFor(__builtin_return_address(0)), "TIR", TIR_VERSION,
          registerPluginDialects};
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {apiVersionFor(__builtin_return_address(0)), "TIR", TIR_VERSION,
          registerPluginPasses};
}
