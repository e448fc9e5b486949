//===- KernelPlugin.cpp - What a vendor adds to how kernels are made
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OneOpSchedule.h"
#include "PrintDescriptions.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;
using namespace testkernels;

namespace {
class KernelsDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(KernelsDialect)

  explicit KernelsDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<KernelsDialect>()) {
    addAttributes<OneOpScheduleAttr>();
  }
  static StringRef getDialectNamespace() { return "testkernels"; }

  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    if (failed(parser.parseKeyword(OneOpScheduleAttr::getMnemonic())))
      return {};
    return OneOpScheduleAttr::get(getContext());
  }
  void printAttribute(Attribute, DialectAsmPrinter &printer) const override {
    printer << OneOpScheduleAttr::getMnemonic();
  }
};
} // namespace

/// Everything happens when the dialect `tir` is loaded.
static void extendTIR(MLIRContext *context, tir::TIRDialect *dialect) {
  context->getOrLoadDialect<KernelsDialect>();
  addOneOpProvider(*dialect);
}

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "TIRKernels", "1",
          [](DialectRegistry *registry) {
            registry->insert<KernelsDialect>();
            registry->addExtension(extendTIR);
          }};
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "TIRKernels", "1",
          registerPrintDescriptions};
}
