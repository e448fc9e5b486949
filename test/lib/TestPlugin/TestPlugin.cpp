//===- TestPlugin.cpp - A plugin that others might write
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;

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

/// Plants one fault in the code of kernels, for tests of what finds it.
///
/// The places for a fault are, in the order of the module: the operations in
/// functions that are kernels by `tir.function` that the function `change`
/// knows, and the constants that such functions get. The remark says what was
/// changed.
struct PlantFaultPass
    : public PassWrapper<PlantFaultPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlantFaultPass)

  PlantFaultPass() = default;
  PlantFaultPass(const PlantFaultPass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "tirtest-plant-fault"; }
  StringRef getDescription() const override { return "one wrong operation"; }

  void runOnOperation() override {
    int64_t seen = 0;
    getOperation()->walk([&](Operation *op) {
      auto function = op->getParentOfType<FunctionOpInterface>();
      bool isInKernel = function && isKernel(function);
      if ((!isInKernel && !isa<memref::GlobalOp>(op)) || !canChange(op))
        return WalkResult::advance();
      if (place < 0)
        op->emitRemark("place ") << seen << ": " << op->getName() << " in "
                                 << (function ? function.getName() : "module");
      if (seen++ != place)
        return WalkResult::advance();
      op->emitRemark("planted a fault in ") << op->getName();
      change(op);
      return WalkResult::interrupt();
    });
    if (seen <= place) {
      getOperation()->emitError("has ")
          << seen << " places for a fault, expected more than "
          << place.getValue();
      signalPassFailure();
    }
  }

private:
  static bool isKernel(Operation *function) {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (Attribute known = function->getAttr("tir.function"))
      os << known;
    return StringRef(text).contains("kernel = <");
  }

  static bool isStep(Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    return dialect == "tir" || dialect == "kernel";
  }

  /// Returns a result that is an integer, or null.
  static Value findNumber(Operation *op) {
    for (Value result : op->getResults())
      if (result.getType().isInteger() && !result.use_empty())
        return result;
    return nullptr;
  }

  static void makeTwice(Value number) {
    OpBuilder builder(number.getContext());
    builder.setInsertionPointAfterValue(number);
    auto sum = arith::AddIOp::create(builder, number.getLoc(), number, number);
    number.replaceAllUsesExcept(sum, sum);
  }

  /// Returns two operands that have one type, but are not one value.
  static std::optional<std::pair<unsigned, unsigned>>
  findExchangeable(Operation *op) {
    // The first ones may be an address and what is added to it.
    for (unsigned j = op->getNumOperands(); j-- > 1;)
      for (unsigned i = j; i-- > 0;)
        if (op->getOperand(i).getType() == op->getOperand(j).getType() &&
            !areEqual(op->getOperand(i), op->getOperand(j)))
          return std::pair(i, j);
    return std::nullopt;
  }

  static bool areEqual(Value one, Value other) {
    Attribute left, right;
    return one == other ||
           (matchPattern(one, m_Constant(&left)) &&
            matchPattern(other, m_Constant(&right)) && left == right);
  }

  static bool canChange(Operation *op) {
    if (auto global = dyn_cast<memref::GlobalOp>(op)) {
      auto value = dyn_cast_or_null<DenseIntElementsAttr>(
          global.getInitialValue().value_or(nullptr));
      return value && global.getConstant();
    }
    if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MaxSIOp,
            arith::MinSIOp, arith::ShRSIOp>(op))
      return true;
    return isStep(op) && (findNumber(op) || findExchangeable(op));
  }

  static void change(Operation *op) {
    OpBuilder builder(op);
    if (auto global = dyn_cast<memref::GlobalOp>(op)) {
      SmallVector<APInt> elements =
          llvm::to_vector(cast<DenseIntElementsAttr>(*global.getInitialValue())
                              .getValues<APInt>());
      std::reverse(elements.begin(), elements.end());
      global.setInitialValueAttr(DenseElementsAttr::get(
          cast<ElementsAttr>(*global.getInitialValue()).getShapedType(),
          elements));
      return;
    }
    if (Value number = isStep(op) ? findNumber(op) : Value())
      return makeTwice(number);
    if (isStep(op)) {
      auto [i, j] = *findExchangeable(op);
      Value first = op->getOperand(i);
      op->setOperand(i, op->getOperand(j));
      op->setOperand(j, first);
      return;
    }
    Value left = op->getOperand(0), right = op->getOperand(1);
    auto replace = [&](auto made) {
      op->getResult(0).replaceAllUsesWith(made.getResult());
      op->erase();
    };
    Location loc = op->getLoc();
    if (isa<arith::AddIOp>(op))
      replace(arith::SubIOp::create(builder, loc, left, right));
    else if (isa<arith::MaxSIOp>(op))
      replace(arith::MinSIOp::create(builder, loc, left, right));
    else if (isa<arith::MinSIOp>(op))
      replace(arith::MaxSIOp::create(builder, loc, left, right));
    else if (isa<arith::ShRSIOp>(op))
      replace(arith::ShRUIOp::create(builder, loc, left, right));
    else
      replace(arith::AddIOp::create(builder, loc, left, right));
  }

  Option<int64_t> place{*this, "place",
                        llvm::cl::desc("The number of the place, from 0; -1 to "
                                       "list all places"),
                        llvm::cl::init(0)};
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
            PassRegistration<PlantFaultPass>();
          }};
}
