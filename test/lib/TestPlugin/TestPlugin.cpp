//===- TestPlugin.cpp - A plugin that others might write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;

/// Registers the pass of PlantFault.cpp.
void registerPlantFaultPass();

namespace {

/// `tirtest.twice`: a tensor plus itself.
class TwiceOp : public Op<TwiceOp, OpTrait::OneOperand, OpTrait::OneResult,
                          OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                          OpTrait::SameOperandsAndResultType> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "tirtest.twice"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

class TestDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDialect)

  explicit TestDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<TestDialect>()) {
    addOperations<TwiceOp>();
  }
  static StringRef getDialectNamespace() { return "tirtest"; }
};

struct LowerTwicePass
    : public PassWrapper<LowerTwicePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerTwicePass)

  StringRef getArgument() const override { return "tirtest-lower-twice"; }
  StringRef getDescription() const override { return "tirtest to tosa"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<tosa::TosaDialect>();
  }
  void runOnOperation() override {
    getOperation()->walk([](TwiceOp twice) {
      OpBuilder builder(twice);
      Value x = twice->getOperand(0);
      twice->replaceAllUsesWith(
          tosa::AddOp::create(builder, twice.getLoc(), x.getType(), x, x));
      twice->erase();
    });
  }
};

struct NameKernelsPass
    : public PassWrapper<NameKernelsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NameKernelsPass)

  StringRef getArgument() const override { return "tirtest-name-kernels"; }
  StringRef getDescription() const override {
    return "vendor_ before the name of each private function";
  }
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto function :
         llvm::to_vector(getOperation().getOps<FunctionOpInterface>()))
      if (function.isPrivate() &&
          failed(
              symbols.rename(function, "vendor_" + function.getName().str())))
        return signalPassFailure();
  }
};

struct FailPass : public PassWrapper<FailPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FailPass)

  StringRef getArgument() const override { return "tirtest-fail"; }
  StringRef getDescription() const override { return "fails, silently"; }
  void runOnOperation() override { signalPassFailure(); }
};

} // namespace

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "TIRTest", "1",
          [](DialectRegistry *registry) { registry->insert<TestDialect>(); }};
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "TIRTest", "1", [] {
            PassRegistration<LowerTwicePass>();
            PassRegistration<NameKernelsPass>();
            PassRegistration<FailPass>();
            registerPlantFaultPass();
          }};
}
