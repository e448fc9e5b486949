//===- PlantFault.cpp - Faults of schedules, layouts and inner steps
//
// Part of tirc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"
#include <functional>

using namespace mlir;

void registerPlantFaultPass();

namespace {

/// One change that makes a kernel wrong.
struct Fault {
  std::string kind;
  std::function<void()> plant;
};

/// Finds the faults that one operation can have.
class FaultFinder {
public:
  explicit FaultFinder(Operation *op) : op(op), builder(op) {}

  SmallVector<Fault> find();

private:
  void add(StringRef kind, std::function<void()> plant) {
    faults.push_back({kind.str(), std::move(plant)});
  }

  void findInConstant(memref::GlobalOp global);
  void findInLoop(scf::ForOp loop);
  void findInAccess();
  void findInNumbers();
  void findInStep();
  void findInAttributes();

  /// Adds 1 to operand `index`.
  void moveOperand(unsigned index) {
    Value operand = op->getOperand(index);
    Value one = arith::ConstantIndexOp::create(builder, op->getLoc(), 1);
    op->setOperand(index,
                   arith::AddIOp::create(builder, op->getLoc(), operand, one));
  }

  Operation *op;
  OpBuilder builder;
  SmallVector<Fault> faults;
};

} // namespace

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static void setElements(memref::GlobalOp global, ArrayRef<APInt> elements) {
  auto type = cast<ElementsAttr>(*global.getInitialValue()).getShapedType();
  global.setInitialValueAttr(DenseElementsAttr::get(type, elements));
}

void FaultFinder::findInConstant(memref::GlobalOp global) {
  auto value = dyn_cast_or_null<DenseIntElementsAttr>(
      global.getInitialValue().value_or(nullptr));
  if (!value || !global.getConstant())
    return;
  auto elements = llvm::to_vector(value.getValues<APInt>());
  auto reversed = elements;
  std::reverse(reversed.begin(), reversed.end());
  // The name of the operation, as it says which pass has these faults.
  add("memref.global", [=] { setElements(global, reversed); });
  // Those that differ most: two tiny exponentials change no result of a
  // softmax.
  auto difference = [&](size_t i) {
    return llvm::APIntOps::abds(elements[i], elements[i + 1]);
  };
  size_t most = elements.size() / 2;
  for (size_t i = most + 1; i + 1 < elements.size(); ++i)
    if (difference(i).ugt(difference(most)))
      most = i;
  if (most + 1 >= elements.size() || difference(most).isZero())
    return;
  std::swap(elements[most], elements[most + 1]);
  add("constant.neighbours", [=] { setElements(global, elements); });
}

//===----------------------------------------------------------------------===//
// Loops and positions
//===----------------------------------------------------------------------===//

void FaultFinder::findInLoop(scf::ForOp loop) {
  std::optional<APInt> count = loop.getStaticTripCount();
  if (!count || count->ult(2))
    return;
  Location loc = loop.getLoc();
  add("loop.first", [this, loop, loc]() mutable {
    loop.setLowerBound(arith::AddIOp::create(builder, loc, loop.getLowerBound(),
                                             loop.getStep()));
  });
  add("loop.last", [this, loop, loc]() mutable {
    loop.setUpperBound(arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                             loop.getStep()));
  });
}

void FaultFinder::findInAccess() {
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    if (!load.getIndices().empty())
      add("load.position", [this] { moveOperand(op->getNumOperands() - 1); });
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    if (!store.getIndices().empty())
      add("store.position", [this] { moveOperand(op->getNumOperands() - 1); });
  }
}

void FaultFinder::findInNumbers() {
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MaxSIOp,
           arith::MinSIOp, arith::ShRSIOp>(op))
    return;
  add(op->getName().getStringRef(), [this] {
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
  });
}

//===----------------------------------------------------------------------===//
// Steps, layouts and the operations that a schedule keeps
//===----------------------------------------------------------------------===//

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

static bool areEqual(Value one, Value other) {
  Attribute left, right;
  return one == other ||
         (matchPattern(one, m_Constant(&left)) &&
          matchPattern(other, m_Constant(&right)) && left == right);
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

void FaultFinder::findInStep() {
  if (!isStep(op))
    return;
  StringRef name = op->getName().getStringRef();
  if (Value number = findNumber(op)) {
    add(name, [=] { makeTwice(number); });
  } else if (auto pair = findExchangeable(op)) {
    add(name, [this, pair] {
      auto [i, j] = *pair;
      Value first = op->getOperand(i);
      op->setOperand(i, op->getOperand(j));
      op->setOperand(j, first);
    });
  }
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    if (operand.getType().isIndex())
      add((name + ".position").str(), [this, i = index] { moveOperand(i); });
}

/// Returns a value near an attribute, or null if it is none of numbers.
static Attribute makeWrong(Attribute attribute) {
  Builder builder(attribute.getContext());
  if (auto number = dyn_cast<IntegerAttr>(attribute)) {
    if (!number.getType().isIntOrIndex() || number.getType().isInteger(1))
      return {};
    // A step that does too much may write what is written again after it.
    APInt wrong = number.getValue();
    wrong += wrong.sgt(1) ? -1 : 1;
    return builder.getIntegerAttr(number.getType(), wrong);
  }
  if (auto numbers = dyn_cast<DenseI64ArrayAttr>(attribute)) {
    auto changed = llvm::to_vector(numbers.asArrayRef());
    auto *positive = llvm::find_if(changed, [](int64_t n) { return n > 0; });
    if (positive == changed.end())
      return {};
    --*positive;
    return builder.getDenseI64ArrayAttr(changed);
  }
  if (auto numbers = dyn_cast<DenseIntElementsAttr>(attribute)) {
    auto changed = llvm::to_vector(numbers.getValues<APInt>());
    if (changed.empty())
      return {};
    ++changed.back();
    return DenseElementsAttr::get(numbers.getType(), changed);
  }
  auto maps = dyn_cast<ArrayAttr>(attribute);
  if (!maps)
    return {};
  // The column of a table, such as the scale of a channel's rescale.
  auto changed = llvm::to_vector(maps.getValue());
  for (Attribute &each : changed) {
    auto map = dyn_cast<AffineMapAttr>(each);
    if (!map)
      return {};
    auto results = llvm::to_vector(map.getValue().getResults());
    for (AffineExpr &result : results)
      if (auto constant = dyn_cast<AffineConstantExpr>(result);
          constant && constant.getValue() > 0) {
        result = builder.getAffineConstantExpr(constant.getValue() - 1);
        each = AffineMapAttr::get(AffineMap::get(
            map.getValue().getNumDims(), 0, results, builder.getContext()));
        return builder.getArrayAttr(changed);
      }
  }
  return {};
}

void FaultFinder::findInAttributes() {
  StringRef dialect = op->getName().getDialectNamespace();
  if (!isStep(op) && dialect != "linalg" && dialect != "tensor")
    return;
  // Upstream keeps maps that it has made of other attributes. A shape is that
  // of the result's type.
  constexpr StringLiteral kMaps = "linalg.memoized_indexing_maps";
  for (NamedAttribute attribute : op->getAttrs()) {
    StringRef name = attribute.getName();
    bool isAboutOthers = name == kMaps || name == "static_output_shape" ||
                         (name.contains("egment") && name.contains("izes"));
    Attribute wrong =
        isAboutOthers ? Attribute() : makeWrong(attribute.getValue());
    if (wrong)
      add((op->getName().getStringRef() + "." + name).str(),
          [this, name, wrong, kMaps] {
            op->removeAttr(kMaps);
            op->setAttr(name, wrong);
          });
  }
}

SmallVector<Fault> FaultFinder::find() {
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    findInConstant(global);
  else if (auto loop = dyn_cast<scf::ForOp>(op))
    findInLoop(loop);
  findInAccess();
  findInNumbers();
  findInStep();
  findInAttributes();
  return std::move(faults);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
/// Plants one fault in kernels, for tests of what finds it.
///
/// The places for a fault are, in the order of the module: what FaultFinder
/// finds in the operations of functions that are kernels by `tir.function`, and
/// the constants that such functions get. The remark says what was changed.
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
      if ((!function || !isKernel(function)) && !isa<memref::GlobalOp>(op))
        return WalkResult::advance();
      FaultFinder finder(op);
      for (Fault &fault : finder.find()) {
        if (place < 0)
          op->emitRemark("place ")
              << seen << ": " << fault.kind << " in "
              << (function ? function.getName() : "module") << " by "
              << (function ? nameSchedule(function) : "none");
        if (seen++ != place)
          continue;
        op->emitRemark("planted a fault in ") << fault.kind;
        fault.plant();
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (seen <= place) {
      getOperation()->emitError("has ")
          << seen << " places for a fault, expected more than "
          << place.getValue();
      signalPassFailure();
    }
  }

private:
  static std::string print(Attribute attribute) {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (attribute)
      os << attribute;
    return text;
  }

  static bool isKernel(Operation *function) {
    return StringRef(print(function->getAttr("tir.function")))
        .contains("kernel = <");
  }

  /// Returns `blocked` for `#kernel.blocked<pixels = 3>`.
  static std::string nameSchedule(Operation *function) {
    std::string text = print(function->getAttr("schedule"));
    StringRef name = text;
    if (!name.consume_front("#kernel."))
      return "none";
    return name.take_until([](char c) { return c == '<'; }).str();
  }

  Option<int64_t> place{*this, "place",
                        llvm::cl::desc("The number of the place, from 0; -1 to "
                                       "list all places"),
                        llvm::cl::init(0)};
};

} // namespace

void registerPlantFaultPass() { PassRegistration<PlantFaultPass>(); }
