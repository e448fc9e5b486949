//===- KernelPlugin.cpp - What a vendor adds to how kernels are made
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace testkernels;

#include "KernelsDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "KernelsAttrs.cpp.inc"

void KernelsDialect::initialize() {
  addAttributes<OneOpScheduleAttr>();
  addOperations<
#define GET_OP_LIST
#include "KernelsOps.cpp.inc"
      >();
}

/// Everything happens when the dialect `tir` is loaded.
static void extendSchedules(MLIRContext *context,
                            tir::kernel::KernelDialect *dialect) {
  context->getOrLoadDialect<KernelsDialect>();
  addOneOpProvider(*dialect);
}

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "TIRKernels", "1",
          [](DialectRegistry *registry) {
            registry->insert<KernelsDialect>();
            registry->addExtension(extendSchedules);
          }};
}

// Without passes of its own, so that one option loads it where a library with
// passes is expected.
extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "TIRKernels", "1", [] {}};
}
